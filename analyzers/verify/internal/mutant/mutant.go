// Package mutant makes workflows that differ from a given one by one mistake: a
// gate that is missing, two steps in the wrong order, a step that can be bypassed, a limit that does not hold.
//
// A policy that holds of a workflow and of all of its mutants does not protect it
// from any of these mistakes. This is mutation testing (DeMillo, Lipton and
// Sayward, IEEE Computer 11(4), 1978), of policies instead of tests.
//
// Names in this package: w *graph.Workflow, m Mutant, b the bodies of a workflow.
package mutant

import (
	"fmt"
	"iter"
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// Kind says what is wrong with a Mutant.
type Kind uint8

const (
	KindInvalid   Kind = iota
	GateDropped        // a human is not asked
	StepSkipped        // a step does nothing
	StepsSwapped       // two steps that follow each other are in the wrong order
	StepBypassed       // another way leads past a step
	LimitDropped       // where runs go is not limited by what is counted, or kept, in their state
	numberOfKinds      //
)

var kindNames = [...]string{"invalid", "gate dropped", "step skipped", "steps swapped", "step bypassed", "limit dropped"}

// String returns the name of the kind, as in "gate dropped".
func (k Kind) String() string {
	if k < numberOfKinds {
		return kindNames[k]
	}
	return kindNames[KindInvalid]
}

// A Mutant is a workflow with one mistake. It shares what does not differ.
type Mutant struct {
	Kind     Kind
	What     string // what the mistake is about: `"approve"`, `"a" and "b"`
	Pos      graph.Pos
	Workflow *graph.Workflow
}

// All yields the mutants of w and of the bodies of its nodes, in the order of
// kinds, bodies and nodes. Each costs a copy of w and its bodies; their number is
// linear in its size. The workflow is well formed but for names.
func All(w *graph.Workflow) iter.Seq[Mutant] {
	return func(yield func(Mutant) bool) {
		bodies := w.All()
		for _, make := range []func(*maker) bool{(*maker).gates, (*maker).skips, (*maker).swaps, (*maker).bypasses, (*maker).limits} {
			for i, body := range bodies {
				if m := (&maker{w: w, body: body, index: i, yield: yield}); !make(m) {
					return
				}
			}
		}
	}
}

// A maker makes the mutants of one body of a workflow. Its methods report false
// if no more are wanted.
type maker struct {
	w, body *graph.Workflow
	index   int // of body in w.All
	yield   func(Mutant) bool
}

// give yields the mutant that change makes of a copy of the body.
func (m *maker) give(k Kind, what string, pos graph.Pos, change func(*graph.Workflow)) bool {
	root := clone(m.w)
	change(root.All()[m.index])
	return m.yield(Mutant{k, what, pos, root})
}

// clone copies w and its bodies, but for what hangs on nodes and edges. The order
// of All is that of w.
func clone(w *graph.Workflow) *graph.Workflow {
	copies := make(map[*graph.Workflow]*graph.Workflow)
	all := w.All()
	for _, b := range all {
		c := *b
		c.Nodes, c.Edges, c.Branches = slices.Clone(b.Nodes), slices.Clone(b.Edges), slices.Clone(b.Branches)
		c.Interrupts = slices.Clone(b.Interrupts)
		copies[b] = &c
	}
	for _, b := range all {
		for i := range copies[b].Nodes {
			if sub := copies[b].Nodes[i].Sub; sub != nil {
				copies[b].Nodes[i].Sub = copies[sub]
			}
		}
	}
	return copies[w]
}

// silence makes a step that does nothing of n.
func silence(n *graph.Node) {
	n.Kind, n.Generated = graph.KindPassthrough, true
	n.Tools, n.Sub, n.Calls, n.Events = nil, nil, graph.CallsUnspecified, nil
}

func (m *maker) gates() bool {
	for i := range m.body.Nodes {
		n := &m.body.Nodes[i]
		if n.Kind == graph.KindHuman && !m.give(GateDropped, quote(n), n.Pos, func(w *graph.Workflow) { silence(&w.Nodes[i]) }) {
			return false
		}
		for k, t := range n.Tools {
			if t.Gate.Kind.MayHold() && !m.give(GateDropped, fmt.Sprintf("the confirmation of tool %q", t.Name), t.Gate.Pos, func(w *graph.Workflow) {
				open := *t
				open.Gate = graph.Gate{}
				w.Nodes[i].Tools = slices.Clone(w.Nodes[i].Tools)
				w.Nodes[i].Tools[k] = &open
			}) {
				return false
			}
		}
	}
	for i, in := range m.body.Interrupts {
		if in.Node != graph.None && !m.give(GateDropped, fmt.Sprintf("the interrupt at %q", in.Name), in.Pos, func(w *graph.Workflow) {
			w.Interrupts = slices.Delete(w.Interrupts, i, i+1)
		}) {
			return false
		}
	}
	return true
}

// ordinary reports whether n is a step that is not a gate, nor an end.
func ordinary(n *graph.Node) bool {
	switch n.Kind {
	case graph.KindEntry, graph.KindExit, graph.KindHuman:
		return false
	}
	return !n.Generated || len(n.Tools) > 0
}

func (m *maker) skips() bool {
	for i := range m.body.Nodes {
		n := &m.body.Nodes[i]
		if ordinary(n) && !m.give(StepSkipped, quote(n), n.Pos, func(w *graph.Workflow) {
			silence(&w.Nodes[i])
			w.Nodes[i].Counts = nil
		}) {
			return false
		}
	}
	return true
}

func (m *maker) swaps() bool {
	movable := func(n *graph.Node) bool { return ordinary(n) || n.Kind == graph.KindHuman && !n.Generated }
	for _, e := range m.body.Edges {
		a, b := &m.body.Nodes[e.From], &m.body.Nodes[e.To]
		if e.Branch != graph.None || e.From == e.To || !movable(a) || !movable(b) {
			continue
		}
		if !m.give(StepsSwapped, quote(a)+" and "+quote(b), e.Pos, func(w *graph.Workflow) {
			x, y := &w.Nodes[e.From], &w.Nodes[e.To]
			// What decides how control flows stays where it is.
			*x, *y = *y, *x
			x.Join, y.Join = y.Join, x.Join
			x.Sink, y.Sink = y.Sink, x.Sink
		}) {
			return false
		}
	}
	return true
}

func (m *maker) bypasses() bool {
	for i := range m.body.Edges {
		in := &m.body.Edges[i]
		over := &m.body.Nodes[in.To]
		if !ordinary(over) && over.Kind != graph.KindHuman || in.From == in.To {
			continue
		}
		for _, out := range m.body.Edges {
			if out.From != in.To || out.To == in.To || out.To == in.From {
				continue
			}
			if !m.give(StepBypassed, quote(over), in.Pos, func(w *graph.Workflow) { bypass(w, graph.EdgeID(i), out.To) }) {
				return false
			}
			break // one way past a step is enough
		}
	}
	return true
}

// bypass lets control go to a node instead of along an edge.
func bypass(w *graph.Workflow, along graph.EdgeID, to graph.NodeID) {
	e := &w.Edges[along]
	if e.Branch == graph.None {
		e.Branch = graph.BranchID(len(w.Branches))
		w.Branches = append(w.Branches, graph.Branch{From: e.From, Pos: e.Pos})
	}
	w.Edges = append(w.Edges, graph.Edge{From: e.From, To: to, Kind: graph.EdgeConditional, Branch: e.Branch, Pos: e.Pos})
}

func (m *maker) limits() bool {
	for _, c := range m.body.Counters {
		of := func(x graph.Within) bool { return x.Counter == c.Name }
		at := slices.IndexFunc(m.body.Edges, func(e graph.Edge) bool { return slices.ContainsFunc(e.Within, of) })
		if at < 0 {
			continue
		}
		if !m.give(LimitDropped, c.Name, m.body.Edges[at].Pos, func(w *graph.Workflow) {
			for i := range w.Edges {
				w.Edges[i].Within = slices.DeleteFunc(slices.Clone(w.Edges[i].Within), of)
			}
		}) {
			return false
		}
	}
	return true
}

func quote(n *graph.Node) string { return fmt.Sprintf("%q", n.Name) }
