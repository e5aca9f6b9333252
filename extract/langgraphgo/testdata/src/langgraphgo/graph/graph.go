// Package graph is a stub of langgraphgo 0.8. Functions with a `body` row have the
// bodies that matter.
package graph

import "context"

const END = "END"

type StateGraph[S any] struct{ Schema StateSchema[S] }

func NewStateGraph[S any]() *StateGraph[S]                   { return nil }
func NewMessageGraph() *StateGraph[map[string]any]           { return nil }
func (g *StateGraph[S]) SetEntryPoint(name string)           {}
func (g *StateGraph[S]) AddEdge(from, to string)             {}
func (g *StateGraph[S]) SetSchema(schema StateSchema[S])     {}
func (g *StateGraph[S]) Compile() (*StateRunnable[S], error) { return nil, nil }

func (g *StateGraph[S]) AddNode(name, description string, fn func(context.Context, S) (S, error)) {}

func (g *StateGraph[S]) AddConditionalEdge(from string, condition func(context.Context, S) string) {}

func (g *StateGraph[S]) AddParallelNodes(group string, nodes map[string]func(context.Context, S) (S, error), merger func([]S) S) {
}

func (g *StateGraph[S]) FanOutFanIn(source string, _ []string, collector string, workers map[string]func(context.Context, S) (S, error), aggregator func([]S) S, collect func(S) (S, error)) {
	g.AddParallelNodes(source+"_workers", workers, aggregator)
	g.AddNode(collector, "collects", func(ctx context.Context, state S) (S, error) { return collect(state) })
	g.AddEdge(source, source+"_workers")
	g.AddEdge(source+"_workers", collector)
}

type StateRunnable[S any] struct{}

func (r *StateRunnable[S]) Invoke(ctx context.Context, state S) (S, error) { return state, nil }

func (r *StateRunnable[S]) InvokeWithConfig(ctx context.Context, state S, config *Config) (S, error) {
	return state, nil
}

// CallbackHandler is told what happens; OnGraphStep of one that has it gets the state.
type CallbackHandler interface {
	OnChainError(ctx context.Context, err error, runID string)
}

type Config struct {
	Callbacks                                   []CallbackHandler
	InterruptBefore, InterruptAfter, ResumeFrom []string
	ResumeValue                                 any
	Configurable                                map[string]any
}

func WithInterruptBefore(nodes ...string) *Config { return &Config{InterruptBefore: nodes} }

func Interrupt(ctx context.Context, value any) (any, error) { return nil, nil }

type Command struct{ Update, Goto any }

type ListenableStateGraph[S any] struct{ *StateGraph[S] }

type ListenableNode struct{}

func NewListenableStateGraph[S any]() *ListenableStateGraph[S] { return nil }

func (g *ListenableStateGraph[S]) AddNode(name, description string, fn func(context.Context, S) (S, error)) *ListenableNode {
	return nil
}

func (g *ListenableStateGraph[S]) CompileListenable() (*ListenableRunnable[S], error) {
	return nil, nil
}

type ListenableRunnable[S any] struct{}

func (r *ListenableRunnable[S]) Invoke(ctx context.Context, state S) (S, error) { return state, nil }

type CheckpointableStateGraph[S any] struct{ *ListenableStateGraph[S] }

func NewCheckpointableStateGraph[S any]() *CheckpointableStateGraph[S] { return nil }

func (g *CheckpointableStateGraph[S]) CompileCheckpointable() (*CheckpointableRunnable[S], error) {
	return nil, nil
}

type CheckpointableRunnable[S any] struct{}

func (r *CheckpointableRunnable[S]) GetGraph() *ListenableStateGraph[S] { return nil }

func (r *CheckpointableRunnable[S]) UpdateState(ctx context.Context, config *Config, asNode string, values S) (*Config, error) {
	return nil, nil
}

func (r *CheckpointableRunnable[S]) InvokeWithConfig(ctx context.Context, state S, config *Config) (S, error) {
	return state, nil
}

type Subgraph[S any] struct {
	runnable *StateRunnable[S]
}

func NewSubgraph[S any](name string, graph *StateGraph[S]) (*Subgraph[S], error) { return nil, nil }

func (s *Subgraph[S]) Execute(ctx context.Context, state S) (S, error) { return state, nil }

func AddSubgraph[S, SubS any](g *StateGraph[S], name string, subgraph *StateGraph[SubS], into func(S) SubS, outof func(SubS) S) error {
	sg, err := NewSubgraph(name, subgraph)
	if err != nil {
		return err
	}
	g.AddNode(name, "Subgraph: "+name, func(ctx context.Context, state S) (S, error) {
		result, err := sg.Execute(ctx, into(state))
		if err != nil {
			var zero S
			return zero, err
		}
		return outof(result), nil
	})
	return nil
}

func CreateSubgraph[S, SubS any](g *StateGraph[S], name string, builder func(*StateGraph[SubS]) error, into func(S) SubS, outof func(SubS) S) error {
	subgraph := NewStateGraph[SubS]()
	if err := builder(subgraph); err != nil {
		return err
	}
	return AddSubgraph(g, name, subgraph, into, outof)
}
