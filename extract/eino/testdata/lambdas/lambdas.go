// Package lambdas has functions that run tools, ask humans, and do both.
package lambdas

import (
	"context"
	"fmt"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

type order struct{ ID string }

func refund(ctx context.Context, in order) (string, error) { return in.ID, nil }

// desk holds the tools of its steps.
type desk struct {
	pay   tool.InvokableTool
	all   map[string]tool.InvokableTool
	tools *compose.ToolsNode
}

// ---- tools

func (d *desk) once(ctx context.Context, in string) (string, error) {
	out, err := d.pay.InvokableRun(ctx, in)
	if err != nil {
		return "", fmt.Errorf("pay: %w", err)
	}
	return out, nil
}

func (d *desk) perhaps(ctx context.Context, in string) (string, error) {
	if in == "" {
		return "", nil
	}
	return d.pay.InvokableRun(ctx, in)
}

func (d *desk) each(ctx context.Context, in string) (string, error) {
	for _, line := range []rune(in) {
		if _, err := d.pay.InvokableRun(ctx, string(line)); err != nil {
			return "", err
		}
	}
	return in, nil
}

func (d *desk) chosen(ctx context.Context, in string) (string, error) {
	return d.all[in].InvokableRun(ctx, in)
}

func (d *desk) calls(ctx context.Context, in string) (string, error) {
	_, err := d.tools.Invoke(ctx, &schema.Message{})
	return in, err
}

// ---- humans

// confirm asks until there is an answer.
func confirm(ctx context.Context, question string) (bool, error) {
	resumed, answered, yes := compose.GetResumeContext[bool](ctx)
	if !resumed || !answered {
		return false, compose.Interrupt(ctx, question)
	}
	return yes, nil
}

func asks(ctx context.Context, in string) (string, error) {
	if in == "" {
		return "", fmt.Errorf("no input")
	}
	yes, err := confirm(ctx, in)
	if err != nil {
		return "", err
	}
	return fmt.Sprint(in, yes), nil
}

func waits(ctx context.Context, in string) (string, error) {
	if asked, _, _ := compose.GetInterruptState[string](ctx); !asked {
		return "", compose.StatefulInterrupt(ctx, "look at it", in)
	}
	return in, nil
}

// skips asks about some inputs only.
func skips(ctx context.Context, in string) (string, error) {
	if in == "small" {
		return in, nil
	}
	_, err := confirm(ctx, in)
	return in, err
}

// drops makes an interrupt that stops nothing.
func drops(ctx context.Context, in string) (string, error) {
	_ = compose.Interrupt(ctx, in)
	return in, nil
}

// swallows takes the interrupt for a failure of the question, and goes on.
func swallows(ctx context.Context, in string) (string, error) {
	if _, err := confirm(ctx, in); err != nil {
		fmt.Println(err)
	}
	return in, nil
}

// ---- both

func (d *desk) asksAndPays(ctx context.Context, in string) (string, error) {
	yes, err := confirm(ctx, in)
	if err != nil || !yes {
		return "refused", err
	}
	return d.pay.InvokableRun(ctx, in)
}

func (d *desk) paysAndAsks(ctx context.Context, in string) (string, error) {
	out, err := d.pay.InvokableRun(ctx, in)
	if err != nil {
		return "", err
	}
	_, err = confirm(ctx, out)
	return out, err
}

func Build(ctx context.Context) {
	pay, _ := utils.InferTool("pay", "pays back", refund)
	look, _ := utils.InferTool("look", "looks it up", refund)
	node, _ := compose.NewToolNode(ctx, &compose.ToolsNodeConfig{Tools: []tool.BaseTool{pay, look}})
	d := &desk{pay: pay, all: map[string]tool.InvokableTool{"pay": pay, "look": look}, tools: node}
	g := compose.NewChain[string, string]()
	for _, fn := range []func(context.Context, string) (string, error){
		d.once, d.perhaps, d.each, d.chosen, d.calls, asks, waits, skips, drops, swallows, d.asksAndPays, d.paysAndAsks,
	} {
		g.AppendLambda(compose.InvokableLambda(fn))
	}
	_, _ = g.Compile(ctx)
}
