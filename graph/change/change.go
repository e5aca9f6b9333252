// Package change compares two programs: what the agents and tools of one may do and say that those
// of the other do not.
//
// # Authority
//
// A change adds authority if more can happen after it: a tool or an agent appears, an agent gets a
// tool or delegates to another agent, code needs another capability, a human is no longer asked, or a
// tool newly says that it is harmless, so that clients ask less, or what limited data is gone: a sink,
// a label of a source, a bound, a confinement. It takes authority if that is the other way round.
// Other changes add and take nothing, but a reader should see them: the description of a tool is
// what a model goes by.
//
// What only may be so, as a call that may lead to several functions, is a change that is Perhaps so;
// that there may be tools which are not known is one, too.
//
// # What is compared with what
//
// Tools are known by their names, as models know them. Several of one name are compared in the order
// that leaves the fewest changes: those that are equal go together, then those in files of one
// name, then the others as they stand. Agents of one name count as one. A tool whose name is not
// known is compared by why it is not known.
//
// Positions, handlers and Go names are no part of what a tool is: code may move.
//
// Letters: c Change, t *graph.Tool, a *graph.Agent.
package change

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

// Kind says what a change is about.
type Kind uint8

const (
	Invalid        Kind = iota
	Agent               // an agent
	Holds               // an agent that holds a tool, which is Of
	Delegates           // an agent that delegates to another, which is Of
	Tool                // a tool
	Capability          // what the code of a tool needs, which is Of
	Declares            // what a tool says that it needs, which is Of
	Gate                // whether somebody is asked before a tool
	Hint                // what a tool says of itself; Of is the hint
	Description         // the description of a tool
	Title               // what clients show people in place of the name of a tool
	Argument            // an argument of a tool, which is Of
	ArgumentText        // the description of an argument of a tool, which is Of
	ArgumentSchema      // what else the schema of an argument of a tool says, which is Of
	Output              // a field of what a tool says that it returns, which is Of
	Instructions        // what a server tells the models of its clients
	Sink                // what must not reach an argument of a tool, which is Of
	Source              // labels of what a tool returns, or of a field Of
	Bound               // the limits that a number keeps, of the field Of
	Confinement         // what a string is confined to, of the field Of
	Event               // what else a call of a tool stands for
	Open                // why there may be other tools, which is Of: of an agent, or of the program
)

var kindNames = []string{"invalid", "agent", "holds", "delegates", "tool", "capability", "declares", "gate", "hint", "description", "title", "argument", "argument description", "argument schema", "output", "instructions", "sink", "source", "bound", "confinement", "event", "unknown"}

// String returns the word for k in JSON.
func (k Kind) String() string { return kindNames[k] }

// Effect says what a change does to what can happen.
type Effect uint8

const (
	Neither Effect = iota
	Adds
	Takes
)

var effectNames = []string{"neither", "adds", "takes"}

func (e Effect) String() string { return effectNames[e] }

// A Change is one difference between two programs.
type Change struct {
	Kind    Kind
	Effect  Effect
	Perhaps bool
	Name    string // of the tool or the agent; "" for a tool whose name is not known
	Of      string
	// Old and New are what it was and what it is, "" for nothing.
	Old, New string
	Tool     *graph.Tool // the new one, or the old one if it is gone; nil of agents
	Pos      graph.Pos   // of what is new, or was
}

// Programs returns what changes from one program to another, sorted.
func Programs(before, after *graph.Program) []Change {
	list := append(agents(before, after), Tools(before.HeldTools(), after.HeldTools())...)
	list = append(list, Servers(before.AllServers(), after.AllServers())...)
	if before.Older || after.Older {
		list = slices.DeleteFunc(list, func(c Change) bool { return c.Kind.IsNewer() })
	}
	return sorted(append(list, unknowns("", open(before), open(after))...))
}

// IsNewer reports whether files of the first form say nothing of what k is about: see graph.Program.Older.
func (k Kind) IsNewer() bool {
	switch k {
	case Title, ArgumentText, ArgumentSchema, Output, Instructions:
		return true
	}
	return false
}

