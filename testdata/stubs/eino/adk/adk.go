// Package adk declares the part of Eino's package of this name that the examples of
// the rules' pages use.
package adk

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/compose"
)

type Agent interface {
	Name(ctx context.Context) string
	Description(ctx context.Context) string
}

type ResumableAgent interface{ Agent }

type AgentOption func()

type ToolsConfig struct{ compose.ToolsNodeConfig }

type ChatModelAgentConfig struct {
	Name, Description string
	Model             model.ToolCallingChatModel
	ToolsConfig       ToolsConfig
	OutputKey         string
	Middlewares       []AgentMiddleware
}

type ChatModelAgentState struct{}

type AgentMiddleware struct {
	BeforeChatModel, AfterChatModel func(context.Context, *ChatModelAgentState) error
}

type ChatModelAgent struct{}

func (*ChatModelAgent) Name(ctx context.Context) string { return "" }

func (*ChatModelAgent) Description(ctx context.Context) string { return "" }

func NewChatModelAgent(ctx context.Context, config *ChatModelAgentConfig) (*ChatModelAgent, error) {
	return nil, nil
}

func SetSubAgents(ctx context.Context, agent Agent, subAgents []Agent) (ResumableAgent, error) {
	return nil, nil
}

type SequentialAgentConfig struct {
	Name, Description string
	SubAgents         []Agent
}

func NewSequentialAgent(ctx context.Context, config *SequentialAgentConfig) (ResumableAgent, error) {
	return nil, nil
}

func AgentWithOptions(ctx context.Context, agent Agent, opts ...AgentOption) Agent { return nil }

func WithDisallowTransferToParent() AgentOption { return nil }

func NewAgentTool(ctx context.Context, agent Agent) tool.BaseTool { return nil }
