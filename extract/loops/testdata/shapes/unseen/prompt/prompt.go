// Package prompt is a library of which no row tells.
package prompt

// Confirm asks somebody.
func Confirm(title string) (bool, error) { return read(title) == "y", nil }

// A Field asks somebody when it runs.
type Field struct {
	title string
	to    *bool
	done  func(bool)
}

func New(title string) *Field { return &Field{title: title} }

func (f *Field) Prompt(to *bool) *Field { f.to = to; return f }

func (f *Field) Done(done func(yes bool)) *Field { f.done = done; return f }

func (f *Field) Run() error { return nil }

func read(string) string { return "" }

// An Asker asks somebody.
type Asker interface{ Agrees(what string) bool }

// A Program is told of keys.
type Program interface{ Update(key string) }

func Start(Program) {}

// A Command is run.
type Command struct{ Run func(args []string) }

func (c *Command) Execute() { c.Run(nil) }

// OnWord calls a function for each word that comes.
func OnWord(func(word string)) {}
