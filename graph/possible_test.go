package graph

import "testing"

// TestNot: the opposite of a guard holds where the guard does not.
func TestNot(t *testing.T) {
	on := func(e EvalID) Cond { return Cond{Eval: e, Text: "q"} }
	off := func(e EvalID) Cond { return Cond{Eval: e, Text: "q", Neg: true} }
	any := func(g ...Guard) Cond { return Cond{Any: g} }
	for _, g := range []Guard{
		{on(1)}, {off(1)}, {on(1), off(2)}, {any(Guard{on(1)}, Guard{off(2), on(3)})}, {on(3), any(Guard{on(1)}, Guard{on(2)})},
		{any(Guard{on(1), any(Guard{on(2)}, Guard{off(3)})}, Guard{off(1)})},
	} {
		not, ok := g.Not()
		if !ok {
			t.Fatalf("%v has no opposite", g)
		}
		for bits := range 8 {
			decide := func(e EvalID) (holds, known bool) { return bits>>(e-1)&1 != 0, true }
			a, _ := g.Holds(decide)
			b, known := not.Holds(decide)
			if a == b || !known {
				t.Errorf("%v is %v and %v is %v where %03b", g, a, not, b, bits)
			}
		}
	}
	if not, ok := (Guard{}).Not(); ok {
		t.Errorf("%v is the opposite of what always holds", not)
	}
}
