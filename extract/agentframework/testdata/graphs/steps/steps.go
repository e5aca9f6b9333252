// Package steps makes executors for programs in other packages.
package steps

import (
	"reflect"

	"github.com/microsoft/agent-framework-go/workflow"
)

// Pass returns an executor that sends on what it gets.
func Pass(id string) workflow.ExecutorBinding {
	return workflow.NewExecutor(id, func(in string) string { return in }).Bind()
}

// Counter ends the run with the third message.
func Counter(id string) workflow.ExecutorBinding {
	return workflow.BindNewExecutorFunc(id, func(_, executorID string) (*workflow.Executor, error) {
		n := 0
		return &workflow.Executor{ID: executorID, ConfigureProtocol: func(p *workflow.ProtocolBuilder) (*workflow.ProtocolBuilder, error) {
			p.RouteBuilder.AddHandlerRaw(reflect.TypeFor[string](), nil, func(ctx *workflow.Context, in any) (any, error) {
				if n++; n >= 3 {
					return nil, ctx.YieldOutput(in)
				}
				return nil, ctx.SendMessage("", in)
			})
			return p, nil
		}}, nil
	})
}

// Audited adds a step behind each of those given.
func Audited(b *workflow.Builder, from ...workflow.ExecutorBinding) *workflow.Builder {
	audit := Pass("audit")
	for _, x := range from {
		b.AddEdge(x, audit, workflow.WithEdgeLabel("log"))
	}
	return b
}
