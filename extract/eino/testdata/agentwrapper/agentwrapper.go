// Package agentwrapper has agents of its own types: one wraps another under a new name, one has code of its own.
package agentwrapper

import (
	"context"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/compose"
)

func agent(ctx context.Context, name string, tools ...tool.BaseTool) adk.Agent {
	a, err := adk.NewChatModelAgent(ctx, &adk.ChatModelAgentConfig{
		Name: name, Description: "does " + name,
		ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{Tools: tools}},
	})
	if err != nil {
		panic(err)
	}
	return a
}

type renamed struct {
	adk.Agent
	name string
}

func (r *renamed) Name(ctx context.Context) string { return r.name }

type approver struct{}

func (approver) Name(ctx context.Context) string        { return "approver" }
func (approver) Description(ctx context.Context) string { return "" }
func (approver) Run(ctx context.Context, in *adk.AgentInput, opts ...adk.AgentRunOption) *adk.AsyncIterator[*adk.AgentEvent] {
	iter, gen := adk.NewAsyncIteratorPair[*adk.AgentEvent]()
	gen.Send(adk.Interrupt(ctx, "approve?"))
	gen.Close()
	return iter
}

func Build(ctx context.Context) {
	a, _ := adk.NewSequentialAgent(ctx, &adk.SequentialAgentConfig{
		Name: "team", SubAgents: []adk.Agent{&renamed{agent(ctx, "inner"), "outer"}, approver{}},
	})
	run := adk.NewRunner(ctx, adk.RunnerConfig{Agent: a})
	_ = run.Query(ctx, "go")
}
