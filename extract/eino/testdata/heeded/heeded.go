// Package heeded has tools that stop the run to ask, and what they make of the answer.
package heeded

import (
	"context"
	"errors"
	"os"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
)

type in struct{ Path string }

type decision struct {
	Approved bool
	Denied   bool
	Edited   string
	Action   string
	Reason   string
}

func remove(ctx context.Context, x in) (string, error) { return "gone", os.Remove(x.Path) }

func inner(name string) tool.InvokableTool {
	t, _ := utils.InferTool(name, "Removes a file.", remove)
	return t
}

// asked stops the run until somebody has answered this call.
func asked(ctx context.Context, args string) (*decision, string, error) {
	was, _, stored := tool.GetInterruptState[string](ctx)
	if !was {
		return nil, "", tool.StatefulInterrupt(ctx, "sure?", args)
	}
	is, has, d := tool.GetResumeContext[*decision](ctx)
	if !is || !has {
		return nil, "", tool.StatefulInterrupt(ctx, "sure?", stored)
	}
	return d, stored, nil
}

// heeds runs the tool where somebody has approved.
type heeds struct{ tool.InvokableTool }

func (g heeds) InvokableRun(ctx context.Context, args string, opts ...tool.Option) (string, error) {
	d, stored, err := asked(ctx, args)
	if err != nil {
		return "", err
	}
	if !d.Approved {
		return "no: " + d.Reason, nil
	}
	return g.InvokableTool.InvokableRun(ctx, stored, opts...)
}

// edits runs it with other arguments, too.
type edits struct{ tool.InvokableTool }

func (g edits) InvokableRun(ctx context.Context, args string, opts ...tool.Option) (string, error) {
	d, stored, err := asked(ctx, args)
	switch {
	case err != nil:
		return "", err
	case d.Denied:
		return "no", nil
	case d.Approved:
		return g.InvokableTool.InvokableRun(ctx, stored, opts...)
	case d.Edited != "":
		return g.InvokableTool.InvokableRun(ctx, d.Edited, opts...)
	}
	return "", errors.New("not an answer")
}

// words compares the answer with words.
type words struct{ tool.InvokableTool }

func (g words) InvokableRun(ctx context.Context, args string, opts ...tool.Option) (string, error) {
	d, stored, err := asked(ctx, args)
	if err != nil {
		return "", err
	}
	switch d.Action {
	case "approved":
		return g.InvokableTool.InvokableRun(ctx, stored, opts...)
	case "modified":
		return g.InvokableTool.InvokableRun(ctx, d.Edited, opts...)
	}
	return "no", nil
}

// nodata goes on where the run is resumed and nobody says anything about this call, as the examples of Eino do.
type nodata struct{ tool.InvokableTool }

func (g nodata) InvokableRun(ctx context.Context, args string, opts ...tool.Option) (string, error) {
	was, _, stored := tool.GetInterruptState[string](ctx)
	if !was {
		return "", tool.StatefulInterrupt(ctx, "sure?", args)
	}
	is, has, d := tool.GetResumeContext[*decision](ctx)
	if is && has {
		if d.Approved {
			return g.InvokableTool.InvokableRun(ctx, stored, opts...)
		}
		return "no", nil
	}
	is, _, _ = tool.GetResumeContext[any](ctx)
	if !is {
		return "", tool.StatefulInterrupt(ctx, "sure?", stored)
	}
	return g.InvokableTool.InvokableRun(ctx, stored, opts...)
}

// inverts runs it where somebody has not approved.
type inverts struct{ tool.InvokableTool }

func (g inverts) InvokableRun(ctx context.Context, args string, opts ...tool.Option) (string, error) {
	d, stored, err := asked(ctx, args)
	if err != nil {
		return "", err
	}
	if d.Approved {
		return "no", nil
	}
	return g.InvokableTool.InvokableRun(ctx, stored, opts...)
}

// reasons refuses only with a reason.
type reasons struct{ tool.InvokableTool }

func (g reasons) InvokableRun(ctx context.Context, args string, opts ...tool.Option) (string, error) {
	d, stored, err := asked(ctx, args)
	if err != nil {
		return "", err
	}
	if !d.Approved && d.Reason != "" {
		return "no: " + d.Reason, nil
	}
	return g.InvokableTool.InvokableRun(ctx, stored, opts...)
}

// logs only says that somebody refused.
type logs struct{ tool.InvokableTool }

