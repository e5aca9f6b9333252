package product

// This file turns the moves of a search into the steps that people read.

import (
	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/unroll"
)

// What says what happens in a Step.
type What uint8

const (
	Pass       What = iota // control passes; no event
	Run                    // the step runs
	Call                   // it calls Tool
	RunAndCall             // it runs, and that is the call of Tool
	Ask                    // a human is asked
	Decide                 // its router decides, and no other event tells so: see labels.decides
)

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
	// Known is what counters of the workflow are after it, of those of which that was not so before:
	// nil if the run was found without them.
	Known []unroll.Known
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
		step := Step{In: b.w, Node: c.net.id(s.at), Edge: none, What: s.what, Sent: s.sent(), Done: s.left, State: s.q}
		if s.starts {
			if e, ok := came[s.at]; ok {
				step.Edge = e
			}
			delete(came, s.at)
		}
		if s.what == Call || s.what == RunAndCall {
			step.Tool = node.Tools[s.tool]
		}
		for _, e := range step.Sent {
			came[b.first+place(b.w.Edges[e].To)] = e
		}
		if s.what == Pass && !s.starts {
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
