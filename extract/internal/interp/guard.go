package interp

// This file defines guards: the conditions under which something is built, in
// the words of the source.

import (
	"cmp"
	"hash/maphash"
	"slices"
	"strings"
	"weak"

	"github.com/agentvet/agentvet/graph"
)

// A Cond is one condition of the program that could not be decided.
type Cond struct {
	Text string // source text
	Neg  bool   // the way where it is false
	Row  string // the framework call that it is computed from
	Pos  graph.Pos

	// id tells one evaluation of a condition from another: only of one value do
	// both ways cover all cases.
	id  int
	of  *asked  // what workflows say of it, nil for what is no condition of the program
	any *choice // one of several guards holds; the other fields are empty

	choice string    // the model has chosen this; Row says what that is
	stops  givenSide // where it is about that: the side on which an interrupt gave an error
	agrees givenSide // likewise: the side on which a human agreed
	failed givenSide // likewise: the side on which nobody could be asked
	which  bool      // it asks which error it is that a question, or a function that asked, has returned

	says claim // where it compares a value that is not known with a text
}

// A claim is what a condition says of a value if it holds: that it is a text, or is not.
// It does not keep the value alive.
type claim struct {
	of   weak.Pointer[Unknown]
	text string
	not  bool
}

// claimOf returns what a comparison says.
func claimOf(eq *equality) claim {
	if eq == nil {
		return claim{}
	}
	u, unknown := eq.u.(*Unknown)
	_, constant := eq.c.(Const)
	if text, ok := AsString(eq.c); ok && unknown && constant {
		return claim{weak.Make(u), text, eq.neg}
	}
	return claim{}
}

// NewCond returns a condition that its number, which is not 0, tells from others. Those of
// programs come from running them.
func NewCond(id int, text string) Cond { return Cond{Text: text, id: id} }

// A Guard is a conjunction of conditions, outermost first.
type Guard []Cond

// A choice is a disjunction of guards. Choices within choices share their parts,
// so that what walks all of them takes time exponential in their depth: sum and
// depth are found once.
type choice struct {
	of    []Guard
	sum   uint64 // the same for choices of the same guards
	depth int    // of choices within it
}

// What a guard says: so many alternatives, with so many choices within choices.
const (
	maxChoice = 8
	maxNested = 3
)

// newChoice returns the choice of some guards.
func newChoice(of []Guard) *choice {
	c := &choice{of: of}
	var h maphash.Hash
	h.SetSeed(choiceSeed)
	for _, g := range of {
		maphash.WriteComparable(&h, len(g))
		for _, cond := range g {
			if cond.any != nil {
				maphash.WriteComparable(&h, cond.any.sum)
				c.depth = max(c.depth, cond.any.depth+1)
				continue
			}
			cond.of = nil
			maphash.WriteComparable(&h, cond)
		}
	}
	c.sum = h.Sum64()
	return c
}

// choiceSeed is that of all sums: they are compared within one process.
var choiceSeed = maphash.MakeSeed()

// unsaidText stands for a condition that has no words.
const unsaidText = "…"

// unsaid returns the guard of what may be or not, for reasons not told.
func unsaid() Guard { return Guard{{Text: unsaidText}} }

// Unsaid reports whether g leaves open which of several objects an operation is on.
func (g Guard) Unsaid() bool {
	return slices.ContainsFunc(g, func(c Cond) bool { return c.Text == unsaidText })
}

// unsaid reports whether c leaves open what it says, or a part of it does.
func (c Cond) unsaid() bool {
	if c.any == nil {
		return c.Text == unsaidText && c.id == 0
	}
	return slices.ContainsFunc(c.any.of, func(g Guard) bool { return slices.ContainsFunc(g, Cond.unsaid) })
}

func (c Cond) equal(d Cond) bool {
	if c.any != nil && d.any != nil {
		return c.any == d.any || c.any.sum == d.any.sum && len(c.any.of) == len(d.any.of)
	}
	if c.id != d.id { // most differ in that
		return false
	}
	c.of = d.of // it is the same, or one at another moment
	return c == d
}

// denies reports whether d is the opposite of c.
func (c Cond) denies(d Cond) bool {
	if c.any != nil || c.id == 0 || c.id != d.id {
		return false
	}
	d.Neg, d.of = !d.Neg, c.of
	return c == d
}

func (g Guard) equal(h Guard) bool { return slices.EqualFunc(g, h, Cond.equal) }

func (g Guard) has(c Cond) bool { return g.index(&c, 0) >= 0 }

