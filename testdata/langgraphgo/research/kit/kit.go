// Package kit has the tools and the state of the research desk.
package kit

import (
	"context"

	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/tools"
)

// A Tool is known by its name; what it does, a function says.
type Tool struct {
	Title string
	Do    func(context.Context, string) (string, error)
}

func (t Tool) Name() string                                           { return t.Title }
func (t Tool) Description() string                                    { return "The tool " + t.Title + "." }
func (t Tool) Call(ctx context.Context, input string) (string, error) { return t.Do(ctx, input) }

// Search looks things up.
func Search(name string) tools.Tool {
	return Tool{name, func(_ context.Context, input string) (string, error) { return "found " + input, nil }}
}

// Publish makes a text public.
func Publish() tools.Tool {
	return Tool{"publish_article", func(_ context.Context, input string) (string, error) { return "published " + input, nil }}
}

// Ask asks a model about the last message.
func Ask(model llms.Model, prompt string) func(context.Context, map[string]any) (map[string]any, error) {
	return func(ctx context.Context, state map[string]any) (map[string]any, error) {
		text, err := llms.GenerateFromSinglePrompt(ctx, model, prompt)
		if err != nil {
			return nil, err
		}
		rounds, _ := state["rounds"].(int)
		return map[string]any{"draft": text, "rounds": rounds + 1}, nil
	}
}