// Servers returns what changes from the instructions of some servers to those of others, sorted. Of several of one
// name, instructions that any of them had are as they were.
func Servers(before, after []graph.Server) (list []Change) {
	was, is := texts(before), texts(after)
	for _, name := range keys(was, is) {
		gone, added := lacking(was[name], is[name]), lacking(is[name], was[name])
		for i := range max(len(gone), len(added)) {
			c := Change{Kind: Instructions, Name: name}
			if i < len(gone) {
				c.Old, c.Pos = gone[i].Instructions, gone[i].Pos
			}
			if i < len(added) {
				c.New, c.Pos = added[i].Instructions, added[i].Pos
			}
			list = append(list, c)
		}
	}
	return sorted(list)
}

func texts(servers []graph.Server) map[string][]graph.Server {
	m := make(map[string][]graph.Server)
	for _, s := range servers {
		if s.Instructions != "" && len(lacking([]graph.Server{s}, m[s.Name])) > 0 {
			m[s.Name] = append(m[s.Name], s)
		}
	}
	return m
}

// lacking returns the servers of a list of which the other has not the instructions.
func lacking(list, other []graph.Server) []graph.Server {
	return slices.DeleteFunc(slices.Clone(list), func(s graph.Server) bool {
		return slices.ContainsFunc(other, func(o graph.Server) bool { return o.Instructions == s.Instructions })
	})
}

// Tools returns what changes from some tools to others, sorted.
func Tools(before, after []*graph.Tool) (list []Change) {
	was, is := grouped(before), grouped(after)
	for _, key := range keys(was, is) {
		pairs, gone, added := match(was[key], is[key])
		for _, p := range pairs {
			list = append(list, tool(p[0], p[1])...)
		}
		for _, t := range gone {
			list = append(list, Change{Kind: Tool, Effect: Takes, Perhaps: t.Name == "", Name: t.Name, Old: Called(t), Tool: t, Pos: t.Pos})
		}
		for _, t := range added {
			list = append(list, Change{Kind: Tool, Effect: Adds, Perhaps: t.Name == "", Name: t.Name, New: Called(t), Tool: t, Pos: t.Pos})
		}
	}
	return sorted(list)
}

func sorted(list []Change) []Change {
	slices.SortStableFunc(list, func(a, b Change) int {
		return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Of, b.Of), cmp.Compare(a.Effect, b.Effect), a.Pos.Compare(b.Pos))
	})
	return slices.CompactFunc(list, func(a, b Change) bool {
		a.Tool, b.Tool = nil, nil
		return a == b
	})
}

// Called returns what a tool is known by: its name, or why that is not known.
func Called(t *graph.Tool) string {
	if t.Name == "" {
		return "? " + t.Unknown.String()
	}
	return t.Name
}

func grouped(tools []*graph.Tool) map[string][]*graph.Tool {
	m := make(map[string][]*graph.Tool)
	for _, t := range tools {
		key := Called(t)
		if !t.Added() && !slices.ContainsFunc(m[key], func(o *graph.Tool) bool { return o.Pos == t.Pos && len(tool(o, t)) == 0 }) {
			m[key] = append(m[key], t)
		}
	}
	return m
}

