// Package ark stands for a client of a model's service.
package ark

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/schema"
)

type ChatModel struct {
	key   string
	tools []*schema.ToolInfo
}

type ChatModelConfig struct{ APIKey string }

func NewChatModel(ctx context.Context, config *ChatModelConfig) (*ChatModel, error) {
	return &ChatModel{key: config.APIKey}, nil
}

func (m *ChatModel) Generate(ctx context.Context, in []*schema.Message, opts ...model.Option) (*schema.Message, error) {
	return &schema.Message{Content: m.key}, nil
}

func (m *ChatModel) Stream(ctx context.Context, in []*schema.Message, opts ...model.Option) (*schema.StreamReader[*schema.Message], error) {
	return nil, nil
}

func (m *ChatModel) WithTools(tools []*schema.ToolInfo) (model.ToolCallingChatModel, error) {
	c := *m
	c.tools = tools
	return &c, nil
}

func (m *ChatModel) BindTools(tools []*schema.ToolInfo) error {
	m.tools = tools
	return nil
}
