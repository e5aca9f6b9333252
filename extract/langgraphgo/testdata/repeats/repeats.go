// Package repeats has steps that run again when they failed, and tools that no list has.
package repeats

import (
	"context"

	"github.com/smallnest/langgraphgo/graph"
	"github.com/smallnest/langgraphgo/prebuilt"
	"github.com/smallnest/langgraphgo/ptc"
	"github.com/tmc/langchaingo/tools"
)

type pay struct{}

func (pay) Name() string                                        { return "pay" }
func (pay) Description() string                                 { return "pays" }
func (pay) Call(ctx context.Context, in string) (string, error) { return in, nil }

func charge(ctx context.Context, s string) (string, error) {
	var t tools.Tool = pay{}
	return t.Call(ctx, s)
}

// Wrapped has a step that is made of another, one that is tried again, and one that is not.
func Wrapped() (*graph.StateRunnable[string], error) {
	g := graph.NewStateGraph[string]()
	again := graph.NewRetryNode(graph.TypedNode[string]{Name: "inner", Function: charge}, &graph.RetryConfig{MaxAttempts: 2})
	g.AddNode("wrapped", "", again.Execute)
	g.AddNodeWithRetry("retried", "", charge, &graph.RetryConfig{MaxAttempts: 2})
	g.AddNode("once", "", charge)
	g.SetEntryPoint("wrapped")
	g.AddEdge("wrapped", "retried")
	g.AddEdge("retried", "once")
	g.AddEdge("once", graph.END)
	return g.Compile()
}

// Policy tries each step again.
func Policy() (*graph.StateRunnable[string], error) {
	g := graph.NewStateGraph[string]()
	g.AddNode("pay", "", charge)
	g.SetEntryPoint("pay")
	g.AddEdge("pay", graph.END)
	g.SetRetryPolicy(&graph.RetryPolicy{MaxRetries: 3})
	return g.Compile()
}

type refund struct{ pay }

func (refund) Name() string { return "refund" }

// Grown has a tool that no call gives it.
func Grown() (*graph.StateRunnable[string], error) {
	tools := prebuilt.NewToolExecutor([]tools.Tool{pay{}})
	tools.Tools["refund"] = refund{}
	g := graph.NewStateGraph[string]()
	g.AddNode("tools", "", func(ctx context.Context, s string) (string, error) {
		return tools.Execute(ctx, prebuilt.ToolInvocation{Tool: s})
	})
	g.SetEntryPoint("tools")
	g.AddEdge("tools", graph.END)
	return g.Compile()
}

// Serve has tools that code of a model calls by HTTP.
func Serve(ctx context.Context) error { return ptc.NewToolServer([]tools.Tool{refund{}}).Start(ctx) }
