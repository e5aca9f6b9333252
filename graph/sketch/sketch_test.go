package sketch

import (
	"testing"

	"github.com/agentvet/agentvet/graph"
)

// TestArrow: a target that is added again is one where either condition holds, and in any
// case if they cover all.
func TestArrow(t *testing.T) {
	on := func(eval graph.EvalID, neg bool) graph.Cond { return graph.Cond{Eval: eval, Neg: neg, Text: "q"} }
	a, notA, b := on(1, false), on(1, true), graph.Cond{Eval: 2, Text: "r"}
	for _, test := range []struct {
		guards []graph.Guard
		want   string
	}{
		{[]graph.Guard{{a}}, "q"},
		{[]graph.Guard{{a}, {notA}}, ""},
		{[]graph.Guard{{a}, nil}, ""},
		{[]graph.Guard{nil, {a}}, ""},
		{[]graph.Guard{{a}, {b}}, "q || r"},
		{[]graph.Guard{{a}, {notA, b}}, "q || r"},
		{[]graph.Guard{{a}, {on(3, true)}}, "…"}, // what reads alike is asked twice
	} {
		s := New("w", "test", "start", "end", graph.Pos{})
		name := s.Place(graph.Node{Name: "n", Kind: graph.KindPassthrough})
		for _, g := range test.guards {
			s.Arrow("start", Arrow{To: name, Guard: g})
		}
		w := s.Finish()
		if len(w.Edges) != 1 || w.Edges[0].Guard.String() != test.want || w.Edges[0].Optional() != (test.want != "") {
			t.Errorf("%v: edges %+v, want one under %q", test.guards, w.Edges, test.want)
		}
	}
}
