package module

// This file says of which modules no agent was read although there may be one.

import (
	"slices"

	"github.com/agentvet/agentvet/analyzers/internal/directive"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// A sight is what was seen and read of one module.
type sight struct {
	seen    []report.Seen
	read    report.Scope
	servers int
}

// NoteUnread adds to the program of m what may be an agent, or a server, that was not read, unless a directive silences that: to an
// inventory, it is something of which nobody knows what it has.
func (m *Module) NoteUnread() {
	for _, f := range m.unread(nil) {
		if m.silenced(report.Seen{Pos: f.Pos}) {
			continue
		}
		m.Program.Unknowns = append(m.Program.Unknowns, graph.Unknown{
			What: graph.UnknownAnything, Node: graph.None, Reason: reason.Words(report.UnreadReason(&f)), Pos: f.Pos,
		})
	}
}

// unread returns a finding for each module of m that has places which may belong to an
// agent, where no agent was read in any of its packages, or in the commands that have them;
// imported are packages that nobody named. What a directive silences its package has left out.
func (m *Module) unread(imported []*Package) []report.Finding {
	var order []string
	sights := make(map[string]*sight)
	moduleOf := make(map[string]string)
	all := slices.Concat(m.Packages, imported)
	for _, p := range all {
		s := sights[p.Module]
		if s == nil {
			order = append(order, p.Module)
			s = new(sight)
			sights[p.Module] = s
		}
		moduleOf[p.Path] = p.Module
		s.seen = append(s.seen, m.telling(p.Seen)...)
		s.read.Workflows += len(p.Program.Workflows)
		s.add(p.Program.Agents)
		s.read.Tools += len(p.Program.Tools)
	}
	for _, u := range m.open {
		if s := sights[moduleOf[u.Package]]; s != nil {
			s.seen = append(s.seen, report.Seen{Kind: report.SeenChoice, Name: u.Part, Pos: u.Pos})
		}
	}
	for _, a := range m.loops {
		if s := sights[moduleOf[a.Package]]; s != nil {
			s.add([]*graph.Agent{a.Agent})
			s.read.Tools += len(a.Agent.Tools)
		}
	}
	apart := m.apart(all)
	var out []report.Finding
	for _, path := range order {
		places := report.Unexplained(sights[path].seen, sights[path].read, sights[path].servers)
		if places = append(places, apart[path]...); len(places) > 0 {
			f := report.Unread(places)
			f.Context = path
			if i := slices.IndexFunc(places, m.silenced); i >= 0 {
				f.Pos = places[i].Pos // somebody who looked at one of them has looked at the program
			}
			out = append(out, *f)
		}
	}
	return out
}

func (s *sight) add(agents []*graph.Agent) {
	n, servers := report.Count(agents)
	s.read.Agents += n
	s.servers += servers
}

// apart returns, by module, where packages read what a model wants called that only commands
// import of which no agent was read: one of another command says nothing of theirs.
func (m *Module) apart(all []*Package) map[string][]report.Seen {
	has := make(map[string]bool) // an agent
	byPath := make(map[string]*Package)
	for _, p := range all {
		n, _ := report.Count(p.Program.Agents)
		byPath[p.Path], has[p.Path] = p, n+len(p.Program.Workflows) > 0
	}
	for _, a := range m.loops {
		has[a.Package] = has[a.Package] || a.Agent.Kind != graph.AgentServer
	}
	of, explained := make(map[string]bool), make(map[string]bool)
	for _, p := range all {
		if p.Values == nil || !p.Values.Main {
			continue
		}
		parts := program(p, byPath)
		agent := slices.ContainsFunc(parts, func(p *Package) bool { return has[p.Path] })
		for _, part := range parts {
			of[part.Path], explained[part.Path] = true, explained[part.Path] || agent
		}
	}
	out := make(map[string][]report.Seen)
	for _, p := range all {
		for _, s := range m.telling(p.Seen) {
			if of[p.Path] && !explained[p.Path] && s.IsCall() {
				out[p.Module] = append(out[p.Module], s)
			}
		}
	}
	return out
}

// program returns a command and the packages that it imports, by way of others too.
func program(command *Package, byPath map[string]*Package) (out []*Package) {
	for work := []*Package{command}; len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		if p == nil || p.Values == nil || slices.Contains(out, p) {
			continue
		}
		out = append(out, p)
		for _, path := range p.Values.Imports {
			work = append(work, byPath[path])
		}
	}
	return out
}

// telling returns the places that may belong to an agent for all that is known of the whole
// module: where calls of models are only carried, what speaks of them has no agent.
func (m *Module) telling(list []report.Seen) []report.Seen {
	if !m.carries {
		return list
	}
	return slices.DeleteFunc(slices.Clone(list), func(s report.Seen) bool {
		return !s.Server && slices.Contains([]report.SeenKind{report.SeenRead, report.SeenOffer, report.SeenAnswer, report.SeenWord}, s.Kind)
	})
}

// Asks returns where the packages ask models, in order.
func (m *Module) Asks() (asks []report.Seen) {
	for _, p := range m.Packages {
		for _, s := range p.Seen {
			if s.Kind == report.SeenAsk {
				asks = append(asks, s)
			}
		}
	}
	slices.SortFunc(asks, report.CompareSeen)
	return slices.Compact(asks)
}

// silenced reports whether a directive silences what was seen at a place.
func (m *Module) silenced(s report.Seen) bool {
	return slices.ContainsFunc(m.sight, func(p *Package) bool {
		own := &directive.Set{Directives: p.Ignores}
		return own.Silences(rules.Unread, s.Pos)
	})
}
