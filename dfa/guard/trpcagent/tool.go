package trpcagent

// This file decides on calls of tools.

import (
	"context"
	"errors"

	"github.com/agentvet/agentvet/dfa/guard"
	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/tool"
	"trpc.group/trpc-go/trpc-agent-go/tool/function"
)

// A policy is a permission policy that asks a guard, if another policy allows the call.
type policy struct {
	*Plugged
	next tool.PermissionPolicy // nil if there is no other
}

// asked reports whether the guard is asked for permission in an invocation.
func (a *Plugged) asked(inv *agent.Invocation) bool {
	p, ok := inv.RunOptions.ToolPermissionPolicy.(*policy)
	for ok && p.Plugged != a {
		p, ok = p.next.(*policy)
	}
	return ok
}

// CheckToolPermission implements tool.PermissionPolicy.
func (p *policy) CheckToolPermission(ctx context.Context, req *tool.PermissionRequest) (tool.PermissionDecision, error) {
	if p.next != nil {
		said, err := p.next.CheckToolPermission(ctx, req)
		if err == nil {
			said, err = tool.NormalizePermissionDecision(said)
		}
		if err != nil || said.Action != tool.PermissionActionAllow {
			return said, err
		}
	}
	return p.decide(ctx, req)
}

// callOf returns a call and its session.
func callOf(ctx context.Context, name string, d *tool.Declaration, arguments []byte) (session string, _ guard.Call) {
	c := guard.Call{Tool: name, Arguments: string(arguments)}
	if d != nil {
		c.Tool = d.Name // of the tool that runs
	}
	inv, _ := agent.InvocationFromContext(ctx)
	if inv != nil {
		c.Agent = inv.AgentName
	}
	return sessionOf(ctx, inv), c
}

// decide asks the guard.
func (a *Plugged) decide(ctx context.Context, req *tool.PermissionRequest) (tool.PermissionDecision, error) {
	session, call := callOf(ctx, req.ToolName, req.Declaration, req.Arguments)
	call.Human = a.answered(ctx, req.ToolCallID, call)
	err := a.g.Admit(ctx, session, call)
	r := new(guard.Refusal)
	switch {
	case err == nil:
		if l, ok := req.Tool.(function.LongRunner); ok && l.LongRunning() {
			a.longRunning.Store(call.Tool, true)
		}
		if _, asks := a.asking.Load(call.Tool); asks {
			a.admitted.add(ctx, call)
		}
		return tool.AllowPermission(), nil
	case !errors.As(err, &r):
		return tool.DenyPermission(""), err
	case r.Reason == guard.NeedsApproval && a.interrupts(ctx):
		return tool.DenyPermission(""), interrupt(req.ToolCallID, call, r)
	case r.Reason == guard.NeedsApproval:
		return tool.AskPermission(r.Error()), nil
	case r.Ends():
		return tool.DenyPermission(""), &stopped{r}
	}
	return tool.DenyPermission(r.Error()), nil
}

// stopped is the error of a run that ends with a refusal.
type stopped struct{ r *guard.Refusal }

func (s *stopped) Error() string { return s.r.Error() }

// Unwrap returns the refusal, and what makes the framework end the run.
func (s *stopped) Unwrap() []error { return []error{s.r, agent.NewStopError(s.r.Error())} }

// beforeTool denies a call if the guard would not be asked for permission.
func (a *Plugged) beforeTool(ctx context.Context, args *tool.BeforeToolArgs) (*tool.BeforeToolResult, error) {
	if inv, ok := agent.InvocationFromContext(ctx); ok && a.asked(inv) {
		return nil, nil
	}
	denied := tool.DenyPermission("refused: the guard is not asked for permission in this run, so nothing may be called")
	return &tool.BeforeToolResult{CustomResult: tool.PermissionResultFor(args.ToolName, denied)}, nil
}

// afterTool tells the guard what a call returned. It is for calls that happened only. It answers with what replaces
// nothing: no answer makes the framework put the result of the tool in the place of its error, and leave out the
// callbacks of the agent.
func (a *Plugged) afterTool(ctx context.Context, args *tool.AfterToolArgs) (*tool.AfterToolResult, error) {
	session, call := callOf(ctx, args.ToolName, args.Declaration, args.Arguments)
	if text, known := a.result(call, args); known {
		// If it cannot be recorded, it stays unknown, and the guard is strict.
		_ = a.g.Returned(ctx, session, call, text, args.Error != nil)
	}
	return new(tool.AfterToolResult), nil
}

// result returns what a call returned, if that is known. A tool that fails returns nothing.
func (a *Plugged) result(call guard.Call, args *tool.AfterToolArgs) (text string, known bool) {
	if args.Error != nil {
		return "", true
	}
	if _, later := a.longRunning.Load(call.Tool); later || args.Result == nil {
		return "", false
	}
	text = guard.JSON(args.Result)
	return text, text != ""
}
