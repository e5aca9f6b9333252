package interp

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/agentvet/agentvet/graph"
)

func TestGuardString(t *testing.T) {
	or := func(gs ...Guard) Cond { return Cond{any: newChoice(gs)} }
	a, b, c := Cond{Text: "a"}, Cond{Text: "b"}, Cond{Text: "c"}
	not := func(c Cond) Cond { c.Neg = !c.Neg; return c }
	for _, tc := range []struct {
		g    Guard
		want string
	}{
		{nil, ""},
		{Guard{a}, "a"},
		{Guard{not(a)}, "!a"},
		{Guard{a, a}, "a"},
		{Guard{{Text: "x == 1"}, {Text: "y == 2", Neg: true}}, "x == 1 && y != 2"},
		{Guard{{Text: "a < b", Neg: true}, {Text: "c"}}, "!(a < b) && c"},
		{Guard{{Text: "x == 1", Neg: true}, {Text: "x == 2"}}, "x == 2"},
		{Guard{{Text: "a || b"}, c}, "(a || b) && c"},
		{Guard{{Text: "a || b"}}, "a || b"},
		{Guard{or(Guard{a}, Guard{b, c})}, "a || b && c"},
		{Guard{c, or(Guard{a}, Guard{b})}, "c && (a || b)"},
		{Guard{or(Guard{a}, Guard{a})}, "a"},
		{Guard{or(Guard{a}, Guard{not(a)})}, "…"}, // of different evaluations
	} {
		if got := tc.g.String(); got != tc.want {
			t.Errorf("Guard(%v).String() = %q, want %q", tc.g, got, tc.want)
		}
	}
}

// TestEither compares the guard of two with its definition, over all values of
// the conditions, on random guards.
func TestEither(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	const conds = 4
	random := func() Guard {
		var g Guard
		for _, i := range rnd.Perm(conds)[:rnd.IntN(conds)] {
			g = append(g, Cond{Text: fmt.Sprint("c", i), id: i + 1, Neg: rnd.IntN(2) == 0})
		}
		return g
	}
	var holds func(g Guard, vals int) bool
	holds = func(g Guard, vals int) bool {
		return !slices.ContainsFunc(g, func(c Cond) bool {
			if c.any != nil {
				return !slices.ContainsFunc(c.any.of, func(t Guard) bool { return holds(t, vals) })
			}
			return (vals>>(c.id-1)&1 == 1) == c.Neg
		})
	}
	for range 5000 {
		a, b, c := random(), random(), random()
		e := either(either(a, b), c)
		for vals := range 1 << conds {
			want := holds(a, vals) || holds(b, vals) || holds(c, vals)
			if got := holds(e, vals); got != want {
				t.Fatalf("either(%q, %q, %q) = %q: for values %b it is %v", a, b, c, e, vals, got)
			}
		}
		if e.String() == "" && len(e) > 0 {
			t.Fatalf("either(%q, %q, %q) is a condition without text", a, b, c)
		}
	}
}

// TestEitherForms: what a reader gets to see of common shapes.
func TestEitherForms(t *testing.T) {
	a, b, c := Cond{Text: "a", id: 1}, Cond{Text: "b", id: 2}, Cond{Text: "c", id: 3}
	not := func(c Cond) Cond { c.Neg = !c.Neg; return c }
	for _, tc := range []struct {
		gs   []Guard
		want string
	}{
		{[]Guard{{a}, {not(a)}}, ""},
		{[]Guard{{a}, nil}, ""},
		{[]Guard{{a}, {not(a), b}}, "a || b"},
		{[]Guard{{a}, {not(a), b}, {not(a), not(b), c}}, "a || b || c"},
		{[]Guard{{a}, {not(a), b}, {not(a), not(b)}}, ""},
		{[]Guard{{c, a}, {c, not(a), b}}, "c && (a || b)"},
		{[]Guard{{a, b}, {not(a), b}}, "b"},
		{[]Guard{{a, b}, {c}}, "a && b || c"},
		{[]Guard{{{Text: "x", Neg: true}}, {{Text: "x"}}}, "…"}, // not of one evaluation
	} {
		g := tc.gs[0]
		for _, h := range tc.gs[1:] {
			g = either(g, h)
		}
		if got := g.String(); got != tc.want {
			t.Errorf("either(%q) = %q, want %q", tc.gs, got, tc.want)
		}
	}
}

func TestEitherTooMany(t *testing.T) {
	g := Guard{{Text: "c0", id: 1}}
	for i := 1; i <= maxChoice; i++ {
		g = either(g, Guard{{Text: fmt.Sprint("c", i), id: i + 1}})
	}
	if got := g.String(); got != unsaidText {
		t.Errorf("more than %d conditions: %q, want %q", maxChoice, got, unsaidText)
	}
}

func TestExcludes(t *testing.T) {
	c := func(id int, neg bool) Cond { return Cond{Text: "c", Neg: neg, id: id} }
	one := func(of ...Guard) Cond { return Cond{any: newChoice(of)} }
	for _, x := range []struct {
		name string
		g, h Guard
		want bool
	}{
		{"opposites", Guard{c(1, false)}, Guard{c(1, true)}, true},
		{"another evaluation", Guard{c(1, false)}, Guard{c(2, true)}, false},
		{"the same", Guard{c(1, false)}, Guard{c(1, false)}, false},
		{"no condition", nil, Guard{c(1, true)}, false},
		{"opposites among others", Guard{c(2, false), c(1, false)}, Guard{c(1, true), c(3, true)}, true},
		{"all of a choice", Guard{one(Guard{c(1, false)}, Guard{c(2, false)})}, Guard{c(1, true), c(2, true)}, true},
		{"one of a choice", Guard{one(Guard{c(1, false)}, Guard{c(2, false)})}, Guard{c(1, true)}, false},
	} {
		if got := x.g.Excludes(x.h); got != x.want {
			t.Errorf("%s: Excludes = %v, want %v", x.name, got, x.want)
		}
		if got := x.h.Excludes(x.g); got != x.want {
			t.Errorf("%s, the other way: Excludes = %v, want %v", x.name, got, x.want)
		}
	}
}

