package swarmgo

// This file reads agents: their functions, and whom these hand over to.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// agent is what the assembly knows of one agent.
type agent struct {
	obj   *interp.Object // nil for one that is not known
	graph *graph.Agent
	links []link
	run   bool // a conversation begins with it
	part  bool // it is part of a team or graph
	used  bool // it is run, handed over to, or part of something
}

// link is an agent that another hands over to.
type link struct {
	to    *agent
	tool  string // the function that does it
	guard graph.Guard
	pos   graph.Pos
}

// oneRound: an agent is asked, its functions run, and it is asked once more without
// them.
var oneRound = graph.Known(2)

// declare adds the agent of a literal.
func (a *assembler) declare(o *interp.Object) {
	pos, name := a.places[o], interp.Settled(interp.Field(o.Arg("value"), "Name"))
	g := &agent{obj: o, graph: &graph.Agent{Kind: graph.AgentLLM, Framework: a.Name, Bound: oneRound, Pos: pos}}
	g.graph.Name, _ = interp.AsString(name)
	if g.graph.Name == "" {
		g.graph.Name = opaqueName(pos)
		if u := interp.UnknownIn(name); u != nil {
			g.graph.Unknowns = append(g.graph.Unknowns, u.Open(graph.UnknownSources, pos))
		}
	}
	key := interp.LiteralKey(o.Arg("value"))
	if a.agents[key] == nil {
		a.agents[key] = g
		a.order = append(a.order, g)
	}
}

// of returns the agent of a literal.
func (a *assembler) of(o *interp.Object) *agent { return a.agents[interp.LiteralKey(o.Arg("value"))] }

// read reads the functions of an agent, as the package leaves it.
func (a *assembler) read(g *agent) { a.functions(g, interp.Field(g.obj.Arg("value"), "Functions")) }

// functions gives an agent the functions of a list.
func (a *assembler) functions(g *agent, list interp.Value) {
	var tools assembly.ToolList
	elems, more := interp.Elems(list)
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			guard := slices.Concat(e.Guard, alt.Guard)
			tools.Add(a.function(g, alt.V, guard), guard)
		}
	}
	g.graph.Tools = append(g.graph.Tools, tools.Tools()...)
	if more != nil {
		g.graph.Unknowns = append(g.graph.Unknowns, more.Open(graph.UnknownTools, g.graph.Pos), more.Open(graph.UnknownTargets, g.graph.Pos))
	}
}

// function returns the tool that a function is, and adds a way to each agent that it may
// return.
func (a *assembler) function(g *agent, v interp.Value, guard interp.Guard) *graph.Tool {
	t := &graph.Tool{Framework: a.Name, Pos: g.graph.Pos}
	if u, ok := interp.Unwrap(v).(*interp.Unknown); ok {
		t.Unknown = u.Reason
		return t
	}
	if s, ok := interp.Deref(v).(*interp.Struct); ok && len(s.Way()) > 0 {
		t.Pos = s.Way()[0]
	}
	assembly.NameTool(t, interp.Field(v, "Name"))
	t.Description, _ = interp.AsString(interp.Field(v, "Description"))
	f := interp.Field(v, "Function")
	if interp.IsZero(f) {
		return t
	}
	b := a.Observe(f)
	t.Handler, t.Gate = b.Func, assembly.BodyGate(b, b.AsksHuman)
	if !b.Known {
		u := &interp.Unknown{Reason: b.Reason, Pos: b.Pos}
		g.graph.Unknowns = append(g.graph.Unknowns, u.Open(graph.UnknownTargets, t.Pos))
		return t
	}
	for _, res := range interp.Returns(b) {
		for _, part := range res.Parts(interp.Field(res.V, "Agent")) {
			a.hand(g, t, part.V, slices.Concat(guard, part.Guard))
		}
	}
	return t
}

