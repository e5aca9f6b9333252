package check

// This file is the order of the checks.

import (
	"cmp"
	"errors"
	"slices"

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
	// Sensitive reports whether a tool must not run without a human. Tools that
	// say that they are destructive are sensitive anyway. See Named. It is
	// asked only about tools whose name is known; if it is not nil, a step
	// whose tools are not known is a HumanGate problem of verdict Unknown.
	Sensitive func(*graph.Tool) bool
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
	p := newProblem(Malformed, w, none)
	p.Err = err
	var faults graph.ErrorList
	bad = !errors.As(err, &faults) || faults.HasOther(graph.CodeDuplicateNode)
	return bad, []Problem{p}
}

// A runner keeps what several workflows of one call share.
type runner struct {
	o      Options
	views  map[*graph.Workflow]*view
	models map[*graph.Workflow]bool // see modelRuns
	asked  map[*graph.Workflow]bool // see alwaysAsks

	scratch scratch
}

func newRunner(o Options) *runner {
	return &runner{
		o: o, views: make(map[*graph.Workflow]*view),
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

// run returns the problems of w after those in list, sorted. Gates are checked
// at a root only.
func (r *runner) run(w *graph.Workflow, list []Problem, root bool) []Problem {
	v := r.view(w)
	en := newEnding(v, !root)
	var gates []Problem
	if root {
		gates = humanGate(w, r.o, r.view)
	}
	return gather( // mostly in the order of their names
		r.unbounded(en),
		en.problems(r.o),
		gates,
		list,
		v.replacedBranches(),
		v.routerShape(),
		v.routerValues(),
		v.shadowedEdges(),
		v.unbalancedJoins(en.reach),
		v.undeclaredNodes(),
		v.undeclaredTools(),
		v.unknownInterrupts(),
		en.unreachable(r.o, namesTwice(w, list)),
	)
}

// namesTwice returns the names that several nodes of w have, if Malformed is
// among the problems; mostly it is not, and nothing is counted.
func namesTwice(w *graph.Workflow, list []Problem) map[string]bool {
	if len(list) == 0 {
		return nil
	}
	seen, twice := make(map[string]bool), make(map[string]bool)
	for i := range w.Nodes {
		name := w.Nodes[i].Name
		twice[name] = seen[name]
		seen[name] = true
	}
	return twice
}

// stand gives problems without a path the step at fault as witness.
func stand(list []Problem) {
	steps := make(graph.Witness, len(list))
	for i := range list {
		if p := &list[i]; p.Witness == nil && p.Node != none {
			steps[i] = graph.Step{Node: p.Node, Edge: none}
			p.Witness = steps[i : i+1 : i+1]
		}
	}
}

// gather returns the problems of all parts by rule and place, each with a
// witness. Problems of one rule at one place keep their order. Problems are
// large, so each is copied once.
func gather(parts ...[]Problem) []Problem {
	n := 0
	for _, part := range parts {
		n += len(part)
	}
	if n == 0 {
		return nil
	}
	order := make([]*Problem, 0, n)
	for _, part := range parts {
		for i := range part {
			order = append(order, &part[i])
		}
	}
	if !slices.IsSortedFunc(order, compare) {
		slices.SortStableFunc(order, compare)
	}
	list := make([]Problem, n)
	for i, p := range order {
		list[i] = *p
	}
	stand(list)
	return list
}

func compare(a, b *Problem) int {
	switch {
	case a.Rule != b.Rule:
		return cmp.Compare(a.Rule, b.Rule)
	case a.Node != b.Node:
		return cmp.Compare(a.Node, b.Node)
	}
	return cmp.Or(
		cmp.Compare(a.Branch, b.Branch), cmp.Compare(a.Edge, b.Edge), cmp.Compare(a.Value, b.Value),
		cmp.Compare(a.Name, b.Name), cmp.Compare(a.Detail, b.Detail),
	)
}
