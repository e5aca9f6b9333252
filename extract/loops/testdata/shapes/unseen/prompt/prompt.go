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
