// Package bad publishes articles, short ones without asking.
package bad

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
	"github.com/smallnest/langgraphgo/prebuilt"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/tools"

	"example.com/langgraphgoagents/research/kit"
)

// maxRounds is how often the critic may send a draft back.
const maxRounds = 3

// Team builds the agents that look things up, and who sends them.
func Team(model llms.Model) (*graph.StateRunnable[map[string]any], error) {
	reader, err := prebuilt.CreateReactAgentMap(model, []tools.Tool{kit.Search("search_web"), kit.Search("search_web")}, 4) // DEFECT structure/undeclared-tool search_web: both are called search_web, and the second one wins
	if err != nil {
		return nil, err
	}
	writer, err := prebuilt.CreateReflectionAgentMap(prebuilt.ReflectionAgentConfig{Model: model, MaxIterations: 2})
	if err != nil {
		return nil, err
	}
	return prebuilt.CreateSupervisorMap(model, map[string]*graph.StateRunnable[map[string]any]{
		"reader": reader, "writer": writer,
	})
}

// Graph builds the desk around the team.
func Graph(model llms.Model) (*graph.StateRunnable[map[string]any], error) {
	team, err := Team(model)
	if err != nil {
		return nil, err
	}
	g := graph.NewStateGraph[map[string]any]()
	g.SetSchema(graph.NewMapSchema())
	g.AddNode("gather", "lets the team read", team.Invoke)
	g.AddNode("draft", "writes", kit.Ask(model, "Write it."))
	g.AddNode("critique", "reads", kit.Ask(model, "Criticize it."))
	g.AddNode("approve", "asks the editor", func(ctx context.Context, state map[string]any) (map[string]any, error) {
		if draft, _ := state["draft"].(string); len(draft) > 200 {
			if _, err := graph.Interrupt(ctx, draft); err != nil {
				return nil, err
			}
		}
		return state, nil
	})
	g.AddNode("publish", "publishes", func(ctx context.Context, state map[string]any) (map[string]any, error) { // DEFECT(policy) structure/human-gate publish: short drafts go out unasked
		draft, _ := state["draft"].(string)
		_, err := kit.Publish().Call(ctx, draft)
		return state, err
	})
	g.SetEntryPoint("gather")
	g.AddEdge("gather", "draft")
	g.AddEdge("draft", "critique")
	g.AddConditionalEdge("critique", again("draft", "approve"))
	g.AddEdge("approve", "publish")
	g.AddEdge("publish", graph.END)
	return g.Compile()
}

// again returns a router that goes back until all rounds are used.
func again(back, on string) func(context.Context, map[string]any) string {
	return func(_ context.Context, state map[string]any) string {
		if rounds, _ := state["rounds"].(int); rounds < maxRounds {
			return back
		}
		return on
	}
}

// Run writes an article.
func Run(ctx context.Context, model llms.Model, question string) error {
	app, err := Graph(model)
	if err != nil {
		return err
	}
	_, err = app.Invoke(ctx, map[string]any{"messages": []llms.MessageContent{llms.TextParts(llms.ChatMessageTypeHuman, question)}})
	return err
}
