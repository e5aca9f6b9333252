package trpcagent

// This file builds the workflows of agents.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// newSketch returns a workflow with its two ends.
func newSketch(name string, pos graph.Pos) *assembly.Sketch {
	return assembly.NewSketch(name, framework, start, end, pos)
}

// place adds the node of an agent, once, and returns its name.
func (a *registry) place(s *assembly.Sketch, g *agent) string {
	return s.Once(g, func() (graph.Node, []graph.Unknown) {
		n, u := a.agentNode(g)
		if u == nil {
			return n, nil
		}
		return n, []graph.Unknown{*u}
	})
}

// placeSubs adds the nodes of the sub-agents of g, and what may be missing among them.
func (a *registry) placeSubs(s *assembly.Sketch, g *agent) []assembly.Member {
	var out []assembly.Member
	for _, c := range g.subs {
		out = append(out, assembly.Member{Node: a.place(s, c.agent), Guard: c.guard, Else: c.else_, Pos: c.pos()})
	}
	missing(s, g)
	return out
}

// missing notes that agents of g may be missing.
func missing(s *assembly.Sketch, g *agent) {
	for _, u := range g.graph.Unknowns {
		if u.What == graph.UnknownAnything && (g.unknown == nil || u.Reason != g.unknown.Reason) {
			s.Unknown(u)
		}
	}
}

// workflow returns what an agent does from start to end, nil for an agent that
// contains itself.
func (a *registry) workflow(g *agent) *graph.Workflow {
	if a.open[g] {
		return nil
	}
	a.open[g] = true
	defer delete(a.open, g)
	if g.kind == "graph" {
		if o := graphObject(a.Arg(g.obj, "graph")); o != nil {
			a.graphs[o] = true
			return a.graphOf(o, g, g.name, g.pos())
		}
	}
	s := newSketch(g.name, g.pos())
	switch g.kind {
	case "llm":
		return a.transfers(s, g, g)
	case "team":
		return a.transfers(s, g, a.agentOf(a.Arg(g.obj, "coordinator")))
	case "swarm":
		return a.swarm(s, g)
	case "chain":
		for _, from := range s.Chain(a.placeSubs(s, g), []string{start}) {
			s.Arrow(from, assembly.Arrow{To: end, Pos: g.pos()})
		}
	case "parallel":
		s.FanOut(a.placeSubs(s, g))
	case "cycle":
		a.cycle(s, g)
	case "custom":
		return a.custom(g)
	default:
		name := a.place(s, g)
		s.Arrow(start, assembly.Arrow{To: name, Pos: g.pos()})
		s.Arrow(name, assembly.Arrow{To: end, Pos: g.pos()})
	}
	return s.Finish()
}

// cycle runs the sub-agents of g in turn. What ends it is the escalation function,
// which sees the events of each of them; without one, errors do, which are no way
// to an end that a program plans for.
func (a *registry) cycle(s *assembly.Sketch, g *agent) {
	if g.graph.Bound == graph.Known(0) {
		s.Repeat(nil, g.graph.Bound, nil, "")
		return
	}
	parts := a.placeSubs(s, g)
	var leave []string
	if f := g.opts.value("escalate"); !f.IsZero() && !a.never(f) {
		for _, p := range parts {
			leave = append(leave, p.Node)
		}
	}
	s.Repeat(parts, g.graph.Bound, leave, "escalate")
}

// never reports whether a function always returns false.
func (a *registry) never(f assembly.Value) bool {
	b := f.Observe()
	return b.Known && len(b.Results) > 0 && !slices.ContainsFunc(a.Result(b, 0), func(x assembly.Value) bool {
		v, ok := x.Bool()
		return !ok || v
	})
}

// custom returns what the Run method of an agent of the program runs.
func (a *registry) custom(g *agent) *graph.Workflow {
	b := g.value.ObserveMethod("Run")
	if b.Known {
		return a.Body(g.name, g.pos(), b, a.doing(), nil)
	}
	s := newSketch(g.name, g.pos())
	s.Unknown(graph.Unknown{What: graph.UnknownAnything, Node: graph.None, Reason: b.Reason, Pos: b.Pos})
	names := []string{start}
	for _, c := range g.subs {
		names = append(names, a.place(s, c.agent))
	}
	for _, from := range names {
		for _, to := range append(names[1:], end) {
			s.Arrow(from, assembly.Arrow{To: to, Pos: g.pos()})
		}
	}
	return s.Finish()
}

// agentNode returns the node that an agent is inside another workflow, and what
// is not known of it.
func (a *registry) agentNode(g *agent) (graph.Node, *graph.Unknown) {
	n := graph.Node{Name: g.name, Agent: g.name, Pos: g.pos(), Kind: graph.KindSubgraph}
	var u *graph.Unknown
	if g.unknown != nil {
		x := g.unknown.Open(graph.UnknownBody, g.pos())
		u = &x
	}
	switch g.kind {
	case "unknown":
		n.Kind = graph.KindPassthrough
	case "remote":
		u = &graph.Unknown{What: graph.UnknownBody, Node: graph.None, Reason: reason.Of(reason.Elsewhere), Pos: g.pos()}
	case "llm":
		if len(g.subs) == 0 && len(g.called) == 0 {
			modelNode(g, &n)
			break
		}
		n.Sub = a.workflow(g)
	case "graph":
		if n.Sub = a.workflow(g); n.Sub == nil || graphObject(a.Arg(g.obj, "graph")) == nil {
			x := a.Arg(g.obj, "graph").Open(graph.UnknownBody, g.pos())
			n.Sub, u = nil, &x
		}
	default:
		n.Sub = a.workflow(g)
	}
	if n.Kind == graph.KindLLM && u == nil {
		u = toolsUnknown(g)
	}
	return n, u
}

// modelNode makes n the node of a model with its tools.
func modelNode(g *agent, n *graph.Node) {
	n.Kind, n.Tools, n.Calls, n.Bound = graph.KindLLM, g.graph.Tools, graph.CallsAny, g.graph.Bound
}

// toolsUnknown returns why a model may have further tools, nil if it has not.
func toolsUnknown(g *agent) *graph.Unknown {
	for _, u := range g.graph.Unknowns {
		if u.What == graph.UnknownTools {
			return &u
		}
	}
	return nil
}
