package loops

// This file makes agents of what was found.

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// Framework is the name of no framework, as in package plain.
const Framework = graph.NoFramework

// An Agent is a loop over a model, or a server that offers tools to the model of somebody else.
type Agent struct {
	Agent    *graph.Agent
	Workflow *graph.Workflow // nil for a server, which has no say in what follows what
	Package  string          // that has the loop
	Commands []string        // that come to run it, by their packages; none for one of no command
	Func     string          // that has it
	Asks     []graph.Pos     // where it asks its model; none if no loop was seen
	Runs     []Run           // how each of its tools is run
	Calls    Calls           // of the program that it is part of
	Asking   []string        // the functions of the program that ask a model, sorted
	Unseen   bool            // what runs its tools was not understood: they are what looks like it
	Faint    bool            // that it is one is known of nothing but what its model is told of tools
	Watches  bool            // it is not seen to ask a model, and only notes what its tools are called with
}

// Find returns the agents of a module, and where there may be others, both sorted by position, and
// whether all of it only carries the calls of models; graphs are those of its packages, each once.
// What a command does not import is no part of it: a loop that two commands run with different
// tools is two agents. Where nothing of a model's tool protocol is in the module, it takes no
// time; else it is about linear in the size of the graphs, for each command.
func Find(graphs []*valueflow.Graph) (out []Agent, unread []Unread, carries bool) {
	speaking := 0
	carries = isWhole(graphs) && !slices.ContainsFunc(graphs, takesApart)
	parts := commands(graphs)
	for _, part := range parts {
		if !speaks(part) {
			continue
		}
		found, open, moves := find(newNet(part))
		speaking++
		unread, carries = append(unread, open...), carries && moves
		for _, a := range found {
			for _, g := range part {
				if g.Main {
					a.Commands = append(a.Commands, g.Package)
				}
			}
			out = append(out, a)
		}
	}
	if speaking > 0 && len(parts) > 1 && (len(out) == 0 || slices.ContainsFunc(out, isUnwired)) {
		all := newNet(graphs)
		all.main = false
		module, _, _ := find(all)
		out = wired(out, module)
	}
	slices.SortStableFunc(out, func(a, b Agent) int {
		return cmp.Or(a.Agent.Pos.Compare(b.Agent.Pos), cmp.Compare(a.Func, b.Func), cmp.Compare(a.text(), b.text()))
	})
	slices.SortFunc(unread, func(a, b Unread) int { return cmp.Or(a.Pos.Compare(b.Pos), cmp.Compare(a.Part, b.Part)) })
	// What one command only fills in another one may go by.
	carries = carries && speaking > 0 && (len(parts) == 1 || newFinder(newNet(graphs), false).carries())
	return merged(withoutBlanks(out)), slices.Compact(unread), carries
}

// isUnwired reports whether no command has an agent.
func isUnwired(a Agent) bool { return len(a.Commands) == 0 }

// wired returns the agents of commands, and others as all of the module has them: no command may
// import the tools of an agent, or the client of its model.
func wired(found, module []Agent) (out []Agent) {
	isFunc := func(a Agent) func(Agent) bool { return func(o Agent) bool { return o.Func == a.Func } }
	out = slices.DeleteFunc(slices.Clone(found), func(a Agent) bool { return isUnwired(a) && slices.ContainsFunc(module, isFunc(a)) })
	commands := slices.DeleteFunc(slices.Clone(found), isUnwired)
	for _, a := range module {
		if !slices.ContainsFunc(commands, isFunc(a)) {
			out = append(out, a)
		}
	}
	return out
}

// withoutBlanks drops the agents of which no tool is known, where another command runs the same
// code with tools that are.
func withoutBlanks(all []Agent) []Agent {
	return slices.DeleteFunc(slices.Clone(all), func(a Agent) bool {
		return a.isBlank() && slices.ContainsFunc(all, func(o Agent) bool { return o.Func == a.Func && !o.isBlank() })
	})
}

// isBlank reports whether nothing is known of any tool of a loop.
func (a *Agent) isBlank() bool {
	return a.Workflow != nil && !slices.ContainsFunc(a.Agent.Tools, func(t *graph.Tool) bool {
		return t.Handler != "" || t.Name != "" || t.Unknown != reason.Of(reason.OfUnknown)
	})
}

// merged leaves one of the agents that are the same for several commands.
func merged(sorted []Agent) (out []Agent) {
	for _, a := range sorted {
		if n := len(out); n > 0 && out[n-1].Func == a.Func && out[n-1].text() == a.text() {
			out[n-1].Commands = append(out[n-1].Commands, a.Commands...)
			out[n-1].Calls = out[n-1].Calls.with(a.Calls)
			continue
		}
		out = append(out, a)
	}
	return out
}

