package check

// This file is the order of the checks.

import (
	"errors"

	"github.com/agentvet/agentvet/graph"
)

// Options choose what Run checks beside the defaults. The zero Options are
// the defaults.
type Options struct {
	// EachExit asks that each exit be reachable, not only one of them.
	EachExit bool
	// RequireHuman asks that a human be reachable.
	RequireHuman bool
	// PerCall asks for a human before each run of a sensitive tool, not only
	// before its first one.
	PerCall bool
	// Contained asks that no agent delegates to one that may call tools which it may not call
	// itself.
	Contained bool
	// Sensitive reports whether a tool must not run without a human. Tools that
	// say that they are destructive are sensitive anyway. See Named. It is
	// asked only about tools whose name is known; if it is not nil, a step
	// whose tools are not known is a HumanGate problem of verdict Unknown.
	Sensitive func(*graph.Tool) bool
	// Feasible says which conditions of optional edges can hold together. A problem that
	// needs what cannot be is Excluded; without it, none is.
	Feasible graph.Feasibility
}

// Run checks w and returns its problems, sorted by rule, node and edge. It
// looks into the bodies of SUBGRAPH nodes where gates are concerned, and
// nowhere else: RunAll checks the bodies too.
//
// A workflow that graph.Check rejects gives the problem Malformed and no other.
// Nodes that share a name, which a faulty program may have, give Malformed
// beside the others.
//
// Run is linear, with a factor of log V for unbalanced joins and for gates in
// mode all, plus the size of the witnesses that it returns; Options.PerCall
// searches once for each sensitive tool.
func Run(w *graph.Workflow, o Options) []Problem {
	bad, list := malformed(w)
	if bad {
		return list
	}
	r := newRunner(o)
	return r.run(w, list, true)
}

// RunAll checks the workflows ws and every body inside them, each once, in the
// order of graph's All. A workflow that is the body of another one is gated
// through the nodes at which it stands: it is no run of its own.
func RunAll(ws []*graph.Workflow, o Options) []Problem {
	bodies := make(map[*graph.Workflow]bool)
	for _, w := range ws {
		for _, body := range w.All() {
			bodies[body] = bodies[body] || body != w
		}
	}
	var problems []Problem
	r := newRunner(o)
	seen := make(map[*graph.Workflow]bool)
	for _, w := range ws {
		if seen[w] {
			continue
		}
		// Faults of bodies are those of the whole; it is all or nothing.
		bad, list := malformed(w)
		if bad {
			seen[w] = true
			problems = append(problems, list...)
			continue
		}
		for _, part := range w.All() {
			if !seen[part] {
				seen[part] = true
				problems = append(problems, r.run(part, list, !bodies[part])...)
				list = nil
			}
		}
	}
	return problems
}

// malformed returns the problem that w is not well formed; bad if nothing else
// can be said about it.
func malformed(w *graph.Workflow) (bad bool, list []Problem) {
	err := graph.Check(w)
	if err == nil {
		return false, nil
	}
	var faults graph.ErrorList
	bad = !errors.As(err, &faults) || faults.HasOther(graph.CodeDuplicateNode)
	return bad, []Problem{&Malformed{base(w, none), err}}
}

// A runner keeps what several workflows of one call share.
type runner struct {
	o      Options
	checks []check
	views  map[*graph.Workflow]*view
	models map[*graph.Workflow]bool // see modelRuns
	asked  map[*graph.Workflow]bool // see alwaysAsks

	scratch scratch
}

func newRunner(o Options) *runner {
	return &runner{
		o: o, checks: checks(), views: make(map[*graph.Workflow]*view),
		models: make(map[*graph.Workflow]bool), asked: make(map[*graph.Workflow]bool),
	}
}

// view returns the view of w, which is made once.
func (r *runner) view(w *graph.Workflow) *view {
	v := r.views[w]
	if v == nil {
		v = newView(w, &r.scratch)
		r.views[w] = v
	}
	return v
}
