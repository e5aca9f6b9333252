package feasible

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestDecide: questions and their answers.
func TestDecide(t *testing.T) {
	ts := NewTerms()
	n, m := ts.Var("n", Int64), ts.Var("m", Int64)
	small := ts.Var("small", Int8)
	s, u := ts.Var("s", String), ts.Var("u", String)
	k := func(x int64) *Term { return ts.Int(Int64, x) }
	lt := func(x, y *Term) *Term { return ts.Op(Less, x, y) }
	le := func(x, y *Term) *Term { return ts.Op(LessEqual, x, y) }
	eq := func(x, y *Term) *Term { return ts.Op(Equal, x, y) }
	begins := func(x *Term, p string) *Term { return ts.Op(HasPrefix, x, ts.Text(p)) }
	long := func(x *Term) *Term { return ts.Op(Len, x) }
	for _, test := range []struct {
		name  string
		asked []*Term
		want  string
	}{
		{"nothing", nil, "possible"},
		{"false", []*Term{ts.Bool(false)}, "impossible [0]"},
		{"large and small", []*Term{eq(m, k(7)), lt(k(10), n), lt(n, k(5))}, "impossible [1 2]"},
		{"between", []*Term{lt(k(3), n), lt(n, k(5))}, "possible"},
		{"a chain", []*Term{lt(n, m), lt(m, k(3)), lt(k(2), n)}, "impossible [0 1 2]"},
		{"what is added may wrap around", []*Term{lt(ts.Op(Add, n, k(1)), n)}, "possible"},
		{"but not within bounds", []*Term{lt(ts.Op(Add, n, k(1)), n), lt(n, k(100))}, "impossible [0 1]"},
		{"-128 is its own opposite", []*Term{eq(ts.Op(Sub, ts.Int(Int8, 0), small), small), lt(small, ts.Int(Int8, 0))}, "possible"},
		{"what is divided is smaller", []*Term{le(k(0), n), lt(n, ts.Op(Div, n, k(3)))}, "impossible [0 1]"},
		{"products of large numbers", []*Term{lt(ts.Op(Mul, n, m), n)}, "possible"},
		{"factors of a large number", []*Term{eq(ts.Op(Mul, n, m), k(1000036000099)), lt(k(1), n), lt(n, m)}, "unknown: hard"},
		{"division by a large number", []*Term{lt(ts.Op(Rem, n, m), n)}, "possible"},
		{"a divisor of a large number", []*Term{eq(ts.Op(Rem, k(1000036000099), n), k(0)), lt(k(1), n), lt(n, k(1000))}, "unknown: hard"},
		{"two texts", []*Term{eq(s, ts.Text("fast")), eq(s, ts.Text("slow"))}, "impossible [0 1]"},
		{"a text through another", []*Term{eq(s, ts.Text("fast")), eq(u, ts.Text("slow")), eq(s, u)}, "impossible [0 1 2]"},
		{"other texts", []*Term{ts.Not(eq(s, ts.Text("fast"))), ts.Not(eq(s, u)), ts.Not(eq(u, ts.Text("")))}, "possible"},
		{"what a text begins with", []*Term{begins(s, "/tmp/"), eq(s, ts.Text("/etc/passwd"))}, "impossible [0 1]"},
		{"two beginnings", []*Term{begins(s, "/tmp/"), begins(s, "/etc/")}, "impossible [0 1]"},
		{"one beginning in another", []*Term{begins(s, "/tmp/a"), ts.Not(begins(s, "/tmp"))}, "impossible [0 1]"},
		{"a beginning has a length", []*Term{begins(s, "/tmp/"), lt(long(s), k(5))}, "impossible [0 1]"},
		{"all of a text", []*Term{begins(s, "/tmp/"), eq(long(s), k(5)), ts.Not(eq(s, ts.Text("/tmp/")))}, "impossible [0 1 2]"},
		{"more than a beginning", []*Term{begins(s, "/tmp/"), eq(long(s), k(7)), ts.Not(eq(s, u)), begins(u, "/tmp/"), eq(long(u), k(7))}, "possible"},
		{"no text", []*Term{eq(long(s), k(0)), ts.Not(eq(s, ts.Text("")))}, "impossible [0 1]"},
		{"no length", []*Term{lt(long(s), k(0))}, "impossible [0]"},
		{"a length beyond those of models", []*Term{lt(k(1_000_000), long(s))}, "unknown: model"},
	} {
		a := ts.Decide(nil, test.asked)
		got := a.State.String()
		switch a.State {
		case Impossible:
			got += fmt.Sprint(" ", a.Core)
		case Unknown:
			got += ": " + a.Why.String()
		}
		if got != test.want {
			t.Errorf("%s: %v: %s, want %s", test.name, test.asked, got, test.want)
		}
	}
}

// TestManyTexts: what is about too many texts is not answered.
func TestManyTexts(t *testing.T) {
	ts := NewTerms()
	var asked []*Term
	for i := range maxTexts + 1 {
		asked = append(asked, ts.Not(ts.Op(Equal, ts.Var(fmt.Sprint(i), String), ts.Var("s", String))))
	}
	if a := ts.Decide(nil, asked); a.State != Unknown || a.Why != WhyTexts {
		t.Errorf("%v %v", a.State, a.Why)
	}
}

// TestLarge: what needs too many gates is not answered.
func TestLarge(t *testing.T) {
	ts := NewTerms()
	x := ts.Var("x", Int16)
	product := x
	for i := range 500 {
		product = ts.Op(Mul, ts.Op(Add, product, ts.Int(Int16, int64(i))), x)
	}
	if a := ts.Decide(nil, []*Term{ts.Op(Equal, product, x)}); a.State != Unknown || a.Why != WhyLarge {
		t.Errorf("%v %v", a.State, a.Why)
	}
}

