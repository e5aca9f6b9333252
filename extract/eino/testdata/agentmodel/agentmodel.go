// Package agentmodel has a chat model agent with tools, one of which is an agent.
package agentmodel

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
)

type order struct{ ID string }

func refund(ctx context.Context, in order) (string, error) { return in.ID, nil }

func approve(ctx context.Context, in order) (string, error) {
	if in.ID == "" {
		return "", tool.Interrupt(ctx, "approve?")
	}
	return "ok", nil
}

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
	r, _ := utils.InferTool("refund", "pays back", refund)
	a, _ := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
		Name: "desk", MaxIterations: 4, OutputKey: "answer", Exit: adk.ExitTool{},
		ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{
			Tools: []tool.BaseTool{r, adk.NewAgentTool(ctx, agent(ctx, "searcher"))},
		}},
	})
	run := adk.NewRunner(ctx, adk.RunnerConfig{Agent: a})
	_ = run.Query(ctx, "go")
}
