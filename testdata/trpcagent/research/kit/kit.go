// Package kit has what the research teams are made of.
package kit

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/agent/llmagent"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/tool"
	"trpc.group/trpc-go/trpc-agent-go/tool/function"
)

// Query is what the tools get.
type Query struct {
	Text string `json:"text"`
}

// Tool returns a tool that echoes.
func Tool(name string) tool.Tool {
	return function.NewFunctionTool(func(_ context.Context, q Query) (string, error) { return q.Text, nil },
		function.WithName(name), function.WithDescription(name))
}

// Agent returns a model with tools.
func Agent(m model.Model, name string, tools ...string) *llmagent.LLMAgent {
	var list []tool.Tool
	for _, t := range tools {
		list = append(list, Tool(t))
	}
	return llmagent.New(name, llmagent.WithModel(m), llmagent.WithDescription("the "+name), llmagent.WithTools(list),
		llmagent.WithOutputKey(name), llmagent.WithMaxToolIterations(6))
}

// Members makes agents of a list without copying it by hand.
func Members(list ...agent.Agent) []agent.Agent { return list }
