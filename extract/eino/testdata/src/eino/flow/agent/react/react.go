package react

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

type AgentConfig struct {
	ToolCallingModel   model.ToolCallingChatModel
	ToolsConfig        compose.ToolsNodeConfig
	ToolReturnDirectly map[string]struct{}
	MaxStep            int
	GraphName          string
}

type Agent struct{}

func NewAgent(ctx context.Context, config *AgentConfig) (*Agent, error) { return nil, nil }

type AgentOption func()

func WithTools(ctx context.Context, tools ...tool.BaseTool) ([]AgentOption, error) { return nil, nil }

func (r *Agent) Generate(ctx context.Context, input []*schema.Message, opts ...AgentOption) (*schema.Message, error) {
	return nil, nil
}

func (r *Agent) ExportGraph() (compose.AnyGraph, []compose.GraphAddNodeOpt) { return nil, nil }
