// Package agentsubs has a model that may hand over to its sub-agents, one of which may not hand back.
package agentsubs

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
	back := agent(ctx, "billing")
	stays := adk.AgentWithOptions(ctx, agent(ctx, "legal"), adk.WithDisallowTransferToParent())
	a, _ := adk.SetSubAgents(ctx, agent(ctx, "front"), []adk.Agent{back, stays})
	run := adk.NewRunner(ctx, adk.RunnerConfig{Agent: a})
	_ = run.Query(ctx, "go")
}
