// Package hooks has agents that something beside them changes, each with a twin that nothing
// changes.
package hooks

import (
	"context"

	"github.com/nlpodyssey/openai-agents-go/agents"
	"github.com/openai/openai-go/v2/responses"
)

type in struct{ ID string }

func do(ctx context.Context, x in) (string, error) { return x.ID, nil }

// grows gives its agent a tool, logs only looks on.
type grows struct{}

func (grows) OnStart(ctx context.Context, a *agents.Agent) error {
	a.AddTool(agents.NewFunctionTool("shell", "", do))
	return nil
}

func (grows) OnToolStart(ctx context.Context, a *agents.Agent, t agents.Tool) error { return nil }

type logs struct{}

func (logs) OnStart(ctx context.Context, a *agents.Agent) error { println(a.Name); return nil }

func (logs) OnToolStart(ctx context.Context, a *agents.Agent, t agents.Tool) error { return nil }

func Agents(ctx context.Context, hooks agents.AgentHooks) {
	for _, a := range []*agents.Agent{
		{Name: "grows", Hooks: grows{}},
		{Name: "logs", Hooks: logs{}},
		{Name: "given", Hooks: hooks},
		{Name: "stored", Prompt: "pmpt_1"},
		{Name: "customized", ModelSettings: agents.ModelSettings{CustomizeResponsesRequest: customize}},
		{Name: "warm", ModelSettings: agents.ModelSettings{Temperature: 1, CustomizeResponsesRequest: renames}},
	} {
		agents.Run(ctx, a, "go")
	}
}

func customize(ctx context.Context, params *responses.ResponseNewParams) error {
	params.Tools = append(params.Tools, "web_search")
	return nil
}

func renames(ctx context.Context, params *responses.ResponseNewParams) error {
	params.Model = "gpt"
	return nil
}

// drops takes the tools of each agent of a run; the second agent gets them by a hand-over.
type drops struct{ agents.NoOpRunHooks }

func (drops) OnAgentStart(ctx context.Context, a *agents.Agent) error {
	a.Tools = nil
	return nil
}

// quiet has all of its hooks of the SDK.
type quiet struct{ agents.NoOpRunHooks }

func Runs(ctx context.Context) {
	second := &agents.Agent{Name: "second"}
	first := &agents.Agent{Name: "first", AgentHandoffs: []*agents.Agent{second}}
	agents.Runner{Config: agents.RunConfig{Hooks: drops{}}}.Run(ctx, first, "go")
	third := &agents.Agent{Name: "third"}
	agents.Runner{Config: agents.RunConfig{Hooks: quiet{}}}.Run(ctx, third, "go")
}
