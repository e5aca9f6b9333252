// Package desks makes agents that others put together.
package desks

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
)

type in struct{ ID string }

func run(ctx context.Context, x in) (string, error) { return x.ID, nil }

func NewBilling(ctx context.Context) (adk.Agent, error) {
	pay, err := utils.InferTool("pay", "pays", run)
	if err != nil {
		return nil, err
	}
	return adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
		Name:        "billing",
		ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{pay}}},
	})
}

func NewLead(ctx context.Context) (adk.Agent, error) {
	return adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{Name: "lead"})
}

// NewTeam makes a team that is complete.
func NewTeam(ctx context.Context) (adk.Agent, error) {
	chief, err := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{Name: "chief"})
	if err != nil {
		return nil, err
	}
	billing, err := NewBilling(ctx)
	if err != nil {
		return nil, err
	}
	return adk.SetSubAgents(ctx, chief, []adk.Agent{billing})
}
