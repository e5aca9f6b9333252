package assembly

// This file reads agents that run, call or hand over to other agents, where the rows of a
// framework have an object `agent:KIND` for each constructor: KIND is a word of
// graph.AgentKind, an argument `name` is its name.

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// An Actor is an agent among others. One without a name that is known goes by "?line:col".
type Actor struct {
	*graph.Agent
	Object *Object // nil for one that is not known, or of a type of the program's own
	Self   Value   // of one of a type of the program's own
	Subs   []*Sub
	Called []*Sub   // agents behind tools, which come back
	Part   bool     // of another agent or of a node
	Why    *Unknown // why its name, or all of it, is not known
}

// A Sub is an agent in a list.
type Sub struct {
	*Actor
	Guard graph.Guard // the condition under which it is in the list
	Else  bool        // it shares its place with the one before
}

// A Cast is the agents of one package. Its functions are what a framework adds: each may be
// nil.
type Cast struct {
	a      *Assembly
	actors map[*Object]*Actor
	open   map[*Actor]bool // whose workflow is being built

	// Name returns the name that a constructor gives, where that is not its argument `name`.
	Name func(o *Object) Value
	// Read completes an agent by what its constructor says, but for its parts.
	Read func(g *Actor)
	// Own returns the agent that a value of a type of the program's own is, nil for none.
	Own func(v Value) *Actor
	// Flow returns the workflow of an agent; nil for that of its kind.
	Flow func(g *Actor) *graph.Workflow
	// Node completes the node of an agent that is neither a model nor elsewhere. It has the
	// workflow of the agent as its body if Node returns false.
	Node func(g *Actor, n *graph.Node) (unknowns []graph.Unknown, done bool)
	// Skips reports whether something may answer in the place of an agent, which does not run
	// then, and why that is not known, if it is not.
	Skips func(g *Actor) (may bool, open *Unknown)
	// Leaves reports whether a sub-agent may end the loop g.
	Leaves func(g *Actor, sub *Sub) bool
	// RunsOn: that one of several agents waits for somebody does not hold back the next; see graph.Engine.
	RunsOn bool
	// Sketch begins a workflow.
	Sketch func(name string, pos graph.Pos) *Sketch
}

// NewCast returns the agents of a package, of which none is read yet.
func (a *Assembly) NewCast() *Cast {
	return &Cast{a: a, actors: make(map[*Object]*Actor), open: make(map[*Actor]bool)}
}

// Actors reads the agents that constructors make, without their parts.
func (c *Cast) Actors() []*Actor {
	var out []*Actor
	for _, o := range c.a.Objects {
		if isActor(o) {
			out = append(out, c.Actor(o))
		}
	}
	return out
}

func isActor(o *Object) bool { return o != nil && strings.HasPrefix(o.Kind, "agent:") }

// Actor returns the agent that a constructor makes, one for each call.
func (c *Cast) Actor(o *Object) *Actor {
	if g := c.actors[o]; g != nil {
		return g
	}
	pos := c.a.Place(o)
	g := &Actor{Object: o, Agent: &graph.Agent{Framework: c.a.Name, Pos: pos, Origin: c.a.Origin(o), Maker: o.Func}}
	c.actors[o] = g
	if err := g.Kind.UnmarshalText([]byte(o.Kind[len("agent:"):])); err != nil {
		panic("assembly: internal error: " + err.Error()) // the rows use the words of package graph
	}
	name := c.a.Arg(o, "name")
	if c.Name != nil {
		name = c.Name(o)
	}
	if g.Agent.Name, g.Why = NameOr(name, pos); g.Why != nil {
		g.Open(g.Why)
	}
	if c.Read != nil {
		c.Read(g)
	}
	return g
}

// NameOr returns a name, or one that stands for it and why it is not known.
func NameOr(v Value, pos graph.Pos) (string, *Unknown) {
	if s, ok := v.Text(); ok {
		return s, nil
	}
	if u := v.Unknown(); u != nil {
		return OpaqueName(pos), u
	}
	return OpaqueName(pos), &Unknown{Reason: reason.Of(reason.OneOf, "name"), Pos: pos}
}

// Open notes that anything may be missing of an agent.
func (g *Actor) Open(u *Unknown) {
	g.Unknowns = append(g.Unknowns, u.Open(graph.UnknownAnything, g.At()))
}

// At returns where the agent is made, or where it is not known.
func (g *Actor) At() graph.Pos {
	if g.Why != nil {
		return cmp.Or(g.Pos, g.Why.Pos)
	}
	return g.Pos
}

