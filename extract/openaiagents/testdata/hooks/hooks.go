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

// A function that gets the agent may change it, like hooks: the first four do, names and looks do
// not.

func instructed(ctx context.Context, a *agents.Agent) (string, error) {
	a.Tools = nil
	return "go", nil
}

type instructs struct{}

func (instructs) GetInstructions(ctx context.Context, a *agents.Agent) (string, error) {
	a.Tools = nil
	return "go", nil
}

func guards(ctx context.Context, a *agents.Agent, in any) (out agents.GuardrailFunctionOutput, err error) {
	a.Tools = nil
	return
}

func looks(ctx context.Context, a *agents.Agent, in any) (out agents.GuardrailFunctionOutput, err error) {
	println(a.Name)
	return
}

func names(ctx context.Context, a *agents.Agent) (string, error) { return a.Name, nil }

func filters(ctx context.Context, data agents.CallModelData) (any, error) {
	data.Agent.Tools = nil
	return nil, nil
}

func Given(ctx context.Context, text string) {
	for _, a := range []*agents.Agent{
		{Name: "instructed", Instructions: agents.InstructionsFunc(instructed)},
		{Name: "instructs", Instructions: instructs{}},
		{Name: "guarded", InputGuardrails: []agents.InputGuardrail{{GuardrailFunction: guards}}},
		{Name: "looked at", InputGuardrails: []agents.InputGuardrail{{GuardrailFunction: looks}}},
		{Name: "named", Instructions: agents.InstructionsFunc(names)},
		{Name: "told", Instructions: agents.InstructionsStr("go")},
		{Name: "told more", Instructions: agents.InstructionsStr("go" + text)},
		agents.New("told by a call").WithInstructions(text),
	} {
		agents.Run(ctx, a, "go")
	}
	filtered := &agents.Agent{Name: "filtered"}
	agents.Runner{Config: agents.RunConfig{CallModelInputFilter: filters}}.Run(ctx, filtered, "go")
}
