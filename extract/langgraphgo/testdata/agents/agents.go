// Package agents has prebuilt agents.
package agents

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
	"github.com/smallnest/langgraphgo/prebuilt"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/tools"
)

type tool string

func (t tool) Name() string                                         { return string(t) }
func (t tool) Description() string                                  { return "A tool." }
func (t tool) Call(_ context.Context, input string) (string, error) { return input, nil }

func Team(model llms.Model, more []tools.Tool) (*graph.StateRunnable[map[string]any], error) {
	reader, err := prebuilt.CreateReactAgentMap(model, []tools.Tool{tool("search"), tool("search")}, 3)
	if err != nil {
		return nil, err
	}
	idle, err := prebuilt.CreateReactAgentMap(model, nil, 0)
	if err != nil {
		return nil, err
	}
	open, err := prebuilt.CreateReactAgentMap(model, append(more, tool("write")), 3)
	if err != nil {
		return nil, err
	}
	return prebuilt.CreateSupervisorMap(model, map[string]*graph.StateRunnable[map[string]any]{
		"reader": reader, "idle": idle, "open": open,
	})
}
