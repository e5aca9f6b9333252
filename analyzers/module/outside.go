package module

// This file finds what steps of workflows, loops of agents, what runs beside agents and what makes them do
// themselves.

import (
	"slices"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/extract/loops"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/authority"
	"github.com/agentvet/agentvet/internal/funcid"
)

// outside returns a finding for each step of a workflow whose code changes something in the world,
// runs a program or talks to a host, and is no tool. Of what one step does, the worst is said.
func (m *Module) outside() (out []report.Finding) {
	for _, o := range m.workflows() {
		for _, w := range o.Workflow.All() {
			for i := range w.Nodes {
				n := &w.Nodes[i]
				if !isCode(n) {
					continue
				}
				if worst := worstOf(m.steps[funcid.Source(n.Func)]); worst != nil {
					f := report.OutsideTool(w, n, funcid.Key(n.Func), worst)
					f.Context = funcid.Key(topLevel(n.Func))
					out = append(out, *f)
				}
			}
		}
	}
	return slices.Concat(out, m.besideTools(), m.besideAgents(), m.making())
}

// besideAgents returns a finding for each function that runs beside an agent, as a callback, and does what
// besideTools reports of loops. One that several agents have is said once.
func (m *Module) besideAgents() (out []report.Finding) {
	said := make(map[string]bool)
	for _, a := range m.Program.AllAgents() {
		for i := range a.Hooks {
			h := &a.Hooks[i]
			id := funcid.Source(h.Func)
			worst := worstOf(acts(m.hooks[id]))
			if worst == nil || said[id] {
				continue
			}
			said[id] = true
			f := report.OutsideHook(a, h, funcid.Key(h.Func), worst)
			f.Context = funcid.Key(topLevel(h.Func))
			out = append(out, *f)
		}
	}
	return out
}

// making returns a finding for each function that makes agents and deletes something or runs a program. That it
// sets up a database, writes a file or asks a host is usual.
func (m *Module) making() (out []report.Finding) {
	said := make(map[string]bool)
	for _, a := range m.Program.AllAgents() {
		id := funcid.Source(a.Maker)
		worst := worstOf(slices.DeleteFunc(slices.Clone(m.makers[id]), func(n graph.Need) bool { return rankOf(n.Capability) < 3 }))
		if worst == nil || said[id] {
			continue
		}
		said[id] = true
		f := report.OutsideMaker(a, funcid.Key(a.Maker), worst)
		f.Context = funcid.Key(topLevel(a.Maker))
		out = append(out, *f)
	}
	return out
}

// acts returns what of the needs of code beside tools is not usual there: logs and transcripts are written, and taken away when they are
// old, sessions are kept in a database, and hosts are told.
func acts(needs []graph.Need) []graph.Need {
	return slices.DeleteFunc(slices.Clone(needs), func(n graph.Need) bool {
		own := authority.Covers("fs.delete", n.Capability) && authority.IsUsual(&n) // nothing that the model or a user has said chooses it
		return n.Capability == "fs.write" || n.Capability == "db.write" || own || rankOf(n.Capability) < 2
	})
}

// besideTools returns a finding for each agent without a framework whose loop deletes something, changes
// a database, runs a program or sends mail or a request that changes something, and does so neither
// by a tool nor to ask the model. Writing files and talking to hosts are no findings here, other than in
// steps of workflows: loops keep logs and transcripts, and ask models.
func (m *Module) besideTools() (out []report.Finding) {
	type deed struct {
		agent *loops.Agent
		need  *graph.Need
	}
	nearest := make(map[graph.Pos]deed) // by where it is done: who runs another loop does not do what that one does
	var order []graph.Pos
	for i := range m.rounds {
		a := &m.rounds[i]
		worst := worstOf(acts(m.beside[a.Func]))
		if worst == nil {
			continue
		}
		at := worst.Path[len(worst.Path)-1].Pos
		old, ok := nearest[at]
		if !ok {
			order = append(order, at)
		}
		if !ok || len(worst.Path) < len(old.need.Path) {
			nearest[at] = deed{a, worst}
		}
	}
	for _, at := range order {
		d := nearest[at]
		f := report.BesideTools(d.agent.Agent, funcid.Key(d.agent.Func), d.need)
		f.Context = funcid.Key(topLevel(d.agent.Func))
		out = append(out, *f)
	}
	return out
}

// worstOf returns the need that a reader should know first: one to destroy, one to change, or one to run
// a program or reach a host. It is nil where none is certain.
func worstOf(needs []graph.Need) (worst *graph.Need) {
	rank := 0
	for i := range needs {
		n := &needs[i]
		if r := rankOf(n.Capability); !n.Maybe && !authority.IsLibrarys(n) && r > rank {
			worst, rank = n, r
		}
	}
	return worst
}

func rankOf(name string) int {
	switch {
	case authority.Minor(name):
		return 0
	case authority.Destroys(name):
		return 4
	case authority.Covers("exec", name):
		return 3
	case authority.Changes(name):
		return 2
	case authority.Covers("net", name):
		return 1
	}
	return 0
}
