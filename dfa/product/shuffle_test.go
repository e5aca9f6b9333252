package product_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// TestShuffle: the verdict and the length of the shortest witness do not depend on
// the order of nodes and edges; and the same question has the same answer, to the
// last step.
func TestShuffle(t *testing.T) {
	t.Logf("seed %d", *seedFlag)
	m := newMaker(*seedFlag)
	for i := range 60 {
		w := m.workflow(6, 1)
		rule, o := m.rule(w), product.Options{Unfair: m.chance(20)}
		r := product.MustCompile(rule)
		want := product.Check(w, r, o)
		if again := product.Check(w, r, o); answered(again) != answered(want) || len(again.Path) != len(want.Path) {
			t.Fatalf("workflow %d: %q is answered in two ways:\n%s\n%s\n%s", i, rule, answered(want), answered(again), w.Text())
		}
		moved := m.permuted(w)
		got := product.Check(moved, r, o)
		type answer struct {
			Verdict verdict.Verdict
			Kind    product.Kind
			Moves   int
		}
		of := func(res *product.Result) answer {
			return answer{res.Verdict, res.Kind, res.Moves()}
		}
		if diff := cmp.Diff(of(want), of(got)); diff != "" {
			t.Fatalf("workflow %d: %q (-want +got):\n%s\n%s\n%s\n%s", i, rule, diff, answered(want), answered(got), w.Text())
		}
	}
}

// permuted returns w with nodes and edges in another order; bodies stay.
func (m *maker) permuted(w *graph.Workflow) *graph.Workflow {
	s := *w
	to := m.Perm(len(w.Nodes))
	move := func(n graph.NodeID) graph.NodeID { return graph.NodeID(to[n]) }
	s.Nodes = make([]graph.Node, len(w.Nodes))
	for i := range w.Nodes {
		s.Nodes[to[i]] = w.Nodes[i]
	}
	s.Entry = move(w.Entry)
	s.Exits = nil
	for _, x := range w.Exits {
		s.Exits = append(s.Exits, move(x))
	}
	s.Branches, s.Edges = slices.Clone(w.Branches), slices.Clone(w.Edges)
	for i := range s.Branches {
		s.Branches[i].From = move(s.Branches[i].From)
	}
	for i := range s.Edges {
		s.Edges[i].From, s.Edges[i].To = move(s.Edges[i].From), move(s.Edges[i].To)
	}
	m.Shuffle(len(s.Edges), func(i, j int) { s.Edges[i], s.Edges[j] = s.Edges[j], s.Edges[i] })
	s.Interrupts, s.Jumps = slices.Clone(w.Interrupts), slices.Clone(w.Jumps)
	for i := range s.Interrupts {
		s.Interrupts[i].Node = move(s.Interrupts[i].Node)
	}
	for i := range s.Jumps {
		s.Jumps[i].From = move(s.Jumps[i].From)
	}
	return &s
}
