// Package direct builds with helpers that it imports.
package direct

import (
	"context"

	"github.com/cloudwego/eino/compose"

	"example.com/facts/helper"
)

func Build(ctx context.Context) {
	g := helper.New(helper.First)
	last := helper.Add(g, "second", "mine")
	_ = g.AddBranch(last, compose.NewGraphBranch(helper.Route, map[string]bool{helper.First: true, compose.END: true}))
	_, _ = g.Compile(ctx)
}
