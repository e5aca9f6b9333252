package assembly

// This file reads agents that are literals of a framework's struct type, and the
// conversations in which they hand over to each other or call each other like tools.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// A Peer is an agent of a team, in which any may hand over to any other that it knows.
type Peer struct {
	*graph.Agent
	Object *Object // nil for one of which only the reason is known why nothing is
	Hands  []Link  // to whom it hands over
	Calls  []Link  // agents that are its tools
	Run    bool    // a conversation begins with it
	Linked bool    // it is run, called, handed over to, or part of something
	Part   bool    // it is part of something else than a conversation
}

// A Link is a way from an agent to another.
type Link struct {
	To    *Peer
	Tool  *graph.Tool // what the model calls for it
	Label string
	Guard Guard
	Pos   graph.Pos
}

// A Team is the agents of one package.
type Team struct {
	Order []*Peer // in which they are made

	a     *Assembly
	byKey map[string]*Peer
	open  map[*Peer]bool // whose conversation is being built
	// Node completes the step of an agent in a conversation; it may be nil.
	Node func(m *Peer, n *graph.Node)
}

// NewTeam returns the agents that literals make; a field Name has their name.
func (a *Assembly) NewTeam(literals []*Object) *Team {
	t := &Team{a: a, byKey: make(map[string]*Peer), open: make(map[*Peer]bool)}
	for _, o := range literals {
		t.declare(o)
	}
	return t
}

func (t *Team) declare(o *Object) {
	v := t.a.Arg(o, "value")
	m := &Peer{Object: o, Agent: &graph.Agent{Kind: graph.AgentLLM, Framework: t.a.Name, Pos: t.a.Place(o), Origin: t.a.Origin(o), Maker: o.Func}}
	if m.Name = v.Field("Name").Settled().TextOr(""); m.Name == "" {
		m.Name = OpaqueName(m.Pos)
		m.Open(v.Field("Name").Why(reason.NameUnclear), graph.UnknownSources)
	}
	if key := v.Literal(); t.byKey[key] == nil {
		t.byKey[key] = m
	}
	t.Order = append(t.Order, m)
}

// Open notes that parts of the agent are not known.
func (m *Peer) Open(u *Unknown, kinds ...graph.UnknownKind) {
	for _, what := range kinds {
		m.Unknowns = append(m.Unknowns, u.Open(what, m.Pos))
	}
}

// Setting returns a field of the literal that the agent is, as the package leaves it.
func (t *Team) Setting(m *Peer, name string) Value { return t.a.Arg(m.Object, "value").Field(name) }

// Of returns the agent that a value is, nil if it is none that is known.
func (t *Team) Of(v Value) *Peer { return t.byKey[v.Literal()] }

// Opaque returns an agent of which only the reason is known why nothing is.
func (t *Team) Opaque(u *Unknown, pos graph.Pos) *Peer {
	open := u.Open(graph.UnknownAnything, pos)
	return &Peer{Agent: &graph.Agent{
		Name: OpaqueName(open.Pos), Kind: graph.AgentUnknown, Framework: t.a.Name, Pos: open.Pos, Unknowns: []graph.Unknown{open},
	}}
}

// AddTools gives an agent the tools of a list.
func (t *Team) AddTools(m *Peer, list Value) {
	tools, more := t.a.Tools(list)
	m.Tools = append(m.Tools, tools...)
	if more != nil {
		m.Open(more, graph.UnknownTools)
	}
}

// Reach returns an agent and all that the conversation can be handed over to.
func (m *Peer) Reach() []*Peer {
	out := []*Peer{m}
	for i := 0; i < len(out); i++ {
		for _, l := range out[i].Hands {
			if !slices.Contains(out, l.To) {
				out = append(out, l.To)
			}
		}
	}
	return out
}

// Cover marks an agent and all that it can reach or call.
func (m *Peer) Cover(covered map[*Peer]bool) {
	if covered[m] {
		return
	}
	covered[m] = true
	for _, l := range slices.Concat(m.Hands, m.Calls) {
		l.To.Cover(covered)
	}
}

// Proper returns the agents that stand for one of their own: neither what a function makes
// for any caller, where a caller in the package makes one of it that a run comes to, nor the
// value that a variable begins with, where others point to the variable.
func (t *Team) Proper(seen func(*Peer) bool) []*Peer {
	name := func(m *Peer) string { return t.Setting(m, "Name").Settled().TextOr("") }
	return slices.DeleteFunc(slices.Clone(t.Order), func(m *Peer) bool {
		return slices.ContainsFunc(t.Order, func(p *Peer) bool {
			special := seen(p) && !seen(m) && p.Object.Specializes(m.Object)
			copied := p.Linked && !m.Linked && sameLiteral(p.Object, m.Object)
			return p != m && (special || copied) && name(p) == name(m)
		})
	})
}

