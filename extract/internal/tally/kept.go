package tally

// A Kept is a number that the program keeps outside of the state, such as a field of the receiver of its steps, a variable that
// they have captured or how long a list is, and that is only ever counted in one direction. Others may count in the same direction
// meanwhile: another run, say. So it is known how far it has come at least, which limits loops, and not what it is.
type Kept struct {
	Name  string
	Start *int // what it begins with, nil if whoever starts a run chooses that
	// Adds is what each call of a function adds to it, by function; less than nothing is taken away.
	Adds map[string]Effect
	// Ends are the numbers up to which, or down to which if it is counted down, a router may return a label, by router and label, where
	// the router has added to it what Adds says.
	Ends map[string]map[string]int
	Down bool
}
