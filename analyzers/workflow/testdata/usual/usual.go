// Package usual goes on with a builder that a function without parameters returns.
package usual

import (
	"context"

	"github.com/cloudwego/eino/compose"

	"example.com/facts/helper"
)

func Build(ctx context.Context) {
	g := helper.Usual()
	_ = g.AddEdge("second", compose.END)
	_, _ = g.Compile(ctx)
}