// text returns what tells an agent from others.
func (a *Agent) text() string {
	p := &graph.Program{Agents: []*graph.Agent{a.Agent}, Tools: a.Agent.Tools}
	return p.Text()
}

// commands returns the packages of each command of a module, and, as one more, those of no
// command with what they import.
func commands(graphs []*valueflow.Graph) (out [][]*valueflow.Graph) {
	byPath := make(map[string]*valueflow.Graph)
	for _, g := range graphs {
		byPath[g.Package] = g
	}
	covered := make(map[*valueflow.Graph]bool)
	from := func(roots ...*valueflow.Graph) {
		in := make(map[*valueflow.Graph]bool)
		for work := roots; len(work) > 0; {
			g := work[len(work)-1]
			work = work[:len(work)-1]
			if in[g] {
				continue
			}
			in[g], covered[g] = true, true
			for _, path := range g.Imports {
				if p := byPath[path]; p != nil {
					work = append(work, p)
				}
			}
		}
		out = append(out, slices.DeleteFunc(slices.Clone(graphs), func(g *valueflow.Graph) bool { return !in[g] }))
	}
	for _, g := range graphs {
		if g.Main {
			from(g)
		}
	}
	if rest := slices.DeleteFunc(slices.Clone(graphs), func(g *valueflow.Graph) bool { return covered[g] }); len(rest) > 0 {
		from(rest...)
	}
	return out
}

// find returns the agents of packages that are joined, where there may be others, and whether these
// only carry calls.
func find(n *net) (out []Agent, unread []Unread, carries bool) {
	whole := isWhole(n.graphs)
	f := newFinder(n, false)
	tools := f.tools()
	c := newChart(f, tools)
	out = c.agents(c.cycles(tools), tools, whole)
	if len(out) == 0 { // else a second way to read what the model says makes no other agent
		out, unread = n.worded(whole)
	}
	out = append(out, f.unrun(out, tools)...)
	served := servers(n, whole)
	if len(out) == 0 && len(served) == 0 {
		out = f.assumed()
	}
	out = append(slices.DeleteFunc(out, func(a Agent) bool { return a.isServed(served) }), served...)
	for _, p := range n.graphs {
		for _, a := range out {
			if p.Failed {
				a.Agent.Unknowns = append(a.Agent.Unknowns, graph.Unknown{What: graph.UnknownTools, Node: graph.None, Reason: reason.Of(reason.ValuesUnread, p.Package), Pos: a.Agent.Pos})
			}
		}
	}
	return out, unread, f.carries()
}

// isServed reports whether a server has all tools of an agent that is not seen to ask a model: what the program
// asks another server for may be in the same structs as what its own clients ask for.
func (a *Agent) isServed(servers []Agent) bool {
	return len(a.Asks) == 0 && slices.ContainsFunc(servers, func(s Agent) bool {
		return s.Func == a.Func && !slices.ContainsFunc(a.Agent.Tools, func(t *graph.Tool) bool {
			return !slices.ContainsFunc(s.Agent.Tools, func(o *graph.Tool) bool { return o.Name == t.Name && o.Handler == t.Handler })
		})
	})
}

// isWhole reports whether the values of all packages were followed.
func isWhole(graphs []*valueflow.Graph) bool {
	return !slices.ContainsFunc(graphs, func(g *valueflow.Graph) bool { return g.Failed })
}

// agents returns the agents that cycles are.
func (c *chart) agents(cycles []*cycle, tools []*tool, whole bool) (out []Agent) {
	calls, asking := c.dynamicCalls(tools), c.asking()
	var all []made
	for _, shared := range cycles {
		for _, cy := range c.split(shared) {
			g, runs := c.agent(cy)
			if g == nil {
				continue
			}
			if cy.owner == nil && !c.dialect { // which of those that share a loop is told of what was not found out
				c.compare(g, cy, tools, whole)
			}
			all = append(all, made{cy, g})
			a := Agent{Agent: g, Package: cy.in.pkg, Func: cy.in.ID, Asks: c.questionsOf(cy), Runs: runs, Calls: calls, Asking: asking, Faint: !c.isCertain(cy)}
			a.Watches = len(a.Asks) == 0 && !slices.ContainsFunc(cy.tools, func(t *tool) bool { return !t.inline || c.acts(t) || c.isTold(t) })
			out = append(out, a)
		}
	}
	c.delegate(all)
	for i := range out {
		out[i].Workflow = assembly.ModelFlow(out[i].Agent)
	}
	return out
}

// speaks reports whether the packages of a program have to do with a model's tool protocol, or
// ask a model, whose answers they may take apart.
func speaks(graphs []*valueflow.Graph) bool {
	for _, g := range graphs {
		for _, r := range g.Roles {
			switch r.Kind {
			case valueflow.RoleMessage:
			default:
				return true
			}
		}
		for _, f := range g.Funcs {
			if len(f.Asked) > 0 {
				return true
			}
			if slices.ContainsFunc(f.Calls, func(c valueflow.Call) bool { return c.Kind == valueflow.CallModel || c.Kind == valueflow.CallAnswer }) {
				return true
			}
		}
	}
	return false
}

