// Package agents is a stub of the package of that name.
package agents

import (
	"context"

	"github.com/openai/openai-go/v2/responses"
)

type Tool interface{ ToolName() string }

type FunctionTool struct {
	Name, Description string
	OnInvokeTool      func(ctx context.Context, arguments string) (any, error)
}

func (t FunctionTool) ToolName() string { return t.Name }

type WebSearchTool struct{}

func (WebSearchTool) ToolName() string { return "web_search" }

type MCPServer interface{ Connect(context.Context) error }

type Handoff struct {
	ToolName, AgentName string
	OnInvokeHandoff     func(context.Context, string) (*Agent, error)
}

type ToolUseBehavior interface{ behaves() }

type Agent struct {
	Name            string
	Instructions    InstructionsGetter
	Handoffs        []Handoff
	AgentHandoffs   []*Agent
	Tools           []Tool
	MCPServers      []MCPServer
	OutputType      any
	ToolUseBehavior ToolUseBehavior
	Hooks           AgentHooks
	Prompt          any
	ModelSettings   ModelSettings
	InputGuardrails []InputGuardrail
}

type InstructionsGetter interface {
	GetInstructions(context.Context, *Agent) (string, error)
}

type InstructionsStr string

func (s InstructionsStr) GetInstructions(context.Context, *Agent) (string, error) {
	return string(s), nil
}

type InstructionsFunc func(context.Context, *Agent) (string, error)

func (f InstructionsFunc) GetInstructions(ctx context.Context, a *Agent) (string, error) {
	return f(ctx, a)
}

type GuardrailFunctionOutput struct{ TripwireTriggered bool }

type InputGuardrail struct {
	Name              string
	GuardrailFunction func(context.Context, *Agent, any) (GuardrailFunctionOutput, error)
}

type CallModelData struct{ Agent *Agent }

type AgentHooks interface {
	OnStart(ctx context.Context, agent *Agent) error
	OnToolStart(ctx context.Context, agent *Agent, tool Tool) error
}

type NoOpRunHooks struct{}

func (NoOpRunHooks) OnAgentStart(context.Context, *Agent) error      { return nil }
func (NoOpRunHooks) OnToolStart(context.Context, *Agent, Tool) error { return nil }

type RunHooks interface {
	OnAgentStart(ctx context.Context, agent *Agent) error
	OnToolStart(ctx context.Context, agent *Agent, tool Tool) error
}

type ModelSettings struct {
	Temperature               float64
	CustomizeResponsesRequest func(ctx context.Context, params *responses.ResponseNewParams) error
}

func New(name string) *Agent { return &Agent{Name: name} }

func (a *Agent) WithInstructions(s string) *Agent {
	a.Instructions = InstructionsStr(s)
	return a
}

func (a *Agent) WithAgentHandoffs(agents ...*Agent) *Agent {
	a.AgentHandoffs = agents
	return a
}

func (a *Agent) WithHandoffs(handoffs ...Handoff) *Agent {
	a.Handoffs = handoffs
	return a
}

func (a *Agent) WithTools(t ...Tool) *Agent {
	a.Tools = append([]Tool{}, t...)
	return a
}

func (a *Agent) AddTool(t Tool) *Agent {
	a.Tools = append(a.Tools, t)
	return a
}

func (a *Agent) WithToolUseBehavior(b ToolUseBehavior) *Agent {
	a.ToolUseBehavior = b
	return a
}

type AgentAsToolParams struct{ ToolName, ToolDescription string }

func (a *Agent) AsTool(AgentAsToolParams) Tool { return FunctionTool{} }

type HandoffFromAgentParams struct {
	Agent            *Agent
	ToolNameOverride string
}

func HandoffFromAgent(HandoffFromAgentParams) Handoff { return Handoff{} }
func StopAtTools(toolNames ...string) ToolUseBehavior { return nil }

func NewFunctionTool[T, R any](name, description string, handler func(context.Context, T) (R, error)) FunctionTool {
	return FunctionTool{Name: name}
}

type (
	RunConfig struct {
		MaxTurns      uint64
		Hooks         RunHooks
		ModelSettings ModelSettings

		CallModelInputFilter func(context.Context, CallModelData) (any, error)
	}
	Runner    struct{ Config RunConfig }
	RunResult struct{ FinalOutput any }
)

func Run(ctx context.Context, a *Agent, input string) (*RunResult, error)            { return nil, nil }
func (r Runner) Run(ctx context.Context, a *Agent, input string) (*RunResult, error) { return nil, nil }

var DefaultRunner Runner
