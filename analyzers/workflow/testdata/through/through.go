// Package through builds with helpers that import others, which it does not
// import itself.
package through

import (
	"context"

	"example.com/facts/wrap"
)

func Build(ctx context.Context) {
	g := wrap.New("first").Then("mine").Then("yours").End()
	_, _ = g.Compile(ctx)
}
