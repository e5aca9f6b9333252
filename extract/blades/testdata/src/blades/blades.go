// Package blades is a stub with the API of the library.
package blades

import (
	"context"
	"iter"

	"github.com/go-kratos/blades/tools"
)

type (
	Message    struct{ Text string }
	Invocation struct {
		Message *Message
		Tools   []tools.Tool
	}
	ModelOption func()
	RunOption   func()
)

type Generator[T, E any] = iter.Seq2[T, E]

func UserMessage(text string) *Message { return &Message{text} }

type ModelProvider interface{ Name() string }

type Agent interface {
	Name() string
	Description() string
	Run(context.Context, *Invocation) Generator[*Message, error]
}

type Runner interface {
	Run(ctx context.Context, m *Message, opts ...ModelOption) (*Message, error)
	RunStream(ctx context.Context, m *Message, opts ...ModelOption) Generator[*Message, error]
}

type (
	Handler interface {
		Handle(context.Context, *Invocation)
	}
	Middleware  func(Handler) Handler
	ConfirmFunc func(context.Context, *Message) (bool, error)
	agent       struct{}
	AgentOption func(*agent)
)

func Confirm(f ConfirmFunc) Middleware { return nil }

func NewAgent(name string, opts ...AgentOption) (Agent, error) { return nil, nil }
func NewRunner(a Agent, opts ...RunOption) Runner              { return nil }
func NewAgentTool(a Agent, opts ...ModelOption) tools.Tool     { return nil }
func WithTools(list ...tools.Tool) AgentOption                 { return nil }
func WithToolsResolver(r tools.Resolver) AgentOption           { return nil }
func WithMaxIterations(n int) AgentOption                      { return nil }
func WithMiddleware(ms ...Middleware) AgentOption              { return nil }
func WithProvider(p ModelProvider) AgentOption                 { return nil }
func WithModel(m string) AgentOption                           { return nil }
func WithDescription(d string) AgentOption                     { return nil }
func WithInstructions(i string) AgentOption                    { return nil }

type Skill interface{ Name() string }

func WithSkills(list ...Skill) AgentOption { return nil }

type HandleFunc func(context.Context, *Invocation)

func (f HandleFunc) Handle(ctx context.Context, inv *Invocation) { f(ctx, inv) }
