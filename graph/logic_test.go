package graph

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// cond returns a condition that a number identifies: below 0 it is negated, 0 is one that
// has no identity.
func cond(n int) Cond {
	switch {
	case n == 0:
		return Cond{Text: "u", Pos: Pos{File: "f", Line: 1}}
	case n < 0:
		return Cond{Eval: EvalID(-n), Neg: true, Text: fmt.Sprintf("c%d", -n)}
	}
	return Cond{Eval: EvalID(n), Text: fmt.Sprintf("c%d", n)}
}

func guard(ns ...int) (g Guard) {
	for _, n := range ns {
		g = append(g, cond(n))
	}
	return g
}

func anyOf(gs ...Guard) Guard { return Guard{{Any: gs}} }

func TestOr(t *testing.T) {
	for _, test := range []struct {
		g, h, want Guard
	}{
		{guard(1), guard(-1), nil},
		{guard(1), nil, nil},
		{nil, guard(1), nil},
		{guard(1), guard(1), guard(1)},
		{guard(1), guard(2), anyOf(guard(1), guard(2))},
		{guard(1, 2), guard(1, -2), guard(1)},
		{guard(2, 1), guard(-2, 1), guard(1)},
		{guard(1, 2), guard(1, 3), append(guard(1), anyOf(guard(2), guard(3))...)},
		{guard(1, 2), guard(-1, 3), anyOf(guard(1, 2), guard(-1, 3))},
		{guard(1), guard(-1, 2), anyOf(guard(1), guard(2))},
		{guard(1), guard(1, 2), guard(1)},
		{anyOf(guard(1), guard(2)), guard(-1, -2), nil},
		{anyOf(guard(1, 2), guard(-1, 3)), anyOf(guard(-2, -3), guard(1, -2, 3), guard(-1, 2, -3)), nil},
		// Conditions without identity may differ: nothing follows from how they read.
		{guard(0), Guard{{Text: "u", Neg: true, Pos: Pos{File: "f", Line: 1}}}, anyOf(guard(0), Guard{{Text: "u", Neg: true, Pos: Pos{File: "f", Line: 1}}})},
		{PlainGuard("q"), PlainGuard("!q"), anyOf(PlainGuard("q"), PlainGuard("!q"))},
		{guard(0), guard(0), guard(0)},
		{guard(1, 0), guard(-1, 0), guard(0)},
	} {
		if got := test.g.Or(test.h); !got.Equal(test.want) {
			t.Errorf("(%s) or (%s) is %v, want %v", test.g, test.h, got, test.want)
		}
	}
}

// TestOrLimits: what would take too many alternatives is not said.
func TestOrLimits(t *testing.T) {
	var g Guard
	for n := range 2 * maxAlternatives {
		if h := guard(n + 1); n == 0 {
			g = h
		} else {
			g = g.Or(h)
		}
	}
	if !g.Equal(anyOf(Guard{{Text: unsaidText}}, guard(2*maxAlternatives))) && !g.Equal(Guard{{Text: unsaidText}}) {
		if c := g[0].Any; len(g) != 1 || len(c) > maxAlternatives || !c[0].Equal(Guard{{Text: unsaidText}}) {
			t.Errorf("got %v", g)
		}
	}
	if !g.wellFormed() {
		t.Errorf("%v is not well formed", g)
	}
}

// randomGuard makes a guard of conditions of which some have no identity.
func randomGuard(r *rand.Rand, depth int) Guard {
	var g Guard
	for range r.IntN(4) {
		if depth > 0 && r.IntN(4) == 0 {
			var of []Guard
			for range 2 + r.IntN(2) {
				of = append(of, randomGuard(r, depth-1))
			}
			g = append(g, Cond{Any: of})
			continue
		}
		g = append(g, cond(r.IntN(9)-4))
	}
	return g
}

const randomConds = 4

// outcomes returns, for each way to decide the conditions that have an identity, whether
// g may hold and whether it may not: those without one are true or false, each by itself.
func outcomes(g Guard) (out [1 << randomConds][2]bool) {
	for world := range out {
		may := func(unknown bool) bool {
			var holds func(g Guard) bool
			holds = func(g Guard) bool {
				for _, c := range g {
					ok := unknown
					switch {
					case c.Any != nil:
						ok = false
						for _, of := range c.Any {
							ok = ok || holds(of)
						}
					case c.Eval != 0:
						ok = (world>>(c.Eval-1)&1 == 1) != c.Neg
					}
					if !ok {
						return false
					}
				}
				return true
			}
			return holds(g)
		}
		out[world] = [2]bool{may(true), !may(false)}
	}
	return out
}

// TestLogic compares what is said of random guards with all ways to decide their
// conditions.
func TestLogic(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		g, h := randomGuard(r, 2), randomGuard(r, 2)
		of, oh, or := outcomes(g), outcomes(h), g.Or(h)
		oor := outcomes(or)
		open := depth([]Guard{or}) > maxNested
		together, always := false, true
		for world := range of {
			want := [2]bool{of[world][0] || oh[world][0], of[world][1] && oh[world][1]}
			said := oor[world]
			if said != want && (!unsaid(or) || want[0] && !said[0] || want[1] && !said[1]) {
				t.Fatalf("(%v) or (%v) is %v: in world %b it may hold, may fail: %v, want %v", g, h, or, world, said, want)
			}
			together = together || of[world][0] && oh[world][0]
			always = always && !want[1]
		}
		if g.Excludes(h) && together {
			t.Fatalf("%v excludes %v: they hold together", g, h)
		}
		if Exhaustive([]Guard{g, h}) != always {
			t.Fatalf("Exhaustive(%v, %v) is %t", g, h, !always)
		}
		if always != (len(or) == 0) || open || !or.wellFormed() {
			t.Fatalf("(%v) or (%v) is %v", g, h, or)
		}
	}
}

// unsaid reports whether a part of g has no words.
func unsaid(g Guard) bool {
	for c := range g.Conditions {
		if c.Text == unsaidText {
			return true
		}
	}
	return false
}

// TestHolds: what is decided of a guard is so however the rest is decided.
func TestHolds(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		g := randomGuard(r, 2)
		all := outcomes(g)
		decided, value := r.IntN(1<<randomConds), r.IntN(1<<randomConds)
		holds, known := g.Holds(func(e EvalID) (bool, bool) { return value>>(e-1)&1 == 1, decided>>(e-1)&1 == 1 })
		for world, may := range all {
			if (world^value)&decided == 0 && known && may != [2]bool{holds, !holds} {
				t.Fatalf("%v: holds %t, in world %b it may hold, may fail: %v", g, holds, world, may)
			}
		}
		if decided == 1<<randomConds-1 && !known && all[value] != [2]bool{true, true} {
			t.Fatalf("%v is not known in world %b", g, value)
		}
	}
}