// agent returns the agent that a cycle is. It is nil where nothing at all is known of what
// runs, and for code that compares the name of a call and tells no model what came of it: it
// may be there to print it.
func (c *chart) agent(cy *cycle) (g *graph.Agent, runs []Run) {
	g = &graph.Agent{Name: assembly.FuncName(cy.in.ID), Kind: graph.AgentLoop, Framework: Framework, Pos: cy.pos()}
	unknown := func(what graph.UnknownKind, why reason.Reason, pos graph.Pos) {
		g.Unknowns = append(g.Unknowns, graph.Unknown{What: what, Node: graph.None, Reason: why, Pos: pos})
	}
	selected := slices.ContainsFunc(cy.tools, func(t *tool) bool { return !t.inline })
	if !c.isAgent(cy) {
		return nil, nil
	}
	bound, why, at := c.bound(cy)
	if g.Bound = bound; bound.State == graph.BoundNone {
		unknown(graph.UnknownBound, why, at)
	}
	ways := &reached{chart: c, cy: cy, gates: make(map[*tool]gated)}
	idle := make(map[*graph.Tool]bool) // that were found where no way leads
	var kept []*tool
	for _, t := range cy.tools {
		if t.inline && (selected && ways.lead(t.name) || ways.isAside(t)) {
			continue // what else the program does with calls of this tool
		}
		if !t.inline && ways.instead(t) != nil {
			continue
		}
		if t.inline && (t.unclear || t.handler == "" && selected) && !ways.isOnly(t) {
			unknown(graph.UnknownTools, reason.Of(reason.Compared, t.name), t.pos)
			continue
		}
		gate, why, comes := ways.gate(t)
		if t.inline && !comes && ways.isElsewhere(t) {
			continue // what else compares the name is not come to
		}
		if why != nil && !slices.Contains(g.Unknowns, *why) {
			g.Unknowns = append(g.Unknowns, *why)
		}
		if i := slices.IndexFunc(g.Tools, func(o *graph.Tool) bool { return o.Name == t.name && o.Handler == t.runs() }); i >= 0 {
			switch o := g.Tools[i]; {
			case idle[o]:
				o.Gate, idle[o] = gate, !comes
			case comes:
				before := o.Gate.Kind
				o.Gate = onBoth(o.Gate, gate)
				if t.maybe && before != gate.Kind && o.Gate.Kind == graph.GateConditional && why == nil {
					why = &graph.Unknown{What: graph.UnknownTools, Node: graph.None, Reason: reason.Of(reason.MayAsk), Pos: o.Gate.Pos}
					if !slices.Contains(g.Unknowns, *why) {
						g.Unknowns = append(g.Unknowns, *why)
					}
				}
			}
			continue
		}
		another := slices.ContainsFunc(kept, t.isMoreOf) || slices.ContainsFunc(kept, func(o *tool) bool { return c.replaces(t, o) })
		tool := t.graph()
		tool.Captured = c.captures(t)
		tool.Gate, idle[tool] = gate, !comes
		tool.Beside = another
		kept = append(kept, t)
		c.describe(tool, t)
		g.Tools, runs = append(g.Tools, tool), append(runs, c.run(t))
	}
	for i, t := range kept {
		if tool := g.Tools[i]; idle[tool] && tool.Gate.Kind == graph.GateNone && c.runsElsewhere(cy, t) {
			tool.Gate = graph.Gate{Kind: graph.GateConditional, Pos: t.in.Pos}
			unknown(graph.UnknownTools, reason.Of(reason.WayUnseen, t.name), t.in.Pos)
		}
	}
	markMixed(g.Tools)
	c.uncalled(g, kept)
	if cy.mixed {
		unknown(graph.UnknownTools, reason.Of(reason.SharesLoop), g.Pos)
	}
	if c.open {
		unknown(graph.UnknownTools, reason.Of(reason.TooDeep), g.Pos)
	}
	return g, runs
}

// runsElsewhere reports whether a tool of a cycle, to which no way leads there, runs at a place that the cycle does not come to: a
// call that needs permission waits for a key, whose handler runs it.
func (c *chart) runsElsewhere(cy *cycle, t *tool) bool {
	return t.name != "" && slices.ContainsFunc(c.all, func(o *tool) bool {
		return o.name == t.name && o.handler == t.handler && o.site != t.site && o.site != nil && !slices.Contains(cy.tools, o)
	})
}

