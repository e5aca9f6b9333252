// Package truth holds what the first langgraphgo says of the programs: golden
// files, and the test that writes and compares them.
package truth

import (
	"github.com/tmc/langgraphgo/graph"

	"example.com/langgraphgotmcagents/internal/truth"
	"example.com/langgraphgotmcagents/letters/bad"
	"example.com/langgraphgotmcagents/letters/clean"
)

// A program is compiled as it compiles itself.
type program struct {
	name string // its directory
	view func(dir string) ([]truth.Workflow, error)
}

var programs = []program{
	{"letters/bad", func(dir string) ([]truth.Workflow, error) { return letters(dir, bad.Graph(nil)) }},
	{"letters/clean", func(dir string) ([]truth.Workflow, error) { return letters(dir, clean.Graph(nil)) }},
}

func letters(dir string, g *graph.MessageGraph) ([]truth.Workflow, error) {
	app, err := g.Compile()
	if err != nil {
		return nil, err
	}
	return []truth.Workflow{truth.Of(dir, app)}, nil
}
