package graph

// This file reasons with guards: which hold together, and what holds where one of two
// does. It goes by the identity of conditions, never by their text.

import "slices"

// What a guard that Or makes says: so many alternatives, with so many choices within
// choices. What would need more is a condition without words, of which nothing is known.
const (
	maxAlternatives = 8
	maxNested       = 3
)

// Or returns the guard that holds where one of two does: empty where they cover all
// cases.
func (g Guard) Or(h Guard) Guard {
	if Exhaustive([]Guard{g, h}) {
		return nil
	}
	n := 0
	for n < len(g) && n < len(h) && g[n].same(h[n]) {
		n++
	}
	both := g[:n:n]
	terms := simplify(slices.Concat(g[n:].alternatives(), h[n:].alternatives()))
	switch {
	case Exhaustive(terms):
		return both
	case len(terms) == 1:
		return append(both, terms[0]...)
	case len(terms) > maxAlternatives || depth(terms) >= maxNested:
		return append(both, Cond{Text: unsaidText})
	}
	return append(both, Cond{Any: terms})
}

// maxDecided bounds how many ways to decide conditions are looked at.
const maxDecided = 1 << 10

// Exhaustive reports whether one of some guards holds in any case. It is false where that
// is too much to find out.
func Exhaustive(guards []Guard) bool {
	d := &decisions{of: make(map[EvalID]bool), left: maxDecided}
	return d.always(guards)
}

// decisions are conditions of which it is decided whether they hold.
type decisions struct {
	of   map[EvalID]bool
	left int // ways to look at
}

func (d *decisions) decide(e EvalID) (holds, known bool) {
	holds, known = d.of[e]
	return holds, known
}

// always reports whether one of the guards holds however the other conditions are decided.
func (d *decisions) always(guards []Guard) bool {
	if d.left--; d.left < 0 {
		return false
	}
	next := EvalID(0) // the first that matters
	for _, g := range guards {
		holds, known := g.Holds(d.decide)
		if known && holds {
			return true
		}
		for c := range g.Conditions {
			if _, decided := d.of[c.Eval]; !known && !decided && next == 0 {
				next = c.Eval
			}
		}
	}
	if next == 0 {
		return false
	}
	defer delete(d.of, next)
	for _, holds := range []bool{true, false} {
		if d.of[next] = holds; !d.always(guards) {
			return false
		}
	}
	return true
}

// Join returns the guard of what is there under g and again under h: none if they read
// differently, else the one or the other, which may be about two evaluations of what
// reads the same.
func (g Guard) Join(h Guard) Guard {
	if g.String() != h.String() {
		return nil
	}
	return g.Or(h)
}

// Excludes reports whether g and h never hold together.
func (g Guard) Excludes(h Guard) bool {
	if rest, of, ok := g.split(); ok {
		return !slices.ContainsFunc(of, func(one Guard) bool { return !slices.Concat(rest, one).Excludes(h) })
	}
	if rest, of, ok := h.split(); ok {
		return !slices.ContainsFunc(of, func(one Guard) bool { return !g.Excludes(slices.Concat(rest, one)) })
	}
	return slices.ContainsFunc(g, func(c Cond) bool { return slices.ContainsFunc(h, c.opposes) })
}

// Conditions calls yield for each condition of g that is no choice, those of choices
// included.
func (g Guard) Conditions(yield func(Cond) bool) { g.conditions(yield) }

func (g Guard) conditions(yield func(Cond) bool) bool {
	for _, c := range g {
		if c.Any == nil && !yield(c) {
			return false
		}
		for _, of := range c.Any {
			if !of.conditions(yield) {
				return false
			}
		}
	}
	return true
}

// Map returns g with what f makes of each condition that is no choice.
func (g Guard) Map(f func(Cond) Cond) Guard {
	out := slices.Clone(g)
	for i, c := range out {
		if c.Any == nil {
			out[i] = f(c)
			continue
		}
		out[i].Any = slices.Clone(c.Any)
		for j, of := range c.Any {
			out[i].Any[j] = of.Map(f)
		}
	}
	return out
}

