package eino

// This file adds nodes and says what they are.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// kindOf returns the kind of a node that follows from the call alone; for one that reaches
// outside without being a tool of a model, also what it is called. ok is false for a call that
// adds no node.
func kindOf(call string) (kind graph.Kind, component string, ok bool) {
	what, ok := strings.CutPrefix(call, "node:")
	switch what {
	case "llm":
		return graph.KindLLM, "", ok
	case "tools":
		return graph.KindTool, "", ok
	case "retriever", "indexer", "loader", "embedding":
		return graph.KindTool, what, ok
	case "graph":
		return graph.KindSubgraph, "", ok
	}
	return graph.KindPassthrough, "", ok
}

// nodeOp adds the node of an operation that names it.
func (g *graphBuilder) nodeOp(op *assembly.Op) {
	if _, _, ok := kindOf(op.Kind); !ok {
		return
	}
	pos := op.At(g.Assembly)
	for _, x := range g.ArgOf(op, "key").Each() {
		if name, ok := x.Text(); ok {
			g.addNode(op, name)
			continue
		}
		id := g.addNode(op, assembly.OpaqueName(op.Pos))
		g.Unknown(on(id, x.Open(graph.UnknownSources, pos)))
		g.Unknown(on(id, x.Open(graph.UnknownTargets, pos)))
		if op.Loop {
			g.Unknown(x.Open(graph.UnknownAnything, pos))
		}
	}
}

// addNode adds a node with the given name.
func (g *graphBuilder) addNode(op *assembly.Op, name string) graph.NodeID {
	kind, component, _ := kindOf(op.Kind)
	n := graph.Node{Name: name, Kind: kind, Pos: op.At(g.Assembly)}
	for _, o := range options(g.ArgOf(op, "opts")) {
		switch o.Kind {
		case "opt:nodename":
			n.Label, _ = g.Arg(o, "name").Text()
		case "opt:state":
			g.board.WriteBody(name, g.observe(o))
			g.code[name] = append(g.code[name], g.functions(o)...)
		}
	}
	value := g.ArgOf(op, "value")
	obj := value.Each()[0].Object()
	var open *assembly.Unknown
	switch op.Kind {
	case "node:llm":
		open = g.offers(&n, value)
	case "node:tools":
		n.Calls = graph.CallsAny
		n.Tools, open = g.toolsOfNode(value)
		g.anyName[name] = obj != nil && !g.config(obj, "UnknownToolsHandler").IsZero()
	case "node:lambda":
		g.lambda(&n, obj)
	case "node:graph":
		g.subgraph(&n, obj, op)
	default:
		if component != "" {
			n.Calls = graph.CallsOnce
			n.Tools = []*graph.Tool{{Name: component, Framework: g.Name, Pos: n.Pos}}
		}
	}
	id := g.Node(n)
	if open != nil {
		g.Unknown(on(id, open.Open(graph.UnknownTools, n.Pos)))
	}
	if op.Kind == "node:graph" && n.Sub == nil {
		g.Unknown(on(id, value.Open(graph.UnknownBody, n.Pos)))
	}
	return id
}

// toolsOfNode returns the tools of a ToolsNode, and why there may be more.
func (a *workshop) toolsOfNode(value assembly.Value) ([]*graph.Tool, *assembly.Unknown) {
	obj := value.Each()[0].Object("toolsnode")
	if obj == nil {
		return nil, value.Why(reason.ToolsNode)
	}
	return a.config(obj, "Tools").Tools(a.tool)
}

// observe runs the functions of a lambda or state handler, once for all uses.
func (a *workshop) observe(o *assembly.Object) *assembly.Behaviour {
	if b := a.behaviours[o]; b != nil {
		return b
	}
	all := &assembly.Behaviour{}
	for _, v := range a.functions(o) {
		b := v.Observe()
		if all.Func == "" {
			*all = *b
			continue
		}
		all.Effects = append(all.Effects, b.Effects...)
		all.Writes = append(all.Writes, b.Writes...)
		if all.Course != nil && b.Course != nil {
			all.Course = all.Course.Or(b.Course)
		}
		if all.Known && !b.Known {
			all.Known, all.Reason, all.Pos = false, b.Reason, b.Pos
		}
	}
	a.behaviours[o] = all
	return all
}

// functions returns the functions of a lambda or state handler.
func (a *workshop) functions(o *assembly.Object) []assembly.Value {
	var fns []assembly.Value
	for _, name := range []string{"fn", "stream", "collect", "transform"} {
		if v := a.Arg(o, name); !v.IsZero() {
			fns = append(fns, v)
		}
	}
	return fns
}

// subgraph makes a node a graph of its own.
func (g *graphBuilder) subgraph(n *graph.Node, obj *assembly.Object, op *assembly.Op) {
	if obj == nil {
		return
	}
	if obj.Kind == "compile" {
		obj = obj.Parent
	}
	if !slices.Contains(graphKinds, obj.Kind) {
		return
	}
	var outer []*assembly.Object
	for _, o := range options(g.ArgOf(op, "opts")) {
		if o.Kind == "opt:compile" {
			outer = append(outer, options(g.Arg(o, "opts"))...)
		}
	}
	n.Sub = g.workshop.workflow(obj, outer)
	if inner := g.boards[obj]; inner != nil {
		g.board.Include(n.Name, inner)
	}
}
