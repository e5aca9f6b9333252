// Package lambdaruns has functions that run graphs and agents themselves: one, one
// among other things, one of two, one that is not known.
package lambdaruns

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

type order struct{ Amount int }

func refund(ctx context.Context, o order) (string, error) { return "", nil }

type runner = compose.Runnable[string, string]

type desk struct {
	pay          tool.InvokableTool
	inner, other runner
}

func graphOf(ctx context.Context, name string, fn func(context.Context, string) (string, error)) runner {
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("step", compose.InvokableLambda(fn))
	_ = g.AddEdge(compose.START, "step")
	_ = g.AddEdge("step", compose.END)
	r, _ := g.Compile(ctx, compose.WithGraphName(name))
	return r
}

func (d *desk) pays(ctx context.Context, in string) (string, error) {
	return d.pay.InvokableRun(ctx, in)
}

func (d *desk) one(ctx context.Context, in string) (string, error) { return d.inner.Invoke(ctx, in) }

func (d *desk) perhaps(ctx context.Context, in string) (string, error) {
	if len(in) > 3 {
		return d.inner.Invoke(ctx, in)
	}
	return in, nil
}

func (d *desk) among(ctx context.Context, in string) (string, error) {
	out, err := d.pay.InvokableRun(ctx, in)
	if err != nil {
		return "", err
	}
	return d.inner.Invoke(ctx, out)
}

func (d *desk) either(ctx context.Context, in string) (string, error) {
	r := d.inner
	if in == "" {
		r = d.other
	}
	return r.Invoke(ctx, in)
}

var registry func(name string) runner

func unseen(ctx context.Context, in string) (string, error) { return registry("x").Invoke(ctx, in) }

func asks(ctx context.Context, in string, opts ...string) (string, error) {
	return in, compose.Interrupt(ctx, in)
}

func streams(ctx context.Context, in string, opts ...string) (*schema.StreamReader[string], error) {
	return nil, nil
}

func echoes(ctx context.Context, in string) (string, error) { return in, nil }

// delegates is an agent whose code runs another.
type delegates struct{ to adk.Agent }

func (d *delegates) Name(ctx context.Context) string        { return "delegates" }
func (d *delegates) Description(ctx context.Context) string { return "" }
func (d *delegates) Run(ctx context.Context, in *adk.AgentInput, opts ...adk.AgentRunOption) *adk.AsyncIterator[*adk.AgentEvent] {
	return d.to.Run(ctx, in, opts...)
}

func Build(ctx context.Context) {
	pay, _ := utils.InferTool("pay", "pays back", refund)
	d := &desk{pay: pay}
	d.inner = graphOf(ctx, "inner", d.pays)
	d.other = graphOf(ctx, "other", echoes)
	g := compose.NewChain[string, string]()
	for _, fn := range []func(context.Context, string) (string, error){d.one, d.perhaps, d.among, d.either, unseen} {
		g.AppendLambda(compose.InvokableLambda(fn))
	}
	// Only one of the two forms asks.
	l, _ := compose.AnyLambda(asks, streams, nil, nil)
	g.AppendLambda(l)
	_, _ = g.Compile(ctx)

	clerk, _ := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
		Name: "clerk", ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{pay}}},
	})
	team, _ := adk.NewSequentialAgent(ctx, &adk.SequentialAgentConfig{Name: "team", SubAgents: []adk.Agent{&delegates{clerk}}})
	_ = adk.NewRunner(ctx, adk.RunnerConfig{Agent: team}).Query(ctx, "go")
}
