// Package runoptions has options of runs that the program writes itself: the first brings a tool,
// the second does not.
package runoptions

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/agent/llmagent"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/runner"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

func Run(ctx context.Context, msg model.Message, extra tool.Tool) {
	r := runner.NewRunner("app", llmagent.New("worker"))
	r.Run(ctx, "user", "session", msg,
		func(o *agent.RunOptions) { o.AdditionalTools = append(o.AdditionalTools, extra) },
		func(o *agent.RunOptions) { o.RequestID = "1" })
}