func (g logs) InvokableRun(ctx context.Context, args string, opts ...tool.Option) (string, error) {
	d, stored, err := asked(ctx, args)
	if err != nil {
		return "", err
	}
	if d.Denied {
		println("refused")
	}
	return g.InvokableTool.InvokableRun(ctx, stored, opts...)
}

// skips takes a refusal in words for a remark.
type skips struct{ tool.InvokableTool }

func (g skips) InvokableRun(ctx context.Context, args string, opts ...tool.Option) (string, error) {
	d, stored, err := asked(ctx, args)
	if err != nil {
		return "", err
	}
	if d.Action == "reject" {
		println(d.Reason)
	}
	return g.InvokableTool.InvokableRun(ctx, stored, opts...)
}

// checks asks by a function that says whether to go on.
type checks struct{ tool.InvokableTool }

func allowed(ctx context.Context, args string) error {
	d, _, err := asked(ctx, args)
	if err != nil {
		return err
	}
	if !d.Approved {
		return errors.New("denied")
	}
	return nil
}

func (g checks) InvokableRun(ctx context.Context, args string, opts ...tool.Option) (string, error) {
	if err := allowed(ctx, args); err != nil {
		return "", err
	}
	return g.InvokableTool.InvokableRun(ctx, args, opts...)
}

// says asks by one that returns a yes or a no.
type says struct{ tool.InvokableTool }

func yes(ctx context.Context, args string) (bool, error) {
	d, _, err := asked(ctx, args)
	if err != nil {
		return false, err
	}
	return d.Approved, nil
}

func (g says) InvokableRun(ctx context.Context, args string, opts ...tool.Option) (string, error) {
	ok, err := yes(ctx, args)
	if err != nil {
		return "", err
	}
	if !ok {
		return "no", nil
	}
	return g.InvokableTool.InvokableRun(ctx, args, opts...)
}

// gainsays takes that for the opposite.
type gainsays struct{ tool.InvokableTool }

func (g gainsays) InvokableRun(ctx context.Context, args string, opts ...tool.Option) (string, error) {
	ok, err := yes(ctx, args)
	if err != nil {
		return "", err
	}
	if ok {
		return "no", nil
	}
	return g.InvokableTool.InvokableRun(ctx, args, opts...)
}

// own handlers ask for themselves.
func heedsItself(ctx context.Context, x in) (string, error) {
	is, has, yes := tool.GetResumeContext[bool](ctx)
	if !is || !has {
		return "", tool.Interrupt(ctx, x.Path)
	}
	if !yes {
		return "no", nil
	}
	return "gone", os.Remove(x.Path)
}

func ignoresItself(ctx context.Context, x in) (string, error) {
	is, has, yes := tool.GetResumeContext[bool](ctx)
	if !is || !has {
		return "", tool.Interrupt(ctx, x.Path)
	}
	msg := "gone"
	if !yes {
		msg = "gone, though nobody likes it"
	}
	return msg, os.Remove(x.Path)
}

// around asks in front of all tools of an agent.
type around struct {
	*adk.BaseChatModelAgentMiddleware
}

func (around) WrapInvokableToolCall(_ context.Context, next adk.InvokableToolCallEndpoint, _ *adk.ToolContext) (adk.InvokableToolCallEndpoint, error) {
	return func(ctx context.Context, args string, opts ...tool.Option) (string, error) {
		d, stored, err := asked(ctx, args)
		if err != nil {
			return "", err
		}
		if d.Approved {
			return "no", nil
		}
		return next(ctx, stored, opts...)
	}, nil
}

// Build builds the agents.
func Build(ctx context.Context) {
	own, _ := utils.InferTool("heeds_itself", "Removes a file.", heedsItself)
	vain, _ := utils.InferTool("ignores_itself", "Removes a file.", ignoresItself)
	adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{Name: "clean", ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{
		Tools: []tool.BaseTool{heeds{inner("heeds")}, edits{inner("edits")}, words{inner("words")}, nodata{inner("nodata")}, checks{inner("checks")}, says{inner("says")}, own},
	}}})
	adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{Name: "bad", ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{
		Tools: []tool.BaseTool{inverts{inner("inverts")}, reasons{inner("reasons")}, logs{inner("logs")}, skips{inner("skips")}, gainsays{inner("gainsays")}, vain},
	}}})
	adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
		Name:        "wrapped",
		ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{inner("plain")}}},
		Handlers:    []adk.ChatModelAgentMiddleware{around{}},
	})
}
