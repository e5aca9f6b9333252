package trial

// Answers say of which of Commands a check says the same.
type Answers struct {
	Of []byte // by command, the index of what is said of it
}

// Tells reports whether the check tells what a command does from what it looks like, where each is all that there is, and not for
// the sake of a sign that the latter has.
func (a *Answers) Tells(command int) bool {
	c := Commands()[command]
	return c.GetsAround() && a.Of[c.Does] != a.Of[c.Looks] && a.Of[c.Plain] == a.Of[c.Looks]
}

// Misses reports whether it does, and takes the command for what it looks like, and not for what it does.
func (a *Answers) Misses(command int) bool {
	return a.Tells(command) && a.Of[command] == a.Of[Commands()[command].Looks]
}
