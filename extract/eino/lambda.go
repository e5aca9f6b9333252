package eino

// This file finds out what the function of a node does: whether it asks a human, a
// model, or runs a tool or a graph.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// lambda completes the node of a function. One kind of effect makes it a node of that
// kind; where the order of several matters, it is a workflow of its own. A function
// that asks a human is a human step if it does so on every way to its end.
func (g *graphBuilder) lambda(n *graph.Node, obj *assembly.Object) {
	if obj == nil {
		return
	}
	g.code[n.Name] = append(g.code[n.Name], g.functions(obj)...)
	b := g.observe(obj)
	n.Func, n.Sink = b.Func, g.returnsNothing(b)
	g.board.WriteBody(n.Name, b)
	g.does(n, b, func(pos graph.Pos, stack []graph.Pos) graph.Pos {
		return g.At(pos, append(slices.Clone(obj.Stack), stack...))
	})
}

// does gives n the kind and the tools of what a function does. The position of an
// effect for a reader of the package is that which at returns.
func (a *workshop) does(n *graph.Node, b *assembly.Behaviour, at func(graph.Pos, []graph.Pos) graph.Pos) {
	human, llm, tool, run := b.Asks(), b.Has("llm"), b.Has("tool"), b.Has("run")
	switch {
	case run && !human && !llm && !tool && a.runsOne(n, b):
	case run, human && (llm || tool || !b.AlwaysAsks()):
		n.Kind, n.Sub = graph.KindSubgraph, a.sketch(n, b, at)
	case human:
		n.Kind = graph.KindHuman
	case llm:
		n.Kind = graph.KindLLM
		if n.Tools = a.toolsRun(b.Effects, at); len(n.Tools) > 0 {
			n.Calls = graph.CallsAny
		}
	case tool:
		n.Kind, n.Tools = graph.KindTool, a.toolsRun(b.Effects, at)
		n.Calls = b.Calls(n.Tools, callsOf)
	}
}

// callsOf says how a step calls tools: a tools node those that a model chose.
func callsOf(s *assembly.CourseStep) graph.Calls {
	_, dispatches := s.Args["node"]
	switch {
	case s.Kind != "tool":
		return graph.CallsUnspecified
	case dispatches:
		return graph.CallsAny
	}
	return graph.CallsOnce
}

// toolsRun returns the tools that effects run, each once. What a function runs itself
// is no offer to a model.
func (a *workshop) toolsRun(effects []assembly.Effect, at func(graph.Pos, []graph.Pos) graph.Pos) []*graph.Tool {
	var tools []*graph.Tool
	add := func(t *graph.Tool, e assembly.Effect) {
		if t == nil {
			return
		}
		if t.Name == "" && !t.Pos.IsValid() {
			t.Pos = at(e.Pos, e.Stack)
		}
		same := func(x *graph.Tool) bool { return x == t || x.Name == "" && x.Unknown == t.Unknown && x.Pos == t.Pos }
		if !slices.ContainsFunc(tools, same) {
			tools = append(tools, t)
		}
	}
	for _, e := range effects {
		if e.Kind != "tool" {
			continue
		}
		if v, one := a.EffectArg(e, "tool"); one {
			for _, x := range v.Each() {
				add(a.tool(x), e)
			}
			continue
		}
		node, _ := a.EffectArg(e, "node")
		list, more := a.toolsOfNode(node)
		for _, t := range list {
			add(t, e)
		}
		if more != nil {
			add(&graph.Tool{Framework: a.Name, Unknown: more.Reason, Pos: more.Pos}, e)
		}
	}
	return tools
}

// sketch returns the workflow of a function's effects.
func (a *workshop) sketch(n *graph.Node, b *assembly.Behaviour, at func(graph.Pos, []graph.Pos) graph.Pos) *graph.Workflow {
	s := assembly.NewSketch(n.Name, a.Name, start, end, n.Pos)
	s.Course(b, func(st *assembly.CourseStep) []string {
		pos := at(st.Pos, st.Stack)
		switch {
		case b.Asked(st):
			return []string{s.Place(assembly.HumanAt(pos))}
		case st.Kind == "llm":
			return []string{s.Place(assembly.ModelAt(pos))}
		case st.Kind == "run":
			return a.placeRuns(s, st, pos)
		case st.Kind == "tool":
			return []string{s.Place(graph.Node{
				Kind: graph.KindTool, Name: fmt.Sprintf("tool:%d", pos.Line), Calls: callsOf(st),
				Tools: a.toolsRun([]assembly.Effect{st.Effect}, at), Pos: pos,
			})}
		}
		return nil
	})
	if !b.Known {
		s.Unknown(graph.Unknown{What: graph.UnknownAnything, Node: graph.None, Reason: b.Reason, Pos: b.Pos})
	}
	return s.Finish()
}

// returnsNothing reports whether a function never returns a value: it is there
// for what it does.
func (a *workshop) returnsNothing(b *assembly.Behaviour) bool {
	results := a.Result(b, 0)
	something := func(x assembly.Value) bool { return !x.IsZero() }
	return b.Known && len(results) > 0 && !slices.ContainsFunc(results, something)
}
