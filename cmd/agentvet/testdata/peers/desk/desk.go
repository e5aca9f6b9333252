// Package desk has what the programs share: a graph of tools, and an agent.
package desk

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
)

// Refund is the tool that pays.
func Refund() tool.BaseTool {
	t, _ := utils.InferTool("refund", "pays back", func(ctx context.Context, in struct{}) (string, error) { return "", nil })
	return t
}

// Node is a node of tools.
func Node(tools ...tool.BaseTool) *compose.ToolsNode {
	n, _ := compose.NewToolNode(context.Background(), &compose.ToolsNodeConfig{Tools: tools})
	return n
}

// Agent is an agent with tools.
func Agent(name string, tools ...tool.BaseTool) *adk.ChatModelAgent {
	a, _ := adk.NewChatModelAgent(context.Background(), &adk.ChatModelAgentConfig{
		Name: name, Description: "works", ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{Tools: tools}},
	})
	return a
}
