package check

import (
	"fmt"
	"slices"
	"testing"

	"github.com/agentvet/agentvet/graph"
)

// on is a condition that an evaluation identifies, off its opposite.
func on(eval int) graph.Cond {
	return graph.Cond{Eval: graph.EvalID(eval), Text: "q", Pos: graph.Pos{File: "w.go", Line: 1}}
}

func off(eval int) graph.Cond {
	c := on(eval)
	c.Neg = true
	return c
}

// TestAbsent: which of the optional edges of one node count as one that is always there.
func TestAbsent(t *testing.T) {
	both := func(c ...graph.Cond) graph.Guard { return c }
	text := graph.PlainGuard
	for _, test := range []struct {
		name   string
		guards []graph.Guard
		absent []bool
	}{
		{"one", []graph.Guard{both(on(1))}, []bool{true}},
		{"both sides", []graph.Guard{both(on(1)), both(off(1))}, []bool{false, false}},
		{"two evaluations of what reads alike", []graph.Guard{both(on(1)), both(off(2))}, []bool{true, true}},
		{"evaluations of which nothing is known", []graph.Guard{both(on(0)), both(off(0))}, []bool{true, true}},
		{"if, else if, else", []graph.Guard{both(on(1)), both(off(1), on(2)), both(off(1), off(2))}, []bool{false, false, false}},
		{"if, else if", []graph.Guard{both(on(1)), both(off(1), on(2))}, []bool{true, true}},
		{"both sides and something else", []graph.Guard{both(on(1)), both(on(2)), both(off(1))}, []bool{false, true, false}},
		{"one side twice", []graph.Guard{both(on(1)), both(on(1)), both(off(1))}, []bool{false, false, false}},
		{"a choice, and where it fails", []graph.Guard{{{Any: []graph.Guard{both(on(1)), both(on(2))}}}, both(off(1), off(2))}, []bool{false, false}},
		{"what overlaps", []graph.Guard{both(on(1)), {{Any: []graph.Guard{both(off(1)), both(on(2))}}}}, []bool{true, true}},
		{"texts", []graph.Guard{text("a"), text("!a"), text("b")}, []bool{false, false, true}},
		{"texts with parentheses", []graph.Guard{text("a && b"), text("!(a && b)")}, []bool{false, false}},
		{"a text that begins with a !", []graph.Guard{text("a && b"), text("!a && b")}, []bool{true, true}},
		{"without words", []graph.Guard{text("…"), text("!…")}, []bool{true, true}},
	} {
		b := graph.NewBuilder("w", "", graph.Pos{})
		b.Node(graph.Node{Name: "s", Kind: graph.KindEntry})
		for i, g := range test.guards {
			name := fmt.Sprint("n", i)
			b.Node(graph.Node{Name: name, Kind: graph.KindExit})
			b.Edge("s", name, graph.Edge{Kind: graph.EdgeDirect, Guard: g})
		}
		if got := EdgesOf(b.Build()).Absent; !slices.Equal(got, test.absent) {
			t.Errorf("%s: absent %v, want %v", test.name, got, test.absent)
		}
	}
}