// hand adds the way to an agent that a function returns, none for nil.
func (a *assembler) hand(g *agent, t *graph.Tool, v interp.Value, guard interp.Guard) {
	if interp.IsZero(v) {
		return
	}
	to := a.agents[interp.LiteralKey(v)]
	if to == nil {
		g.graph.Unknowns = append(g.graph.Unknowns, unsure(v, graph.UnknownTargets, t.Pos))
		return
	}
	to.used = true
	if slices.ContainsFunc(g.links, func(l link) bool { return l.to == to }) {
		return
	}
	g.links = append(g.links, link{to, t.Name, guard.Data(), t.Pos})
	g.graph.SubAgents = append(g.graph.SubAgents, to.graph)
}

// runs notes with which agents conversations begin.
func (a *assembler) runs() {
	for _, o := range a.ObjectsOf("llm") {
		for _, g := range a.known(o.Arg("agent")) {
			g.begin()
			if o.Row.Text("streams") != "" { // its functions stay, and nothing counts
				g.graph.Bound = graph.Bound{State: graph.BoundUnlimited}
			}
		}
	}
	for _, o := range a.ObjectsOf("all") {
		elems, _ := interp.Elems(o.Arg("configs"))
		interp.Entries(o.Arg("configs"), func(_, config interp.Value, g interp.Guard) {
			elems = append(elems, interp.Alt{V: config, Guard: g})
		})
		for _, e := range elems {
			for _, config := range []interp.Value{e.V, interp.Field(e.V, "Config")} {
				for _, g := range a.known(interp.Field(config, "Agent")) {
					g.begin()
				}
			}
		}
	}
}

func (g *agent) begin() { g.run, g.used = true, true }

// known returns the agents that a value may be.
func (a *assembler) known(v interp.Value) []*agent {
	var out []*agent
	for _, alt := range interp.Alternatives(v) {
		if g := a.agents[interp.LiteralKey(alt.V)]; g != nil {
			out = append(out, g)
		}
	}
	return out
}

// members returns an agent and all that the conversation can be handed over to.
func (g *agent) members() []*agent {
	out := []*agent{g}
	for i := 0; i < len(out); i++ {
		for _, l := range out[i].links {
			if !slices.Contains(out, l.to) {
				out = append(out, l.to)
			}
		}
	}
	return out
}

// roots returns the agents that begin a conversation: those that are run, those to
// which no other hands over, and one of each circle that is left. Members of teams and
// steps of graphs are shown there.
func roots(list []*agent) []*agent {
	linked, covered := make(map[*agent]bool), make(map[*agent]bool)
	for _, g := range list {
		for _, l := range g.links {
			linked[l.to] = linked[l.to] || l.to != g
		}
	}
	var out []*agent
	for _, begins := range []func(*agent) bool{
		func(g *agent) bool { return g.run },
		func(g *agent) bool { return !linked[g] && !g.part },
		func(g *agent) bool { return !g.part },
	} {
		for _, g := range list {
			if covered[g] || !begins(g) {
				continue
			}
			out = append(out, g)
			for _, m := range g.members() {
				covered[m] = covered[m] || !m.run
			}
			covered[g] = true
		}
	}
	return out
}

// conversation returns the workflow of the conversations that begin with g.
func (a *assembler) conversation(g *agent) *graph.Workflow {
	s := assembly.NewSketch(g.graph.Name, a.Name, start, end, g.graph.Pos)
	s.Workflow().Mode = graph.ModeAny
	names := make(map[*agent]string)
	for _, m := range g.members() {
		names[m] = s.PlaceModel(m.graph, assembly.ModelNode(m.graph))
	}
	s.Arrow(start, assembly.Arrow{To: names[g], Pos: g.graph.Pos})
	for _, m := range g.members() {
		s.Arrow(names[m], assembly.Arrow{To: end, Pos: m.graph.Pos})
		for _, l := range m.links {
			s.Arrow(names[m], assembly.Arrow{To: names[l.to], Label: l.tool, Guard: l.guard, Pos: l.pos})
		}
	}
	return s.Finish()
}
