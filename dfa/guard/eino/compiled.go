package eino

// This file shows a verifier what Eino has compiled, before it runs.

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/graph/sketch"
	"github.com/cloudwego/eino/components"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/compose"
)

// A Compiler is a graph, a chain or a workflow.
type Compiler[I, O any] interface {
	Compile(ctx context.Context, opts ...compose.GraphCompileOption) (compose.Runnable[I, O], error)
}

// Compile compiles a graph and verifies what was compiled: check returns nil if it may run, as CheckView of a
// *built.Verifier does. If it may not, there is no runnable, but the error that says why not.
func Compile[I, O any](ctx context.Context, check func(sketch.View) error, g Compiler[I, O], opts ...compose.GraphCompileOption) (compose.Runnable[I, O], error) {
	c := &Compiled{Check: check, modes: both}
	switch name := fmt.Sprintf("%T", g); {
	case strings.HasPrefix(name, "*compose.Workflow["):
		c.modes = []graph.Mode{graph.ModeAll}
	case strings.HasPrefix(name, "*compose.Graph["), strings.HasPrefix(name, "*compose.Chain["):
		c.modes = []graph.Mode{graph.ModeAny}
	}
	r, err := g.Compile(ctx, append(slices.Clone(opts), compose.WithGraphCompileCallbacks(c))...)
	if err == nil {
		err = c.Err()
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// Compiled verifies graphs that others compile: give it to them as an option, or set it for all graphs.
//
//	c := &eino.Compiled{Check: verifier.CheckView}
//	compose.InitGraphCompileCallbacks([]compose.GraphCompileCallback{c})
//
// A callback of Eino cannot refuse a graph. So the program asks Err before it runs one.
type Compiled struct {
	Check func(sketch.View) error // returns nil if a graph may run
	modes []graph.Mode            // that a graph may have which does not say; nil for both

	mu   sync.Mutex
	n    int
	errs []error
}

var both = []graph.Mode{graph.ModeAny, graph.ModeAll}

// OnFinish is the callback.
func (c *Compiled) OnFinish(ctx context.Context, info *compose.GraphInfo) {
	err := c.verify(ctx, info)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.n++
	if err != nil {
		c.errs = append(c.errs, err)
	}
}

// Err returns why graphs that were compiled may not run, nil if all may. If there was none, that is an error, too.
func (c *Compiled) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n == 0 {
		return errors.New("agentvet: refused: no graph was compiled that could be verified")
	}
	return errors.Join(c.errs...)
}

// verify checks a graph, in each mode that it may have.
func (c *Compiled) verify(ctx context.Context, info *compose.GraphInfo) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("agentvet: refused: what was compiled could not be read: %v", p)
		}
	}()
	if c.Check == nil || info == nil {
		return errors.New("agentvet: refused: there is no graph, or nothing to hold it to")
	}
	modes := c.modes
	if modes == nil {
		modes = both
	}
	for _, mode := range modes {
		err := c.Check(func(one func(string) bool) *graph.Program {
			v := &viewer{ctx, one}
			return &graph.Program{Workflows: []*graph.Workflow{v.workflow(info.Name, info, mode)}}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

type viewer struct {
	ctx context.Context
	one func(string) bool
}

func (v *viewer) workflow(name string, info *compose.GraphInfo, mode graph.Mode) *graph.Workflow {
	b := graph.NewBuilder(name, "eino", graph.Pos{})
	w := b.Workflow()
	w.Mode, w.Engine.DeadEnd = mode, graph.DeadEndStops
	v.options(b, info)
	w.Engine.ExitEnds = w.Mode == graph.ModeAny
	b.Node(graph.Node{Name: compose.START, Kind: graph.KindEntry, Generated: true})
	b.Node(graph.Node{Name: compose.END, Kind: graph.KindExit, Generated: true})
	for _, key := range slices.Sorted(maps.Keys(info.Nodes)) {
		n := info.Nodes[key]
		v.node(b, key, &n, len(info.Branches[key]) > 0)
	}
	v.edges(b, info)
	return b.Build()
}

// kinds are those of components. Any other one runs a function of the program.
var kinds = map[components.Component]graph.Kind{
	components.ComponentOfChatModel:     graph.KindLLM,
	components.ComponentOfAgenticModel:  graph.KindLLM,
	compose.ComponentOfToolsNode:        graph.KindTool,
	compose.ComponentOfAgenticToolsNode: graph.KindTool,
	components.ComponentOfRetriever:     graph.KindTool,
	components.ComponentOfIndexer:       graph.KindTool,
	components.ComponentOfLoader:        graph.KindTool,
	components.ComponentOfEmbedding:     graph.KindTool,
	components.ComponentOfPrompt:        graph.KindPassthrough,
	components.ComponentOfAgenticPrompt: graph.KindPassthrough,
	components.ComponentOfTransformer:   graph.KindPassthrough,
	compose.ComponentOfPassthrough:      graph.KindPassthrough,
	compose.ComponentOfGraph:            graph.KindSubgraph,
	compose.ComponentOfChain:            graph.KindSubgraph,
	compose.ComponentOfWorkflow:         graph.KindSubgraph,
}

func (v *viewer) node(b *graph.Builder, key string, info *compose.GraphNodeInfo, branches bool) {
	n := graph.Node{Name: key, Label: info.Name, Kind: kinds[info.Component]}
	var open []graph.Unknown
	unknown := func(what graph.UnknownKind, why reason.Reason) {
		open = append(open, graph.Unknown{What: what, Reason: why})
	}
	switch {
	case n.Kind == graph.KindInvalid:
		n.Kind = graph.KindPassthrough
		unknown(graph.UnknownBody, reason.Of(reason.OwnFunction))
	case n.Kind == graph.KindSubgraph && info.GraphInfo == nil:
		unknown(graph.UnknownBody, reason.Of(reason.NotShown, "its graph"))
	case n.Kind == graph.KindSubgraph:
		mode := graph.ModeAny
		if info.Component == compose.ComponentOfWorkflow {
			mode = graph.ModeAll
		}
		n.Sub = v.workflow(key, info.GraphInfo, mode)
	case n.Kind == graph.KindLLM:
		n.Calls = graph.CallsNone // another step runs what it asks for
	case info.Component == compose.ComponentOfToolsNode, info.Component == compose.ComponentOfAgenticToolsNode:
		n.Calls = graph.CallsAny
		var why reason.Reason
		if n.Tools, why = v.tools(info.Instance); why.Given() {
			unknown(graph.UnknownTools, why)
		}
	case n.Kind == graph.KindTool: // as static analysis calls it
		n.Tools, n.Calls = []*graph.Tool{graph.Shown("eino", strings.ToLower(string(info.Component)), "")}, graph.CallsOnce
	}
	if n.Kind == graph.KindPassthrough && branches {
		n.Kind = graph.KindRouter
	}
	id := b.Node(n)
	for _, u := range open {
		u.Node = id
		b.Unknown(u)
	}
}

// tools returns the tools of a node, and why there may be others.
func (v *viewer) tools(node any) (list []*graph.Tool, why reason.Reason) {
	if inner, ok := field[*compose.ToolsNode](node, "inner"); ok {
		node = inner
	}
	tools, ok := field[[]tool.BaseTool](node, "tools")
	if !ok {
		return nil, reason.Of(reason.NotShown, "the tools of the node")
	}
	for _, t := range tools {
		shown := graph.Shown("eino", "", "")
		if t != nil {
			if info, err := t.Info(v.ctx); err == nil && info != nil {
				shown = graph.Shown("eino", info.Name, info.Desc)
			}
		}
		list = append(list, shown)
	}
	if handler, ok := field[func(context.Context, string, string) (string, error)](node, "unknownToolHandler"); !ok || handler != nil {
		why = reason.Of(reason.AnswersAny)
	}
	return list, why
}

// field returns a field that Eino does not export, if the struct to which v points has one of the type.
func field[T any](v any, name string) (value T, ok bool) {
	p := reflect.ValueOf(v)
	if p.Kind() != reflect.Pointer || p.IsNil() || p.Elem().Kind() != reflect.Struct {
		return value, false
	}
	f := p.Elem().FieldByName(name)
	if !f.IsValid() || f.Type() != reflect.TypeFor[T]() {
		return value, false
	}
	return *(*T)(unsafe.Pointer(f.UnsafeAddr())), true
}

// options applies the options with which a graph was compiled to a struct of Eino's own, and reads what they say.
func (v *viewer) options(b *graph.Builder, info *compose.GraphInfo) {
	o := reflect.New(reflect.TypeFor[compose.GraphCompileOption]().In(0).Elem())
	for _, opt := range info.CompileOptions {
		reflect.ValueOf(opt).Call([]reflect.Value{o})
	}
	w := b.Workflow()
	mode, ok := field[compose.NodeTriggerMode](o.Interface(), "nodeTriggerMode")
	if !ok {
		panic("this version of Eino does not show when its nodes run")
	}
	if mode == compose.AllPredecessor {
		w.Mode = graph.ModeAll
	}
	for _, gate := range []struct {
		field string
		after bool
	}{{"interruptBeforeNodes", false}, {"interruptAfterNodes", true}} {
		names, _ := field[[]string](o.Interface(), gate.field) // one that is not seen is no gate
		for _, name := range names {
			b.Interrupt(graph.Interrupt{Name: name, After: gate.after})
		}
	}
}

func (v *viewer) edges(b *graph.Builder, info *compose.GraphInfo) {
	for _, from := range slices.Sorted(maps.Keys(info.Edges)) {
		kind := graph.EdgeDirect
		if len(info.Edges[from]) > 1 {
			kind = graph.EdgeParallel
		}
		for _, to := range slices.Sorted(slices.Values(info.Edges[from])) {
			b.Edge(from, to, graph.Edge{Kind: kind, Empty: !slices.Contains(info.DataEdges[from], to)})
		}
	}
	for _, from := range slices.Sorted(maps.Keys(info.Branches)) {
		for _, branch := range info.Branches[from] {
			id := b.Branch(graph.Branch{From: graph.None, Multi: !v.one(from)})
			for _, to := range slices.Sorted(maps.Keys(branch.GetEndNode())) {
				b.BranchEdge(id, from, to, graph.Edge{Kind: graph.EdgeConditional, Label: to})
			}
		}
	}
	for _, from := range slices.Sorted(maps.Keys(info.DataEdges)) {
		for _, to := range slices.Sorted(slices.Values(info.DataEdges[from])) {
			if !slices.Contains(info.Edges[from], to) {
				b.Input(from, to, graph.Pos{})
			}
		}
	}
}