// Decide says of the evaluations of conditions whether they hold; known is false of one
// that is not decided.
type Decide func(EvalID) (holds, known bool)

// Holds reports whether g holds, as far as that follows from what is decided of its
// conditions.
func (g Guard) Holds(d Decide) (holds, known bool) {
	known = true
	for _, c := range g {
		switch h, k := c.holds(d); {
		case k && !h:
			return false, true
		case !k:
			known = false
		}
	}
	return known, known
}

func (c Cond) holds(d Decide) (holds, known bool) {
	if c.Any == nil {
		if c.Eval == 0 {
			return false, false
		}
		holds, known = d(c.Eval)
		return holds != c.Neg, known
	}
	known = true
	for _, of := range c.Any {
		switch h, k := of.Holds(d); {
		case k && h:
			return true, true
		case !k:
			known = false
		}
	}
	return false, known
}

// Unsaid reports whether c is a condition without words, of which nothing is known.
func (c Cond) Unsaid() bool { return c.Text == unsaidText && c.Eval == 0 }

// same reports whether c and d hold together, or are two of which nothing is known but
// that they look the same: the one or the other of these is another such condition.
func (c Cond) same(d Cond) bool {
	if c.Any != nil || d.Any != nil || c.Eval == 0 || d.Eval == 0 {
		return c.equal(d)
	}
	return c.Eval == d.Eval && c.Neg == d.Neg
}

// opposes reports whether d holds where c does not, and nowhere else.
func (c Cond) opposes(d Cond) bool {
	return c.Any == nil && d.Any == nil && c.Eval != 0 && c.Eval == d.Eval && c.Neg != d.Neg
}

// within reports whether every condition of g is one of h.
func (g Guard) within(h Guard) bool {
	return !slices.ContainsFunc(g, func(c Cond) bool { return !slices.ContainsFunc(h, c.same) })
}

// alternatives returns the guards of a choice that is all of g, else g.
func (g Guard) alternatives() []Guard {
	if len(g) == 1 && g[0].Any != nil {
		return g[0].Any
	}
	return []Guard{g}
}

// split returns the alternatives of the first choice in g, and the rest of g.
func (g Guard) split() (rest Guard, of []Guard, ok bool) {
	i := slices.IndexFunc(g, func(c Cond) bool { return c.Any != nil })
	if i < 0 {
		return nil, nil, false
	}
	return slices.Concat(g[:i], g[i+1:]), g[i].Any, true
}

// depth is how deep choices stand within choices.
func depth(terms []Guard) (deepest int) {
	for _, g := range terms {
		for _, c := range g {
			if c.Any != nil {
				deepest = max(deepest, 1+depth(c.Any))
			}
		}
	}
	return deepest
}

// simplify returns guards of which one holds where one of terms does: without those that
// another one makes superfluous, and without conditions that the others do (x, or not x
// and y, is x or y). It is cubic in their number, which is small.
func simplify(terms []Guard) []Guard {
	for i := 0; i < len(terms); i++ {
		for j := 0; j < len(terms); j++ {
			if i == j {
				continue
			}
			if terms[i].within(terms[j]) {
				terms = slices.Delete(terms, j, j+1)
				i, j = 0, -1 // from the start: what is left may make more superfluous
				continue
			}
			if k := terms[j].needless(terms[i]); k >= 0 {
				terms[j] = slices.Concat(terms[j][:k], terms[j][k+1:])
				i, j = 0, -1
			}
		}
	}
	return terms
}

// needless returns the index of a condition of g that need not be said beside h: where it
// fails and the rest of g holds, h does. It is -1 if there is none.
func (g Guard) needless(h Guard) int {
	for k, c := range g {
		i := slices.IndexFunc(h, c.opposes)
		if i >= 0 && slices.Concat(h[:i], h[i+1:]).within(slices.Concat(g[:k], g[k+1:])) {
			return k
		}
	}
	return -1
}