// index returns where g has a condition, looked for from some place on and then before it; -1
// if nowhere. Guards have what they share in one order, so that what comes next is mostly next.
func (g Guard) index(c *Cond, from int) int {
	for i := range g {
		at := from + i
		if at >= len(g) {
			at -= len(g)
		}
		if d := &g[at]; c.id == d.id && (c.any == nil) == (d.any == nil) && c.equal(*d) {
			return at
		}
	}
	return -1
}

// A finder finds conditions in a guard, one after the other.
type finder struct {
	in   Guard
	next int
}

func (f *finder) has(c *Cond) bool {
	i := f.in.index(c, f.next)
	if i >= 0 {
		f.next = i + 1
	}
	return i >= 0
}

// within reports whether every condition of g is one of h.
func (g Guard) within(h Guard) bool {
	f := finder{in: h}
	for i := range g {
		if !f.has(&g[i]) {
			return false
		}
	}
	return true
}

// Equal reports whether two guards are the same conditions in one order.
func (g Guard) Equal(h Guard) bool { return g.equal(h) }

// Implies reports whether every condition of h is one of g.
func (g Guard) Implies(h Guard) bool { return h.within(g) }

// Excludes reports whether no run has both: one holds where a condition does, the
// other where the same evaluation of it does not.
func (g Guard) Excludes(h Guard) bool { return g.excludes(h, Cond.denies) }

// Alternates reports whether one holds where a condition does, the other where an
// evaluation of it at another time does not. No run has both unless what the condition
// asks changes between the two.
func (g Guard) Alternates(h Guard) bool {
	return g.excludes(h, func(c, d Cond) bool {
		return c.any == nil && c.Pos.IsValid() && c.Pos == d.Pos && c.Text == d.Text && c.Neg != d.Neg
	})
}

// excludes reports whether each alternative of g has a condition that denies one of each
// alternative of h.
func (g Guard) excludes(h Guard, denies func(c, d Cond) bool) bool {
	if rest, of, ok := g.split(); ok {
		return !slices.ContainsFunc(of, func(one Guard) bool { return !slices.Concat(rest, one).excludes(h, denies) })
	}
	if rest, of, ok := h.split(); ok {
		return !slices.ContainsFunc(of, func(one Guard) bool { return !g.excludes(slices.Concat(rest, one), denies) })
	}
	return slices.ContainsFunc(g, func(c Cond) bool { return slices.ContainsFunc(h, func(d Cond) bool { return denies(c, d) }) })
}

// contradicts is Excludes for the conditions that are no choices: it takes less time.
func (g Guard) contradicts(h Guard) bool {
	return slices.ContainsFunc(g, func(c Cond) bool { return slices.ContainsFunc(h, c.denies) })
}

// RulesOut reports whether u, a value that is not known, is another text where g holds.
func (g Guard) RulesOut(u *Unknown, text string) bool {
	this := weak.Make(u)
	return slices.ContainsFunc(g, func(c Cond) bool {
		if c.any != nil {
			return !slices.ContainsFunc(c.any.of, func(one Guard) bool { return !one.RulesOut(u, text) })
		}
		is := c.Neg == c.says.not // what is said is that it is the text
		return c.says.of == this && is != (c.says.text == text)
	})
}

// Denies reports whether h holds where g does not, and nowhere else.
func (g Guard) Denies(h Guard) bool { return len(g) == 1 && len(h) == 1 && g[0].denies(h[0]) }

// split returns the alternatives of the first choice in g, and the rest of g.
func (g Guard) split() (rest Guard, of []Guard, ok bool) {
	i := slices.IndexFunc(g, func(c Cond) bool { return c.any != nil })
	if i < 0 {
		return nil, nil, false
	}
	return slices.Concat(g[:i], g[i+1:]), g[i].any.of, true
}

// cases returns guards without alternatives of which one holds where g does, or g itself if they are too many.
func (g Guard) cases() []Guard {
	if out, ok := g.addCases(nil); ok {
		return out
	}
	return []Guard{g}
}

// addCases adds the cases of g to others, and reports whether these are not too many: what is in a choice may be choices,
// all of which count together.
func (g Guard) addCases(out []Guard) (_ []Guard, ok bool) {
	rest, of, isChoice := g.split()
	if !isChoice {
		return append(out, g), len(out) < maxCases
	}
	for _, one := range of {
		if out, ok = slices.Concat(rest, one).addCases(out); !ok {
			return nil, false
		}
	}
	return out, true
}

// maxCases is how many cases of a guard are told apart.
const maxCases = 64

