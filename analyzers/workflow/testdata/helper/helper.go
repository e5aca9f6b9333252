// Package helper adds steps to builders that others make.
package helper

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

// First is the step that graphs begin with.
const First = "first"

// Names come from a variable, whose initial value travels too.
var Names = []string{"second"}

func step(ctx context.Context, in string) (string, error) { return in, nil }

// New returns a builder with a first step and the usual ones after it.
func New(first string) *compose.Graph[string, string] {
	g := compose.NewGraph[string, string]()
	last := Add(g, compose.START, first)
	for _, n := range Names {
		last = Add(g, last, n)
	}
	return g
}

// Add adds a step after another.
func Add(g *compose.Graph[string, string], after, name string) string {
	_ = g.AddLambdaNode(name, compose.InvokableLambda(step))
	_ = g.AddEdge(after, name)
	return name
}

// Route is a router.
func Route(ctx context.Context, in string) (string, error) {
	if in == "again" {
		return First, nil
	}
	return compose.END, nil
}

// Usual returns a builder that no argument changes.
func Usual() *compose.Graph[string, string] { return New(First) }
