// Package truth holds what langgraphgo 0.5 says of the programs: golden files, and
// the test that writes and compares them.
package truth

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"

	"example.com/langgraphgo05agents/claims/bad"
	"example.com/langgraphgo05agents/claims/clean"
	"example.com/langgraphgo05agents/internal/truth"
)

// A program is compiled as it compiles itself, and run with inputs that take its
// conditions every way.
type program struct {
	name string // its directory
	view func(dir string) ([]truth.Workflow, error)
}

var programs = []program{
	{"claims/bad", func(dir string) ([]truth.Workflow, error) {
		g, err := bad.Graph()
		views, err := claims(dir, g, bad.Payment, err)
		if err == nil {
			views[0].Interrupts = []truth.Interrupt{{Name: "pay"}} // as Run passes it; no run ever stops there
		}
		return views, err
	}},
	{"claims/clean", func(dir string) ([]truth.Workflow, error) {
		g, err := clean.Graph()
		views, err := claims(dir, g, clean.Payment, err)
		if err == nil {
			_, err := clean.Run(context.Background(), 10)
			views[0].Stops(err)
		}
		return views, err
	}},
}

func claims(dir string, g *graph.MessageGraph, payment func(*graph.MessageGraph), err error) ([]truth.Workflow, error) {
	if err != nil {
		return nil, err
	}
	app, err := g.Compile()
	if err != nil {
		return nil, err
	}
	// The framework wraps the inner graph into a function: it is built again.
	inner := graph.NewMessageGraph()
	payment(inner)
	paid, err := inner.Compile()
	if err != nil {
		return nil, err
	}
	var runs []func(context.Context, *graph.Config) error
	for _, amount := range []int{0, 10, 5000} {
		runs = append(runs, func(ctx context.Context, c *graph.Config) error {
			_, err := app.InvokeWithConfig(ctx, amount, c)
			return err
		})
	}
	return []truth.Workflow{truth.Of(dir, app, runs...), truth.Of(dir, paid)}, nil
}
