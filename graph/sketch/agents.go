package sketch

// This file draws agents as a framework has built them: those that run others, hand over to others, or
// have others behind their tools.

import (
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// An Agent is one agent of a tree, or of a team.
type Agent struct {
	*graph.Agent
	Subs   []*Agent // that it runs, in order
	Hands  []*Agent // to whom its model may hand over
	Called []*Agent // behind its tools: they come back
	// Flow draws what an agent does that runs a graph, with the steps that node returns for agents in it: those in Within.
	Flow   func(node func(*Agent) (graph.Node, []graph.Unknown)) *graph.Workflow
	Within []*Agent
	Leaves bool // it may end the loop of which it is a part
	Skips  bool // something may answer in its place
}

// The ends of what agents do: frameworks have no names for them.
const (
	start = "START"
	end   = "END"
)

// Program returns all that an agent does and can get to. The engine is what the framework does where
// others differ.
func Program(root *Agent, engine graph.Engine) *graph.Program {
	return Programs([]*Agent{root}, engine)
}

// Programs is Program of agents that run each by itself.
func Programs(roots []*Agent, engine graph.Engine) *graph.Program {
	d := &drawer{engine: engine, open: make(map[*Agent]bool), seen: make(map[*Agent]bool)}
	p := new(graph.Program)
	for _, root := range roots {
		d.visit(root)
		p.Workflows = append(p.Workflows, d.root(root))
	}
	p.Agents = d.agents
	return p
}

// A drawer draws the agents of one program.
type drawer struct {
	engine graph.Engine
	open   map[*Agent]bool // whose workflow is being drawn
	seen   map[*Agent]bool
	agents []*graph.Agent
}

// visit notes all agents, and which of them are parts of others.
func (d *drawer) visit(a *Agent) {
	if d.seen[a] {
		return
	}
	d.seen[a] = true
	d.agents = append(d.agents, a.Agent)
	for _, list := range [][]*Agent{a.Subs, a.Hands, a.Called, a.Within} {
		for _, sub := range list {
			d.visit(sub)
		}
	}
}

func (d *drawer) sketch(a *Agent) *Sketch {
	s := New(a.Name, a.Framework, start, end, a.Pos)
	s.Workflow().Engine = d.engine
	s.Workflow().Engine.RunsOn = d.engine.RunsOn && (a.Kind == graph.AgentSequential || a.Kind == graph.AgentLoop)
	return s
}

// root returns what an agent does from start to end, which is nothing if something answers in its place.
func (d *drawer) root(a *Agent) *graph.Workflow {
	if !a.Skips {
		return d.flow(a)
	}
	s := d.sketch(a)
	name := s.PlaceOpen(d.node(a))
	s.Arrow(start, Arrow{To: name, Pos: a.Pos})
	s.Arrow(name, Arrow{To: end, Pos: a.Pos})
	return s.Finish()
}

// flow returns what an agent does that runs, from start to end.
func (d *drawer) flow(a *Agent) *graph.Workflow {
	d.open[a] = true
	defer delete(d.open, a)
	if a.Flow != nil {
		return a.Flow(d.node)
	}
	s := d.sketch(a)
	switch {
	case a.Kind == graph.AgentSequential:
		for _, from := range s.Chain(d.members(s, a), []string{start}) {
			s.Arrow(from, Arrow{To: end, Pos: a.Pos})
		}
	case a.Kind == graph.AgentParallel:
		s.FanOut(d.members(s, a))
	case a.Kind == graph.AgentLoop:
		var leave []string
		parts := d.members(s, a)
		for i, sub := range a.Subs {
			if sub.Leaves {
				leave = append(leave, parts[i].Node)
			}
		}
		s.Repeat(parts, a.Bound, leave, "escalate")
		for _, u := range a.Unknowns {
			u.Node = graph.None
			s.Unknown(u)
		}
	default:
		s.Workflow().Mode = graph.ModeAny
		s.Arrow(start, Arrow{To: d.member(s, a), Pos: a.Pos})
	}
	return s.Finish()
}

// members places the agents that another one runs.
func (d *drawer) members(s *Sketch, a *Agent) (list []Member) {
	for _, sub := range a.Subs {
		list = append(list, Member{Node: s.Once(sub, func() (graph.Node, []graph.Unknown) { return d.node(sub) }), Pos: sub.Pos})
	}
	return list
}

// member places an agent of a conversation, with all that it can get to, and returns the name of its node.
func (d *drawer) member(s *Sketch, a *Agent) string {
	if name, ok := s.Names[a]; ok {
		return name
	}
	name := s.Once(a, func() (graph.Node, []graph.Unknown) { return d.alone(a) })
	s.Arrow(name, Arrow{To: end, Pos: a.Pos}) // also where something answers in its place
	for _, to := range a.Hands {
		s.Arrow(name, Arrow{To: d.member(s, to), Label: to.Name, Pos: to.Pos})
	}
	for _, to := range a.Called {
		inner := s.Once(called{to}, func() (graph.Node, []graph.Unknown) { return d.node(to) })
		s.Arrow(name, Arrow{To: inner, Label: to.Name, Pos: to.Pos})
		s.Arrow(inner, Arrow{To: name, Pos: to.Pos})
	}
	return name
}

// called is an agent that is called like a tool: another step than that to which somebody hands over.
type called struct{ *Agent }

// node returns the step that an agent is inside what another one does.
func (d *drawer) node(a *Agent) (graph.Node, []graph.Unknown) {
	if !a.Skips || d.open[a] {
		return d.whole(a)
	}
	s := d.sketch(a)
	name := s.PlaceOpen(d.whole(a))
	s.Arrow(start, Arrow{To: name, Pos: a.Pos})
	s.Arrow(start, Arrow{To: end, Label: "skipped", Pos: a.Pos})
	s.Arrow(name, Arrow{To: end, Pos: a.Pos})
	return graph.Node{Name: a.Name, Kind: graph.KindSubgraph, Agent: a.Name, Sub: s.Finish(), Pos: a.Pos}, nil
}

// whole returns the step of an agent that runs.
func (d *drawer) whole(a *Agent) (graph.Node, []graph.Unknown) {
	if a.Kind == graph.AgentLLM && len(a.Hands)+len(a.Called) > 0 {
		return d.body(a)
	}
	return d.alone(a)
}

// alone returns the step of an agent, without those to which it hands over.
func (d *drawer) alone(a *Agent) (graph.Node, []graph.Unknown) {
	switch {
	case a.Kind == graph.AgentLLM:
		return ModelNode(a.Agent), a.Unknowns
	case a.Kind == graph.AgentServer: // its clients do what a model does
		n := ModelNode(a.Agent)
		n.Kind = graph.KindTool
		return n, a.Unknowns
	case a.Flow != nil, len(a.Subs) > 0:
		return d.body(a)
	}
	n := graph.Node{Name: a.Name, Kind: graph.KindPassthrough, Agent: a.Name, Pos: a.Pos}
	if a.Kind == graph.AgentSequential || a.Kind == graph.AgentParallel || a.Kind == graph.AgentLoop || len(a.Unknowns) > 0 {
		return n, a.Unknowns
	}
	return n, []graph.Unknown{{What: graph.UnknownBody, Reason: reason.Of(reason.OwnFunction), Pos: a.Pos}}
}

// body returns the step of an agent that is a workflow of its own.
func (d *drawer) body(a *Agent) (graph.Node, []graph.Unknown) {
	n := graph.Node{Name: a.Name, Kind: graph.KindSubgraph, Agent: a.Name, Pos: a.Pos}
	if d.open[a] {
		n.Kind = graph.KindPassthrough
		return n, []graph.Unknown{{What: graph.UnknownBody, Reason: reason.Of(reason.Itself, "agent"), Pos: a.Pos}}
	}
	n.Sub = d.flow(a)
	return n, nil
}
