// Package workflowinputs has a Workflow with inputs that carry data only.
package workflowinputs

import (
	"context"

	"github.com/cloudwego/eino/compose"
)

func step(ctx context.Context, in string) (string, error) { return in + ".", nil }

func Build(ctx context.Context) {
	l := compose.InvokableLambda(step)
	w := compose.NewWorkflow[string, string]()
	w.AddLambdaNode("fetch", l).AddInput(compose.START)
	w.AddLambdaNode("both", l).AddInput("fetch").
		AddInputWithOptions(compose.START, nil, compose.WithNoDirectDependency())
	w.AddLambdaNode("data", l).AddInputWithOptions("fetch", nil, compose.WithNoDirectDependency())
	w.AddLambdaNode("after", l).AddDependency("both").AddDependency("data")
	w.End().AddInput("after")
	_, _ = w.Compile(ctx)
}
