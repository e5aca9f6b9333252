// Package agentloop has loops: bounded, without bound but with a tool that breaks it, and without end.
package agentloop

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
)

func agent(ctx context.Context, name string, tools ...tool.BaseTool) adk.Agent {
	a, err := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
		Name: name, Description: "does " + name,
		ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{Tools: tools}},
	})
	if err != nil {
		panic(err)
	}
	return a
}

type verdict struct{ Good bool }

func judge(ctx context.Context, in verdict) (*adk.AgentAction, error) {
	if in.Good {
		return adk.NewBreakLoopAction("critic"), nil
	}
	return nil, nil
}

func loop(ctx context.Context, name string, max int, subs ...adk.Agent) {
	a, _ := adk.NewLoopAgent(ctx, &adk.LoopAgentConfig{Name: name, MaxIterations: max, SubAgents: subs})
	run := adk.NewRunner(ctx, adk.RunnerConfig{Agent: a})
	_ = run.Query(ctx, "go")
}

func Build(ctx context.Context) {
	j, _ := utils.InferTool("judge", "judges", judge)
	loop(ctx, "bounded", 3, agent(ctx, "writer"), agent(ctx, "critic"))
	loop(ctx, "broken", 0, agent(ctx, "writer"), agent(ctx, "critic", j))
	loop(ctx, "endless", 0, agent(ctx, "writer"), agent(ctx, "critic"))
}
