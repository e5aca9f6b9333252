package eino

// This file adds nodes and says what they are.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// kinds are the node kinds that follow from the call alone.
var kinds = map[string]graph.Kind{
	"node:llm":         graph.KindLLM,
	"node:tools":       graph.KindTool,
	"node:retriever":   graph.KindTool,
	"node:indexer":     graph.KindTool,
	"node:loader":      graph.KindTool,
	"node:embedding":   graph.KindTool,
	"node:lambda":      graph.KindPassthrough,
	"node:template":    graph.KindPassthrough,
	"node:transformer": graph.KindPassthrough,
	"node:passthrough": graph.KindPassthrough,
	"node:graph":       graph.KindSubgraph,
}

// components are the nodes that reach outside without being tools of a model.
var components = map[string]string{
	"node:retriever": "retriever", "node:indexer": "indexer", "node:loader": "loader", "node:embedding": "embedding",
}

// nodeOp adds the node of an operation that names it.
func (g *graphBuilder) nodeOp(op *interp.Op) {
	if _, ok := kinds[op.Kind]; !ok {
		return
	}
	for _, alt := range interp.Alternatives(op.Arg("key")) {
		if name, ok := interp.AsString(alt.V); ok {
			g.addNode(op, name)
			continue
		}
		u, _ := interp.Unwrap(alt.V).(*interp.Unknown)
		id := g.addNode(op, opaqueName(op.Pos))
		g.Unknown(unknown(graph.UnknownSources, id, u, op.At(g.Assembly)))
		g.Unknown(unknown(graph.UnknownTargets, id, u, op.At(g.Assembly)))
		if op.Loop {
			g.Unknown(unknown(graph.UnknownAnything, graph.None, u, op.At(g.Assembly)))
		}
	}
}

// addNode adds a node with the given name.
func (g *graphBuilder) addNode(op *interp.Op, name string) graph.NodeID {
	n := graph.Node{Name: name, Kind: kinds[op.Kind], Pos: op.At(g.Assembly)}
	for _, o := range options(op.Arg("opts")) {
		switch o.Kind {
		case "opt:nodename":
			n.Label, _ = interp.AsString(o.Arg("name"))
		case "opt:state":
			g.finals = append(g.finals, nodeState{name, g.observe(o)})
			g.code[name] = append(g.code[name], functions(o)...)
		}
	}
	value := op.Arg("value")
	obj, _ := interp.Unwrap(first(value)).(*interp.Object)
	var open *interp.Unknown
	switch op.Kind {
	case "node:llm":
		open = g.offers(&n, value)
	case "node:tools":
		n.Calls = graph.CallsAny
		n.Tools, open = g.toolsOfNode(value)
		g.anyName[name] = obj != nil && !interp.IsZero(interp.Field(obj.Arg("config"), "UnknownToolsHandler"))
	case "node:lambda":
		g.lambda(&n, obj)
	case "node:graph":
		g.subgraph(&n, obj, op)
	default:
		if c := components[op.Kind]; c != "" {
			n.Calls = graph.CallsOnce
			n.Tools = []*graph.Tool{{Name: c, Framework: g.Name, Pos: op.At(g.Assembly)}}
		}
	}
	id := g.Node(n)
	if open != nil {
		g.Unknown(unknown(graph.UnknownTools, id, open, op.At(g.Assembly)))
	}
	if op.Kind == "node:graph" && n.Sub == nil {
		g.Unknown(unknown(graph.UnknownBody, id, asUnknown(value), op.At(g.Assembly)))
	}
	return id
}

// first returns the first alternative of a value.
func first(v interp.Value) interp.Value {
	return interp.Alternatives(v)[0].V
}

// toolsOfNode returns the tools of a ToolsNode, and why there may be more.
func (a *assembler) toolsOfNode(value interp.Value) ([]*graph.Tool, *interp.Unknown) {
	obj, ok := interp.Unwrap(first(value)).(*interp.Object)
	if !ok || obj.Kind != "toolsnode" {
		if u := asUnknown(value); u != nil {
			return nil, u
		}
		return nil, &interp.Unknown{Reason: "the tools node is not known"}
	}
	return a.toolList(interp.Field(obj.Arg("config"), "Tools"))
}

// observe runs the functions of a lambda or state handler, once for all uses.
func (a *assembler) observe(o *interp.Object) *interp.Behaviour {
	if b := a.behaviours[o]; b != nil {
		return b
	}
	all := &interp.Behaviour{}
	for _, v := range functions(o) {
		b := a.Observe(v)
		if all.Func == "" {
			*all = *b
			continue
		}
		all.Effects = append(all.Effects, b.Effects...)
		all.Writes = append(all.Writes, b.Writes...)
		if all.Flow != nil && b.Flow != nil {
			all.Flow = all.Flow.Or(b.Flow)
		}
		if all.Known && !b.Known {
			all.Known, all.Reason, all.Pos = false, b.Reason, b.Pos
		}
	}
	a.behaviours[o] = all
	return all
}

// functions returns the functions of a lambda or state handler.
func functions(o *interp.Object) []interp.Value {
	var fns []interp.Value
	for _, name := range []string{"fn", "stream", "collect", "transform"} {
		if v := o.Arg(name); !interp.IsZero(v) {
			fns = append(fns, v)
		}
	}
	return fns
}

// subgraph makes a node a graph of its own.
func (g *graphBuilder) subgraph(n *graph.Node, obj *interp.Object, op *interp.Op) {
	if obj == nil {
		return
	}
	if obj.Kind == "compile" {
		obj = obj.Parent
	}
	if !slices.Contains(graphKinds, obj.Kind) {
		return
	}
	var outer []*interp.Object
	for _, o := range options(op.Arg("opts")) {
		if o.Kind == "opt:compile" {
			outer = append(outer, options(o.Arg("opts"))...)
		}
	}
	n.Sub = g.assembler.workflow(obj, outer)
	for _, s := range g.states[obj] {
		g.finals = append(g.finals, nodeState{n.Name, s.b})
	}
}
