package eino

// This file knows the graphs that Eino's prebuilt agents build inside.

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// react handles react.NewAgent: model and tools in a loop, with a way out for
// tools whose result is the answer.
func (g *graphBuilder) react() {
	pos := g.obj.At(g.Assembly)
	tools, more := g.toolsOf(g.config(g.obj, "ToolsConfig"))
	bound := g.iterations(g.obj, "MaxStep", 12) // steps, of which a round has two; nodes + 10 by default, 12 or 13 by version
	g.Node(graph.Node{Name: "chat", Kind: graph.KindLLM, Pos: pos, Bound: bound})
	id := g.Node(graph.Node{
		Name: "tools", Kind: graph.KindTool, Tools: tools, Calls: graph.CallsAny, Pos: pos,
		Final: names(g.config(g.obj, "ToolReturnDirectly")), Generated: len(tools) == 0, // then the agent only talks
	})
	g.Node(graph.Node{Name: "direct_return", Kind: graph.KindPassthrough, Pos: pos, Generated: true})
	if more != nil {
		g.OpenFor(more, graph.UnknownTools, id, pos)
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
	pos := g.obj.At(g.Assembly)
	plain := func(name string) {
		g.Node(graph.Node{Name: name, Kind: graph.KindPassthrough, Pos: pos, Generated: true})
	}
	plain(collect)
	names := g.specialists()
	g.Node(graph.Node{Name: host, Kind: graph.KindLLM, Pos: pos})
	plain(list)
	plain(single)
	plain(pairs)
	summarizer := graph.Node{Name: summary, Kind: graph.KindPassthrough, Pos: pos, Generated: true}
	if !g.config(g.obj, "Summarizer").IsZero() {
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
func (g *graphBuilder) specialists() []string {
	var names []string
	pos := g.obj.At(g.Assembly)
	list, more := g.config(g.obj, "Specialists").List()
	for _, x := range list {
		name, ok := x.Field("AgentMeta", "Name").Text()
		if !ok {
			name = assembly.OpaqueName(g.obj.Pos)
		}
		n := graph.Node{Name: name, Kind: graph.KindLLM, Pos: pos}
		var open []graph.Unknown
		for _, field := range []string{"Invokable", "Streamable"} {
			if f := x.Field(field); !f.IsZero() {
				b := f.Observe()
				n.Func, n.Kind = b.Func, graph.KindPassthrough
				open = g.does(&n, b, nil)
				break
			}
		}
		g.Put(n, open)
		names = append(names, name)
	}
	if more != nil {
		g.OpenFor(more, graph.UnknownAnything, graph.None, pos)
	}
	return names
}

// boundOf returns the bound that a configuration value gives; zero is no bound.
func boundOf(v assembly.Value) graph.Bound {
	if n, ok := v.Int(); ok {
		if n == 0 {
			return graph.Bound{State: graph.BoundUnlimited}
		}
		return graph.Known(n)
	}
	return graph.Bound{State: graph.BoundPresent}
}
