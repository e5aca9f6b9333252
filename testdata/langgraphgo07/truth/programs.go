// Package truth holds what langgraphgo 0.7 says of the programs: golden files, and
// the test that writes and compares them.
package truth

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"

	"example.com/langgraphgo07agents/intake/bad"
	"example.com/langgraphgo07agents/intake/clean"
	"example.com/langgraphgo07agents/internal/truth"
)

// A program is compiled as it compiles itself, and run with inputs that take its
// conditions every way.
type program struct {
	name string // its directory
	view func(dir string) ([]truth.Workflow, error)
}

var programs = []program{
	{"intake/bad", func(dir string) ([]truth.Workflow, error) {
		return intake(dir, bad.Reception(), bad.Examination(), bad.Visit{Urgent: true}, bad.Visit{Complaint: "cough"})
	}},
	{"intake/clean", func(dir string) ([]truth.Workflow, error) {
		return intake(dir, clean.Reception(), clean.Examination(), clean.Visit{Urgent: true}, clean.Visit{Complaint: "cough"})
	}},
}

func intake[V any](dir string, reception *graph.StateGraph, examination *graph.StateGraphTyped[V], visits ...V) ([]truth.Workflow, error) {
	first, err := reception.Compile()
	if err != nil {
		return nil, err
	}
	second, err := examination.Compile()
	if err != nil {
		return nil, err
	}
	var runs [2][]func(context.Context, *graph.Config) error
	for _, v := range visits {
		runs[0] = append(runs[0], func(ctx context.Context, c *graph.Config) error {
			_, err := first.InvokeWithConfig(ctx, v, c)
			return err
		})
		runs[1] = append(runs[1], func(ctx context.Context, c *graph.Config) error {
			_, err := second.InvokeWithConfig(ctx, v, c)
			return err
		})
	}
	return []truth.Workflow{truth.Of(dir, first, runs[0]...), truth.Of(dir, second, runs[1]...)}, nil
}
