// Package bad has an agent at a workbench: files, a shell, and tools that it searches for.
// A person has to approve what the shell runs.
package bad

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/adk/middlewares/dynamictool/toolsearch"
	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/compose"

	"example.com/einoagents/workbench/sandbox"
)

// approval asks a person before the tool of a name runs.
type approval struct {
	*adk.BaseChatModelAgentMiddleware
	of string
}

// WrapInvokableToolCall asks, and runs the tool if the answer is yes.
func (a approval) WrapInvokableToolCall(_ context.Context, endpoint adk.InvokableToolCallEndpoint, call *adk.ToolContext) (adk.InvokableToolCallEndpoint, error) {
	if call.Name != a.of {
		return endpoint, nil
	}
	return func(ctx context.Context, args string, opts ...tool.Option) (string, error) {
		asked, _, kept := tool.GetInterruptState[string](ctx)
		if !asked {
			return "", tool.StatefulInterrupt(ctx, call.Name+" "+args, args)
		}
		if is, has, yes := tool.GetResumeContext[bool](ctx); !is || !has || !yes {
			return "a person said no", nil
		}
		return endpoint(ctx, kept, opts...)
	}, nil
}

// notes gives the agent a tool of its own.
type notes struct {
	*adk.BaseChatModelAgentMiddleware
	tool tool.BaseTool
}

// BeforeAgent adds the tool.
func (n notes) BeforeAgent(ctx context.Context, run *adk.ChatModelAgentContext) (context.Context, *adk.ChatModelAgentContext, error) {
	next := *run
	next.Tools = append(next.Tools, n.tool)
	return ctx, &next, nil
}

// New returns the agent. catalog are tools that it has to search for; the last is always there.
func New(ctx context.Context, m model.ToolCallingChatModel) (adk.Agent, error) {
	catalog, err := sandbox.Catalog()
	if err != nil {
		return nil, err
	}
	files, err := sandbox.Files(ctx) // the approval is for "exec", and the shell is called "execute"
	if err != nil {
		return nil, err
	}
	search, err := toolsearch.New(ctx, &toolsearch.Config{DynamicTools: catalog[:1]})
	if err != nil {
		return nil, err
	}
	return adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{ // DEFECT structure/human-gate workbench: nobody is asked before the shell runs
		Name: "workbench", Description: "Works with files.", Model: m, MaxIterations: 12,
		ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{
			ToolCallMiddlewares: []compose.ToolMiddleware{{Invokable: logged}},
		}},
		Handlers: []adk.ChatModelAgentMiddleware{approval{of: "exec"}, files, search, notes{tool: catalog[1]}},
	})
}

// logged lets every call through.
func logged(next compose.InvokableToolEndpoint) compose.InvokableToolEndpoint {
	return func(ctx context.Context, in *compose.ToolInput) (*compose.ToolOutput, error) {
		println(in.Name)
		return next(ctx, in)
	}
}
