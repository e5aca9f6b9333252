// Package lasting has routers that ask for what steps keep outside of the state.
package lasting

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

type desk struct{ rounds int }

func (d *desk) draft(_ context.Context, in string) (string, error) {
	d.rounds++
	return in, nil
}

// next goes on three times.
func (d *desk) next(_ context.Context, in string) (string, error) {
	if d.rounds >= 3 {
		return compose.END, nil
	}
	return "draft", nil
}

func receiver(ctx context.Context) (compose.Runnable[string, string], error) {
	d := &desk{}
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("draft", compose.InvokableLambda(d.draft))
	_ = g.AddEdge(compose.START, "draft")
	_ = g.AddBranch("draft", compose.NewGraphBranch(d.next, map[string]bool{"draft": true, compose.END: true}))
	return g.Compile(ctx)
}

// handler counts before the step.
func handler(ctx context.Context) (compose.Runnable[string, string], error) {
	rounds := 0
	g := compose.NewGraph[string, string](compose.WithGenLocalState(func(context.Context) *desk { return &desk{} }))
	_ = g.AddLambdaNode("draft", compose.InvokableLambda(func(_ context.Context, in string) (string, error) { return in, nil }),
		compose.WithStatePreHandler(func(_ context.Context, in string, _ *desk) (string, error) {
			rounds++
			return in, nil
		}))
	_ = g.AddEdge(compose.START, "draft")
	_ = g.AddBranch("draft", compose.NewGraphBranch(func(_ context.Context, in string) (string, error) {
		if rounds >= 3 {
			return compose.END, nil
		}
		return "draft", nil
	}, map[string]bool{"draft": true, compose.END: true}))
	return g.Compile(ctx)
}

// A clerk asks a model once another step has counted.
type clerk struct {
	n     int
	model model.BaseChatModel
}

func (c *clerk) count(_ context.Context, in string) (string, error) {
	c.n++
	return in, nil
}

func (c *clerk) ask(ctx context.Context, in string) (string, error) {
	if c.n < 3 {
		return in, nil
	}
	out, err := c.model.Generate(ctx, []*schema.Message{})
	if err != nil {
		return "", err
	}
	return out.Content, nil
}

func asksLater(ctx context.Context, m model.BaseChatModel) (compose.Runnable[string, string], error) {
	c := &clerk{model: m}
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("ask", compose.InvokableLambda(c.ask))
	_ = g.AddLambdaNode("count", compose.InvokableLambda(c.count))
	_ = g.AddEdge(compose.START, "ask")
	_ = g.AddEdge("ask", "count")
	_ = g.AddEdge("count", compose.END)
	return g.Compile(ctx)
}

// A usher asks once it has seen three, of which it only counts some after it has seen one.
type usher struct {
	seen, more int
	model      model.BaseChatModel
}

func (u *usher) ask(ctx context.Context, in string) (string, error) {
	if u.more > 0 {
		if out, err := u.model.Generate(ctx, []*schema.Message{}); err == nil {
			return out.Content, nil
		}
	}
	if u.seen == 2 {
		u.more++
	}
	u.seen++
	return in, nil
}

func asksMuchLater(ctx context.Context, m model.BaseChatModel) (compose.Runnable[string, string], error) {
	u := &usher{model: m}
	g := compose.NewGraph[string, string]()
	_ = g.AddLambdaNode("ask", compose.InvokableLambda(u.ask))
	_ = g.AddEdge(compose.START, "ask")
	_ = g.AddEdge("ask", compose.END)
	return g.Compile(ctx)
}