// Beyond returns the conditions of g that h does not have. Of one without words it is not
// known whether h has the same.
func (g Guard) Beyond(h Guard) Guard {
	return slices.DeleteFunc(slices.Clone(g), func(c Cond) bool { return !c.unsaid() && h.has(c) })
}

// without returns g without the conditions of part.
func without(g, part Guard) Guard {
	out := make(Guard, 0, len(g))
	f := finder{in: part}
	for i := range g {
		if !f.has(&g[i]) {
			out = append(out, g[i])
		}
	}
	return out
}

// Or returns the guard that holds where one of two does: empty where they cover all
// cases.
func (g Guard) Or(h Guard) Guard { return either(g, h) }

// either returns the guard that holds where one of two does: nil where they
// cover all cases.
func either(a, b Guard) Guard {
	n := 0
	for n < len(a) && n < len(b) && a[n].equal(b[n]) {
		n++
	}
	terms := simplify(slices.Concat(a[n:].terms(), b[n:].terms()))
	shared := a[:n:n]
	finders := make([]finder, len(terms))
	for i, t := range terms {
		finders[i].in = t
	}
	for i := range terms[0] {
		c := &terms[0][i]
		inAll := true
		for j := range finders {
			inAll = inAll && finders[j].has(c)
		}
		if inAll {
			shared = append(shared, *c)
		}
	}
	for i := range terms {
		terms[i] = without(terms[i], shared[n:])
	}
	switch {
	case slices.ContainsFunc(terms, func(t Guard) bool { return len(t) == 0 }):
		return shared
	case len(terms) > maxChoice:
		return append(shared, unsaid()...)
	}
	slices.SortStableFunc(terms, compareGuards)
	one := newChoice(terms)
	if one.depth > maxNested {
		return append(shared, unsaid()...)
	}
	return append(shared, Cond{any: one})
}

// terms returns the alternatives of a guard.
func (g Guard) terms() []Guard {
	if len(g) == 1 && g[0].any != nil {
		return slices.Clone(g[0].any.of)
	}
	return []Guard{g}
}

// simplify returns an equivalent list of guards of which one holds: without
// those that imply another, and without conditions that the others make
// superfluous (x or not x and y is x or y). It is cubic in their number, which is
// small.
func simplify(terms []Guard) []Guard {
	for again := true; again; {
		again = false
		for i := 0; i < len(terms); i++ {
			for j := 0; j < len(terms); j++ {
				if i == j {
					continue
				}
				if terms[i].within(terms[j]) {
					terms = slices.Delete(terms, j, j+1)
					again = true
					i, j = 0, -1
					continue
				}
				if rest, ok := resolve(terms[i], terms[j]); ok {
					terms[j], again = rest, true
				}
			}
		}
	}
	return terms
}

// resolve returns b without the condition whose opposite is in a, if the rest of
// a holds where b does.
func resolve(a, b Guard) (Guard, bool) {
	var lacks *Cond // the condition of a that b lacks: none else can be that one
	f := finder{in: b}
	for i := range a {
		switch c := &a[i]; {
		case f.has(c) || lacks != nil && c.equal(*lacks):
		case lacks != nil:
			return nil, false
		default:
			lacks = c
		}
	}
	for i := range a {
		c := a[i]
		if lacks != nil && !c.equal(*lacks) {
			continue
		}
		for j := range b {
			if c.id != b[j].id || !c.denies(b[j]) {
				continue
			}
			if rest := slices.Concat(b[:j], b[j+1:]); without(a, Guard{c}).within(rest) {
				return rest, true
			}
		}
	}
	return nil, false
}

// compareGuards orders guards as their conditions were evaluated.
func compareGuards(a, b Guard) int {
	return slices.CompareFunc(a, b, func(c, d Cond) int {
		neg := 0
		if c.Neg != d.Neg {
			neg = 1
			if d.Neg {
				neg = -1
			}
		}
		return cmp.Or(cmp.Compare(c.id, d.id), strings.Compare(c.Text, d.Text), neg)
	})
}

// Data returns the guard as workflows have it.
func (g Guard) Data() graph.Guard {
	if len(g) == 0 {
		return nil
	}
	out := make(graph.Guard, len(g))
	for i, c := range g {
		if c.any == nil {
			out[i] = graph.Cond{Neg: c.Neg, Text: c.Text, Pos: c.Pos}
			if c.of != nil {
				out[i].Eval, out[i].Expr = c.of.eval, c.of.expr
			}
			continue
		}
		for _, of := range c.any.of {
			out[i].Any = append(out[i].Any, of.Data())
		}
	}
	return out
}

// String returns the guard as source text, "" if it is empty.
func (g Guard) String() string { return g.Data().String() }
