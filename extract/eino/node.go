package eino

// This file adds nodes and says what they are.

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// kindOf returns the kind of a node that follows from the call alone; for one that reaches
// outside without being a tool of a model, also what it is called.
func kindOf(call string) (kind graph.Kind, component string) {
	switch what := strings.TrimPrefix(call, "node:"); what {
	case "llm":
		return graph.KindLLM, ""
	case "tools":
		return graph.KindTool, ""
	case "retriever", "indexer", "loader", "embedding":
		return graph.KindTool, what
	case "graph":
		return graph.KindSubgraph, ""
	}
	return graph.KindPassthrough, ""
}

// isNode reports whether a call adds a node.
func isNode(call string) bool { return strings.HasPrefix(call, "node:") && call != "node:end" }

// describe returns the node of a step, and what is not known of it.
func (g *graphBuilder) describe(s *assembly.Step) (graph.Node, []graph.Unknown) {
	kind, component := kindOf(s.Op.Kind)
	n := graph.Node{Name: s.Name, Kind: kind, Pos: s.Op.At(g.Assembly)}
	g.nodeOptions(&n, s.Op)
	value := g.ArgOf(s.Op, "value")
	obj := value.Each()[0].Object()
	var open *assembly.Unknown
	switch {
	case s.Op.Kind == "node:llm":
		open = g.offers(&n, value)
	case s.Op.Kind == "node:tools":
		n.Calls = graph.CallsAny
		n.Tools, open = g.toolsOfNode(value)
		if obj != nil {
			g.answers[s.Name] = append(g.answers[s.Name], g.otherNames(g.Arg(obj, "config")))
		}
	case s.Op.Kind == "node:lambda":
		g.relays[n.Name] = obj != nil && obj.Row.Name == "InvokableLambda" && !g.keyed(s.Op)
		open := g.lambda(&n, value)
		return n, open
	case s.Op.Kind == "node:graph":
		if g.subgraph(&n, obj, s.Op); n.Sub == nil {
			return n, []graph.Unknown{value.Open(graph.UnknownBody, n.Pos)}
		}
	case component != "":
		n.Calls = graph.CallsOnce
		n.Tools = []*graph.Tool{{Name: component, Framework: g.Name, Pos: n.Pos}}
	}
	if open != nil {
		return n, []graph.Unknown{open.Open(graph.UnknownTools, n.Pos)}
	}
	return n, nil
}

// nodeOptions applies the options of a call that adds a node.
func (g *graphBuilder) nodeOptions(n *graph.Node, op *assembly.Op) {
	for _, o := range options(g.ArgOf(op, "opts")) {
		switch o.Kind {
		case "opt:nodename":
			n.Label, _ = g.Arg(o, "name").Text()
		case "opt:state":
			g.Board.WriteBody(n.Name, g.observe(o))
			g.code[n.Name] = append(g.code[n.Name], g.functions(o)...)
		}
	}
}

// keyed reports whether a call that adds a node has options by which this gets, or returns, something else than its function does.
func (g *graphBuilder) keyed(op *assembly.Op) bool {
	opts := g.ArgOf(op, "opts")
	list, more := opts.List()
	return more != nil || len(list) != len(opts.Objects()) || slices.ContainsFunc(opts.Objects(), func(o *assembly.Object) bool {
		return o.Kind != "opt:nodename" && o.Kind != "opt:nodekey"
	})
}

// toolsOfNode returns the tools of a ToolsNode, and why there may be more.
func (a *workshop) toolsOfNode(value assembly.Value) ([]*graph.Tool, *assembly.Unknown) {
	obj := value.Each()[0].Object("toolsnode")
	if obj == nil {
		return nil, value.Why(reason.ToolsNode)
	}
	return a.toolsOf(a.Arg(obj, "config"))
}

// toolsOf returns the tools of the configuration of a tools node, and why there may be more.
func (a *workshop) toolsOf(config assembly.Value) ([]*graph.Tool, *assembly.Unknown) {
	s := a.nodeTools(config)
	for _, o := range a.ObjectsOf("runtools") { // whichever graph it is that the run gets
		s.open(&assembly.Unknown{Reason: reason.Of(reason.RunTools), Pos: o.Pos})
	}
	tools, more := s.tools()
	return tools, cmp.Or(more...)
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
		g.Board.Include(n.Name, inner)
	}
}
