// Package clean writes letters.
package clean

import (
	"context"

	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/schema"
	"github.com/tmc/langgraphgo/graph"
)

// Graph builds the writing of a letter. The engine follows the first edge of a
// step and no other.
func Graph(model llms.Model) *graph.MessageGraph {
	g := graph.NewMessageGraph()
	g.AddNode("draft", ask(model))
	g.AddNode("polish", ask(model))
	g.AddNode("send", func(_ context.Context, state []llms.MessageContent) ([]llms.MessageContent, error) { return state, nil })
	g.AddNode(graph.END, func(_ context.Context, state []llms.MessageContent) ([]llms.MessageContent, error) { return state, nil })
	g.SetEntryPoint("draft")
	g.AddEdge("draft", "polish")
	g.AddEdge("polish", "send")
	g.AddEdge("send", graph.END)
	return g
}

// Write writes a letter.
func Write(ctx context.Context, model llms.Model, text string) ([]llms.MessageContent, error) {
	app, err := Graph(model).Compile()
	if err != nil {
		return nil, err
	}
	return app.Invoke(ctx, []llms.MessageContent{llms.TextParts(schema.ChatMessageTypeHuman, text)})
}

func ask(model llms.Model) func(context.Context, []llms.MessageContent) ([]llms.MessageContent, error) {
	return func(ctx context.Context, state []llms.MessageContent) ([]llms.MessageContent, error) {
		r, err := model.GenerateContent(ctx, state)
		if err != nil {
			return nil, err
		}
		return append(state, llms.TextParts(schema.ChatMessageTypeAI, r.Choices[0].Content)), nil
	}
}