func TestAlternates(t *testing.T) {
	c := func(line, id int, neg bool) Cond {
		return Cond{Text: "c", Neg: neg, id: id, Pos: graph.Pos{File: "a.go", Line: line, Col: 1}}
	}
	for _, x := range []struct {
		name string
		g, h Guard
		want bool
	}{
		{"two evaluations of one condition", Guard{c(1, 1, false)}, Guard{c(1, 2, true)}, true},
		{"one evaluation", Guard{c(1, 1, false)}, Guard{c(1, 1, true)}, true},
		{"one side", Guard{c(1, 1, false)}, Guard{c(1, 2, false)}, false},
		{"another condition that reads the same", Guard{c(1, 1, false)}, Guard{c(2, 2, true)}, false},
		{"no position", Guard{{Text: "c", id: 1}}, Guard{{Text: "c", id: 2, Neg: true}}, false},
	} {
		if got := x.g.Alternates(x.h); got != x.want {
			t.Errorf("%s: Alternates = %v, want %v", x.name, got, x.want)
		}
	}
}

// TestBeyond: two conditions without words may be two.
func TestBeyond(t *testing.T) {
	a, b, some := Cond{Text: "a", id: 1}, Cond{Text: "b", id: 2}, unsaid()[0]
	either := Cond{any: newChoice([]Guard{{a}, {some}})}
	for _, x := range []struct {
		name       string
		g, h, want Guard
	}{
		{"what both have", Guard{a, b}, Guard{a}, Guard{b}},
		{"nothing more", Guard{a}, Guard{a, b}, Guard{}},
		{"without words", Guard{some, a}, Guard{some}, Guard{some, a}},
		{"a choice without words", Guard{either}, Guard{either}, Guard{either}},
	} {
		if got := x.g.Beyond(x.h); !got.equal(x.want) {
			t.Errorf("%s: Beyond = %v, want %v", x.name, got, x.want)
		}
	}
}

// TestResolve compares what finds conditions in the order of guards with its definition, on
// random guards: some have a condition twice, its opposite too, or one that is no evaluation.
func TestResolve(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	random := func() Guard {
		var g Guard
		for range rnd.IntN(7) {
			i := rnd.IntN(5)
			g = append(g, Cond{Text: fmt.Sprint("c", i), id: i, Neg: rnd.IntN(3) == 0})
		}
		if rnd.IntN(5) == 0 {
			g = append(g, Cond{any: newChoice([]Guard{{{Text: "x", id: 6 + rnd.IntN(2)}}, {{Text: "y", id: 8}}})})
		}
		return g
	}
	has := func(g Guard, c Cond) bool { return slices.ContainsFunc(g, c.equal) }
	within := func(g, h Guard) bool { return !slices.ContainsFunc(g, func(c Cond) bool { return !has(h, c) }) }
	define := func(a, b Guard) (Guard, bool) {
		for _, c := range a {
			for j, d := range b {
				if !c.denies(d) {
					continue
				}
				rest := slices.Concat(b[:j], b[j+1:])
				if within(slices.DeleteFunc(slices.Clone(a), c.equal), rest) {
					return rest, true
				}
			}
		}
		return nil, false
	}
	resolved := 0
	for range 20000 {
		a, b := random(), random()
		if rnd.IntN(2) == 0 { // they differ in little
			b = append(slices.Clone(a), b[:len(b)/2]...)
			if len(b) > 0 {
				b[rnd.IntN(len(b))].Neg = rnd.IntN(2) == 0
			}
			rnd.Shuffle(len(b), func(i, j int) { b[i], b[j] = b[j], b[i] })
		}
		if got, want := a.within(b), within(a, b); got != want {
			t.Fatalf("%v.within(%v) = %t", a, b, got)
		}
		if got, want := without(a, b), slices.DeleteFunc(slices.Clone(a), func(c Cond) bool { return has(b, c) }); !got.equal(want) {
			t.Fatalf("without(%v, %v) = %v, want %v", a, b, got, want)
		}
		got, ok := resolve(a, b)
		want, wantOK := define(a, b)
		if ok != wantOK || !got.equal(want) {
			t.Fatalf("resolve(%v, %v) = %v, %t, want %v, %t", a, b, got, ok, want, wantOK)
		}
		if ok {
			resolved++
		}
	}
	if resolved < 1000 {
		t.Errorf("only %d of them were resolved", resolved)
	}
}

// TestCases: the cases of many choices are not told apart, and nobody waits until that is found out.
func TestCases(t *testing.T) {
	one := func(text string) Guard { return Guard{{Text: text}} }
	var many Guard
	for i := range 60 {
		many = append(many, Cond{any: newChoice([]Guard{one(fmt.Sprint("a", i)), one(fmt.Sprint("b", i))})})
	}
	for _, tt := range []struct {
		guard Guard
		want  int
	}{{one("a"), 1}, {many[:3], 8}, {many[:6], maxCases}, {many[:7], 1}, {many, 1}} {
		if got := tt.guard.cases(); len(got) != tt.want {
			t.Errorf("%d conditions have %d cases, want %d", len(tt.guard), len(got), tt.want)
		}
	}
}
