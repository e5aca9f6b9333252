package module

// This file says of the tools of a module what their code may do to the world.

import (
	"maps"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/extract/loops"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/authority"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint/capability"
)

// infer sets what the code of each tool needs, or that this is not known. Tools of one handler get
// the same. If no package says what its functions do, it is known of none.
func (m *Module) infer() {
	var kept []*capability.Kept
	for _, p := range m.sight {
		if p.Capabilities != nil {
			kept = append(kept, p.Capabilities)
		}
	}
	var ids []string
	tools := m.Program.AllTools()
	defer func() {
		for _, t := range tools {
			t.Captured = nil // what they need tells them apart now
		}
	}()
	for _, t := range tools {
		t.Unread = t.Agent == "" && !t.Added()
		if t.Handler != "" {
			ids = append(ids, funcid.Source(t.Handler))
		}
	}
	steps, hooks := m.stepFuncs(), m.hookFuncs()
	ids = slices.Concat(ids, steps, hooks)
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(kept) == 0 {
		return
	}
	joint := capability.Join(kept)
	inLine := m.inLine(joint)
	rounds, cut := m.roundFuncs(tools, inLine)
	if len(ids)+len(rounds)+len(m.makerFuncs()) == 0 {
		return
	}
	uses := joint.Of(ids, library.All(), m.callees)
	own, around := m.ownUses(joint, tools, uses), m.usesAround(joint, tools)
	m.inferred = make(map[*graph.Tool]bool)
	for _, t := range tools {
		if t.Handler != "" {
			of, narrowed := own[t]
			if !narrowed {
				of = uses[funcid.Source(t.Handler)]
			}
			for _, w := range t.Around {
				of = capability.Together(of, around[w.Func])
			}
			t.Inferred, t.Needs = needs(of)
			m.inferred[t], t.Unread = true, false
		}
	}
	m.steps = make(map[string][]graph.Need)
	for _, id := range steps {
		_, m.steps[id] = needs(uses[id])
	}
	m.hooks = make(map[string][]graph.Need)
	for _, id := range hooks {
		_, m.hooks[id] = needs(uses[id])
	}
	m.inferMakers(joint, slices.Concat(ids, rounds))
	if len(rounds) == 0 {
		return
	}
	m.beside = make(map[string][]graph.Need)
	var cases []capability.Served
	for _, c := range inLine {
		cases = append(cases, capability.Served{Func: c.Func, At: c.Pos})
	}
	for id, own := range joint.Beside(cases).Without(cut).Of(rounds, library.All(), m.callees) {
		_, m.beside[id] = needs(own)
	}
}

// inLine returns where tools are chosen of which code stands in line, if the comparison was understood.
func (m *Module) inLine(joint *capability.Joint) map[*graph.Tool]*loops.Choice {
	out := make(map[*graph.Tool]*loops.Choice)
	for i := range m.rounds {
		a := &m.rounds[i]
		for n, t := range a.Agent.Tools {
			if c := &a.Runs[n].Chosen; c.Func != "" && joint.Compares(c.Func, c.Pos) {
				out[t] = c
			}
		}
	}
	return out
}

// roundFuncs returns the functions with the loops of agents without a framework of which the code of all tools is told from
// theirs, and the functions that are to be left out of what these loops do themselves: those of tools, and those that ask a model and are
// no such loop.
func (m *Module) roundFuncs(tools []*graph.Tool, inLine map[*graph.Tool]*loops.Choice) (ids, cut []string) {
	loop := make(map[string]bool)
	for i := range m.rounds {
		if a := &m.rounds[i]; a.Func != "" && ownTools(a, inLine) {
			loop[a.Func] = true
		}
	}
	holdsLoop := func(id string) bool {
		return slices.ContainsFunc(slices.Collect(maps.Keys(loop)), func(l string) bool { return l == id || strings.HasPrefix(l, id+"$") })
	}
	for i := range m.rounds {
		for _, id := range m.rounds[i].Asking {
			if !holdsLoop(id) {
				cut = append(cut, id)
			}
		}
	}
	for _, t := range tools {
		if c := inLine[t]; t.Handler != "" && (c == nil || c.Func != funcid.Source(t.Handler)) {
			cut = append(cut, funcid.Source(t.Handler))
			delete(loop, funcid.Source(t.Handler)) // a loop that is a tool: its effects are those of the tool
		}
	}
	return slices.Sorted(maps.Keys(loop)), cut
}

// ownTools reports whether all tools of an agent are known, and each is code in line that is told from other code, or is run by a
// function that is not the loop and that runs no other: only then is what the loop does beside them known.
func ownTools(a *loops.Agent, inLine map[*graph.Tool]*loops.Choice) bool {
	open := slices.ContainsFunc(a.Agent.Unknowns, func(u graph.Unknown) bool { return u.What == graph.UnknownTools || u.What == graph.UnknownAnything })
	if a.Workflow == nil || open || len(a.Agent.Tools) == 0 || len(a.Runs) != len(a.Agent.Tools) {
		return false
	}
	for n, t := range a.Agent.Tools {
		if r := &a.Runs[n]; inLine[t] == nil && (t.Handler == "" || r.Blind || len(r.Others) > 0 || isShared(a, n) || topLevel(r.Func) == topLevel(a.Func)) {
			return false
		}
	}
	return true
}

