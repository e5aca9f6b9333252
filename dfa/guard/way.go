package guard

// This file finds what would be allowed in place of what is refused, by trying it on a monitor of
// its own.

import (
	"slices"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/syntax"
)

// maxMoves is how many different events are tried before a call, each alone and each pair.
const maxMoves = 12

// may reports whether events may happen one right after the other from where a session is.
func (g *Guard) may(at dfa.Snapshot, events ...*dfa.Event) bool {
	m := g.rules.Fresh()
	if err := m.Restore(at); err != nil {
		panic("guard: internal error: " + err.Error())
	}
	return !m.AdmitAll(events...).Denied()
}

// showWay completes a refusal with what would be allowed.
func (g *Guard) showWay(r *Refusal, at dfa.Snapshot, e *dfa.Event) {
	r.Way = g.way(r, at, e)
	if len(e.Args) > 0 || e.Open {
		bare := *e
		bare.Args, bare.Open = nil, false
		r.Arguments = g.may(at, &bare) || g.tests(r, e)
	}
	for _, name := range g.allowedNames(e.Agent) {
		if len(r.Tools) > MaxNamed {
			break
		}
		if g.may(at, g.moveEvent(Move{Tool: name}, e.Agent)) {
			r.Tools = append(r.Tools, name)
		}
	}
}

// tests reports whether a rule that forbids a call asks for the arguments of calls of that tool.
func (g *Guard) tests(r *Refusal, e *dfa.Event) bool {
	isAsked := func(a *syntax.Atom) bool {
		if len(a.Tests) == 0 {
			return false
		}
		bare := *a
		bare.Tests = nil
		holds, _ := dfa.Match(&bare, e)
		return holds
	}
	for i, atoms := range g.atoms {
		if slices.ContainsFunc(atoms, isAsked) && slices.ContainsFunc(r.Rules, func(b Broken) bool { return b.Name == g.rules.Name(i) }) {
			return true
		}
	}
	return false
}

// way returns the fewest events, at most two, after which e is allowed.
func (g *Guard) way(r *Refusal, at dfa.Snapshot, e *dfa.Event) []Move {
	moves := g.moves(r, e.Agent)
	events := make([][]*dfa.Event, len(moves))
	for i, m := range moves {
		events[i] = []*dfa.Event{g.moveEvent(m, e.Agent)}
		if g.asks[m.Tool] {
			events[i] = append(events[i], &dfa.Event{Human: true, Agent: e.Agent}) // who says yes
		}
	}
	for i, m := range moves {
		if g.may(at, append(slices.Clone(events[i]), e)...) {
			return []Move{m}
		}
	}
	for i, m := range moves {
		for j, n := range moves {
			if g.may(at, append(slices.Concat(events[i], events[j]), e)...) {
				return []Move{m, n}
			}
		}
	}
	return nil
}

// named returns atoms, and the earlier calls with which they compare.
func named(atoms []*syntax.Atom) []*syntax.Atom {
	list := slices.Clone(atoms)
	for _, a := range atoms {
		if t := a.Kept(); t != nil {
			list = append(list, t.Of.Call)
		}
	}
	return list
}

// moves returns the events of which the rules speak that forbid a call: first the calls, which a model
// can make.
func (g *Guard) moves(r *Refusal, agent string) (list []Move) {
	human := false
	add := func(m Move) {
		if len(list) < maxMoves && !slices.Contains(list, m) {
			list = append(list, m)
		}
	}
	names := g.allowedNames(agent)
	for i, atoms := range g.atoms {
		if !slices.ContainsFunc(r.Rules, func(b Broken) bool { return b.Name == g.rules.Name(i) }) {
			continue
		}
		for _, a := range named(atoms) {
			human = human || a.Kind == syntax.AtomHuman
			for _, name := range names {
				if holds, _ := dfa.Match(a, g.moveEvent(Move{Tool: name}, agent)); holds || a.Kind == syntax.AtomHuman && g.asks[name] {
					add(Move{Tool: name})
				}
			}
		}
	}
	if human {
		list = append(list, Move{Human: true})
	}
	return list
}