// Limit returns the bound that a number sets, which is none where it is not positive.
func (x Value) Limit() graph.Bound {
	switch n, ok := x.Int(); {
	case !ok:
		return graph.Bound{State: graph.BoundPresent}
	case n <= 0:
		return graph.Bound{State: graph.BoundUnlimited}
	default:
		return graph.Known(n)
	}
}

// Of returns the agent that v is: one that the framework makes, what a type of the program
// embeds to be an agent, or one of a type of the program's own.
func (c *Cast) Of(v Value) *Actor {
	switch o := v.Object(); {
	case isActor(o):
		return c.Actor(o)
	case o != nil:
		return c.Opaque(&Unknown{Reason: reason.Of(reason.NoneSeen, "agent"), Pos: o.Pos})
	case c.Own != nil && v.Unknown() == nil:
		if g := c.Own(v); g != nil {
			return g
		}
	}
	if g := c.Embedded(v); g != nil {
		return g
	}
	return c.Opaque(v.Why(reason.NoneSeen, "agent"))
}

// Embedded returns the agent that a type of the program embeds to be one, nil if it does not.
func (c *Cast) Embedded(v Value) *Actor {
	if o := v.Field("Agent").Object(); isActor(o) {
		return c.Actor(o)
	}
	return nil
}

// Opaque returns an agent of which only the reason is known why nothing is.
func (c *Cast) Opaque(u *Unknown) *Actor {
	g := &Actor{Why: u, Agent: &graph.Agent{Name: OpaqueName(u.Pos), Kind: graph.AgentUnknown, Framework: c.a.Name, Pos: u.Pos}}
	g.Open(u)
	return g
}

// Alternatives returns the agents that v may be.
func (c *Cast) Alternatives(v Value) []*Sub {
	var out []*Sub
	for i, x := range v.Each() {
		out = append(out, &Sub{Actor: c.Of(x), Guard: x.Guard.Data(), Else: i > 0})
	}
	return out
}

// List returns the agents of a list of g, in order. What it may hold beside them is an agent
// that is not known.
func (c *Cast) List(g *Actor, list Value) []*Sub {
	elems, more := list.Elems()
	var out []*Sub
	for _, x := range elems {
		out = append(out, c.Alternatives(x)...)
	}
	if more != nil {
		out = append(out, &Sub{Actor: c.Opaque(more), Guard: graph.PlainGuard("…")})
		g.Open(more)
	}
	return out
}

// Has reports whether an agent is a part of g.
func (g *Actor) Has(sub *Actor) bool {
	return slices.ContainsFunc(g.Subs, func(s *Sub) bool { return s.Actor == sub })
}

// Add adds agents that are parts of g, each once.
func (g *Actor) Add(list ...*Sub) {
	for _, s := range list {
		if s.Part = true; !g.Has(s.Actor) {
			g.Subs = append(g.Subs, s)
			g.SubAgents = append(g.SubAgents, s.Agent)
		}
	}
}

// Runs returns the agents that code runs.
func (c *Cast) Runs(b *Behaviour) []*Sub {
	var out []*Sub
	for _, e := range b.Effects {
		if v, ok := c.a.EffectArg(e, "agent"); ok && e.Kind == "run" {
			out = append(out, c.Alternatives(v.Under(e.Guard))...)
		}
	}
	return slices.DeleteFunc(out, func(s *Sub) bool { return s.Object == nil })
}

// Workflows adds the workflow of each agent that is part of no other.
func (c *Cast) Workflows(list []*Actor) {
	built := make([]*graph.Workflow, len(list))
	for i, g := range list { // building one finds out what is part of another
		built[i] = c.Workflow(g)
	}
	for i, g := range list {
		c.a.Close(g.Object, append(OpenIn(built[i]), g.Unknowns...))
		if !g.Part && c.a.Owned(g.Object) {
			c.a.Program.Workflows = append(c.a.Program.Workflows, built[i])
		}
	}
}

// Agents adds the agents of the package, each once, although two ways through the program may
// have made it twice.
func (c *Cast) Agents(list []*Actor) {
	seen := make(map[string]bool)
	for _, g := range list {
		key := (&graph.Program{Agents: []*graph.Agent{g.Agent}}).Text()
		if (c.a.Owned(g.Object) || g.Unused) && !seen[key] {
			seen[key] = true
			c.a.Program.Agents = append(c.a.Program.Agents, g.Agent)
		}
	}
}
