// Package around makes agents with something around their runs.
package around

import (
	"context"
	"iter"

	"example.com/golden/agents/kit"
	"github.com/microsoft/agent-framework-go/agent"
	"github.com/microsoft/agent-framework-go/agent/compaction"
	"github.com/microsoft/agent-framework-go/message"
	"github.com/microsoft/agent-framework-go/provider/foundryprovider"
	"github.com/microsoft/agent-framework-go/provider/openaiprovider"
	"github.com/microsoft/agent-framework-go/provider/otelprovider"
	"github.com/microsoft/agent-framework-go/tool"
	"github.com/microsoft/agent-framework-go/tool/agenttool"
	"github.com/microsoft/agent-framework-go/tool/mcptool"
)

var client openaiprovider.Client

// again runs an agent until it says something, with a tool more.
func again(next agent.RunFunc, ctx context.Context, messages []*message.Message, options ...agent.Option) iter.Seq2[*agent.ResponseUpdate, error] {
	return func(yield func(*agent.ResponseUpdate, error) bool) {
		extra := agent.WithTool(kit.Tool("extra", func(string) error { return nil }))
		for silent := true; silent; {
			for update, err := range next(ctx, messages, append(options, extra)...) {
				silent = silent && len(update.Contents) == 0
				yield(update, err)
			}
		}
	}
}

type logging struct{}

func (logging) Run(next agent.RunFunc, ctx context.Context, messages []*message.Message, options ...agent.Option) iter.Seq2[*agent.ResponseUpdate, error] {
	return next(ctx, messages, options...)
}

// Middlewares makes agents with middlewares of the program, and of whoever calls it.
func Middlewares(theirs agent.Middleware) []*agent.Agent {
	config := func(name string, ms ...agent.Middleware) openaiprovider.AgentConfig {
		return openaiprovider.AgentConfig{Config: agent.Config{
			Name: name, Middlewares: ms, Tools: []tool.Tool{tool.ApprovalRequiredFunc(kit.Tool("remove", nil))},
		}}
	}
	return []*agent.Agent{
		openaiprovider.NewAgent(client, config("repeated", agent.MiddlewareFunc(again))),
		openaiprovider.NewAgent(client, config("logged", logging{})),
		openaiprovider.NewAgent(client, config("traced", otelprovider.NewMiddleware(otelprovider.MiddlewareConfig{}))),
		openaiprovider.NewAgent(client, config("theirs", theirs)),
	}
}

// Services makes agents whose requests or services bring tools.
func Services() []*agent.Agent {
	params := openaiprovider.Params{Model: "m", Tools: []string{"web_search"}}
	config := func(name string, options ...agent.Option) agent.Config {
		return agent.Config{Name: name, RunOptions: options}
	}
	return []*agent.Agent{
		openaiprovider.NewAgent(client, openaiprovider.AgentConfig{Config: config("raw", openaiprovider.ResponsesNewParams(params))}),
		openaiprovider.NewAgent(client, openaiprovider.AgentConfig{Config: config("plain", openaiprovider.ResponsesNewParams(openaiprovider.Params{Model: "m"}))}),
		foundryprovider.NewAgent("https://example.com", nil, foundryprovider.ServerAgent("clerk"), foundryprovider.AgentConfig{Config: config("served")}),
		foundryprovider.NewAgent("https://example.com", nil, foundryprovider.ModelDeployment("m"), foundryprovider.AgentConfig{Config: agent.Config{
			Name: "remembers", ContextProviders: []agent.ContextProvider{
				foundryprovider.NewMemoryProvider("store"), compaction.NewContextProvider(compaction.ContextProviderConfig{}),
			},
		}}),
	}
}

// Boss has an agent as a tool, which gets a tool when it runs.
func Boss() *agent.Agent {
	helper := kit.Agent("helper")
	run := agenttool.New(helper, agenttool.Config{RunOptions: []agent.Option{agent.WithTool(kit.Tool("handed", nil))}})
	return kit.Agent("boss", run)
}

// Connected makes an agent with the tools of an MCP server.
func Connected(ctx context.Context, session *mcptool.Session) (*agent.Agent, error) {
	tools, err := mcptool.ListTools(ctx, session)
	return kit.Agent("connected", tools...), err
}