// A game makes random questions over few values, so that all can be tried.
type game struct {
	*Terms
	bools []*Term
	n     *Term
	texts []*Term
}

func newGame() *game {
	g := &game{Terms: NewTerms()}
	for i := range 3 {
		g.bools = append(g.bools, g.Var(fmt.Sprint("b", i), Bool))
	}
	g.n = g.Var("n", []Type{Int8, Uint8}[rand.IntN(2)])
	for i := range 2 {
		g.texts = append(g.texts, g.Var(fmt.Sprint("s", i), String))
	}
	return g
}

func (g *game) number(depth int) *Term {
	switch {
	case rand.IntN(3) == 0:
		return g.Int(g.n.typ, int64(rand.IntN(256)))
	case depth == 0 || rand.IntN(3) == 0:
		return g.n
	}
	return g.Op(Add+Op(rand.IntN(int(Shr-Add)+1)), g.number(depth-1), g.number(depth-1))
}

func (g *game) text() *Term {
	if rand.IntN(2) == 0 {
		return g.Text(words[rand.IntN(len(words))])
	}
	return g.texts[rand.IntN(2)]
}

func (g *game) truth(depth int, texts bool) *Term {
	if depth == 0 {
		switch k := rand.IntN(4); {
		case !texts && k < 3:
			return g.Op(Equal+Op(k), g.number(2), g.number(2))
		case k == 0:
			return g.Op(Equal, g.text(), g.text())
		case k == 1 && texts:
			return g.Op(HasPrefix, g.text(), g.Text(words[rand.IntN(len(words))]))
		case k == 2:
			return g.Op(Less, g.Op(Len, g.text()), g.Int(Int64, int64(rand.IntN(4))))
		}
		return g.bools[rand.IntN(3)]
	}
	x, y := g.truth(depth-1, texts), g.truth(depth-1, texts)
	switch rand.IntN(4) {
	case 0:
		return g.Not(x)
	case 1:
		return g.And(x, y)
	case 2:
		return g.Or(x, y)
	}
	return g.Op(If, x, y, g.truth(depth-1, texts))
}

// words are all texts of up to three letters a and b.
var words = func() []string {
	list := []string{""}
	for i := 0; len(list[i]) < 3; i++ {
		list = append(list, list[i]+"a", list[i]+"b")
	}
	return list
}()

// models yields all models of small values.
func (g *game) models(texts bool) func(func(Model) bool) {
	return func(yield func(Model) bool) {
		for i := range 8 {
			m := Model{}
			for k, b := range g.bools {
				m[b] = BoolOf(i>>k&1 != 0)
			}
			for k := range 256 {
				if m[g.n] = IntOf(g.n.typ, int64(k)); texts {
					m[g.texts[0]], m[g.texts[1]] = TextOf(words[k%16%len(words)]), TextOf(words[k/16%len(words)])
				}
				if !yield(m) {
					return
				}
			}
		}
	}
}

// TestRandom: what Decide says of random questions is what trying all values says. Of texts,
// all cannot be tried: there it may say that more is possible.
func TestRandom(t *testing.T) {
	count := map[string]int{}
	for i := range *questions / 4 {
		g, texts := newGame(), i%2 == 0
		var asked []*Term
		for range 1 + rand.IntN(4) {
			asked = append(asked, g.truth(rand.IntN(3), texts))
		}
		all := g.And(asked...)
		var found Model
		for m := range g.models(texts) {
			if m.Eval(all).Holds() {
				found = m
				break
			}
		}
		a := g.Decide(nil, asked)
		count[fmt.Sprint(a.State, " ", texts)]++
		switch {
		case a.State == Impossible && found != nil:
			t.Fatalf("%v: impossible, and %v shows it", asked, found)
		case a.State == Impossible && !a.Proof.Check():
			t.Fatalf("%v: the proof is not accepted", asked)
		case a.State == Possible && !a.Model.Eval(all).Holds():
			t.Fatalf("%v: possible with %v, which does not show it", asked, a.Model)
		case a.State != Impossible && found == nil && !texts, a.State == Unknown && a.Why != WhyModel, a.State == Unknown && !texts:
			t.Fatalf("%v: %v %v, and all values say that it cannot be: %v", asked, a.State, a.Why, found == nil)
		}
	}
	var b strings.Builder
	fmt.Fprint(&b, count)
	t.Log(b.String())
	if n := *questions / 40; count["impossible false"] < n || count["impossible true"] < n || count["possible true"] < n || count["unknown true"] > n {
		t.Errorf("%v: the test is no good", count)
	}
}

// TestReplace: a term with others in place of its variables is worth what it is worth where the variables
// are worth what those are, and has their variables only.
func TestReplace(t *testing.T) {
	for range *questions / 40 {
		g := newGame()
		asked, with := g.truth(3, false), g.number(2)
		for _, v := range Vars(asked) {
			if v != g.n && !slices.Contains(g.bools, v) {
				t.Fatalf("%v has a variable %v", asked, v)
			}
		}
		got := g.Replace(asked, map[*Term]*Term{g.n: with})
		for m := range g.models(false) {
			n := maps.Clone(m)
			n[g.n] = m.Eval(with)
			if m.Eval(got) != n.Eval(asked) {
				t.Fatalf("%v with %v is %v", asked, with, got)
			}
		}
	}
}