// markMixed marks tools whose handler has several names of which one has several handlers: which of them goes
// with which was not found out, so that they are no second tools of their names.
func markMixed(tools []*graph.Tool) {
	names, handlers := make(map[string][]*graph.Tool), make(map[string][]*graph.Tool)
	for _, t := range tools {
		if t.Name != "" && t.Handler != "" {
			names[t.Handler], handlers[t.Name] = append(names[t.Handler], t), append(handlers[t.Name], t)
		}
	}
	for _, t := range tools {
		several := func(o *graph.Tool) bool { return len(handlers[o.Name]) > 1 }
		if own := names[t.Handler]; len(own) > 1 && slices.ContainsFunc(own, several) {
			if t.Beside = true; !t.Unknown.Given() {
				t.Unknown = reason.Of(reason.OneOf, "name")
			}
		}
	}
}

// isAgent reports whether anything is known of what runs in a cycle, or whatever a name selects
// runs in each round, and the program is seen to come to it. A model may be told no more of a tool than that
// there is one, if it is offered.
func (c *chart) isAgent(cy *cycle) bool {
	if c.onlyAnswers(cy) {
		return false
	}
	comes := !c.main || len(c.callers[cy.in]) > 0 || strings.HasSuffix(cy.in.ID, ".main") || c.isTaken(cy.in)
	return c.isCertain(cy) || comes && cy.isRound() && slices.ContainsFunc(cy.tools, func(t *tool) bool {
		return !t.inline || len(t.blocks) > 0 && hasOffer(c.offered, t.name)
	})
}

// isCertain reports whether anything is known of what runs in a cycle.
func (c *chart) isCertain(cy *cycle) bool { return slices.ContainsFunc(cy.tools, (*tool).isKnown) }

// onlyAnswers reports whether the calls of tools only carry an answer with fields: the function that asks
// takes it out of the arguments, does nothing to the world and returns.
func (c *chart) onlyAnswers(cy *cycle) bool {
	return !cy.isRound() && !c.dialect && cy.in.Flow != nil && !slices.ContainsFunc(cy.tools, func(t *tool) bool {
		return !t.inline || t.in != cy.in || !c.asksAhead(t.in, t.point()) || c.asksAfter(t.in, t.point()) || c.acts(t)
	})
}

// isKnown reports whether anything is known of what a tool is.
func (t *tool) isKnown() bool { return !t.unclear && (t.runs() != "" || t.why != nameComputed) }

// isMoreOf reports whether t is more code of the tool that o is: the program compares the name
// once more, or runs another method, or another field, of the same object.
func (t *tool) isMoreOf(o *tool) bool {
	a, b := cmp.Or(t.record, t.self), cmp.Or(o.record, o.self)
	return t.name != "" && t.name == o.name && (t.inline || a != nil && b != nil && a.same(*b))
}

// replaces reports whether two tools have one name in a map that the name selects from, and other functions put them there: the map has the
// one that was put there last, as where a group of tools is loaded when it is needed. One function that puts both means both.
func (c *chart) replaces(t, o *tool) bool {
	isPicked := func(p *picked) bool { return p.look != nil && !p.look.Range && p.pos == t.chosen }
	if t.name == "" || t.name != o.name || t.chosen != o.chosen || !slices.ContainsFunc(c.looked, isPicked) {
		return false
	}
	a, b := c.makerOf(t), c.makerOf(o)
	return a != nil && b != nil && a != b
}

// makerOf returns the function that makes the object which a tool is of, nil if it is of none.
func (c *chart) makerOf(t *tool) *function {
	self := cmp.Or(t.record, t.self)
	if self == nil || self.object == nil {
		return nil
	}
	i := slices.IndexFunc(c.funcs, func(fn *function) bool {
		return slices.ContainsFunc(fn.Objects, func(o valueflow.Object) bool { return o.At == self.object.At && o.Pos == self.object.Pos })
	})
	if i < 0 {
		return nil
	}
	return c.funcs[i]
}

// runs returns the function that has the code of a tool.
func (t *tool) runs() string {
	if t.handler == "" && t.inline {
		return t.in.ID
	}
	return t.handler
}

// graph returns the tool as the model has it.
func (t *tool) graph() *graph.Tool {
	g := &graph.Tool{Name: t.name, Framework: Framework, Handler: t.runs(), Pos: t.pos}
	switch t.why {
	case nameComputed:
		g.Unknown = reason.Of(reason.OfUnknown)
	case nameRemote:
		g.Unknown = reason.Of(reason.ServerTools)
	case nameForeign:
		g.Unknown = reason.Of(reason.LibraryRuns, t.site.library())
	case nameGiven:
		g.Unknown = reason.Of(reason.GivenTools, assembly.FuncName(t.site.Callee))
	case nameElsewhere:
		g.Unknown = reason.Of(reason.MethodElsewhere, assembly.ShortFunc(t.site.Method))
	case namePrefix:
		g.Unknown = reason.Of(reason.NameBegins, t.prefix)
	}
	return g
}
