package product

// This file turns the moves of a search into the steps that people read.

import (
	"slices"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/graph"
)

// What says what happens in a Step.
type What uint8

const (
	Pass       What = iota // control passes; no event
	Run                    // the step runs
	Call                   // it calls Tool
	RunAndCall             // it runs, and that is the call of Tool
	Ask                    // a human is asked
	Decide                 // its router decides
)

var whats = map[what]What{silent: Pass, run: Run, call: Call, runAndCall: RunAndCall, ask: Ask, decide: Decide}

// A Step is one step of a run.
type Step struct {
	In   *graph.Workflow
	Node graph.NodeID
	Edge graph.EdgeID // by which the token came, if the node begins with this step and it came by one; else None
	What What
	Tool *graph.Tool
	// Sent are the edges along which the node sends tokens, if it ends with this
	// step; Done says that it does.
	Sent  []graph.EdgeID
	Done  bool
	State dfa.State // of the automaton, after it
}

// steps returns the steps of a path, and how many of them its first n moves make.
// Moves that a reader would not miss are left out.
func (c *Checker) steps(path []stage, n int) (out []Step, first int) {
	came := make(map[place]graph.EdgeID)
	for i := range path {
		if i == n {
			first = len(out)
		}
		s := &path[i]
		if s.at == none {
			continue
		}
		b, node := c.net.of(s.at)
		step := Step{In: b.w, Node: c.net.id(s.at), Edge: none, What: whats[s.what], Sent: s.sent(), Done: s.left, State: s.q}
		if s.starts {
			if e, ok := came[s.at]; ok {
				step.Edge = e
			}
			delete(came, s.at)
		}
		if s.what == call || s.what == runAndCall {
			step.Tool = node.Tools[s.tool]
		}
		for _, e := range step.Sent {
			came[b.first+place(b.w.Edges[e].To)] = e
		}
		if s.what == silent && !s.starts {
			continue
		}
		out = append(out, step)
	}
	return out, first
}

// stepAt returns a step that shows a place.
func (c *Checker) stepAt(p place) Step {
	b, _ := c.net.of(p)
	return Step{In: b.w, Node: c.net.id(p), Edge: none}
}

// widen makes an Unknown of a result that holds, if there is something of the
// workflow that is not known and could make a difference.
func (c *Checker) widen(p *Part, res *Result) {
	if p.DFA.Satisfied(p.DFA.Start) {
		return
	}
	for i := range c.net.bodies {
		b := &c.net.bodies[i]
		reached := b.reached()
		for j := range b.w.Unknowns {
			u := &b.w.Unknowns[j]
			if u.Node != none && !reached[u.Node] || !matters(u, b.w, p.DFA) {
				continue
			}
			res.Verdict, res.Reason, res.Partial = Unknown, u.Reason, true
			if u.Node != none {
				res.Path = []Step{c.stepAt(b.first + place(u.Node))}
			}
			return
		}
		for j := range b.w.Nodes {
			n := &b.w.Nodes[j]
			k := slices.IndexFunc(n.Tools, func(t *graph.Tool) bool { return t.Name == "" })
			if k >= 0 && n.Calls != graph.CallsNone && reached[j] && asksTools(p.DFA) {
				res.Verdict, res.Reason, res.Partial = Unknown, n.Tools[k].Unknown, true
				res.Path = []Step{c.stepAt(b.first + place(j))}
				return
			}
		}
	}
}

// reached returns the nodes that tokens can come to.
func (b *body) reached() []bool {
	seen := make([]bool, len(b.w.Nodes))
	work := []graph.NodeID{b.w.Entry}
	seen[b.w.Entry] = true
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		for _, e := range b.edges.Index.Out(n) {
			if to := b.w.Edges[e].To; b.edges.Live[e] && !seen[to] {
				seen[to] = true
				work = append(work, to)
			}
		}
	}
	return seen
}

// matters reports whether what is not known could change what d sees.
func matters(u *graph.Unknown, w *graph.Workflow, d *dfa.DFA) bool {
	switch u.What {
	case graph.UnknownBound:
		return false // no bound is assumed
	case graph.UnknownTools:
		return (u.Node == none || w.Nodes[u.Node].Calls != graph.CallsNone) && asksTools(d)
	}
	return true
}

// asksTools reports whether an unknown tool could make a difference to d.
func asksTools(d *dfa.DFA) bool {
	return slices.ContainsFunc(d.Atoms, func(a *syntax.Atom) bool {
		switch a.Kind {
		case syntax.AtomNode, syntax.AtomKindOf, syntax.AtomAction, syntax.AtomDecision:
			return false
		}
		return true
	})
}
