package trifecta

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/react"
)

// NewTwo gives each model two of the three.
func NewTwo(ctx context.Context, m model.ToolCallingChatModel) ([]*react.Agent, error) {
	crm, err := utils.InferTool("find_customers", "Finds customers.", find)
	if err != nil {
		return nil, err
	}
	web, err := utils.InferTool("read_web", "Reads an article.", read)
	if err != nil {
		return nil, err
	}
	blog, err := utils.InferTool("publish", "Publishes an article.", publish)
	if err != nil {
		return nil, err
	}
	var team []*react.Agent
	for _, tools := range [][]tool.BaseTool{{crm, web}, {web, blog}} {
		a, err := react.NewAgent(ctx, &react.AgentConfig{
			ToolCallingModel: m, MaxStep: 9,
			ToolsConfig: compose.ToolsNodeConfig{Tools: tools},
		})
		if err != nil {
			return nil, err
		}
		team = append(team, a)
	}
	return team, nil
}

// publishAsked publishes what a person has read.
func publishAsked(ctx context.Context, in post) (string, error) {
	asked, _, text := tool.GetInterruptState[string](ctx)
	if !asked {
		return "", tool.StatefulInterrupt(ctx, in.Text, in.Text)
	}
	if resumed, _, yes := tool.GetResumeContext[bool](ctx); !resumed || !yes {
		return "refused", nil
	}
	return text, nil
}

// NewAsked asks a person before anything leaves.
func NewAsked(ctx context.Context, m model.ToolCallingChatModel) (*react.Agent, error) {
	crm, err := utils.InferTool("find_customers", "Finds customers.", find)
	if err != nil {
		return nil, err
	}
	web, err := utils.InferTool("read_web", "Reads an article.", read)
	if err != nil {
		return nil, err
	}
	blog, err := utils.InferTool("publish_asked", "Publishes an article.", publishAsked)
	if err != nil {
		return nil, err
	}
	return react.NewAgent(ctx, &react.AgentConfig{
		ToolCallingModel: m, MaxStep: 9,
		ToolsConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{crm, web, blog}},
	})
}
