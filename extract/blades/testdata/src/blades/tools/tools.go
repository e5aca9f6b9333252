// Package tools is a stub with the API of the library.
package tools

import "context"

type Tool interface {
	Name() string
	Description() string
	Handle(context.Context, string) (string, error)
}

type Handler[I, O any] interface {
	Handle(context.Context, I) (O, error)
}

type HandleFunc[I, O any] func(context.Context, I) (O, error)

func (f HandleFunc[I, O]) Handle(ctx context.Context, in I) (O, error) { return f(ctx, in) }

type Option func()

type Resolver interface {
	Resolve(context.Context) ([]Tool, error)
}

func NewTool(name, description string, h Handler[string, string], opts ...Option) Tool { return nil }

func NewFunc[I, O any](name, description string, h Handler[I, O]) (Tool, error) { return nil, nil }

type Middleware func(Handler[string, string]) Handler[string, string]

func ChainMiddlewares(mws ...Middleware) Middleware { return nil }

func WithMiddleware(mws ...Middleware) Option { return nil }
