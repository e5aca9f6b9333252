// Package fw is a framework that exists for tests of extraction.
package fw

import "context"

// A Graph is a builder.
type Graph struct{ name string }

func NewGraph(name string) *Graph               { return &Graph{name: name} }
func (g *Graph) Node(name string, fn any) error { return nil }
func (g *Graph) Edge(from, to string) error     { return nil }
func (g *Graph) Then(name string) *Graph        { return g }
func (g *Graph) Run(ctx context.Context) error  { return nil }

// A Tool is what an agent offers to its model.
type Tool interface{ Name() string }

type tool struct{ name string }

func (t tool) Name() string { return t.name }

func NewTool(name string, fn any) Tool { return tool{name} }

// A Config configures an agent.
type Config struct {
	Name     string
	Model    string
	Tools    []Tool
	MaxSteps int
	Debug    bool
}

// An Agent runs.
type Agent struct{ c Config }

func NewAgent(c Config) (*Agent, error)        { return &Agent{c}, nil }
func (a *Agent) Run(ctx context.Context) error { return nil }

// Ask asks a human.
func Ask(question string) bool { return false }

// A Form asks a human when it is called.
type Form struct{ Confirm func(question string) bool }
