// Package given has tools for a library that nobody has heard of.
package given

import (
	"context"

	"example.org/helpers"
)

type clock struct{} // want `agentvet/unread: unknown: there may be an agent that was not read: agentvet does not know example.org/helpers, to which the program gives tools`

func (*clock) Info() string { return "tells the time" }

func (*clock) Run(ctx context.Context, input string) (string, error) { return "noon", nil }

// A bar is no tool.
type bar struct{}

func (bar) Title() string  { return "bar" }
func (bar) Draw(width int) {}

// Tools are what the library gets.
func Tools() []helpers.Tool {
	_ = helpers.NewToolbar("bar")
	return []helpers.Tool{&clock{}, helpers.NewTool("echo", func(ctx context.Context, input string) (string, error) { return input, nil })}
}
