// Package foreignmodel uses the concrete type of a library's model, and a model of its
// own that asks nobody.
package foreignmodel

import (
	"context"

	"github.com/cloudwego/eino-ext/components/model/ark"
	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

type order struct{ ID string }

func refund(ctx context.Context, in order) (string, error) { return in.ID, nil }

// loop is a model with a step that runs the tool pay.
func loop(ctx context.Context, name string, m model.BaseChatModel) {
	pay, _ := utils.InferTool("pay", "pays back", refund)
	hands, _ := compose.NewToolNode(ctx, &compose.ToolsNodeConfig{Tools: []tool.BaseTool{pay}})
	c := compose.NewChain[string, string]()
	c.AppendChatModel(m).AppendToolsNode(hands)
	_, _ = c.Compile(ctx, compose.WithGraphName(name))
}

func offer(names ...string) []*schema.ToolInfo {
	var list []*schema.ToolInfo
	for _, n := range names {
		list = append(list, &schema.ToolInfo{Name: n})
	}
	return list
}

// echo is no model, whatever its type looks like.
type echo struct{}

func (echo) Generate(ctx context.Context, in []*schema.Message, opts ...model.Option) (*schema.Message, error) {
	return in[0], nil
}

func (echo) Stream(ctx context.Context, in []*schema.Message, opts ...model.Option) (*schema.StreamReader[*schema.Message], error) {
	return nil, nil
}

func Build(ctx context.Context) {
	m, _ := ark.NewChatModel(ctx, &ark.ChatModelConfig{})
	with, _ := m.WithTools(offer("pay", "missing"))
	loop(ctx, "with tools", with)

	// The method changes the variable, whatever type of a library it has.
	old, _ := ark.NewChatModel(ctx, &ark.ChatModelConfig{})
	_ = old.BindTools(offer("pay", "lost"))
	loop(ctx, "bound", old)
	loop(ctx, "not bound", m)

	c := compose.NewChain[string, string]()
	c.AppendLambda(compose.InvokableLambda(func(ctx context.Context, in string) (string, error) {
		out, err := m.Generate(ctx, nil)
		return out.Content, err
	}))
	c.AppendLambda(compose.InvokableLambda(func(ctx context.Context, in string) (string, error) {
		out, err := echo{}.Generate(ctx, nil)
		return out.Content, err
	}))
	_, _ = c.Compile(ctx, compose.WithGraphName("asked in code"))
}
