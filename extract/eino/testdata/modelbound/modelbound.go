// Package modelbound tells models of tools, with the errors that the calls may return.
package modelbound

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

type in struct{ ID string }

func run(ctx context.Context, x in) (string, error) { return x.ID, nil }

func infos(ctx context.Context, tools []tool.BaseTool) ([]*schema.ToolInfo, error) {
	list := make([]*schema.ToolInfo, 0, len(tools))
	for _, t := range tools {
		info, err := t.Info(ctx)
		if err != nil {
			return nil, err
		}
		list = append(list, info)
	}
	return list, nil
}

func graph(ctx context.Context, m model.BaseChatModel, config *compose.ToolsNodeConfig) error {
	node, err := compose.NewToolNode(ctx, config)
	if err != nil {
		return err
	}
	g := compose.NewGraph[[]*schema.Message, []*schema.Message]()
	_ = g.AddChatModelNode("model", m)
	_ = g.AddToolsNode("tools", node)
	_ = g.AddEdge(compose.START, "model")
	_ = g.AddEdge("model", "tools")
	_ = g.AddEdge("tools", compose.END)
	_, err = g.Compile(ctx)
	return err
}

func newTools() ([]tool.BaseTool, error) {
	pay, err := utils.InferTool("pay", "pays", run)
	if err != nil {
		return nil, err
	}
	return []tool.BaseTool{pay}, nil
}

// Bind changes the model.
func Bind(ctx context.Context, m model.ChatModel) error {
	tools, err := newTools()
	if err != nil {
		return err
	}
	list, err := infos(ctx, tools)
	if err != nil {
		return err
	}
	lookup, err := utils.GoStruct2ToolInfo[in]("lookup", "looks up")
	if err != nil {
		return err
	}
	if err := m.BindTools(append(list, lookup)); err != nil {
		return err
	}
	return graph(ctx, m, &compose.ToolsNodeConfig{Tools: tools})
}

// With makes another model.
func With(ctx context.Context, m model.ToolCallingChatModel) error {
	tools, err := newTools()
	if err != nil {
		return err
	}
	lookup, err := utils.GoStruct2ToolInfo[in]("lookup", "looks up")
	if err != nil {
		return err
	}
	found := utils.NewTool(lookup, run)
	bound, err := m.WithTools([]*schema.ToolInfo{lookup, {Name: "transfer"}})
	if err != nil {
		return err
	}
	return graph(ctx, bound, &compose.ToolsNodeConfig{
		Tools:       append(tools, found),
		ToolAliases: map[string]compose.ToolAliasConfig{"pay": {NameAliases: []string{"transfer", "wire"}}},
	})
}
