// Package fantasy is a stub with the API of the library.
package fantasy

import "context"

type LanguageModel interface{ Provider() string }

type ToolInfo struct {
	Name, Description string
	Parameters        map[string]any
}

type ToolCall struct{ ID, Name, Input string }

type ToolResponse struct{ Content string }

func NewTextResponse(content string) ToolResponse { return ToolResponse{content} }

type ProviderOptions map[string]any

type AgentTool interface {
	Info() ToolInfo
	Run(ctx context.Context, params ToolCall) (ToolResponse, error)
	ProviderOptions() ProviderOptions
	SetProviderOptions(opts ProviderOptions)
}

func NewAgentTool[T any](name, description string, fn func(ctx context.Context, input T, call ToolCall) (ToolResponse, error)) AgentTool {
	return nil
}

func NewParallelAgentTool[T any](name, description string, fn func(ctx context.Context, input T, call ToolCall) (ToolResponse, error)) AgentTool {
	return nil
}

type ProviderTool interface{ GetName() string }

type ProviderDefinedTool struct {
	ID, Name string
	Args     map[string]any
}

func (p ProviderDefinedTool) GetName() string { return p.Name }

type (
	StepResult      struct{}
	StopCondition   = func(steps []StepResult) bool
	agentSettings   struct{}
	AgentOption     = func(*agentSettings)
	ContentType     string
	FinishReason    string
	ToolChoice      string
	OnRetryCallback = func(error)
	AgentResult     struct{}
)

func StepCountIs(n int) StopCondition             { return nil }
func HasToolCall(name string) StopCondition       { return nil }
func HasContent(t ContentType) StopCondition      { return nil }
func FinishReasonIs(r FinishReason) StopCondition { return nil }
func MaxTokensUsed(n int64) StopCondition         { return nil }

type PrepareStepFunctionOptions struct{ StepNumber int }

type PrepareStepResult struct {
	ActiveTools []string
	Tools       []AgentTool
}

type PrepareStepFunction = func(ctx context.Context, o PrepareStepFunctionOptions) (context.Context, PrepareStepResult, error)

type RepairToolCallFunction = func(ctx context.Context) error

type AgentCall struct {
	Prompt      string
	StopWhen    []StopCondition
	PrepareStep PrepareStepFunction
}

type AgentStreamCall struct {
	Prompt      string
	StopWhen    []StopCondition
	PrepareStep PrepareStepFunction
}

type Agent interface {
	Generate(context.Context, AgentCall) (*AgentResult, error)
	Stream(context.Context, AgentStreamCall) (*AgentResult, error)
}

func NewAgent(model LanguageModel, opts ...AgentOption) Agent { return nil }

func WithTools(tools ...AgentTool) AgentOption                   { return nil }
func WithProviderDefinedTools(tools ...ProviderTool) AgentOption { return nil }
func WithStopConditions(c ...StopCondition) AgentOption          { return nil }
func WithPrepareStep(fn PrepareStepFunction) AgentOption         { return nil }
func WithSystemPrompt(prompt string) AgentOption                 { return nil }
func WithMaxOutputTokens(n int64) AgentOption                    { return nil }
func WithTemperature(t float64) AgentOption                      { return nil }
func WithTopP(p float64) AgentOption                             { return nil }
func WithTopK(k int64) AgentOption                               { return nil }
func WithPresencePenalty(p float64) AgentOption                  { return nil }
func WithFrequencyPenalty(p float64) AgentOption                 { return nil }
func WithToolChoice(c ToolChoice) AgentOption                    { return nil }
func WithRepairToolCall(fn RepairToolCallFunction) AgentOption   { return nil }
func WithMaxRetries(n int) AgentOption                           { return nil }
func WithOnRetry(f OnRetryCallback) AgentOption                  { return nil }
func WithHeaders(h map[string]string) AgentOption                { return nil }
func WithUserAgent(ua string) AgentOption                        { return nil }
func WithProviderOptions(o ProviderOptions) AgentOption          { return nil }
