package host

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

type AgentMeta struct{ Name, IntendedUse string }

type Host struct {
	ToolCallingModel model.ToolCallingChatModel
	SystemPrompt     string
}

type Specialist struct {
	AgentMeta
	ChatModel  model.BaseChatModel
	Invokable  compose.Invoke[[]*schema.Message, *schema.Message, int]
	Streamable compose.Stream[[]*schema.Message, *schema.Message, int]
}

type Summarizer struct{ ChatModel model.BaseChatModel }

type MultiAgentConfig struct {
	Host        Host
	Specialists []*Specialist
	Name        string
	Summarizer  *Summarizer
}

type MultiAgent struct{}

func NewMultiAgent(ctx context.Context, config *MultiAgentConfig) (*MultiAgent, error) {
	return nil, nil
}

func (m *MultiAgent) Generate(ctx context.Context, input []*schema.Message) (*schema.Message, error) {
	return nil, nil
}
