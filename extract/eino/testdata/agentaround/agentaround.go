// Package agentaround has agents with a human in front of tool calls: in handlers, in
// AgentMiddleware and in the middleware of a tools node.
package agentaround

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"
)

type in struct{ ID string }

func run(ctx context.Context, x in) (string, error) { return x.ID, nil }

func runStream(ctx context.Context, x in) (*schema.StreamReader[string], error) { return nil, nil }

type answer struct{ Approved bool }

// approves asks before one tool, however it is called.
type approves struct {
	*adk.BaseChatModelAgentMiddleware
	tool string
}

func (m *approves) WrapInvokableToolCall(_ context.Context, endpoint adk.InvokableToolCallEndpoint, tCtx *adk.ToolContext) (adk.InvokableToolCallEndpoint, error) {
	if tCtx.Name != m.tool {
		return endpoint, nil
	}
	return func(ctx context.Context, args string, opts ...tool.Option) (string, error) {
		if was, _, _ := tool.GetInterruptState[string](ctx); !was {
			return "", tool.StatefulInterrupt(ctx, tCtx.Name, args)
		}
		if is, has, data := tool.GetResumeContext[*answer](ctx); !is || !has || !data.Approved {
			return "no", nil
		}
		return endpoint(ctx, args, opts...)
	}, nil
}

func (m *approves) WrapStreamableToolCall(_ context.Context, endpoint adk.StreamableToolCallEndpoint, tCtx *adk.ToolContext) (adk.StreamableToolCallEndpoint, error) {
	if tCtx.Name != m.tool {
		return endpoint, nil
	}
	return func(ctx context.Context, args string, opts ...tool.Option) (*schema.StreamReader[string], error) {
		if was, _, _ := tool.GetInterruptState[string](ctx); !was {
			return nil, tool.StatefulInterrupt(ctx, tCtx.Name, args)
		}
		return endpoint(ctx, args, opts...)
	}, nil
}

// half asks where a tool answers at once, and not where it streams.
type half struct {
	*adk.BaseChatModelAgentMiddleware
}

func (half) WrapInvokableToolCall(_ context.Context, endpoint adk.InvokableToolCallEndpoint, _ *adk.ToolContext) (adk.InvokableToolCallEndpoint, error) {
	return func(ctx context.Context, args string, opts ...tool.Option) (string, error) {
		if was, _, _ := tool.GetInterruptState[string](ctx); !was {
			return "", tool.Interrupt(ctx, "sure?")
		}
		return endpoint(ctx, args, opts...)
	}, nil
}

// slow asks nobody.
func slow(next compose.InvokableToolEndpoint) compose.InvokableToolEndpoint {
	return func(ctx context.Context, in *compose.ToolInput) (*compose.ToolOutput, error) { return next(ctx, in) }
}

// asks asks before each call.
func asks(next compose.InvokableToolEndpoint) compose.InvokableToolEndpoint {
	return func(ctx context.Context, in *compose.ToolInput) (*compose.ToolOutput, error) {
		if was, _, _ := tool.GetInterruptState[string](ctx); !was {
			return nil, tool.Interrupt(ctx, in.Name)
		}
		return next(ctx, in)
	}
}

func tools() []tool.BaseTool {
	pay, _ := utils.InferTool("pay", "pays", run)
	look, _ := utils.InferTool("look", "looks", run)
	watch, _ := utils.InferStreamTool("watch", "watches", runStream)
	return []tool.BaseTool{pay, look, watch}
}

func Build(ctx context.Context, unseen compose.InvokableToolMiddleware) {
	config := func(around ...compose.ToolMiddleware) adk.ToolsConfig {
		return adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{Tools: tools(), ToolCallMiddlewares: around}}
	}
	one, _ := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
		Name: "one", ToolsConfig: config(compose.ToolMiddleware{Invokable: slow}),
		Handlers: []adk.ChatModelAgentMiddleware{&approves{tool: "pay"}},
	})
	_ = one.Run(ctx, nil)
	stream, _ := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
		Name: "half", ToolsConfig: config(), Handlers: []adk.ChatModelAgentMiddleware{half{}},
	})
	_ = stream.Run(ctx, nil)
	all, _ := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
		Name: "all", ToolsConfig: config(), Middlewares: []adk.AgentMiddleware{{WrapToolCall: compose.ToolMiddleware{Invokable: asks}}},
	})
	_ = all.Run(ctx, nil)
	open, _ := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
		Name: "open", ToolsConfig: config(compose.ToolMiddleware{Invokable: unseen}),
	})
	_ = open.Run(ctx, nil)

	node, _ := compose.NewToolNode(ctx, &compose.ToolsNodeConfig{
		Tools: tools(), ToolCallMiddlewares: []compose.ToolMiddleware{{Invokable: asks}},
	})
	g := compose.NewGraph[*schema.Message, []*schema.Message]()
	_ = g.AddToolsNode("tools", node)
	_ = g.AddEdge(compose.START, "tools")
	_ = g.AddEdge("tools", compose.END)
	_, _ = g.Compile(ctx)
}
