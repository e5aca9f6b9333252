// Package approve puts a person between a model and a tool.
package approve

import (
	"context"
	"fmt"

	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/schema"
)

// A Request is what the person is shown.
type Request struct {
	Tool      string
	Arguments string
}

// A Decision is what the person answers.
type Decision struct {
	Approved bool
	Reason   string
}

func init() {
	schema.Register[*Request]()
	schema.Register[*Decision]()
}

// A Gate is a tool that stops the run and asks before it does anything. To
// the model it looks like the tool that it guards.
type Gate struct {
	tool.InvokableTool
}

// Tool returns t behind a gate.
func Tool(t tool.InvokableTool) tool.InvokableTool {
	return &Gate{InvokableTool: t}
}

// InvokableRun asks on the first call, and runs the tool when it is resumed
// with an approval.
func (g *Gate) InvokableRun(ctx context.Context, args string, opts ...tool.Option) (string, error) {
	asked, _, stored := tool.GetInterruptState[string](ctx)
	if !asked {
		return "", g.ask(ctx, args)
	}
	resumed, answered, decision := tool.GetResumeContext[*Decision](ctx)
	if !resumed || !answered {
		return "", g.ask(ctx, stored)
	}
	if !decision.Approved {
		return "refused: " + decision.Reason, nil
	}
	return g.InvokableTool.InvokableRun(ctx, stored, opts...)
}

func (g *Gate) ask(ctx context.Context, args string) error {
	info, err := g.Info(ctx)
	if err != nil {
		return fmt.Errorf("approval: %w", err)
	}
	return tool.StatefulInterrupt(ctx, &Request{Tool: info.Name, Arguments: args}, args)
}
