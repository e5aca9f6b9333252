// Package modeltools has models that are bound to tools, in every way, in front of
// steps that run tools.
package modeltools

import (
	"context"

	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/flow/agent/react"
	"github.com/cloudwego/eino/schema"
)

type order struct{ ID string }

func run(ctx context.Context, in order) (string, error) { return in.ID, nil }

func set(names ...string) []tool.BaseTool {
	var tools []tool.BaseTool
	for _, n := range names {
		t, _ := utils.InferTool(n, "does "+n, run)
		tools = append(tools, t)
	}
	return tools
}

func infos(ctx context.Context, tools []tool.BaseTool) []*schema.ToolInfo {
	var list []*schema.ToolInfo
	for _, t := range tools {
		info, err := t.Info(ctx)
		if err != nil {
			return nil
		}
		list = append(list, info)
	}
	return list
}

// loop builds a loop of a model and the tools a and b.
func loop(ctx context.Context, name string, m model.BaseChatModel, config *compose.ToolsNodeConfig, route func(context.Context, *schema.Message) (string, error)) {
	hands, _ := compose.NewToolNode(ctx, config)
	g := compose.NewGraph[string, string]()
	_ = g.AddChatModelNode("model", m)
	_ = g.AddToolsNode("tools", hands)
	_ = g.AddLambdaNode("other", compose.InvokableLambda(func(_ context.Context, in *schema.Message) (string, error) {
		if in.Content == "in_lambda" {
			return "", nil
		}
		return in.Content, nil
	}))
	_ = g.AddEdge(compose.START, "model")
	_ = g.AddBranch("model", compose.NewGraphBranch(route, map[string]bool{"tools": true, "other": true}))
	_ = g.AddEdge("tools", compose.END)
	_ = g.AddEdge("other", compose.END)
	_, _ = g.Compile(ctx, compose.WithGraphName(name))
}

func byContent(_ context.Context, in *schema.Message) (string, error) {
	if in.Content == "" {
		return "tools", nil
	}
	return "other", nil
}

// byName knows the tool stop, which no step has to run.
func byName(_ context.Context, in *schema.Message) (string, error) {
	if in.Content == "stop" {
		return "other", nil
	}
	return "tools", nil
}

// limited is a model of the program that holds the one it asks.
type limited struct{ inner model.ToolCallingChatModel }

func (l *limited) Generate(ctx context.Context, in []*schema.Message, opts ...model.Option) (*schema.Message, error) {
	return l.inner.Generate(ctx, in, opts...)
}

func (l *limited) Stream(ctx context.Context, in []*schema.Message, opts ...model.Option) (*schema.StreamReader[*schema.Message], error) {
	return l.inner.Stream(ctx, in, opts...)
}

func (l *limited) WithTools(tools []*schema.ToolInfo) (model.ToolCallingChatModel, error) {
	bound, err := l.inner.WithTools(tools)
	if err != nil {
		return nil, err
	}
	return &limited{bound}, nil
}

type coded struct{}

func (coded) Info(context.Context) (*schema.ToolInfo, error) {
	return &schema.ToolInfo{Name: "coded", Desc: "a type"}, nil
}

func (coded) InvokableRun(context.Context, string, ...tool.Option) (string, error) { return "", nil }

func Build(ctx context.Context, m model.ToolCallingChatModel, old, unbound model.ChatModel, beta bool) {
	two := &compose.ToolsNodeConfig{Tools: set("a", "b")}

	equal, _ := m.WithTools(infos(ctx, set("a", "b")))
	loop(ctx, "equal", equal, two, byContent)

	lacks, _ := m.WithTools(infos(ctx, append(set("a", "b", "c"), coded{})))
	loop(ctx, "c and coded cannot run", lacks, two, byContent)

	literal, _ := m.WithTools([]*schema.ToolInfo{{Name: "a"}, {Name: "d"}})
	loop(ctx, "d is a literal", literal, two, byContent)

	wrapped, _ := (&limited{m}).WithTools([]*schema.ToolInfo{{Name: "e"}})
	loop(ctx, "e behind a wrapper", wrapped, two, byContent)

	_ = old.BindTools([]*schema.ToolInfo{{Name: "gone"}})
	_ = old.BindTools([]*schema.ToolInfo{{Name: "f"}})
	if beta {
		_ = old.BindTools([]*schema.ToolInfo{{Name: "g"}})
	}
	loop(ctx, "f or g", old, two, byContent)

	loop(ctx, "not bound", unbound, two, byContent)

	handled, _ := m.WithTools([]*schema.ToolInfo{{Name: "a"}, {Name: "stop"}, {Name: "in_lambda"}})
	loop(ctx, "the program handles the rest", handled, two, byName)

	loop(ctx, "a handler for unknown names", lacks, &compose.ToolsNodeConfig{
		Tools:               set("a"),
		UnknownToolsHandler: func(_ context.Context, name, _ string) (string, error) { return name, nil },
	}, byContent)
}

// Open offers a tool, and more that its caller chooses.
func Open(ctx context.Context, m model.ToolCallingChatModel, more []*schema.ToolInfo) {
	bound, _ := m.WithTools(append([]*schema.ToolInfo{{Name: "h"}}, more...))
	hands, _ := compose.NewToolNode(ctx, &compose.ToolsNodeConfig{Tools: set("a")})
	c := compose.NewChain[string, string]()
	c.AppendChatModel(bound).AppendToolsNode(hands)
	_, _ = c.Compile(ctx)
}

// Agents answers with results of tools that an agent has, and of one that it has not.
func Agents(ctx context.Context, m model.ToolCallingChatModel) {
	final := map[string]struct{}{"a": {}}
	for _, n := range []string{"lost"} {
		final[n] = struct{}{}
	}
	a, _ := react.NewAgent(ctx, &react.AgentConfig{
		ToolCallingModel: m, ToolsConfig: compose.ToolsNodeConfig{Tools: set("a")}, ToolReturnDirectly: final,
	})
	_, _ = a.Generate(ctx, nil)
}
