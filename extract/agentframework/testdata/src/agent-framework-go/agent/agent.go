// Package agent is a stub with the API of the framework.
package agent

import (
	"context"
	"iter"

	"github.com/microsoft/agent-framework-go/message"
	"github.com/microsoft/agent-framework-go/tool"
)

type (
	Option         interface{ Value() any }
	Session        struct{}
	ResponseFormat any
	ResponseUpdate struct{ Contents []message.Content }
	Response       struct{ Messages []*message.Message }
	ResponseStream iter.Seq2[*ResponseUpdate, error]
	RunFunc        = func(ctx context.Context, messages []*message.Message, options ...Option) iter.Seq2[*ResponseUpdate, error]
	Agent          struct{ name string }
)

type Middleware interface {
	Run(next RunFunc, ctx context.Context, messages []*message.Message, options ...Option) iter.Seq2[*ResponseUpdate, error]
}

type MiddlewareFunc func(next RunFunc, ctx context.Context, messages []*message.Message, options ...Option) iter.Seq2[*ResponseUpdate, error]

func (f MiddlewareFunc) Run(next RunFunc, ctx context.Context, messages []*message.Message, options ...Option) iter.Seq2[*ResponseUpdate, error] {
	return f(next, ctx, messages, options...)
}

type ProviderConfig struct {
	ProviderName string
	Run          RunFunc
	Middlewares  []Middleware
}

type Config struct {
	ID, Name, Description string
	ContextProviders      []ContextProvider
	DisableFuncAutoCall   bool
	Middlewares           []Middleware
	Tools                 []tool.Tool
	RunOptions            []Option
}

type (
	InvokingContext struct {
		Messages []*message.Message
		Options  []Option
	}
	InvokedContext struct{ Err error }
)

type ContextProvider interface {
	Invoking(ctx context.Context, in InvokingContext) ([]*message.Message, []Option, error)
	Invoked(ctx context.Context, in InvokedContext) error
}

type ContextProviderConfig struct {
	SourceID string
	Provide  func(context.Context, InvokingContext) ([]*message.Message, []Option, error)
}

func New(p ProviderConfig, c Config) *Agent                                 { return nil }
func NewContextProvider(c ContextProviderConfig) ContextProvider            { return nil }
func ContextProviderMiddleware(p ContextProvider) Middleware                { return nil }
func (a *Agent) ID() string                                                 { return "" }
func (a *Agent) Name() string                                               { return a.name }
func (a *Agent) Description() string                                        { return "" }
func (s ResponseStream) Collect() (*Response, error)                        { return nil, nil }
func (r *Response) String() string                                          { return "" }
func WithTool(t tool.Tool) Option                                           { return nil }
func WithToolMode(m tool.ToolMode) Option                                   { return nil }
func WithServiceID(id string) Option                                        { return nil }
func WithStructuredOutput(v any) Option                                     { return nil }
func WithResponseFormat(f ResponseFormat) Option                            { return nil }
func WithSession(s *Session) Option                                         { return nil }
func WithContinuationToken(t string) Option                                 { return nil }
func WithInstructions(i string) Option                                      { return nil }
func AllowBackgroundResponses(b bool) Option                                { return nil }
func Stream(b bool) Option                                                  { return nil }
func (a *Agent) CreateSession(context.Context, ...Option) (*Session, error) { return nil, nil }

func (a *Agent) Run(ctx context.Context, ms []*message.Message, options ...Option) ResponseStream {
	return nil
}
func (a *Agent) RunText(ctx context.Context, text string, options ...Option) ResponseStream {
	return nil
}
func (a *Agent) RunMessage(ctx context.Context, m *message.Message, options ...Option) ResponseStream {
	return nil
}
