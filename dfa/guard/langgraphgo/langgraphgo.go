// Package langgraphgo shows a verifier the graphs that a program has built with langgraphgo,
// github.com/smallnest/langgraphgo.
//
//	err := verifier.CheckView(langgraphgo.View(runnable, config, targets)) // when it is built
//	state, err = langgraphgo.Invoke(ctx, verifier.CheckView, runnable, targets, state, config)
//
// A graph of langgraphgo can change after it was compiled, and the places where it stops for a human are in the
// configuration of a run. So Invoke verifies what it is about to run; what has not changed costs little.
//
// # What is shown
//
// Nodes, edges, the entry, and where the configuration interrupts. All nodes are functions of the program, of
// which built.Program.Functions says what they do. Where a condition leads, or a command that a node returns, is not shown
// either: Targets says it.
//
// Graphs have no names. For policies and grants that are for certain graphs, give it the name that static analysis has for it, which is
// that of the function that builds it, or the graph is refused:
//
//	check := func(v sketch.View) error { return verifier.CheckView(sketch.Named("build", v)) }
//
// A run that goes on where another one stopped, as the configuration says, is taken for the rest of one that was verified.
// A graph with checkpoints is wrapped: View takes what is inside. With listeners, a function runs its nodes, and nothing is known.
//
// To hold calls of tools to a policy while the graph runs, put guard.Do around the functions that run them.
package langgraphgo

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"unsafe"

	view "github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/graph/sketch"
	"github.com/smallnest/langgraphgo/graph"
)

// Targets are the nodes, or graph.END, to which the condition behind a node leads, or the commands that it returns, by the
// name of the node. It is believed.
type Targets map[string][]string

// start is the name of the entry of a view: langgraphgo has none.
const start = "START"

// Invoke runs a graph if it may run with the configuration: check returns nil then, as CheckView of a *built.Verifier
// does.
func Invoke[S any](ctx context.Context, check func(sketch.View) error, r *graph.StateRunnable[S], targets Targets, state S, config *graph.Config) (S, error) {
	if check == nil {
		return state, errors.New("agentvet: refused: there is nothing to hold the graph to")
	}
	if err := check(View(r, config, targets)); err != nil {
		return state, err
	}
	return r.InvokeWithConfig(ctx, state, config)
}

// View shows a graph as it runs with a configuration, which may be nil. What langgraphgo does not export is read by
// reflection; another version that has something else refuses.
func View[S any](r *graph.StateRunnable[S], config *graph.Config, targets Targets) sketch.View {
	return func(func(string) bool) *view.Program {
		if r == nil {
			return nil
		}
		g := field[*graph.StateGraph[S]](r, "graph")
		s := &shower{
			Builder: view.NewBuilder("", "langgraphgo", view.Pos{}),
			nodes:   slices.Sorted(maps.Keys(field[map[string]graph.TypedNode[S]](g, "nodes"))), targets: targets,
			edges: make(map[string][]string), conditions: make(map[string]bool),
		}
		for _, e := range field[[]graph.Edge](g, "edges") {
			s.edges[e.From] = append(s.edges[e.From], e.To)
		}
		for from := range field[map[string]func(context.Context, S) string](g, "conditionalEdges") {
			s.conditions[from] = true
		}
		if field[func(context.Context, string, S) (S, error)](r, "nodeRunner") != nil {
			s.Unknown(view.Unknown{What: view.UnknownAnything, Node: view.None, Reason: reason.Of(reason.RunsNodes)})
		}
		return s.program(field[string](g, "entryPoint"), config)
	}
}

// field returns a field of the struct to which v points, exported or not. It panics, which refuses, if there is none of
// the type.
func field[T any](v any, name string) T {
	f := reflect.ValueOf(v).Elem().FieldByName(name)
	if !f.IsValid() || f.Type() != reflect.TypeFor[T]() {
		panic(fmt.Sprintf("this version of langgraphgo has no field %s of the type %v", name, reflect.TypeFor[T]()))
	}
	return *(*T)(unsafe.Pointer(f.UnsafeAddr()))
}

// A shower draws a graph.
type shower struct {
	*view.Builder
	nodes      []string
	targets    Targets
	edges      map[string][]string
	conditions map[string]bool
}

func (s *shower) program(entry string, config *graph.Config) *view.Program {
	w := s.Workflow()
	w.Mode, w.Engine = view.ModeAny, view.Engine{DeadEnd: view.DeadEndFails, BranchShadows: true, LastBranchWins: true}
	s.Node(view.Node{Name: start, Kind: view.KindEntry, Generated: true})
	s.Node(view.Node{Name: graph.END, Kind: view.KindExit, Generated: true})
	for _, name := range s.nodes {
		n := view.Node{Name: name, Kind: view.KindPassthrough}
		if s.conditions[name] {
			n.Kind = view.KindRouter
		}
		id := s.Node(n)
		s.Unknown(view.Unknown{What: view.UnknownBody, Node: id, Reason: reason.Of(reason.OwnFunction)})
		if len(s.targets[name]) == 0 && s.conditions[name] {
			s.Unknown(view.Unknown{What: view.UnknownTargets, Node: id, Reason: reason.Of(reason.NextUnsaid)})
		} else if len(s.targets[name]) == 0 { // a node may return a command
			s.Unknown(view.Unknown{What: view.UnknownTargets, Node: id, Reason: reason.Of(reason.OwnFunction)})
		}
	}
	s.Edge(start, entry, view.Edge{Kind: view.EdgeDirect})
	for _, name := range s.nodes {
		s.leave(name)
	}
	if config != nil {
		for _, name := range config.InterruptBefore {
			s.Interrupt(view.Interrupt{Name: name})
		}
		for _, name := range config.InterruptAfter {
			s.Interrupt(view.Interrupt{Name: name, After: true})
		}
	}
	return &view.Program{Workflows: []*view.Workflow{s.Build()}}
}

// leave draws the ways from a node. What a condition or a command names comes in the place of the edges.
func (s *shower) leave(name string) {
	list := slices.Compact(slices.Sorted(slices.Values(s.edges[name])))
	if to := s.targets[name]; len(to) > 0 {
		if !s.conditions[name] {
			to = slices.Concat(to, list) // a node need not return a command
		}
		br := s.Branch(view.Branch{From: view.None})
		for _, to := range slices.Compact(slices.Sorted(slices.Values(to))) {
			s.BranchEdge(br, name, to, view.Edge{Kind: view.EdgeConditional, Label: to})
		}
		return
	}
	if s.conditions[name] {
		return // it shadows the edges
	}
	kind := view.EdgeDirect
	if len(list) > 1 {
		kind = view.EdgeParallel
	}
	for _, to := range list {
		s.Edge(name, to, view.Edge{Kind: kind})
	}
}
