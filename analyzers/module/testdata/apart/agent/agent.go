// Package agent owns the loop, the interfaces and the types. It knows no vendor and no tool.
package agent

import "context"

type Call struct{ Ref, Tool, Input string }

type Turn struct {
	Text  string
	Calls []Call
	Ref   string
}

type Provider interface {
	Next(ctx context.Context, turns []Turn) (Turn, error)
}

type Tool interface {
	Spec() Spec
	Do(ctx context.Context, input string) (string, error)
}

type Spec struct{ Name, Help string }

type Agent struct {
	provider Provider
	tools    []Tool
}

func New(p Provider, tools ...Tool) *Agent {
	return &Agent{provider: p, tools: tools}
}

func (a *Agent) Run(ctx context.Context, text string) (string, error) {
	turns := []Turn{{Text: text}}
	for {
		turn, err := a.provider.Next(ctx, turns)
		if err != nil || len(turn.Calls) == 0 {
			return turn.Text, err
		}
		turns = append(turns, turn)
		for _, c := range turn.Calls {
			turns = append(turns, Turn{Ref: c.Ref, Text: a.do(ctx, c)})
		}
	}
}

func (a *Agent) do(ctx context.Context, c Call) string {
	for _, t := range a.tools {
		if t.Spec().Name != c.Tool {
			continue
		}
		out, err := t.Do(ctx, c.Input)
		if err != nil {
			return err.Error()
		}
		return out
	}
	return "no such tool"
}
