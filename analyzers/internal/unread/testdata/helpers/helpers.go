// Package helpers is a library of agents that nobody has heard of.
package helpers

import "context"

// A Tool is one that a model may call.
type Tool interface {
	Info() string
	Run(ctx context.Context, input string) (string, error)
}

// A Toolbar is none.
type Toolbar interface {
	Title() string
	Draw(width int)
}

// NewTool makes a tool of a function.
func NewTool(name string, run func(ctx context.Context, input string) (string, error)) Tool {
	return nil
}

// NewToolbar makes a toolbar.
func NewToolbar(title string) Toolbar { return nil }