// keys returns the keys of two maps, sorted, each once.
func keys[T any](a, b map[string]T) (list []string) {
	for key := range a {
		list = append(list, key)
	}
	for key := range b {
		list = append(list, key)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// match says which of the tools of one name belong together: see the package.
func match(was, is []*graph.Tool) (pairs [][2]*graph.Tool, gone, added []*graph.Tool) {
	gone, added = slices.Clone(was), slices.Clone(is)
	for _, alike := range []func(o, n *graph.Tool) bool{
		func(o, n *graph.Tool) bool { return len(tool(o, n)) == 0 },
		func(o, n *graph.Tool) bool { return path.Base(o.Pos.File) == path.Base(n.Pos.File) },
		func(o, n *graph.Tool) bool { return true },
	} {
		added = slices.DeleteFunc(added, func(n *graph.Tool) bool {
			i := slices.IndexFunc(gone, func(o *graph.Tool) bool { return alike(o, n) })
			if i < 0 {
				return false
			}
			pairs = append(pairs, [2]*graph.Tool{gone[i], n})
			gone = slices.Delete(gone, i, i+1)
			return true
		})
	}
	return pairs, gone, added
}

// agents compares agents.
func agents(before, after *graph.Program) (list []Change) {
	was, is := byName(before), byName(after)
	for _, name := range keys(was, is) {
		o, n := was[name], is[name]
		switch {
		case n == nil:
			list = append(list, Change{Kind: Agent, Effect: Takes, Name: name, Old: name, Pos: o.pos})
			continue
		case o == nil:
			list = append(list, Change{Kind: Agent, Effect: Adds, Name: name, New: name, Pos: n.pos})
			o = new(team)
		}
		list = append(list, members(Holds, name, n.pos, o.tools, n.tools)...)
		list = append(list, members(Delegates, name, n.pos, o.subs, n.subs)...)
		list = append(list, unknowns(name, o.open, n.open)...)
	}
	return list
}

// unknowns compares why an agent or a program may have other tools.
func unknowns(agent string, was, is map[string]graph.Pos) (list []Change) {
	for _, why := range keys(was, is) {
		before, had := was[why]
		now, has := is[why]
		switch {
		case !had:
			list = append(list, Change{Kind: Open, Effect: Adds, Perhaps: true, Name: agent, Of: why, New: why, Pos: now})
		case !has:
			list = append(list, Change{Kind: Open, Effect: Takes, Perhaps: true, Name: agent, Of: why, Old: why, Pos: before})
		}
	}
	return list
}

// open returns why there may be tools that are not known, apart from those of agents.
func open(p *graph.Program) map[string]graph.Pos {
	m := make(map[string]graph.Pos)
	note(m, p.Unknowns)
	for _, w := range p.AllWorkflows() {
		note(m, w.Unknowns)
	}
	return m
}

// note adds why there may be other tools.
func note(m map[string]graph.Pos, list []graph.Unknown) {
	for _, u := range list {
		switch u.What {
		case graph.UnknownAnything, graph.UnknownTools, graph.UnknownBody:
			if _, ok := m[u.Reason.String()]; !ok {
				m[u.Reason.String()] = u.Pos
			}
		}
	}
}

// A team is the agents of one name.
type team struct {
	tools, subs []string
	open        map[string]graph.Pos
	pos         graph.Pos
}

func byName(p *graph.Program) map[string]*team {
	m := make(map[string]*team)
	of := func(name string, pos graph.Pos) *team {
		if m[name] == nil {
			m[name] = &team{pos: pos, open: make(map[string]graph.Pos)}
		}
		return m[name]
	}
	for _, a := range p.AllAgents() {
		t := of(a.Name, a.Pos)
		t.hold(a.Tools)
		note(t.open, a.Unknowns)
		for _, sub := range a.SubAgents {
			t.subs = append(t.subs, sub.Name)
		}
	}
	for _, w := range p.AllWorkflows() {
		for i := range w.Nodes {
			if n := &w.Nodes[i]; n.Agent != "" {
				of(n.Agent, n.Pos).hold(n.Tools)
			}
		}
	}
	return m
}

func (t *team) hold(tools []*graph.Tool) {
	for _, tool := range tools {
		if !tool.Added() {
			t.tools = append(t.tools, Called(tool))
		}
	}
}

// members compares the names of what an agent has.
func members(k Kind, agent string, pos graph.Pos, was, is []string) (list []Change) {
	for _, name := range missing(is, was) {
		list = append(list, Change{Kind: k, Effect: Adds, Perhaps: strings.HasPrefix(name, "? "), Name: agent, Of: name, New: name, Pos: pos})
	}
	for _, name := range missing(was, is) {
		list = append(list, Change{Kind: k, Effect: Takes, Perhaps: strings.HasPrefix(name, "? "), Name: agent, Of: name, Old: name, Pos: pos})
	}
	return list
}

// missing returns the names of one list that the other has not, sorted, each once.
func missing(list, other []string) []string {
	out := slices.DeleteFunc(slices.Clone(list), func(name string) bool { return slices.Contains(other, name) })
	slices.Sort(out)
	return slices.Compact(out)
}
