package product

import "github.com/agentvet/agentvet/graph"

// Moves returns the length of the path of r, with the moves that Path leaves out,
// up to its loop.
func (r *Result) Moves() int { return r.moves }

// On returns checkers that search markings in one way only, also where a run has one
// token at a time.
func OnAll(w *graph.Workflow, limit int) *Checker { return only(w, effort{limit: limit}) }
func OnReduced(w *graph.Workflow, limit int) *Checker {
	return only(w, effort{limit: limit, reduced: true})
}
func OnCoarse(w *graph.Workflow, limit int) *Checker {
	return only(w, effort{limit: limit, collapse: true})
}

func only(w *graph.Workflow, how effort) *Checker {
	c := On(w)
	c.net.forks, c.attempts = true, []effort{how}
	return c
}

// Build makes a workflow of a text: see build.
var Build = build
