// Package tea stands for the library.
package tea

type Model interface{ View() string }

type Program struct{ m Model }

func NewProgram(m Model) *Program { return &Program{m} }

func (p *Program) Run() (Model, error) { return p.m, nil }
