// Package agentparallel has a parallel agent.
package agentparallel

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool"
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

func Build(ctx context.Context) {
	a, _ := adk.NewParallelAgent(ctx, &adk.ParallelAgentConfig{
		Name: "team", SubAgents: []adk.Agent{agent(ctx, "one"), agent(ctx, "two"), agent(ctx, "three")},
	})
	run := adk.NewRunner(ctx, adk.RunnerConfig{Agent: a})
	_ = run.Query(ctx, "go")
}
