package adk

// This file builds the workflows of agents that run other agents.

import (
	"fmt"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// workflow returns what an agent does from START to END, nil for an agent that
// contains itself.
func (a *assembler) workflow(g *agent) *graph.Workflow {
	if a.open[g] {
		return nil
	}
	a.open[g] = true
	defer delete(a.open, g)
	switch g.kind {
	case "llm":
		return a.team(g)
	case "sequential":
		return a.sequence(g)
	case "parallel":
		return a.fanOut(g)
	case "loop":
		return a.loop(g)
	case "workflow":
		return a.graphOf(g.obj)
	case "custom":
		return a.custom(g)
	}
	s := newSketch(g.name, g.pos())
	s.Arrow(start, assembly.Arrow{To: s.agent(a, g), Pos: g.pos()})
	s.Arrow(s.agent(a, g), assembly.Arrow{To: end, Pos: g.pos()})
	return s.Finish()
}

// agentNode returns the node that an agent is inside another workflow, and what
// is not known of it.
func (a *assembler) agentNode(g *agent) (graph.Node, *graph.Unknown) {
	n := graph.Node{Name: g.name, Agent: g.name, Pos: g.pos(), Kind: graph.KindSubgraph}
	var u *graph.Unknown
	if g.unknown != nil {
		x := unknown(graph.UnknownBody, g.unknown)
		u = &x
	}
	switch g.kind {
	case "unknown":
		n.Kind = graph.KindPassthrough
	case "remote":
		u = &graph.Unknown{What: graph.UnknownBody, Reason: "the agent runs on another host", Pos: g.pos()}
	case "llm":
		if len(transferTargets(g, nil)) == 0 && len(g.called) == 0 {
			a.modelNode(g, &n)
			break
		}
		n.Sub = a.workflow(g)
	case "custom":
		b := a.observed(g.obj, "run")
		if kind := simpleKind(b); kind != graph.KindSubgraph && len(g.subs) == 0 {
			n.Kind = kind
			break
		}
		n.Sub = a.workflow(g)
	default:
		n.Sub = a.workflow(g)
	}
	if n.Kind == graph.KindLLM && u == nil {
		u = toolsUnknown(g)
	}
	return n, u
}

// modelNode makes n the node of a model.
func (a *assembler) modelNode(g *agent, n *graph.Node) {
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

// sequence chains the sub-agents of g. One that may be missing is passed by.
func (a *assembler) sequence(g *agent) *graph.Workflow {
	s := newSketch(g.name, g.pos())
	for _, from := range a.chain(s, g, []string{start}, nil) {
		s.Arrow(from, assembly.Arrow{To: end, Pos: g.pos()})
	}
	a.missing(s, g)
	return s.Finish()
}

// chain adds the sub-agents of g one after the other and returns the nodes that
// may be the last. each is called with every node.
func (a *assembler) chain(s *sketch, g *agent, last []string, each func(string, *child)) []string {
	for i := 0; i < len(g.subs); {
		j := i + 1
		for j < len(g.subs) && g.subs[j].else_ {
			j++
		}
		var next []string
		for _, c := range g.subs[i:j] {
			name := s.agent(a, c.agent)
			for _, from := range last {
				s.Arrow(from, assembly.Arrow{To: name, Guard: c.guard, Pos: c.pos()})
			}
			next = append(next, name)
			if each != nil {
				each(name, c)
			}
		}
		if j == i+1 && len(g.subs[i].guard) > 0 {
			next = append(next, last...) // it may not be there
		}
		last, i = next, j
	}
	return last
}

// missing notes that agents of g may be missing from s.
func (a *assembler) missing(s *sketch, g *agent) {
	for _, u := range g.graph.Unknowns {
		if u.What == graph.UnknownAnything && (g.unknown == nil || u.Reason != g.unknown.Reason) {
			s.Unknown(u)
		}
	}
}

// fanOut runs the sub-agents of g at the same time and waits for all.
func (a *assembler) fanOut(g *agent) *graph.Workflow {
	s := newSketch(g.name, g.pos())
	var names []string
	for _, c := range g.subs {
		names = append(names, s.agent(a, c.agent))
	}
	a.missing(s, g)
	if len(names) == 0 {
		s.Arrow(start, assembly.Arrow{To: end})
		return s.Finish()
	}
	join := s.Place(graph.Node{Name: "join", Kind: graph.KindPassthrough, Generated: true, Pos: g.pos()})
	kind := graph.EdgeParallel
	if len(names) == 1 {
		kind = graph.EdgeDirect
	}
	for i, c := range g.subs {
		s.Edge(start, names[i], graph.Edge{Kind: kind, Guard: c.guard, Pos: c.pos()})
		s.Arrow(names[i], assembly.Arrow{To: join, Pos: g.pos()})
	}
	s.Arrow(join, assembly.Arrow{To: end, Pos: g.pos()})
	return s.Finish()
}

// loop runs the sub-agents of g one after the other, again and again. A generated
// node at the end of the round holds the bound.
func (a *assembler) loop(g *agent) *graph.Workflow {
	s := newSketch(g.name, g.pos())
	a.missing(s, g)
	if len(g.subs) == 0 {
		s.Arrow(start, assembly.Arrow{To: end})
		return s.Finish()
	}
	var leaves []string
	last := a.chain(s, g, []string{start}, func(name string, c *child) {
		if a.mayEscalate(c.agent) {
			leaves = append(leaves, name)
		}
	})
	again := s.Place(graph.Node{Name: "again", Kind: graph.KindPassthrough, Generated: true, Bound: g.graph.Bound, Pos: g.pos()})
	for _, from := range last {
		s.Arrow(from, assembly.Arrow{To: again, Label: "next", Pos: g.pos()})
	}
	for _, x := range s.Arrows(start) {
		s.Arrow(again, assembly.Arrow{To: x.To, Label: "again", Guard: x.Guard, Kind: graph.EdgeLoop, Pos: g.pos()})
	}
	if g.graph.Bound.State != graph.BoundUnlimited {
		s.Arrow(again, assembly.Arrow{To: end, Label: "done", Pos: g.pos()})
	}
	for _, name := range leaves {
		s.Arrow(name, assembly.Arrow{To: end, Label: "escalate", Pos: g.pos()})
	}
	return s.Finish()
}

// custom runs what the Run function of g runs.
func (a *assembler) custom(g *agent) *graph.Workflow {
	s := newSketch(g.name, g.pos())
	b := a.observed(g.obj, "run")
	if b.Known {
		s.Flow(b, func(st *interp.FlowStep) []string { return a.stepNodes(s, st) })
		return s.Finish()
	}
	if interp.IsZero(g.obj.Arg("run")) {
		s.Arrow(start, assembly.Arrow{To: end})
		return s.Finish()
	}
	s.Unknown(graph.Unknown{What: graph.UnknownAnything, Node: graph.None, Reason: b.Reason, Pos: b.Pos})
	names := []string{start}
	for _, c := range g.subs {
		names = append(names, s.agent(a, c.agent))
	}
	for _, from := range names {
		for _, to := range append(names[1:], end) {
			s.Arrow(from, assembly.Arrow{To: to, Pos: g.pos()})
		}
	}
	return s.Finish()
}

// stepNodes adds the nodes of a step in the body of a custom agent or a dynamic
// node: agents and nodes by their names, questions and models by their lines.
func (a *assembler) stepNodes(s *sketch, st *interp.FlowStep) []string {
	n := graph.Node{Pos: st.Pos}
	switch st.Kind {
	case "run":
		return a.runNodes(s, st)
	case "human", "ask", "answered":
		n.Kind, n.Name = graph.KindHuman, fmt.Sprintf("human:%d", st.Pos.Line)
	case "llm":
		n.Kind, n.Name = graph.KindLLM, fmt.Sprintf("model:%d", st.Pos.Line)
	default:
		return nil
	}
	return []string{s.Place(n)}
}

// runNodes adds the agents or nodes that a step runs.
func (a *assembler) runNodes(s *sketch, st *interp.FlowStep) []string {
	var names []string
	if v, ok := st.Args["agent"]; ok {
		for _, c := range a.alternatives(v, nil) {
			names = append(names, s.agent(a, c.agent))
		}
		return names
	}
	for _, alt := range interp.Alternatives(st.Args["node"]) {
		names = append(names, s.graphNode(a.nodeOf(alt.V, st.Pos)))
	}
	return names
}

// runBy returns the agents that the Run function of g runs.
func (a *assembler) runBy(g *agent) []*child {
	var out []*child
	for _, e := range a.observed(g.obj, "run").Effects {
		if v, ok := e.Args["agent"]; ok && e.Kind == "run" {
			for _, c := range a.alternatives(v, e.Guard) {
				if c.obj != nil {
					out = append(out, c)
				}
			}
		}
	}
	return out
}

// simpleKind returns the kind of a function without a body of its own:
// PASSTHROUGH, HUMAN if it asks a human on every way, LLM if it only asks a model.
// It returns SUBGRAPH where one node cannot say what the function does.
func simpleKind(b *interp.Behaviour) graph.Kind {
	var human, llm, run bool
	for _, e := range b.Effects {
		human = human || asksHuman(e)
		llm = llm || e.Kind == "llm"
		run = run || e.Kind == "run"
	}
	switch {
	case !b.Known || !human && !llm && !run:
		return graph.KindPassthrough
	case human && !llm && !run && !b.Flow.Avoids(humanSeen):
		return graph.KindHuman
	case llm && !human && !run:
		return graph.KindLLM
	}
	return graph.KindSubgraph
}