// stepFuncs returns the functions that steps of workflows run themselves, and no model or tool.
func (m *Module) stepFuncs() (ids []string) {
	for _, w := range m.Program.AllWorkflows() {
		for i := range w.Nodes {
			if isCode(&w.Nodes[i]) {
				ids = append(ids, funcid.Source(w.Nodes[i].Func))
			}
		}
	}
	return ids
}

// hookFuncs returns the functions that run beside agents.
func (m *Module) hookFuncs() (ids []string) {
	for _, a := range m.Program.AllAgents() {
		for _, h := range a.Hooks {
			ids = append(ids, funcid.Source(h.Func))
		}
	}
	return ids
}

// makerFuncs returns the functions that make agents, each once. One that is called main is left out: it is the
// program, and what it does after it has made an agent is no part of that.
func (m *Module) makerFuncs() (ids []string) {
	for _, a := range m.Program.AllAgents() {
		if id := funcid.Source(a.Maker); a.Maker != "" && !strings.HasSuffix(topLevel(id), ".main") {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// inferMakers sets what the functions do that make agents, without those functions that these agents run.
func (m *Module) inferMakers(joint *capability.Joint, runs []string) {
	makers := slices.DeleteFunc(m.makerFuncs(), func(id string) bool { return slices.Contains(runs, id) })
	if len(makers) == 0 {
		return
	}
	m.makers = make(map[string][]graph.Need)
	for id, own := range joint.Without(runs).Of(makers, library.All(), m.callees) {
		_, m.makers[id] = needs(own)
	}
}

// isCode reports whether a step is code of the program's: it runs no tool, no model and no other agent.
func isCode(n *graph.Node) bool {
	switch n.Kind {
	case graph.KindPassthrough, graph.KindRouter, graph.KindHuman:
		return n.Func != "" && n.Agent == "" && len(n.Tools) == 0
	}
	return false
}

// serve counts the names of the tools that a handler runs.
func serve(tools []*graph.Tool) map[string]int {
	names := make(map[string][]string)
	served := make(map[string]int)
	for _, t := range tools {
		if id := funcid.Source(t.Handler); !slices.Contains(names[id], t.Name) {
			names[id] = append(names[id], t.Name)
			served[id]++
		}
	}
	return served
}

// callees returns the functions that a call of a function value, or of a method of an interface, runs at a
// place, as far as the packages in sight tell; "" stands for others.
func (m *Module) callees(at graph.Pos) []string {
	own := m.ownCallees(at)
	return slices.Concat(own, m.foreign[at])
}

// ownCallees is callees without functions of libraries: what these do with data, rows say where they are called by name.
func (m *Module) ownCallees(at graph.Pos) []string {
	if m.calls == nil {
		m.calls, m.foreign = dynamic(m.sight)
	}
	return m.calls[at]
}

// dynamic returns what calls of function values run, of the module and of libraries. A panic is a defect of agentvet; what such
// calls run is then not known.
func dynamic(packages []*Package) (own, foreign loops.Calls) {
	defer func() {
		if recover() != nil {
			own, foreign = make(loops.Calls), make(loops.Calls)
		}
	}()
	var graphs []*valueflow.Graph
	for _, p := range packages {
		if p.Values != nil {
			graphs = append(graphs, p.Values)
		}
	}
	return loops.Dynamic(graphs)
}

// usesAround returns what the functions do themselves that wrap handlers of tools, beside what the handlers do.
func (m *Module) usesAround(joint *capability.Joint, tools []*graph.Tool) map[string][]capability.Use {
	var inner []string // what wrappers may call
	out := make(map[string][]capability.Use)
	for _, t := range tools {
		if t.Handler != "" {
			inner = append(inner, funcid.Source(t.Handler))
		}
		for _, w := range t.Around {
			inner = append(inner, w.Func)
			out[w.Func] = nil
		}
	}
	for id := range out {
		others := joint.Without(slices.DeleteFunc(slices.Clone(inner), func(other string) bool { return other == id }))
		out[id] = others.Of([]string{id}, library.All(), m.callees)[id]
	}
	return out
}

// needs returns uses as a tool has them: names, sorted, and how it comes to each of them.
func needs(uses []capability.Use) (inferred []string, out []graph.Need) {
	for _, u := range uses {
		if u.Name != authority.Unknown {
			inferred = append(inferred, u.Name)
		}
		n := graph.Need{Capability: u.Name, Maybe: u.Loose, Fixed: u.Fixed}
		for _, h := range u.Path {
			n.Path = append(n.Path, graph.Hop{Func: funcid.Key(h.Func), Pos: h.Pos})
		}
		out = append(out, n)
	}
	return inferred, out
}
