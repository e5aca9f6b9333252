// Package kinds has nodes of each kind.
package kinds

import (
	"context"
	"errors"

	"github.com/smallnest/langgraphgo/graph"
	"github.com/smallnest/langgraphgo/prebuilt"
	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/tools"
)

type state struct {
	text string
	big  bool
}

type pay struct{ name string }

func (p *pay) Name() string        { return p.name }
func (p *pay) Description() string { return "Pays." }
func (p *pay) Call(ctx context.Context, input string) (string, error) {
	if _, err := graph.Interrupt(ctx, input); err != nil {
		return "", err
	}
	return "paid", nil
}

type look struct{}

func (look) Name() string                                         { return "look" }
func (look) Description() string                                  { return "Looks." }
func (look) Call(_ context.Context, input string) (string, error) { return input, nil }

func Build(model llms.Model) (*graph.StateRunnable[state], error) {
	g := graph.NewStateGraph[state]()
	all := []tools.Tool{look{}, &pay{"pay"}}
	executor := prebuilt.NewToolExecutor(all)
	steps := []struct {
		name string
		fn   func(context.Context, state) (state, error)
	}{
		{"plain", func(_ context.Context, s state) (state, error) { return s, nil }},
		{"model", func(ctx context.Context, s state) (state, error) {
			text, err := llms.GenerateFromSinglePrompt(ctx, model, s.text)
			s.text = text
			return s, err
		}},
		{"tool", func(ctx context.Context, s state) (state, error) {
			_, err := all[0].Call(ctx, s.text)
			return s, err
		}},
		{"perhaps", func(ctx context.Context, s state) (state, error) {
			if s.big {
				_, err := all[0].Call(ctx, s.text)
				return s, err
			}
			return s, nil
		}},
		{"twice", func(ctx context.Context, s state) (state, error) {
			if _, err := all[0].Call(ctx, s.text); err != nil {
				return s, err
			}
			_, err := all[0].Call(ctx, s.text)
			return s, err
		}},
		{"on each way", func(ctx context.Context, s state) (state, error) {
			if s.text == "" {
				return s, errors.New("nothing to do")
			}
			_, err := all[0].Call(ctx, s.text)
			return s, err
		}},
		{"executor", func(ctx context.Context, s state) (state, error) {
			_, err := executor.Execute(ctx, prebuilt.ToolInvocation{Tool: s.text})
			return s, err
		}},
		{"human", ask},
		{"sometimes", func(ctx context.Context, s state) (state, error) {
			if s.big {
				return ask(ctx, s)
			}
			return s, nil
		}},
		{"asks and pays", func(ctx context.Context, s state) (state, error) {
			s, err := ask(ctx, s)
			if err != nil {
				return s, err
			}
			_, err = all[0].Call(ctx, s.text)
			return s, err
		}},
	}
	last := ""
	for _, s := range steps {
		g.AddNode(s.name, "", s.fn)
		if last == "" {
			g.SetEntryPoint(s.name)
		} else {
			g.AddEdge(last, s.name)
		}
		last = s.name
	}
	g.AddEdge(last, graph.END)
	return g.Compile()
}

func ask(ctx context.Context, s state) (state, error) {
	answer, err := graph.Interrupt(ctx, s.text)
	if err != nil {
		return s, err
	}
	s.text = answer.(string)
	return s, nil
}
