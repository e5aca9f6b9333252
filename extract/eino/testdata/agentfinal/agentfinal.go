// Package agentfinal has agents that answer with the result of a tool.
package agentfinal

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
)

type order struct{ ID string }

func run(ctx context.Context, in order) (string, error) { return in.ID, nil }

func agent(ctx context.Context, m model.ToolCallingChatModel, name string, more ...adk.AgentMiddleware) adk.Agent {
	pay, _ := utils.InferTool("pay", "pays", run)
	a, _ := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
		Name: name, Model: m, Middlewares: more,
		ToolsConfig: adk.ToolsConfig{
			ToolsNodeConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{pay}},
			ReturnDirectly:  map[string]bool{"pay": true, "refund": false, "transfer_to_agent": true},
		},
	})
	return a
}

func Build(ctx context.Context, m model.ToolCallingChatModel) *adk.Runner {
	boss := agent(ctx, m, "boss")
	helper := agent(ctx, m, "extended", adk.AgentMiddleware{})
	team, _ := adk.SetSubAgents(ctx, boss, []adk.Agent{helper})
	return adk.NewRunner(ctx, adk.RunnerConfig{Agent: team})
}
