// Package diagnosis finds out what is wrong. It wraps a ReAct agent, which is
// a graph that the library builds, and offers it as one node.
package diagnosis

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/react"

	"example.com/einoagents/incident/runbook"
)

// rounds is how often the agent may look before it has to say something. A
// round is a model call and a tool call, and the last word is one step more.
const rounds = 6

// NewAgent returns the agent with the read-only tools.
func NewAgent(ctx context.Context, m model.ToolCallingChatModel) (*react.Agent, error) {
	logs, err := runbook.ReadLogs()
	if err != nil {
		return nil, err
	}
	metrics, err := runbook.QueryMetrics()
	if err != nil {
		return nil, err
	}
	return react.NewAgent(ctx, &react.AgentConfig{
		ToolCallingModel: m,
		ToolsConfig:      compose.ToolsNodeConfig{Tools: []tool.BaseTool{logs, metrics}},
		MaxStep:          2*rounds + 1,
		GraphName:        "diagnosis",
	})
}
