package eino

// This file knows the graphs that Eino's prebuilt agents build inside.

import (
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// react handles react.NewAgent: model and tools in a loop, with a way out for
// tools whose result is the answer.
func (g *graphBuilder) react() {
	config := g.obj.Arg("config")
	pos := g.obj.At(g.Assembly)
	tools, more := g.toolList(interp.Field(config, "ToolsConfig", "Tools"))
	bound := graph.Known(12) // Eino's default: nodes + 10
	if v := interp.Field(config, "MaxStep"); !interp.IsZero(v) {
		bound = boundOf(v)
	}
	g.Node(graph.Node{Name: "chat", Kind: graph.KindLLM, Pos: pos, Bound: bound})
	id := g.Node(graph.Node{
		Name: "tools", Kind: graph.KindTool, Tools: tools, Calls: graph.CallsAny, Pos: pos,
		Final: names(interp.Field(config, "ToolReturnDirectly")), Generated: len(tools) == 0, // then the agent only talks
	})
	g.Node(graph.Node{Name: "direct_return", Kind: graph.KindPassthrough, Pos: pos, Generated: true})
	if more != nil {
		g.Unknown(unknown(graph.UnknownTools, id, more, pos))
	}
	g.Edge(start, "chat", graph.Edge{Pos: pos})
	g.choice("chat", "tools", end)
	g.choice("tools", "chat", "direct_return")
	g.Edge("direct_return", end, graph.Edge{Pos: pos})
}

// choice adds a branch of the framework's own.
func (g *graphBuilder) choice(from string, targets ...string) {
	pos := g.obj.At(g.Assembly)
	id := g.Branch(graph.Branch{From: graph.None, Pos: pos})
	for _, t := range targets {
		g.BranchEdge(id, from, t, graph.Edge{Kind: graph.EdgeConditional, Label: t, Pos: pos})
	}
}

// host handles host.NewMultiAgent: a host model that answers or hands over to
// any set of specialists, whose answers are summarized.
func (g *graphBuilder) host() {
	const (
		host, list, collect    = "host", "msg2MsgList", "specialist_answers_collect"
		single, pairs, summary = "single_intent_answer", "map_to_list", "multi_intents_summarize"
	)
	config, pos := g.obj.Arg("config"), g.obj.At(g.Assembly)
	plain := func(name string) {
		g.Node(graph.Node{Name: name, Kind: graph.KindPassthrough, Pos: pos, Generated: true})
	}
	plain(collect)
	names := g.specialists(config)
	g.Node(graph.Node{Name: host, Kind: graph.KindLLM, Pos: pos})
	plain(list)
	plain(single)
	plain(pairs)
	summarizer := graph.Node{Name: summary, Kind: graph.KindPassthrough, Pos: pos, Generated: true}
	if !interp.IsZero(interp.Field(config, "Summarizer")) {
		summarizer.Kind = graph.KindLLM
	}
	g.Node(summarizer)

	g.Edge(start, host, graph.Edge{Pos: pos})
	g.choice(host, list, end)
	id := g.Branch(graph.Branch{From: graph.None, Multi: true, Pos: pos})
	for _, n := range names {
		g.BranchEdge(id, list, n, graph.Edge{Kind: graph.EdgeConditional, Label: n, Pos: pos})
		g.Edge(n, collect, graph.Edge{Pos: pos})
	}
	g.choice(collect, single, pairs)
	g.Edge(single, end, graph.Edge{Pos: pos})
	g.Edge(pairs, summary, graph.Edge{Pos: pos})
	g.Edge(summary, end, graph.Edge{Pos: pos})
}

// specialists adds the nodes of a host's specialists and returns their names.
func (g *graphBuilder) specialists(config interp.Value) []string {
	var names []string
	elems, more := interp.Elems(interp.Field(config, "Specialists"))
	for _, e := range elems {
		name, ok := interp.AsString(interp.Field(e.V, "AgentMeta", "Name"))
		if !ok {
			name = opaqueName(g.obj.Pos)
		}
		n := graph.Node{Name: name, Kind: graph.KindLLM, Pos: g.obj.At(g.Assembly)}
		for _, field := range []string{"Invokable", "Streamable"} {
			if f := interp.Field(e.V, field); !interp.IsZero(f) {
				b := g.Observe(f)
				n.Func, n.Kind = b.Func, graph.KindPassthrough
				g.does(&n, b, g.At)
				break
			}
		}
		g.Node(n)
		names = append(names, name)
	}
	if more != nil {
		g.Unknown(unknown(graph.UnknownAnything, graph.None, more, g.obj.At(g.Assembly)))
	}
	return names
}

// boundOf returns the bound that a configuration value gives; zero is no bound.
func boundOf(v interp.Value) graph.Bound {
	if n, ok := interp.AsInt(v); ok {
		if n == 0 {
			return graph.Bound{State: graph.BoundUnlimited}
		}
		return graph.Known(n)
	}
	return graph.Bound{State: graph.BoundPresent}
}
