package unroll

// This file checks an unrolled workflow. It shares no code with what makes one: a workflow that is
// not accepted is not used, so that a mistake there proves nothing away.

import (
	"fmt"
	"math"
	"reflect"
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// A span is the values that a counter may have, ends included.
type span struct{ from, to int }

var all = span{math.MinInt, math.MaxInt}

func (s span) holds(t span) bool { return s.from <= t.from && t.to <= s.to }

// Covers returns nil if each run of the workflow is one of the unrolled one, whatever counters are that were left out: runs begin at a copy of
// its entry, and whatever a run may do at a copy of a step, with the values that counters have there,
// a copy of the edge leads to a copy of the next step that stands for the values then. What the
// workflow says of a step, it says of each copy.
func (u *Unrolled) Covers() error {
	w := u.Of
	n, e := len(u.Workflow.Nodes), len(u.Workflow.Edges)
	if len(u.Node) != n || len(u.values) != n || len(u.Edge) != e {
		return fmt.Errorf("%d steps and %d edges are copies of %d and %d", n, e, len(u.Node), len(u.Edge))
	}
	if err := u.wellFormed(); err != nil {
		return err
	}
	begins := make([]span, len(u.Counters))
	for i, c := range u.Counters {
		begins[i] = all
		if c.Started {
			begins[i] = span{c.Start, c.Start}
		}
	}
	if entry := u.Workflow.Entry; u.Node[entry] != w.Entry || !u.standsFor(entry, begins) {
		return fmt.Errorf("runs begin elsewhere")
	}
	ways := make([]map[graph.EdgeID]graph.EdgeID, n) // of each copy, by what they are copies of
	for i := range u.Workflow.Edges {
		from := u.Workflow.Edges[i].From
		if ways[from] == nil {
			ways[from] = make(map[graph.EdgeID]graph.EdgeID)
		}
		ways[from][u.Edge[i]] = graph.EdgeID(i)
	}
	for c := range u.Workflow.Nodes {
		if err := u.copied(graph.NodeID(c)); err != nil {
			return err
		}
		for i := range u.Counters {
			if s := u.span(graph.NodeID(c), i); s != all && (s.from < -2*maxValue || s.to > 2*maxValue) {
				return fmt.Errorf("copy %d of step %q has a value that may not fit", c, w.Nodes[u.Node[c]].Name)
			}
		}
		for i := range w.Edges {
			if w.Edges[i].From != u.Node[c] {
				continue
			}
			then, taken := u.then(graph.NodeID(c), &w.Edges[i])
			way, ok := ways[c][graph.EdgeID(i)]
			if taken && !ok {
				return fmt.Errorf("copy %d of step %q has no copy of edge %d", c, w.Nodes[u.Node[c]].Name, i)
			}
			if !taken {
				continue
			}
			if to := u.Workflow.Edges[way].To; u.Node[to] != w.Edges[i].To || !u.standsFor(to, then) {
				return fmt.Errorf("edge %d from copy %d of step %q leads to values that its end does not stand for", i, c, w.Nodes[u.Node[c]].Name)
			}
		}
	}
	return nil
}

// wellFormed returns an error if the copies refer to what there is not, or if something else is not as in the workflow: counters,
// the engine, what is said of no step.
func (u *Unrolled) wellFormed() error {
	w, copies := u.Of, u.Workflow
	step := func(n graph.NodeID) bool { return n >= 0 && int(n) < len(copies.Nodes) }
	ok := step(copies.Entry) && w.Entry >= 0 && int(w.Entry) < len(w.Nodes)
	for _, of := range u.Node {
		ok = ok && of >= 0 && int(of) < len(w.Nodes)
	}
	for _, values := range u.values {
		ok = ok && len(values) == len(u.Counters)
	}
	for i, e := range copies.Edges {
		ok = ok && u.Edge[i] >= 0 && int(u.Edge[i]) < len(w.Edges) && step(e.From) && step(e.To) &&
			(e.Branch == graph.None || e.Branch >= 0 && int(e.Branch) < len(copies.Branches)) &&
			u.Node[e.From] == w.Edges[u.Edge[i]].From
	}
	if !ok {
		return fmt.Errorf("a copy is of nothing")
	}
	seen := make(map[string]bool)
	for _, c := range u.Counters {
		i := slices.IndexFunc(w.Counters, func(of graph.Counter) bool { return of.Name == c.Name })
		if i < 0 || seen[c.Name] || !reflect.DeepEqual(w.Counters[i], c) {
			return fmt.Errorf("counter %q is another one", c.Name)
		}
		seen[c.Name] = true
	}
	if !reflect.DeepEqual(rest(w), rest(copies)) || len(copies.Counters) > 0 {
		return fmt.Errorf("the workflow is another one")
	}
	if !reflect.DeepEqual(said(w, graph.None), said(copies, graph.None)) {
		return fmt.Errorf("not all that is said of the workflow is said of its copy")
	}
	return nil
}

// rest returns a workflow without what is checked copy by copy.
func rest(w *graph.Workflow) graph.Workflow {
	r := *w
	r.Nodes, r.Edges, r.Branches, r.Entry, r.Exits = nil, nil, nil, 0, nil
	r.Interrupts, r.Jumps, r.Inputs, r.Counters, r.Unknowns = nil, nil, nil, nil, nil
	return r
}

// A note is what a workflow says of a step, or of none, beside its edges.
type note struct {
	exits      int
	interrupts []graph.Interrupt
	jumps      []graph.Jump
	unknowns   []graph.Unknown
}

func said(w *graph.Workflow, n graph.NodeID) (all note) {
	for _, x := range w.Exits {
		if x == n {
			all.exits++
		}
	}
	for _, x := range w.Interrupts {
		if x.Node == n {
			x.Node = 0
			all.interrupts = append(all.interrupts, x)
		}
	}
	for _, x := range w.Jumps {
		if x.From == n {
			x.From, x.Branch = 0, 0
			all.jumps = append(all.jumps, x)
		}
	}
	for _, x := range w.Unknowns {
		if x.Node == n {
			x.Node = 0
			all.unknowns = append(all.unknowns, x)
		}
	}
	return all
}

// isBranch reports whether a branch is a copy of one.
func (u *Unrolled) isBranch(b, of graph.BranchID) bool {
	is, was := u.Workflow.Branches[b], u.Of.Branches[of]
	is.From = was.From
	return reflect.DeepEqual(is, was)
}

// then returns the values of counters where an edge has been taken from a copy, if it may be.
func (u *Unrolled) then(c graph.NodeID, e *graph.Edge) (then []span, taken bool) {
	then = make([]span, len(u.Counters))
	for i := range then {
		then[i] = u.span(c, i)
		for _, x := range e.Within {
			if x.Counter != u.Counters[i].Name {
				continue
			}
			if x.From != nil {
				then[i].from = max(then[i].from, *x.From)
			}
			if x.To != nil {
				then[i].to = min(then[i].to, *x.To)
			}
			if then[i].from > then[i].to {
				return nil, false
			}
		}
	}
	return then, true
}

// span returns the values of a counter after a copy.
func (u *Unrolled) span(c graph.NodeID, counter int) span {
	if v := u.values[c][counter]; !v.any {
		return span{v.from, v.to}
	}
	return all
}

// farthest is from where on it is not looked at whether a number wraps around: it may be any then.
const farthest = 1 << 40

// standsFor reports whether a copy of a step stands for it where counters have some values before.
func (u *Unrolled) standsFor(c graph.NodeID, before []span) bool {
	for i, counter := range u.Counters {
		now := before[i]
		for _, does := range u.Of.Nodes[u.Node[c]].Counts {
			switch {
			case does.Counter != counter.Name:
			case does.Any:
				now = all
			case does.Set != nil:
				now = span{*does.Set, *does.Set}
			case now.from >= -farthest && now.to <= farthest && does.Least >= -farthest && does.Most <= farthest:
				now = span{now.from + does.Least, now.to + does.Most}
			default:
				now = all
			}
		}
		if !u.span(c, i).holds(now) {
			return false
		}
	}
	return true
}

// copied returns an error if a copy of a step is another step, if a run may not end there as it may
// at the step, or if something else that is said of the step is not said of the copy.
func (u *Unrolled) copied(c graph.NodeID) error {
	of, w, copies := u.Node[c], u.Of, u.Workflow
	node := w.Nodes[of]
	node.Counts = nil
	for _, f := range copies.Nodes[c].Facts {
		if !u.isFact(c, f) {
			return fmt.Errorf("copy %d of step %q passes what may not be %s %s", c, node.Name, f.Op, f.With)
		}
	}
	node.Facts = copies.Nodes[c].Facts
	if !reflect.DeepEqual(node, copies.Nodes[c]) {
		return fmt.Errorf("copy %d of step %q is another step", c, node.Name)
	}
	if !reflect.DeepEqual(said(w, of), said(copies, c)) {
		return fmt.Errorf("not all that is said of step %q is said of copy %d", node.Name, c)
	}
	for i := range copies.Edges {
		e := copies.Edges[i]
		if e.From != c {
			continue
		}
		was := w.Edges[u.Edge[i]]
		if e.Branch != graph.None && (was.Branch == graph.None || copies.Branches[e.Branch].From != c) || e.Branch == graph.None && was.Branch != graph.None {
			return fmt.Errorf("edge %d from copy %d of step %q is of another branch", u.Edge[i], c, node.Name)
		}
		if e.Branch != graph.None && !u.isBranch(e.Branch, was.Branch) {
			return fmt.Errorf("the branch of edge %d from copy %d of step %q is another one", u.Edge[i], c, node.Name)
		}
		e.From, e.To, e.Branch, e.Within = was.From, was.To, was.Branch, was.Within
		if !reflect.DeepEqual(e, was) {
			return fmt.Errorf("edge %d from copy %d of step %q is another edge", u.Edge[i], c, node.Name)
		}
	}
	return nil
}

// isFact reports whether the calls of a copy pass what is said of them: a number that a counter is or tests, which has
// one value there before and after the step.
func (u *Unrolled) isFact(c graph.NodeID, f graph.Fact) bool {
	step := &u.Of.Nodes[u.Node[c]]
	for _, p := range step.Passes {
		if p.Tool != f.Tool || p.Path != f.Path {
			continue
		}
		for i, counter := range u.Counters {
			touched := false
			for _, does := range step.Counts {
				touched = touched || does.Counter == counter.Name
			}
			now := u.span(c, i)
			if touched || now.from != now.to {
				continue
			}
			if t := counter.Test; t == nil {
				if !counter.Truth && counter.Name == p.Of && f.Op == "==" && f.With == fmt.Sprint(now.from) {
					return true
				}
			} else if t.Of == p.Of && f.With == t.With {
				switch now.from {
				case 1:
					if f.Op == t.Op {
						return true
					}
				case 0:
					switch t.Op + f.Op {
					case "<>=", "<=>", "><=", ">=<":
						return true
					}
				}
			}
		}
	}
	return false
}
