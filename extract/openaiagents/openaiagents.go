package openaiagents

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

var table = library.Of("openaiagents")

// Framework returns what agentvet knows of the OpenAI Agents SDK.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "openaiagents", Table: table, Assemble: assemble}
}

// assembler turns the objects of one package into agents, teams and tools.
type assembler struct {
	*assembly.Assembly
	places map[*interp.Object]graph.Pos
	agents map[string]*agent // by the literal and the name
	order  []*agent
	tools  map[*interp.Object]*graph.Tool
	linked map[*agent]bool // that are run, called, or handed over to
	open   map[*agent]bool // whose team is being built
}

func assemble(x *assembly.Assembly) {
	a := &assembler{
		Assembly: x, places: assembly.PlacesOf(x.Objects), agents: make(map[string]*agent),
		tools: make(map[*interp.Object]*graph.Tool), open: make(map[*agent]bool),
		linked: make(map[*agent]bool),
	}
	for _, o := range x.ObjectsOf("agent") {
		a.declare(o)
	}
	for _, g := range a.order {
		a.read(g)
	}
	a.bounds()
	a.order = slices.DeleteFunc(slices.Clone(a.order), func(g *agent) bool { return a.general(g) || a.copied(g) })
	for _, g := range a.roots() {
		w := a.team(g)
		if x.Owned(g.obj) {
			x.Program.Workflows = append(x.Program.Workflows, w)
		}
	}
	for _, g := range a.order {
		if g.seen { // else a caller may go on building it
			x.Close(g.obj, g.graph.Unknowns)
		}
		if x.Owned(g.obj) {
			x.Program.Agents = append(x.Program.Agents, g.graph)
		}
	}
	x.ListTools(x.ObjectsOf("tool"), a.toolOf)
}

// defaultTurns is how often a run asks models if the program does not say.
const defaultTurns = 10

// bounds gives each agent the limit of the runs that it takes part in. Of several,
// the highest counts. A run that is not seen has a limit, too.
func (a *assembler) bounds() {
	given := make(map[*agent]bool)
	limit := func(g *agent, b graph.Bound) {
		old := g.graph.Bound
		switch {
		case !given[g]:
			g.graph.Bound = b
		case old.State != graph.BoundKnown || b.State != graph.BoundKnown:
			g.graph.Bound = graph.Bound{State: graph.BoundPresent}
		default:
			g.graph.Bound = graph.Known(max(old.N, b.N))
		}
		given[g] = true
	}
	spread := func(g *agent, b graph.Bound) {
		for _, member := range g.members() {
			limit(member, b)
		}
	}
	for _, o := range a.ObjectsOf("run") {
		b := graph.Bound{State: graph.BoundPresent}
		switch n, ok := interp.AsInt(o.Arg("max")); {
		case ok && n == 0:
			b = graph.Known(defaultTurns)
		case ok:
			b = graph.Known(n)
		}
		for _, l := range a.links(o.Arg("agent"), nil, o.At(a.Assembly)) {
			l.to.run = true
			spread(l.to, b)
			seen := make(map[*agent]bool)
			l.to.cover(seen)
			for g := range seen {
				g.seen = true
			}
		}
	}
	for _, g := range a.order {
		for _, l := range g.called {
			spread(l.to, graph.Known(defaultTurns))
		}
	}
	for _, g := range a.order {
		if !given[g] {
			limit(g, graph.Bound{State: graph.BoundPresent})
		}
	}
}

// general reports whether an agent is what a function makes for any caller, while a
// caller in the package runs it: that one is judged.
func (a *assembler) general(g *agent) bool {
	if g.seen {
		return false
	}
	return slices.ContainsFunc(a.order, func(p *agent) bool {
		n := len(p.obj.Stack) - len(g.obj.Stack)
		return p.seen && n > 0 && p.obj.Pos == g.obj.Pos && p.name == g.name && slices.Equal(p.obj.Stack[n:], g.obj.Stack)
	})
}

// copied reports whether an agent is only the value that a variable begins with: the
// variable is an agent, too, and it is the one that others point to.
func (a *assembler) copied(g *agent) bool {
	return !a.linked[g] && slices.ContainsFunc(a.order, func(p *agent) bool {
		return p != g && a.linked[p] && p.name == g.name && p.obj.Func == g.obj.Func &&
			p.obj.Pos.File == g.obj.Pos.File && p.obj.Pos.Line == g.obj.Pos.Line && slices.Equal(p.obj.Stack, g.obj.Stack)
	})
}

// roots returns the agents that begin a conversation: those that are run, those
// that no other agent reaches, and one of each circle that is left.
func (a *assembler) roots() []*agent {
	part, covered := make(map[*agent]bool), make(map[*agent]bool)
	for _, g := range a.order {
		for _, l := range append(g.handoffs, g.called...) {
			part[l.to] = part[l.to] || l.to != g
		}
	}
	var out []*agent
	pick := func(begins func(*agent) bool) {
		for _, g := range a.order {
			if !covered[g] && begins(g) {
				out = append(out, g)
			}
		}
		for _, g := range out {
			g.cover(covered)
		}
	}
	pick(func(g *agent) bool { return g.run || !part[g] })
	for _, g := range a.order {
		if !covered[g] {
			out = append(out, g)
			g.cover(covered)
		}
	}
	return out
}

// opaqueName names what has no name that is known.
func opaqueName(pos graph.Pos) string { return fmt.Sprintf("?%d:%d", pos.Line, pos.Col) }
