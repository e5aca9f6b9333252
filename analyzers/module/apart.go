package module

// This file tells apart what several tools do that one function runs.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/extract/loops"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/authority"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint/capability"
)

// A running is how a tool of an agent without a framework is run.
type running struct {
	*loops.Run
	shared bool // another tool of the agent has the same function
	aside  bool // the function with its code, where that stands in line, is the one that asks the model, or around it
}

// runsOf returns how the tools of agents without a framework are run, also those that a package has found by itself.
func (m *Module) runsOf() map[*graph.Tool]running {
	out := make(map[*graph.Tool]running)
	for i := range m.rounds {
		a := &m.rounds[i]
		asks := func(id string) bool {
			return topLevel(id) == topLevel(a.Func) && a.Workflow != nil || slices.ContainsFunc(a.Asking, func(o string) bool { return topLevel(o) == topLevel(id) })
		}
		of := func(n int) running { return running{&a.Runs[n], isShared(a, n), asks(a.Runs[n].Chosen.Func)} }
		for n, t := range a.Agent.Tools {
			out[t] = of(n)
		}
		for _, o := range m.Program.Agents {
			if o == a.Agent || !isSame(o, a.Agent) {
				continue
			}
			for _, t := range o.Tools {
				if n := slices.IndexFunc(a.Agent.Tools, func(u *graph.Tool) bool { return u.Name == t.Name && u.Handler == t.Handler }); n >= 0 {
					out[t] = of(n)
				}
			}
		}
	}
	return out
}

// An own is what a tool does that narrowing tells apart.
type own struct {
	tool *graph.Tool
	capability.Served
	handler string // that is called there and does all that it does for this tool alone; "" for none
}

// ownUses returns what the handlers of several tools do for each, and the code that stands where the name of a tool is compared. What
// a function does for more tools than one, it may do for one of them. Uses says what handlers do as a whole.
func (m *Module) ownUses(joint *capability.Joint, tools []*graph.Tool, uses map[string][]capability.Use) map[*graph.Tool][]capability.Use {
	parts, out := m.parts(joint, tools, uses)
	if len(parts) == 0 {
		return out
	}
	served := make([]capability.Served, len(parts))
	for i, p := range parts {
		served[i] = p.Served
	}
	narrow, ids := joint.Narrow(served)
	var all []string
	for i, p := range parts {
		if ids[i] == "" {
			ids[i] = p.Func // that does nothing, or was not read
		}
		all = append(all, ids[i])
	}
	slices.Sort(all)
	narrowed := narrow.Of(slices.Compact(all), library.All(), m.callees)
	for i, p := range parts {
		if out[p.tool] = narrowed[ids[i]]; p.handler != "" {
			out[p.tool] = capability.Together(uses[p.handler], narrowed[ids[i]])
		}
	}
	return out
}

// parts returns the tools that narrowing tells apart, and of others of which code stands in line that nothing is known of that, beside
// what their handlers do.
func (m *Module) parts(joint *capability.Joint, tools []*graph.Tool, uses map[string][]capability.Use) (out []own, unknown map[*graph.Tool][]capability.Use) {
	served, runs, captured := serve(tools), m.runsOf(), m.captured()
	unknown = make(map[*graph.Tool][]capability.Use)
	for _, t := range tools {
		id, r := funcid.Source(t.Handler), runs[t]
		if id == "" {
			continue
		}
		p := own{tool: t, Served: capability.Served{Func: id, Name: t.Name, Captured: t.Captured}}
		if len(p.Captured) == 0 {
			p.Captured = captured[named{t.Name, id}]
		}
		switch {
		case r.Run == nil:
			if served[id] < 2 || joint.IsBlind(id) {
				continue
			}
		case r.Chosen.Func != "" && joint.Compares(r.Chosen.Func, r.Chosen.Pos):
			c := &r.Chosen
			p.Served = capability.Served{Func: c.Func, Name: c.Text, At: c.Pos, Data: c.Data, Aside: r.aside}
			if c.Func != id && !r.shared {
				p.handler = id
			}
		case r.Chosen.Func != "":
			if unknown[t] = inLineAt(r.Chosen.Pos); r.Chosen.Func != id && !r.shared {
				unknown[t] = capability.Together(uses[id], unknown[t])
			}
			continue
		case len(r.Others) > 0:
			unknown[t] = inLineAt(r.Code.From)
			continue
		case !r.shared && served[id] < 2:
			continue
		default:
			p.Named = r.Named
		}
		out = append(out, p)
	}
	return out, unknown
}

// A named is the name of a tool, and its handler.
type named struct{ name, handler string }

// captured returns what the handlers of agents without a framework have captured: of a tool that several agents have, if it is the same for all.
func (m *Module) captured() map[named][]graph.Capture {
	out := make(map[named][]graph.Capture)
	for i := range m.rounds {
		for _, t := range m.rounds[i].Agent.Tools {
			key := named{t.Name, funcid.Source(t.Handler)}
			if old, ok := out[key]; ok && !slices.Equal(old, t.Captured) {
				out[key] = nil
			} else {
				out[key] = t.Captured
			}
		}
	}
	return out
}

// inLineAt returns that it is not known what code does whose condition was not understood.
func inLineAt(at graph.Pos) []capability.Use {
	return []capability.Use{{Name: authority.Unknown, Loose: true, Path: []capability.Hop{{Pos: at, Func: "code that stands beside that of other tools"}}}}
}
