// Package graph is a stub with the API of the library.
package graph

import "context"

type (
	State         map[string]any
	Handler       func(ctx context.Context, s State) (State, error)
	Middleware    func(Handler) Handler
	EdgeCondition func(ctx context.Context, s State) bool
	edge          struct{}
	EdgeOption    func(*edge)
	Option        func(*Graph)
	Graph         struct{ nodes map[string]Handler }
	Executor      struct{ g *Graph }
)

func New(opts ...Option) *Graph                                     { return &Graph{} }
func WithMiddleware(ms ...Middleware) Option                        { return nil }
func WithParallel(enabled bool) Option                              { return nil }
func Retry(attempts int) Middleware                                 { return nil }
func WithEdgeCondition(c EdgeCondition) EdgeOption                  { return nil }
func (g *Graph) AddNode(name string, h Handler) *Graph              { return g }
func (g *Graph) AddEdge(from, to string, opts ...EdgeOption) *Graph { return g }
func (g *Graph) SetEntryPoint(name string) *Graph                   { return g }
func (g *Graph) SetFinishPoint(name string) *Graph                  { return g }
func (g *Graph) Compile() (*Executor, error)                        { return nil, nil }

func (e *Executor) Execute(ctx context.Context, s State) (State, error) { return s, nil }
