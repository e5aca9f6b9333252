// Package truth holds what langgraphgo says of the programs: golden files, and the
// test that writes and compares them.
package truth

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
	"github.com/tmc/langchaingo/llms"

	"example.com/langgraphgoagents/internal/scripted"
	"example.com/langgraphgoagents/internal/truth"
	refundbad "example.com/langgraphgoagents/refund/bad"
	refundclean "example.com/langgraphgoagents/refund/clean"
	releasebad "example.com/langgraphgoagents/release/bad"
	"example.com/langgraphgoagents/release/checks"
	releaseclean "example.com/langgraphgoagents/release/clean"
	researchbad "example.com/langgraphgoagents/research/bad"
	researchclean "example.com/langgraphgoagents/research/clean"
	triagebad "example.com/langgraphgoagents/triage/bad"
	triageclean "example.com/langgraphgoagents/triage/clean"
)

// A program is compiled as it compiles itself, and run with inputs that take its
// conditions every way.
type program struct {
	name string // its directory
	view func(dir string) ([]truth.Workflow, error)
}

var programs = []program{
	{"refund/bad", func(dir string) ([]truth.Workflow, error) {
		app, err := refundbad.Graph(scripted.Says("yes")).Compile()
		if err != nil {
			return nil, err
		}
		w := truth.Of(dir, app,
			run(app, refundbad.Case{Amount: 1}), run(app, refundbad.Case{}), run(app, refundbad.Case{Text: "lawyer"}))
		w.Interrupts = []truth.Interrupt{{Name: "issue-refund"}} // as Run passes it; no run ever stops there
		return []truth.Workflow{w}, nil
	}},
	{"refund/clean", func(dir string) ([]truth.Workflow, error) {
		app, err := refundclean.Graph(scripted.Says("yes")).Compile()
		if err != nil {
			return nil, err
		}
		w := truth.Of(dir, app,
			run(app, refundclean.Case{Amount: 1}), run(app, refundclean.Case{}), run(app, refundclean.Case{Text: "lawyer"}))
		desk, err := refundclean.Open(scripted.Says("yes"))
		if err != nil {
			return nil, err
		}
		_, err = desk.Answer(context.Background(), refundclean.Case{Amount: 1})
		w.Stops(err)
		return []truth.Workflow{w}, nil
	}},
	{"release/bad", func(dir string) ([]truth.Workflow, error) {
		g, err := releasebad.Graph()
		return release(dir, g, err)
	}},
	{"release/clean", func(dir string) ([]truth.Workflow, error) {
		g, err := releaseclean.Graph()
		return release(dir, g, err)
	}},
	{"research/bad", func(dir string) ([]truth.Workflow, error) {
		return research(dir, researchbad.Graph, researchbad.Team)
	}},
	{"research/clean", func(dir string) ([]truth.Workflow, error) {
		return research(dir, researchclean.Graph, researchclean.Team)
	}},
	{"triage/bad", func(dir string) ([]truth.Workflow, error) {
		app, err := triagebad.Compile()
		return triage(dir, app, err)
	}},
	{"triage/clean", func(dir string) ([]truth.Workflow, error) {
		app, err := triageclean.Compile()
		return triage(dir, app, err)
	}},
}

// A runnable is a compiled graph.
type runnable[S any] interface {
	InvokeWithConfig(context.Context, S, *graph.Config) (S, error)
}

func run[S any](app runnable[S], input S) func(context.Context, *graph.Config) error {
	return func(ctx context.Context, config *graph.Config) error {
		_, err := app.InvokeWithConfig(ctx, input, config)
		return err
	}
}

// from runs a graph from a node that its own runs may not reach.
func from[S any](app runnable[S], node string, input S) func(context.Context, *graph.Config) error {
	return func(ctx context.Context, config *graph.Config) error {
		config.ResumeFrom = []string{node}
		return run(app, input)(ctx, config)
	}
}

func release(dir string, g *graph.StateGraph[any], err error) ([]truth.Workflow, error) {
	if err != nil {
		return nil, err
	}
	// The framework wraps the review's graph into a function: it is built again.
	review := graph.NewStateGraph[checks.Plan]()
	if err := checks.Review(review); err != nil {
		return nil, err
	}
	inner, err := review.Compile()
	if err != nil {
		return nil, err
	}
	app, err := g.Compile()
	if err != nil {
		return nil, err
	}
	return []truth.Workflow{
		truth.Of(dir, app, run[any](app, &checks.Plan{}), run[any](app, &checks.Plan{Broken: true})),
		truth.Of(dir, inner, run[checks.Plan](inner, checks.Plan{})),
	}, nil
}

func research(dir string, build, team func(llms.Model) (*graph.StateRunnable[map[string]any], error)) ([]truth.Workflow, error) {
	// The supervisor names each member in turn, then ends; the desk's own steps
	// take what comes.
	model := &scripted.Model{Answers: []llms.ContentChoice{
		scripted.Calls("route", `{"next": "reader"}`), {Content: "read"},
		scripted.Calls("route", `{"next": "writer"}`), {Content: "written"}, {Content: "excellent"},
		scripted.Calls("route", `{"next": "FINISH"}`),
	}}
	app, err := team(model)
	if err != nil {
		return nil, err
	}
	ask := map[string]any{"messages": []llms.MessageContent{llms.TextParts(llms.ChatMessageTypeHuman, "?")}}
	views := []truth.Workflow{truth.Of(dir, app, run(app, ask))}
	desk, err := build(&scripted.Model{Answers: []llms.ContentChoice{scripted.Calls("route", `{"next": "FINISH"}`), {Content: "text"}}})
	if err != nil {
		return nil, err
	}
	return append(views, truth.Of(dir, desk, run(desk, ask))), nil
}

func triage(dir string, app *graph.ListenableRunnable[map[string]any], err error) ([]truth.Workflow, error) {
	if err != nil {
		return nil, err
	}
	return []truth.Workflow{truth.Of(dir, app,
		run[map[string]any](app, map[string]any{"text": "my invoice"}),
		run[map[string]any](app, map[string]any{"text": "it is broken"}),
		run[map[string]any](app, map[string]any{"text": "it was broken", "solved": true}),
		from[map[string]any](app, "billing", map[string]any{}),
	)}, nil
}
