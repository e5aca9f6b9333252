package mcp

// This file reads servers: an agent whose model is not known, with what is left
// registered when the program has run.

import (
	"cmp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// server adds the agent of a server.
func (a *catalog) server(o *assembly.Object) {
	g := &graph.Agent{Kind: graph.AgentServer, Framework: framework, Pos: o.At(a.Assembly), Origin: a.Origin(o), Maker: o.Func}
	g.Name = a.serverName(o, g.Pos)
	g.Instructions = a.instructions(o)
	l := a.registered(o)
	for _, f := range l.live {
		g.Tools = append(g.Tools, f.tool)
		if f.unknown != nil {
			u := unknown(f.unknown)
			u.Pos = cmp.Or(u.Pos, f.tool.Pos)
			g.Unknowns = append(g.Unknowns, u)
		}
	}
	seen := make(map[string]bool)
	for _, r := range l.replaced {
		if name := r[0].tool.Name; !seen[name] { // one cause, one finding
			seen[name] = true
			g.Replaced = append(g.Replaced, graph.Replacement{Tool: a.at(r[0]), By: a.at(r[1])})
		}
	}
	g.Unknowns = append(g.Unknowns, a.unseen(o, l.live)...)
	a.besideTools(g, o)
	if u := a.Escape(o, "the server"); u != nil {
		g.Unknowns = append(g.Unknowns, unknown(u))
	}
	if a.Owned(o) {
		a.Program.Agents = append(a.Program.Agents, g)
	}
}

// besideTools notes the handlers of prompts and resources, which clients run without a tool.
func (a *catalog) besideTools(g *graph.Agent, o *assembly.Object) {
	for _, op := range o.Calls("beside") {
		_, name, _ := strings.Cut(op.Row.Name, ".")
		assembly.AddHooks(g, name, a.ArgOf(op, "fn"))
	}
}

// at returns the tool with a position in the package.
func (a *catalog) at(f *offer) *graph.Tool {
	t := *f.tool
	t.Pos = cmp.Or(f.at, a.At(t.Pos, f.path()))
	return &t
}

// serverName returns what a server calls itself.
func (a *catalog) serverName(o *assembly.Object, pos graph.Pos) string {
	v := a.Arg(o, "name")
	if text := o.Row.Text("name"); text != "" {
		v = a.NewText(text)
	}
	if called := a.Arg(o, "called"); called.TextOr("") != "" {
		v = called
	}
	options, _ := a.Arg(o, "options").Elems()
	for _, e := range options {
		for _, opt := range e.Objects("name") {
			v = a.Arg(opt, "name")
		}
	}
	for _, op := range o.Calls("name") {
		v = a.ArgOf(op, "name")
	}
	return cmp.Or(v.TextOr(""), assembly.OpaqueName(pos))
}

// instructions returns what a server tells the models of its clients, "" if it tells them nothing or what a run computes.
func (a *catalog) instructions(o *assembly.Object) string {
	v := a.Arg(o, "settings").Only().Behind().Only().Field("Instructions")
	for _, opt := range a.optionsOf(o, "instructions") {
		v = a.Arg(opt, "text")
	}
	if !v.Given() {
		return ""
	}
	return constantText(v)
}

// A list is what is registered on one server.
type list struct {
	live     []*offer
	replaced [][2]*offer // a tool, and the one that takes its name
}

// registered replays the registrations on a server.
func (a *catalog) registered(server *assembly.Object) *list {
	l := &list{}
	for _, o := range a.Objects {
		switch o.Kind {
		case "remove":
			if slices.Contains(a.servers(o), server) {
				l.remove(a, o, server)
			}
		case "replace":
			if slices.Contains(a.servers(o), server) && takesEffect(o, server) {
				l.live = slices.DeleteFunc(l.live, func(f *offer) bool { return f.guard.Implies(o.Guard) })
			}
		}
		for _, f := range a.offers {
			if f.by == o && slices.Contains(f.servers, server) {
				l.add(f)
			}
		}
	}
	for _, f := range a.provided(server) {
		l.add(f)
	}
	return l
}

// add registers a tool. It takes the name from an earlier one: surely, if it is
// registered wherever that one is. Of the tools of foxy-contexts, which its container
// makes in any order, neither is sure.
func (l *list) add(f *offer) {
	for i, g := range l.live {
		if f.sameCall(g) && assembly.ToolText(f.tool) == assembly.ToolText(g.tool) { // another way to the same call
			both := *g
			both.guard = slices.DeleteFunc(slices.Clone(g.guard), func(c assembly.Cond) bool { return !f.guard.Implies(assembly.Guard{c}) })
			l.live[i] = &both
			return
		}
	}
	for i := 0; i < len(l.live); i++ {
		g := l.live[i]
		if f.tool.Name == "" || f.tool.Name != g.tool.Name || f.excludes(g) {
			continue
		}
		if !f.repeats(g) {
			l.replaced = append(l.replaced, [2]*offer{g, f})
		}
		if g.guard.Implies(f.guard) && !f.by.Loop && sdk(f.by.Row) != foxy {
			l.live = slices.Delete(l.live, i, i+1)
			i--
		}
	}
	l.live = append(l.live, f)
}

// repeats reports whether f registers once more what g did: one definition with one
// handler. Hooks that fill the server for each session do.
func (f *offer) repeats(g *offer) bool {
	t, u := f.tool, g.tool
	return f.literal() == g.literal() && t.Handler != "" && t.Handler == u.Handler &&
		t.Description == u.Description && t.Args == u.Args && t.Gate.Kind == u.Gate.Kind
}

// remove takes away tools by their names.
func (l *list) remove(a *catalog, o, server *assembly.Object) {
	if !takesEffect(o, server) {
		return
	}
	names := []assembly.Value{a.Arg(o, "name")}
	if _, byList := o.Args["names"]; byList {
		names, _ = a.Arg(o, "names").Elems()
	}
	for _, n := range names {
		s, ok := n.Text()
		if !ok || len(n.Guard) > 0 {
			continue
		}
		l.live = slices.DeleteFunc(l.live, func(f *offer) bool { return f.tool.Name == s && f.guard.Implies(o.Guard) })
	}
}

// takesEffect reports whether a removal happens before the server answers: it
// stands in the function that makes the server. Others may happen later, when a
// model has used what they remove.
func takesEffect(o, server *assembly.Object) bool {
	return !o.Loop && o.Func == server.Func && slices.Equal(o.Stack, server.Stack)
}

// excludes reports whether no server has both: each is registered where the other is not.
// Where one call that several functions come to, such as hooks for each session, registers
// one tool or another, the program asks the same question each time.
func (f *offer) excludes(g *offer) bool {
	return f.guard.Excludes(g.guard) || f.by.Pos == g.by.Pos && !f.sameCall(g) && f.guard.Alternates(g.guard)
}

// sameCall reports whether two offers come from one place of the program.
func (f *offer) sameCall(g *offer) bool {
	return f.by.Pos == g.by.Pos && slices.Equal(f.by.Stack, g.by.Stack)
}

// path returns the calls that lead to the registration, and its own.
func (f *offer) path() []graph.Pos { return append(slices.Clone(f.by.Stack), f.by.Pos) }
