// Package tea stands for the library.
package tea

type Model interface{ View() string }

type Program struct{ m Model }

func NewProgram(m Model) *Program { return &Program{m} }

func (p *Program) Run() (Model, error) { return p.m, nil }

// A Msg is something that happened, a Cmd something that may happen, a KeyMsg a key that somebody pressed.
type (
	Msg    any
	Cmd    func() Msg
	KeyMsg struct{ Text string }
)

func (k KeyMsg) String() string { return k.Text }
