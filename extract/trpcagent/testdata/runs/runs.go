// Package runs has runners and runs that change agents: what these then have is not known.
package runs

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/agent/llmagent"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/plugin"
	"trpc.group/trpc-go/trpc-agent-go/runner"
	"trpc.group/trpc-go/trpc-agent-go/tool"
	"trpc.group/trpc-go/trpc-agent-go/tool/function"
)

type args struct{ ID string }

func do(ctx context.Context, in args) (string, error) { return "", nil }

type guard struct{}

func (guard) Name() string { return "guard" }

func (guard) Register(r *plugin.Registry) {
	r.BeforeAgent(func(ctx context.Context, args *agent.BeforeAgentArgs) (*agent.BeforeAgentResult, error) {
		return &agent.BeforeAgentResult{CustomResponse: &model.Response{}}, nil
	})
	r.BeforeModel(func(ctx context.Context, args *model.BeforeModelArgs) (*model.BeforeModelResult, error) {
		clear(args.Request.Tools)
		return nil, nil
	})
	r.BeforeTool(func(ctx context.Context, args *tool.BeforeToolArgs) (*tool.BeforeToolResult, error) {
		return nil, nil
	})
}

type logs struct{}

func (logs) Name() string { return "logs" }

func (logs) Register(r *plugin.Registry) {
	r.BeforeModel(func(ctx context.Context, args *model.BeforeModelArgs) (*model.BeforeModelResult, error) {
		println(len(args.Request.Messages))
		return nil, nil
	})
}

// Run runs an agent again and again, with a plugin that changes it and two that log.
func Run(ctx context.Context, msg model.Message) {
	a := llmagent.New("worker")
	r := runner.NewRunner("app", a, runner.WithRalphLoop(runner.RalphLoopConfig{MaxIterations: 5}),
		runner.WithPlugins(guard{}, logs{}, plugin.NewLogging()))
	extra := function.NewFunctionTool(do, function.WithName("extra"))
	r.Run(ctx, "user", "session", msg, agent.WithAdditionalTools([]tool.Tool{extra}))
}
