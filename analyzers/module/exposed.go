package module

// This file finds tools that whoever gets to the machine can call.

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/extract/loops"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/authority"
	"github.com/agentvet/agentvet/internal/defect"
)

// aboutExposed returns the findings on commands that offer tools over the network. A panic is a defect of agentvet; it becomes an unknown.
func (m *Module) aboutExposed() (out []report.Finding) {
	graphs := m.graphs()
	defer func() {
		if r := recover(); r != nil {
			out = []report.Finding{*report.ExposureUnread(defect.Text(r), graph.Pos{File: graphs[0].Package})}
		}
	}()
	var last *loops.Listener // of the last exposure
	var all []*report.Exposure
	for _, l := range loops.Listeners(graphs, m.servers()) {
		agents := m.agentsOf(l.Runs)
		tools := m.toolsOf(l.Packages)
		if len(agents) > 0 {
			tools = slices.DeleteFunc(tools, func(t *graph.Tool) bool {
				return !slices.ContainsFunc(agents, func(a *asked) bool { return isOf(a.agent, t) })
			})
		}
		if len(tools) == 0 {
			continue
		}
		var model string
		if n := slices.IndexFunc(agents, func(a *asked) bool { return isOf(a.agent, tools[0]) }); n >= 0 {
			model, l.Server, l.ServerName = agents[n].agent.Name, agents[n].way.From, agents[n].way.Name
		}
		e := exposure(&l, tools)
		if e != nil {
			e.Model = model
		}
		switch {
		case e == nil:
		case last != nil && last.Command == l.Command && all[len(all)-1].IsLike(e): // over HTTP and HTTPS, or in two protocols
			all[len(all)-1].Add(e)
		default:
			last, all = &l, append(all, e)
		}
	}
	for _, e := range all {
		out = append(out, *report.Exposed(e))
	}
	return out
}

// servers returns the functions that run tools for those who call, without a library, and those of loops that have a model do so.
func (m *Module) servers() (out []string) {
	for _, a := range slices.Concat(m.loops, m.shown) {
		if a.Func != "" {
			out = append(out, a.Func)
		}
	}
	return out
}

// An asked agent is one that has its tools called for those who call, and the way to it.
type asked struct {
	agent *graph.Agent
	way   loops.Way
}

// agentsOf returns the agents to whose loops ways lead.
func (m *Module) agentsOf(ways []loops.Way) (out []*asked) {
	for _, a := range slices.Concat(m.loops, m.shown) {
		n := slices.IndexFunc(ways, func(w loops.Way) bool { return w.To == a.Func })
		if n >= 0 && a.Agent.Kind != graph.AgentServer {
			out = append(out, &asked{a.Agent, ways[n]})
		}
	}
	return out
}

// isOf reports whether an agent may have a tool called without a human who is asked.
func isOf(a *graph.Agent, t *graph.Tool) bool {
	return slices.ContainsFunc(a.Tools, func(o *graph.Tool) bool { return o.Name == t.Name && o.Handler == t.Handler && !o.Gate.Kind.MayHold() })
}

// toolsOf returns the tools that are not made in other packages than some, each once whoever calls what makes it, but for those whose code
// is known to need nothing of the world.
func (m *Module) toolsOf(packages []string) []*graph.Tool {
	others := make(map[string]bool)
	for _, p := range m.sight {
		if !slices.Contains(packages, p.Path) {
			others[p.Dir] = true
		}
	}
	type key struct{ name, handler string }
	seen := make(map[key]bool)
	return slices.DeleteFunc(m.Tools(), func(t *graph.Tool) bool {
		k := key{t.Name, t.Handler}
		if seen[k] && t.Handler != "" {
			return true
		}
		seen[k] = true
		needs := func(n graph.Need) bool { return !authority.Minor(n.Capability) && !authority.IsLibrarys(&n) }
		return others[filepath.Dir(t.Pos.File)] || m.inferred[t] && !slices.ContainsFunc(t.Needs, needs)
	})
}

// exposure returns what a listener offers, nil if only what runs on the same machine can call.
func exposure(l *loops.Listener, tools []*graph.Tool) *report.Exposure {
	e := &report.Exposure{
		Call: l.Call, Tools: tools,
		Servers: []report.Step{{Pos: l.Server, Text: l.ServerName + " makes what answers and runs the tools"}},
	}
	if l.Own {
		e.Servers[0].Text = l.ServerName + " answers, and comes to run the tools"
	}
	if l.Call != "" {
		e.Waits = []report.Step{{Pos: l.Pos, Text: l.Call + " waits for calls"}}
	}
	local := false
	for _, a := range l.Addrs {
		switch a.Reach() {
		case loops.ReachMachine:
			local = true
		case loops.ReachAll:
			text := "the address is "
			if a.Open {
				text = "the address begins with "
			}
			text += strconv.Quote(a.Text)
			if l.Else || len(l.Addrs) > 1 {
				text += ", unless another one is set"
			}
			e.Addrs = append(e.Addrs, report.Step{Pos: a.Pos, Text: text})
			if e.Addr == "" {
				e.Addr = shown(a)
			}
		}
	}
	doubt := func(pos graph.Pos, format string, args ...any) {
		e.Doubts = append(e.Doubts, report.Step{Pos: pos, Text: fmt.Sprintf(format, args...)})
	}
	switch {
	case l.Call == "":
		doubt(l.Pos, "what answers goes to code that is not followed")
		return e
	case e.Addr == "" && local: // whoever sets another one, knows that
		return nil
	case e.Addr == "":
		doubt(l.Pos, "the address is not known")
	case local:
		doubt(l.Pos, "the address may be that of the machine itself")
	}
	if l.Lost {
		doubt(l.Pos, "not all of the program was followed")
	}
	for _, a := range l.Opaque {
		doubt(a.Pos, "%s may turn callers away", a.Call)
	}
	if len(l.Asks) > 0 {
		doubt(l.Asks[0].Pos, "the program %s here, and may turn callers away", l.Asks[0].What)
	}
	return e
}

// shown returns an address in the words of findings.
func shown(a loops.Address) string {
	if a.Open {
		return strconv.Quote(a.Text + "…")
	}
	return strconv.Quote(a.Text)
}
