// Package agents makes agents: their tools, approvals and limits.
package agents

import (
	"context"
	"fmt"
	"os"

	"example.com/golden/agents/kit"
	"github.com/microsoft/agent-framework-go/agent"
	"github.com/microsoft/agent-framework-go/agent/harness/loop"
	"github.com/microsoft/agent-framework-go/agent/harness/todo"
	"github.com/microsoft/agent-framework-go/agent/harness/toolapproval"
	"github.com/microsoft/agent-framework-go/agent/harness/toolautocall"
	"github.com/microsoft/agent-framework-go/agent/skills"
	"github.com/microsoft/agent-framework-go/message"
	"github.com/microsoft/agent-framework-go/provider/a2aprovider"
	"github.com/microsoft/agent-framework-go/provider/foundryprovider"
	"github.com/microsoft/agent-framework-go/provider/openaiprovider"
	"github.com/microsoft/agent-framework-go/tool"
	"github.com/microsoft/agent-framework-go/tool/agenttool"
	"github.com/microsoft/agent-framework-go/tool/functool"
	"github.com/microsoft/agent-framework-go/tool/hostedtool"
	"github.com/microsoft/agent-framework-go/tool/shelltool"
)

var client openaiprovider.Client

var clock = functool.MustNew(functool.Config{Name: "clock"}, func(context.Context, struct{}) (string, error) { return "noon", nil })

// eraser is a tool of an own type, which says that it needs an approval.
type eraser struct{ kind string }

func (e eraser) Name() string           { return "erase_" + e.kind }
func (e eraser) Description() string    { return "Erases." }
func (e eraser) Schema() any            { return nil }
func (e eraser) ReturnSchema() any      { return nil }
func (e eraser) ApprovalRequired() bool { return true }
func (e eraser) Call(ctx context.Context, args string) (any, error) {
	return nil, os.RemoveAll(args)
}

func ask(path string) error {
	fmt.Printf("move %s? ", path)
	var answer string
	fmt.Scanln(&answer)
	if answer != "yes" {
		return nil
	}
	return os.Rename(path, path+".old")
}

// Files has tools of each kind; one of them is another agent.
func Files(ctx context.Context, session *agent.Session) error {
	shell, err := shelltool.NewLocal(shelltool.LocalConfig{})
	if err != nil {
		return err
	}
	finder := kit.Agent("finder", kit.Tool("search_files", func(string) error { return nil }))
	tools := []tool.Tool{clock, tool.ApprovalRequiredFunc(kit.Tool("remove", os.Remove)), kit.Tool("move", ask), eraser{"disk"}, shell, &hostedtool.WebSearch{}}
	if os.Getenv("UNSAFE") != "" {
		tools = append(tools, kit.Tool("chmod", func(p string) error { return os.Chmod(p, 0) }))
	}
	files := foundryprovider.NewAgent("https://example.com", nil, foundryprovider.ModelDeployment("m"), foundryprovider.AgentConfig{
		Config: agent.Config{
			Name:             "files",
			Tools:            append(tools, agenttool.New(finder, agenttool.Config{})),
			ContextProviders: []agent.ContextProvider{todo.New(nil), agent.NewContextProvider(agent.ContextProviderConfig{SourceID: "n", Provide: notes})},
		},
	})
	_, err = files.RunText(ctx, "Tidy up.", agent.WithSession(session), agent.WithTool(kit.Tool(os.Getenv("TOOL"), os.Remove))).Collect()
	return err
}

func notes(context.Context, agent.InvokingContext) ([]*message.Message, []agent.Option, error) {
	return nil, []agent.Option{agent.WithTool(kit.Tool("note", func(string) error { return nil }))}, nil
}

// Limits makes agents that differ in what limits them.
func Limits() []*agent.Agent {
	limited := func(n int) agent.Middleware {
		return toolautocall.New(toolautocall.Config{MaximumIterationsPerRequest: n})
	}
	config := func(name string, ms ...agent.Middleware) agent.Config {
		return agent.Config{Name: name, Tools: []tool.Tool{tool.ApprovalRequiredFunc(clock)}, Middlewares: ms, DisableFuncAutoCall: true}
	}
	approve := func(context.Context, *message.FunctionCallContent) (bool, error) { return true, nil }
	return []*agent.Agent{
		openaiprovider.NewAgent(client, openaiprovider.AgentConfig{Config: config("three", limited(3))}),
		openaiprovider.NewAgent(client, openaiprovider.AgentConfig{Config: config("again", limited(3), loop.New(loop.Config{MaxIterations: 2}))}),
		openaiprovider.NewAgent(client, openaiprovider.AgentConfig{Config: config("bare")}),
		openaiprovider.NewAgent(client, openaiprovider.AgentConfig{Config: config("lenient", limited(0),
			toolapproval.New(toolapproval.Config{AutoApprovalRules: []func(context.Context, *message.FunctionCallContent) (bool, error){approve}}))}),
		agent.New(agent.ProviderConfig{}, config("custom")),
		agent.New(agent.ProviderConfig{Middlewares: []agent.Middleware{limited(0)}}, config("provided")),
		a2aprovider.NewAgent(a2aprovider.Client{}, a2aprovider.AgentConfig{Config: agent.Config{Name: "far"}}),
		openaiprovider.NewAgent(client, openaiprovider.AgentConfig{Config: agent.Config{
			Name: "skilled", ContextProviders: []agent.ContextProvider{skills.NewContextProvider(skills.ContextProviderOptions{})},
		}}),
	}
}
