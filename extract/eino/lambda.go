package eino

// This file finds out what the function of a node does: whether it asks a human, a
// model, or runs a tool or a graph.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// lambda completes the node of a function. One kind of effect makes it a node of that
// kind; where the order of several matters, it is a workflow of its own. A function
// that asks a human is a human step if it does so on every way to its end.
func (g *graphBuilder) lambda(n *graph.Node, obj *interp.Object) {
	if obj == nil {
		return
	}
	g.code[n.Name] = append(g.code[n.Name], functions(obj)...)
	b := g.observe(obj)
	n.Func, n.Sink = b.Func, returnsNothing(b)
	g.finals = append(g.finals, nodeState{n.Name, b})
	g.does(n, b, func(pos graph.Pos, stack []graph.Pos) graph.Pos {
		return g.At(pos, append(slices.Clone(obj.Stack), stack...))
	})
}

// does gives n the kind and the tools of what a function does. The position of an
// effect for a reader of the package is that which at returns.
func (a *assembler) does(n *graph.Node, b *interp.Behaviour, at func(graph.Pos, []graph.Pos) graph.Pos) {
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
func callsOf(s *interp.FlowStep) graph.Calls {
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
func (a *assembler) toolsRun(effects []interp.Effect, at func(graph.Pos, []graph.Pos) graph.Pos) []*graph.Tool {
	var tools []*graph.Tool
	add := func(t *graph.Tool, e interp.Effect) {
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
		v, one := e.Args["tool"]
		if one {
			for _, alt := range interp.Alternatives(v) {
				add(a.tool(alt.V), e)
			}
			continue
		}
		list, more := a.toolsOfNode(e.Args["node"])
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
func (a *assembler) sketch(n *graph.Node, b *interp.Behaviour, at func(graph.Pos, []graph.Pos) graph.Pos) *graph.Workflow {
	s := assembly.NewSketch(n.Name, a.Name, start, end, n.Pos)
	s.Flow(b, func(st *interp.FlowStep) []string {
		pos := at(st.Pos, st.Stack)
		m := graph.Node{Pos: pos}
		switch {
		case b.Asked(st):
			m.Kind, m.Name = graph.KindHuman, fmt.Sprintf("human:%d", pos.Line)
		case st.Kind == "llm":
			m.Kind, m.Name = graph.KindLLM, fmt.Sprintf("model:%d", pos.Line)
		case st.Kind == "run":
			return a.placeRuns(s, st, pos)
		case st.Kind == "tool":
			m.Kind, m.Name, m.Calls = graph.KindTool, fmt.Sprintf("tool:%d", pos.Line), callsOf(st)
			m.Tools = a.toolsRun([]interp.Effect{st.Effect}, at)
		default:
			return nil
		}
		return []string{s.Place(m)}
	})
	if !b.Known {
		s.Unknown(graph.Unknown{What: graph.UnknownAnything, Node: graph.None, Reason: b.Reason, Pos: b.Pos})
	}
	return s.Finish()
}

// returnsNothing reports whether a function never returns a value: it is there
// for what it does.
func returnsNothing(b *interp.Behaviour) bool {
	if !b.Known || len(b.Results) == 0 || len(b.Results[0]) == 0 {
		return false
	}
	for _, alt := range b.Results[0] {
		if !interp.IsZero(alt.V) {
			return false
		}
	}
	return true
}