// sameLiteral reports whether two objects come from one literal that ran once.
func sameLiteral(o, p *Object) bool {
	return p.Func == o.Func && p.Pos.File == o.Pos.File && p.Pos.Line == o.Pos.Line && slices.Equal(p.Stack, o.Stack)
}

// Roots returns the agents of list with which conversations begin: those that are run,
// those to which no other leads, and one of each circle that is left. Agents that are part
// of something else are shown there.
func (t *Team) Roots(list []*Peer) []*Peer {
	led, covered := make(map[*Peer]bool), make(map[*Peer]bool)
	for _, m := range list {
		for _, l := range slices.Concat(m.Hands, m.Calls) {
			led[l.To] = led[l.To] || l.To != m
		}
	}
	var out []*Peer
	for _, begins := range []func(*Peer) bool{
		func(m *Peer) bool { return m.Run },
		func(m *Peer) bool { return !led[m] && !m.Part },
		func(m *Peer) bool { return !m.Part },
	} {
		for _, m := range list {
			if !covered[m] && begins(m) {
				out = append(out, m)
				coverUnrun(m, covered)
			}
		}
	}
	return out
}

// coverUnrun marks an agent and what it reaches, but for agents that begin a conversation
// of their own.
func coverUnrun(m *Peer, covered map[*Peer]bool) {
	reached := make(map[*Peer]bool)
	m.Cover(reached)
	for r := range reached {
		covered[r] = covered[r] || !r.Run
	}
	covered[m] = true
}

// The ends of a conversation: frameworks have no names for them.
const (
	teamStart = "START"
	teamEnd   = "END"
)

// Conversation returns the workflow of the conversations that begin with an agent: those
// that can get it, and those that these call like tools.
func (t *Team) Conversation(m *Peer) *graph.Workflow {
	t.open[m] = true
	defer delete(t.open, m)
	s := NewSketch(m.Name, t.a.Name, teamStart, teamEnd, m.Pos)
	s.Workflow().Mode = graph.ModeAny
	if len(m.Hands) > 0 {
		s.Workflow().Engine.Handovers = m.Bound // that of the whole run
	}
	names := make(map[*Peer]string)
	for _, x := range m.Reach() {
		names[x] = t.place(s, x, t.node(x))
	}
	s.Arrow(teamStart, Arrow{To: names[m], Pos: m.Pos})
	for _, x := range m.Reach() {
		s.Arrow(names[x], Arrow{To: teamEnd, Pos: x.Pos})
		for _, l := range x.Hands {
			s.Arrow(names[x], Arrow{To: names[l.To], Label: l.Label, Guard: l.Guard.Data(), Pos: l.Pos})
		}
		for _, l := range x.Calls {
			inner := t.called(s, l.To)
			s.Arrow(names[x], Arrow{To: inner, Label: l.Label, Guard: l.Guard.Data(), Pos: l.Pos})
			s.Arrow(inner, Arrow{To: names[x], Pos: l.Pos})
		}
	}
	return s.Finish()
}

// node returns the step of an agent.
func (t *Team) node(m *Peer) graph.Node {
	n := ModelNode(m.Agent)
	if m.Object == nil {
		n.Kind, n.Calls = graph.KindPassthrough, graph.CallsUnspecified
	}
	if t.Node != nil {
		t.Node(m, &n)
	}
	n.Tools = n.Tools[:len(n.Tools):len(n.Tools)]
	for _, l := range m.Hands {
		if l.Tool != nil {
			n.Tools = append(n.Tools, l.Tool)
		}
	}
	return n
}

// place adds the step of an agent. What is not known of one that is not known at all is
// what it does, and to whom it hands over.
func (t *Team) place(s *Sketch, m *Peer, n graph.Node) string {
	if m.Object != nil {
		return s.PlaceModel(m.Agent, n)
	}
	name := s.Place(n)
	for _, u := range m.Unknowns {
		for _, u.What = range []graph.UnknownKind{graph.UnknownBody, graph.UnknownTargets} {
			u.Node = s.Lookup(name)
			s.Unknown(u)
		}
	}
	return name
}

// called adds the step of an agent that is a tool: a model, or, where it hands over or
// calls others itself, the conversation that it has.
func (t *Team) called(s *Sketch, m *Peer) string {
	switch {
	case m.Object != nil && t.open[m]: // it calls itself: what is inside has been said
		return t.place(s, &Peer{Agent: &graph.Agent{Unknowns: []graph.Unknown{{
			Node: graph.None, Reason: reason.Of(reason.Itself, "agent"), Pos: m.Pos,
		}}}}, graph.Node{Name: m.Name, Agent: m.Name, Kind: graph.KindPassthrough, Pos: m.Pos})
	case len(m.Hands)+len(m.Calls) > 0:
		return s.Place(graph.Node{Name: m.Name, Agent: m.Name, Kind: graph.KindSubgraph, Sub: t.Conversation(m), Pos: m.Pos})
	}
	return t.place(s, m, t.node(m))
}
