package langgraphgo

// This file reads the prebuilt agents as agents: their graphs are in Workflows
// like those of the program, and here is what they hold and how often they ask.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// prebuiltAgents adds the prebuilt agents that the package makes, those that a
// supervisor has among others under their names there.
func (a *graphs) prebuiltAgents(objs []*assembly.Object) {
	made := make(map[*graph.Workflow]*graph.Agent)
	var list []*graph.Agent
	for _, o := range objs {
		w := a.built[o]
		if w == nil || made[w] != nil || !a.isPrebuilt(o) || !a.Owned(o) {
			continue
		}
		g := &graph.Agent{Name: w.Name, Kind: graph.AgentLLM, Framework: a.Name, Bound: a.rounds(o), Pos: w.Pos, Origin: w.Origin}
		if o.Kind != "supervisor" { // which has no tools, but members
			for i := range w.Nodes {
				g.Tools = append(g.Tools, w.Nodes[i].Tools...)
			}
		}
		for _, u := range w.Unknowns {
			if u.What == graph.UnknownTools || u.What == graph.UnknownAnything {
				u.Node = graph.None
				g.Unknowns = append(g.Unknowns, u)
			}
		}
		made[w] = g
		list = append(list, g)
	}
	for _, o := range objs {
		if boss := made[a.built[o]]; boss != nil && o.Kind == "supervisor" {
			a.members(a.built[o], boss, made)
		}
	}
	a.Program.Agents = append(a.Program.Agents, list...)
}

// members gives a supervisor its members, which have their names from it.
func (a *graphs) members(w *graph.Workflow, boss *graph.Agent, made map[*graph.Workflow]*graph.Agent) {
	for i := range w.Nodes {
		n := &w.Nodes[i]
		if m := made[n.Sub]; n.Sub != nil && m != nil && !slices.Contains(boss.SubAgents, m) {
			m.Name = n.Name
			boss.SubAgents = append(boss.SubAgents, m)
		}
	}
}

// isPrebuilt reports whether a constructor of the framework makes the graph o.
func (a *graphs) isPrebuilt(o *assembly.Object) bool {
	if o.Kind == "supervisor" {
		return true
	}
	pkg, _, _ := strings.Cut(o.Func[strings.LastIndex(o.Func, "/")+1:], ".")
	return pkg == "prebuilt" && a.IsFramework(o.Func)
}

// rounds returns how often a prebuilt agent asks its model, which a number tells
// that its steps and routers capture: by itself, or as a field of a configuration.
// One that has no such number goes on for as long as the model calls tools. The
// graph of a planning agent is made by the model and runs once.
func (a *graphs) rounds(o *assembly.Object) graph.Bound {
	if strings.Contains(o.Func, "Planning") || strings.Contains(o.Func, "Manus") {
		return graph.Bound{}
	}
	best := graph.Bound{State: graph.BoundUnlimited}
	for _, op := range o.Calls("node", "branch") {
		for _, name := range []string{"fn", "router"} {
			for _, v := range a.Read(op.Arg(name)).Captured() {
				if b := limit(v); b.State == graph.BoundKnown || b.State == graph.BoundPresent && best.State != graph.BoundKnown {
					best = b
				}
			}
		}
	}
	return best
}

// limit returns the limit that a captured value is: a number, or a configuration
// that has one. Numbers of retries and of depths limit the rounds, although these
// may be more.
func limit(v assembly.Value) graph.Bound {
	present := graph.Bound{State: graph.BoundPresent}
	v = v.Behind()
	if n, ok := v.Number(); ok {
		return graph.Known(max(n, 0))
	}
	if alts := v.Each(); len(alts) > 1 {
		if slices.ContainsFunc(alts, func(x assembly.Value) bool { _, ok := x.Int(); return ok }) {
			return present
		}
		return graph.Bound{}
	}
	var out graph.Bound
	v.Struct(func(name string, field assembly.Value) {
		switch {
		case out.State != graph.BoundNone:
		case name == "MaxRetries", name == "MaxDepth":
			out = present
		case name == "MaxIterations":
			out = present
			if n, ok := field.Int(); ok {
				out = graph.Known(max(n, 0))
			}
		}
	})
	return out
}
