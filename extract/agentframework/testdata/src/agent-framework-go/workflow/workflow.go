// Package workflow is a stub with the API of the framework.
package workflow

import (
	"context"
	"iter"
	"reflect"
)

type (
	Workflow        struct{}
	TurnToken       struct{ EmitEvents *bool }
	EdgeOption      func()
	PortableValue   struct{}
	ExternalRequest struct{}
	RouteBuilder    struct{}
	ProtocolBuilder struct{ RouteBuilder RouteBuilder }
	RequestPort     struct {
		ID                string
		Request, Response reflect.Type
	}
	ExecutorBinding struct {
		ID              string
		NewExecutorFunc func(sessionID string) (*Executor, error)
	}
	Executor struct {
		ID                                        string
		DisableAutoSendMessageHandlerResultObject bool
		ConfigureProtocol                         func(*ProtocolBuilder) (*ProtocolBuilder, error)
		ResetFunc                                 func() error
		InitializeFunc, OnCheckpointFunc          func(*Context) error
		OnCheckpointRestoredFunc                  func(*Context) error
		OnMessageDeliveryStartingFunc             func(*Context) error
		OnMessageDeliveryFinishedFunc             func(*Context) error
	}
	Context struct {
		context.Context
		SendMessage func(target string, message any) error
		YieldOutput func(output any) error
		RequestHalt func() error
		PostRequest func(*ExternalRequest) error
	}
	Builder       struct{}
	SwitchBuilder struct{}
)

type (
	AttrSendsMessage[T any] struct{ _ [0]*T }
	AttrYieldsOutput[T any] struct{ _ [0]*T }
)

type ExternalResponse struct{}

func (r *ExternalRequest) CreateResponse(data any) (*ExternalResponse, error) { return nil, nil }

type StatefulExecutorCache[T any] struct{ StateKey string }

func (s *StatefulExecutorCache[T]) InvokeWithState(ctx *Context, skip bool, f func(*Context, T) (T, error)) error {
	return nil
}

func NewExecutor(id string, v any) *Executor              { return nil }
func (e *Executor) Extend(with *Executor) *Executor       { return e }
func (e *Executor) SetCrossRunShareable(v bool) *Executor { return e }
func (e *Executor) Bind() ExecutorBinding                 { return ExecutorBinding{} }
func (p RequestPort) Bind() ExecutorBinding               { return ExecutorBinding{} }

func BindNewExecutorFunc(id string, fn func(sessionID, executorID string) (*Executor, error)) ExecutorBinding {
	return ExecutorBinding{}
}

func (p *ProtocolBuilder) ConfigureRoutes(f func(*RouteBuilder) (*RouteBuilder, error)) *ProtocolBuilder {
	return p
}
func (p *ProtocolBuilder) SendsMessageType(types ...reflect.Type) *ProtocolBuilder { return p }
func (p *ProtocolBuilder) YieldsOutputType(types ...reflect.Type) *ProtocolBuilder { return p }

func (r *RouteBuilder) AddHandlerRaw(in, out reflect.Type, h func(*Context, any) (any, error)) *RouteBuilder {
	return r
}

func (r *RouteBuilder) AddCatchAll(h func(*Context, PortableValue) (any, error)) *RouteBuilder {
	return r
}

func NewBuilder(start ExecutorBinding) *Builder                              { return nil }
func (b *Builder) WithName(name string) *Builder                             { return b }
func (b *Builder) WithDescription(text string) *Builder                      { return b }
func (b *Builder) WithTelemetry(tracer, options any) *Builder                { return b }
func (b *Builder) WithOutputFrom(bs ...ExecutorBinding) *Builder             { return b }
func (b *Builder) WithIntermediateOutputFrom(bs ...ExecutorBinding) *Builder { return b }
func (b *Builder) BindExecutor(x ExecutorBinding) *Builder                   { return b }
func (b *Builder) Build() (*Workflow, error)                                 { return nil, nil }
func (b *Builder) AddSwitch(source ExecutorBinding) *SwitchBuilder           { return nil }
func WithEdgeLabel(label string) EdgeOption                                  { return nil }

func WithEdgeAssigner(f func(count int, message any) iter.Seq[int]) EdgeOption { return nil }

func (b *Builder) AddEdge(from, to ExecutorBinding, options ...EdgeOption) *Builder { return b }

func (b *Builder) AddDirectEdge(from, to ExecutorBinding, idempotent bool, condition func(any) bool, options ...EdgeOption) *Builder {
	return b
}

func (b *Builder) AddFanOutEdge(from ExecutorBinding, to []ExecutorBinding, options ...EdgeOption) *Builder {
	return b
}

func (b *Builder) AddFanInBarrierEdge(from []ExecutorBinding, to ExecutorBinding, options ...EdgeOption) *Builder {
	return b
}

func (b *Builder) AddChain(from ExecutorBinding, to []ExecutorBinding, repetition bool) *Builder {
	return b
}

func (s *SwitchBuilder) AddCase(f func(any) bool, to ...ExecutorBinding) *SwitchBuilder { return s }
func (s *SwitchBuilder) WithDefault(to ...ExecutorBinding) *SwitchBuilder               { return s }
func (s *SwitchBuilder) AddToBuilder(b *Builder) *Builder                               { return b }
