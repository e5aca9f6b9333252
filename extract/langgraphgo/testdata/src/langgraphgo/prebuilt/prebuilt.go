// Package prebuilt is a stub of langgraphgo 0.8. Functions with a `body` row have
// the bodies that matter.
package prebuilt

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/tools"
)

type ToolInvocation struct{ Tool, ToolInput string }

type ToolExecutor struct{ Tools map[string]tools.Tool }

func NewToolExecutor(inputTools []tools.Tool) *ToolExecutor { return nil }

func (te *ToolExecutor) Execute(ctx context.Context, invocation ToolInvocation) (string, error) {
	return "", nil
}

func CreateReactAgentMap(model llms.Model, inputTools []tools.Tool, maxIterations int) (*graph.StateRunnable[map[string]any], error) {
	executor := NewToolExecutor(inputTools)
	g := graph.NewStateGraph[map[string]any]()
	if maxIterations == 0 {
		maxIterations = 20
	}
	g.AddNode("agent", "decides", func(ctx context.Context, state map[string]any) (map[string]any, error) {
		if count, _ := state["iteration_count"].(int); count >= maxIterations {
			return state, nil
		}
		if _, err := model.GenerateContent(ctx, nil); err != nil {
			return nil, err
		}
		return state, nil
	})
	g.AddNode("tools", "runs tools", func(ctx context.Context, state map[string]any) (map[string]any, error) {
		for _, name := range state["calls"].([]string) {
			if _, err := executor.Execute(ctx, ToolInvocation{Tool: name}); err != nil {
				return nil, err
			}
		}
		return state, nil
	})
	g.SetEntryPoint("agent")
	g.AddConditionalEdge("agent", func(ctx context.Context, state map[string]any) string {
		if len(state["calls"].([]string)) > 0 {
			return "tools"
		}
		return graph.END
	})
	g.AddEdge("tools", "agent")
	return g.Compile()
}

func CreateSupervisorMap(model llms.Model, members map[string]*graph.StateRunnable[map[string]any]) (*graph.StateRunnable[map[string]any], error) {
	return nil, nil
}
