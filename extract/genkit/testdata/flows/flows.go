// Package flows has flows with steps, loops, conditions, and flows in flows.
package flows

import (
	"context"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"

	"example.com/golden/flows/steps"
)

func Define(g *genkit.Genkit) {
	search := genkit.DefineTool(g, "search", "Searches.", func(_ *ai.ToolContext, q string) (string, error) { return q, nil })
	outline := genkit.DefinePrompt(g, "outline", ai.WithPrompt("Outline."), ai.WithTools(search), ai.WithMaxTurns(2))

	draft := genkit.DefineFlow(g, "draft", func(ctx context.Context, topic string) (string, error) {
		if _, err := steps.Check(ctx, topic); err != nil {
			return "", err
		}
		if topic == "news" {
			if _, err := genkit.GenerateText(ctx, g, ai.WithTools(search)); err != nil {
				return "", err
			}
		}
		resp, err := outline.Execute(ctx)
		if err != nil {
			return "", err
		}
		return resp.Text(), nil
	})

	genkit.DefineFlow(g, "publish", func(ctx context.Context, topic string) (string, error) {
		text, err := draft.Run(ctx, topic)
		if err != nil {
			return "", err
		}
		for !good(text) {
			if text, err = genkit.GenerateText(ctx, g, ai.WithPrompt("Better: %s", text)); err != nil {
				return "", err
			}
		}
		return genkit.Run(ctx, "store", func() (string, error) { return text, nil })
	})

	for _, name := range []string{"short", "long"} {
		genkit.DefineFlow(g, name, func(ctx context.Context, topic string) (string, error) {
			return genkit.GenerateText(ctx, g, ai.WithPrompt(name))
		})
	}
}

func good(text string) bool { return len(text) > 100 }

// Named defines a flow of a name that only its caller knows.
func Named(g *genkit.Genkit, name string) {
	genkit.DefineFlow(g, name, func(ctx context.Context, topic string) (string, error) {
		return genkit.GenerateText(ctx, g, ai.WithPrompt(topic))
	})
}

// Shared calls a model as a flow and by itself, through one helper.
func Shared(ctx context.Context, g *genkit.Genkit) {
	read := genkit.DefineTool(g, "read", "", func(_ *ai.ToolContext, q string) (string, error) { return q, nil })
	drop := genkit.DefineTool(g, "drop", "", func(_ *ai.ToolContext, q string) (string, error) { return q, nil })
	genkit.DefineFlow(g, "reader", func(ctx context.Context, topic string) (string, error) { return ask(ctx, g, read) })
	ask(ctx, g, drop)
}

func ask(ctx context.Context, g *genkit.Genkit, tools ...ai.ToolRef) (string, error) {
	return genkit.GenerateText(ctx, g, ai.WithTools(tools...))
}
