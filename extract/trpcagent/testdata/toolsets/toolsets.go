// Package toolsets gives tools to models in every way that there is.
package toolsets

import (
	"context"
	"os"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/agent/llmagent"
	"trpc.group/trpc-go/trpc-agent-go/graph"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/model/openai"
	"trpc.group/trpc-go/trpc-agent-go/runner"
	"trpc.group/trpc-go/trpc-agent-go/tool"
	"trpc.group/trpc-go/trpc-agent-go/tool/duckduckgo"
	"trpc.group/trpc-go/trpc-agent-go/tool/file"
	"trpc.group/trpc-go/trpc-agent-go/tool/function"
	"trpc.group/trpc-go/trpc-agent-go/tool/hostexec"
	"trpc.group/trpc-go/trpc-agent-go/tool/mcp"
)

type args struct{ Text string }

func run(ctx context.Context, a args) (string, error) { return a.Text, nil }

func ask(ctx context.Context, a args) (string, error) {
	if _, err := graph.Interrupt(ctx, nil, "ask", a.Text); err != nil {
		return "", err
	}
	return "", nil
}

func named(name string) tool.Tool { return function.NewFunctionTool(run, function.WithName(name)) }

func llm(name string, opts ...llmagent.Option) agent.Agent {
	return llmagent.New(name, append(opts, llmagent.WithModel(openai.New("m")))...)
}

// Lists has tools in lists that are appended to, under a condition too.
func Lists() agent.Agent {
	tools := []tool.Tool{named("one"), function.NewFunctionTool(ask, function.WithName("ask"))}
	for _, name := range []string{"two", "three"} {
		tools = append(tools, named(name))
	}
	if os.Getenv("MORE") != "" {
		tools = append(tools, named("four"))
	}
	return llm("lists", llmagent.WithTools(tools), llmagent.WithKnowledge(nil), llmagent.WithAwaitUserReplyTool(true), llmagent.WithAddCurrentTime(false))
}

// Replaced gives tools twice: the second list counts.
func Replaced() agent.Agent {
	return llm("replaced", llmagent.WithTools([]tool.Tool{named("old")}), llmagent.WithTools([]tool.Tool{named("new")}))
}

// Unnamed has tools without a known name.
func Unnamed(name string) agent.Agent {
	return llm("unnamed", llmagent.WithTools([]tool.Tool{function.NewFunctionTool(run), named(name)}))
}

// Sets has toolsets of the framework, with filters.
func Sets() agent.Agent {
	files, _ := file.NewToolSet(file.WithBaseDir("."), file.WithSaveFileEnabled(false), file.WithReplaceContentEnabled(false), file.WithName(""))
	shell, _ := hostexec.NewToolSet()
	server := mcp.NewMCPToolSet(mcp.ConnectionConfig{}, mcp.WithName("crm"), mcp.WithToolFilterFunc(tool.NewIncludeToolNamesFilter("find", "close")))
	return llm("sets",
		llmagent.WithTools([]tool.Tool{duckduckgo.NewTool()}),
		llmagent.WithToolSets([]tool.ToolSet{files, shell, server, tool.FilterToolSet(mcp.NewMCPToolSet(mcp.ConnectionConfig{}), tool.NewExcludeToolNamesFilter("drop"))}))
}

// pack is a toolset of the program's own.
type pack struct{ prefix string }

func (p *pack) Tools(ctx context.Context) []tool.Tool {
	return []tool.Tool{named("pick"), named("drop")}
}
func (p *pack) Close() error { return nil }
func (p *pack) Name() string { return p.prefix }

// Own has a toolset of the program's own, of which a filter leaves one tool, and
// gets another one later.
func Own() agent.Agent {
	a := llmagent.New("own", llmagent.WithToolSets([]tool.ToolSet{&pack{"shop"}}), llmagent.WithToolFilter(tool.NewExcludeToolNamesFilter("shop_drop")))
	a.AddToolSet(&pack{""})
	return a
}

// Gated has a callback that asks before one of its tools.
func Gated() agent.Agent {
	callbacks := tool.NewCallbacks().RegisterBeforeTool(func(ctx context.Context, a *tool.BeforeToolArgs) (*tool.BeforeToolResult, error) {
		if a.ToolName != "delete" {
			return nil, nil
		}
		if _, err := graph.Interrupt(ctx, nil, "delete", "sure?"); err != nil {
			return nil, err
		}
		return nil, nil
	})
	return llm("gated", llmagent.WithTools([]tool.Tool{named("read"), named("delete")}), llmagent.WithToolCallbacks(callbacks))
}

// Literal has a callback in a literal of its type.
func Literal() agent.Agent {
	return llm("literal", llmagent.WithTools([]tool.Tool{named("send")}), llmagent.WithToolCallbacks(&tool.Callbacks{
		BeforeTool: []tool.BeforeToolCallbackStructured{
			func(ctx context.Context, a *tool.BeforeToolArgs) (*tool.BeforeToolResult, error) {
				answer, err := graph.Interrupt(ctx, nil, "send", "sure?")
				if err != nil || answer != true {
					return &tool.BeforeToolResult{CustomResult: "no"}, err
				}
				return nil, nil
			},
		},
	}))
}

// Policy runs with a policy that asks before one tool.
func Policy(ctx context.Context) error {
	r := runner.NewRunner("app", llm("policed", llmagent.WithTools([]tool.Tool{named("erase"), named("show")})))
	_, err := r.Run(ctx, "u", "s", model.Message{}, agent.WithToolPermissionPolicyFunc(
		func(ctx context.Context, req *tool.PermissionRequest) (tool.PermissionDecision, error) {
			if req.ToolName == "erase" {
				return tool.AskPermission("sure?"), nil
			}
			return tool.AllowPermission(), nil
		}))
	return err
}

// Modes offers one of two lists.
func Modes(fast bool) agent.Agent {
	tools := []tool.Tool{named("first"), named("same")}
	if fast {
		tools = []tool.Tool{function.NewFunctionTool(ask, function.WithName("same"))}
	}
	return llm("modes", llmagent.WithTools(tools))
}
