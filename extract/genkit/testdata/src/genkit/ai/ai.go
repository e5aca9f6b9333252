// Package ai is a stub of Genkit's package of that name.
package ai

import "context"

type (
	ToolContext struct {
		context.Context
		Resumed map[string]any
	}
	InterruptOptions      struct{ Metadata map[string]any }
	ToolFunc[In, Out any] = func(*ToolContext, In) (Out, error)
	ToolRef               interface{ Name() string }
	ToolName              string
	ToolDef[In, Out any]  struct{ name string }
	GenerateOption        interface{ applyGenerate() }
	PromptOption          interface{ applyPrompt() }
	PromptExecuteOption   interface{ applyExecute() }
	CommonGenOption       interface {
		GenerateOption
		PromptOption
		PromptExecuteOption
	}
	ModelResponse         struct{}
	ToolRequest           struct{ Name string }
	MultipartToolResponse struct{ Output any }
	ToolParams            struct {
		Request *ToolRequest
		Tool    Tool
	}
	ToolNext     = func(context.Context, *ToolParams) (*MultipartToolResponse, error)
	ModelRequest struct {
		Messages []string
		Tools    []*ToolDefinition
	}
	ToolDefinition struct{ Name string }
	GenerateParams struct{ Request *ModelRequest }
	ModelParams    struct{ Request *ModelRequest }
	GenerateNext   = func(context.Context, *GenerateParams) (*ModelResponse, error)
	ModelNext      = func(context.Context, *ModelParams) (*ModelResponse, error)
	Hooks          struct {
		Tools        []Tool
		WrapGenerate func(context.Context, *GenerateParams, GenerateNext) (*ModelResponse, error)
		WrapModel    func(context.Context, *ModelParams, ModelNext) (*ModelResponse, error)
		WrapTool     func(context.Context, *ToolParams, ToolNext) (*MultipartToolResponse, error)
	}
	Middleware interface {
		Name() string
		New(context.Context) (*Hooks, error)
	}
)

type Tool interface {
	Name() string
	RunRaw(ctx context.Context, input any) (any, error)
}

type Prompt interface {
	Name() string
	Execute(ctx context.Context, opts ...PromptExecuteOption) (*ModelResponse, error)
}

func (t ToolName) Name() string { return string(t) }

func (tc *ToolContext) Interrupt(*InterruptOptions) error        { return context.Canceled }
func (tc *ToolContext) IsResumed() bool                          { return tc.Resumed != nil }
func InterruptWith[T any](tc *ToolContext, meta T) error         { return tc.Interrupt(nil) }
func NewToolInterruptError(map[string]any) error                 { return context.Canceled }
func ResumedValue[T any](context.Context, string) (v T, ok bool) { return v, false }

func NewTool[In, Out any](name, description string, fn ToolFunc[In, Out]) *ToolDef[In, Out] {
	return &ToolDef[In, Out]{name}
}

func (t *ToolDef[In, Out]) Name() string                             { return t.name }
func (t *ToolDef[In, Out]) RunRaw(context.Context, any) (any, error) { return nil, nil }
func (r *ModelResponse) Text() string                                { return "" }
func (r *ModelResponse) ToolRequests() []*ToolRequest                { return nil }

func WithTools(...ToolRef) CommonGenOption                { return nil }
func WithMaxTurns(int) CommonGenOption                    { return nil }
func WithReturnToolRequests(bool) CommonGenOption         { return nil }
func WithUse(...Middleware) CommonGenOption               { return nil }
func WithPrompt(text string, args ...any) CommonGenOption { return nil }

type (
	ModelFunc             = func(context.Context, *ModelRequest) (*ModelResponse, error)
	ModelMiddleware       = func(ModelFunc) ModelFunc
	ModelArg              interface{ Name() string }
	ModelRef              struct{ name string }
	MiddlewareRef         struct{ Name string }
	GenerateActionOptions struct {
		Config   any
		MaxTurns int
		Tools    []string
		Use      []*MiddlewareRef
	}
)

func NewModelRef(name string, config any) ModelRef { return ModelRef{name} }
func (r ModelRef) Name() string                    { return r.name }

func WithMiddleware(...ModelMiddleware) CommonGenOption { return nil }
func WithModel(ModelArg) CommonGenOption                { return nil }
func WithConfig(config any) CommonGenOption             { return nil }
