// Package wrap passes on what package helper makes.
package wrap

import (
	"github.com/cloudwego/eino/compose"

	"example.com/facts/helper"
)

// Builder holds a builder of package helper.
type Builder struct {
	G    *compose.Graph[string, string]
	last string
}

func New(first string) *Builder { return &Builder{G: helper.New(first), last: "second"} }

// Then adds a step after the last.
func (b *Builder) Then(name string) *Builder {
	b.last = helper.Add(b.G, b.last, name)
	return b
}

// End makes the last step an exit, by a router of package helper.
func (b *Builder) End() *compose.Graph[string, string] {
	_ = b.G.AddBranch(b.last, compose.NewGraphBranch(helper.Route, map[string]bool{helper.First: true, compose.END: true}))
	return b.G
}
