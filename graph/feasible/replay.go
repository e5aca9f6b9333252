package feasible

// This file checks proofs over bits. It shares nothing with the solver: it knows clauses, and one
// rule by which a clause follows from others, which is that assuming its opposite leads
// to a contradiction by looking at one clause after the other ("reverse unit
// propagation"; Goldberg and Novikov 2003).

import "slices"

// A Proof shows that some literals cannot hold together where some clauses do.
type Proof struct {
	// Over the integers (farkas.go), if there is one: what shows that these terms cannot hold together.
	integers *refutation
	terms    []*Term
	// Else over bits:
	clauses [][]lit // what the gates say
	assumed []lit   // what cannot hold together
	// lemmas are clauses on the way, in order. They are hints: one that does not follow is
	// left out, so a wrong one can make a proof fail and never succeed.
	lemmas [][]lit
	core   []lit // of the terms of Answer.Core, in their order
}

// Check reports whether the proof shows what it claims.
func (p *Proof) Check() bool {
	if p.integers != nil {
		return p.integers.check(p.terms)
	}
	c := newChecker(p)
	for _, clause := range p.clauses {
		if c.add(clause) {
			return true
		}
	}
	for _, lemma := range p.lemmas {
		if !c.known(lemma) || !c.contradicts(opposites(lemma)) {
			continue
		}
		if c.add(lemma) {
			return true
		}
	}
	return c.contradicts(p.assumed)
}

func opposites(clause []lit) []lit {
	out := make([]lit, len(clause))
	for i, l := range clause {
		out[i] = l.not()
	}
	return out
}

// A checker propagates: it notes what must hold because all other literals of a clause do
// not.
type checker struct {
	value   []int8    // of each variable: 1 holds, -1 does not, 0 is open
	watch   [][]int32 // the clauses that look at a literal: two of each clause
	clauses [][]lit
	trail   []lit // what was found to hold, in order
	head    int   // of the trail: up to where it was propagated
}

func newChecker(p *Proof) *checker {
	last := lit(0)
	for _, list := range append([][]lit{p.assumed}, p.clauses...) {
		for _, l := range list {
			last = max(last, l, -l)
		}
	}
	return &checker{value: make([]int8, last+1), watch: make([][]int32, 2*(last+1))}
}

// known reports whether all variables of a list are those of the proof.
func (c *checker) known(list []lit) bool {
	return !slices.ContainsFunc(list, func(l lit) bool { return l == 0 || max(l, -l) >= lit(len(c.value)) })
}

// index is the index of a literal.
func index(l lit) lit {
	if l < 0 {
		return 1 - 2*l
	}
	return 2 * l
}

func (c *checker) is(l lit) int8 {
	if l < 0 {
		return -c.value[-l]
	}
	return c.value[l]
}

func (c *checker) set(l lit) {
	c.value[max(l, -l)] = 1
	if l < 0 {
		c.value[-l] = -1
	}
	c.trail = append(c.trail, l)
}

// add adds a clause. It reports whether the clauses are contradictory now.
func (c *checker) add(clause []lit) bool {
	var open []lit
	for _, l := range clause {
		if c.is(l) > 0 || slices.Contains(open, l.not()) {
			return false
		}
		if c.is(l) == 0 && !slices.Contains(open, l) {
			open = append(open, l)
		}
	}
	switch len(open) {
	case 0:
		return true
	case 1:
		c.set(open[0])
		return c.propagate()
	}
	i := int32(len(c.clauses))
	c.clauses = append(c.clauses, open)
	for _, l := range open[:2] {
		c.watch[index(l)] = append(c.watch[index(l)], i)
	}
	return false
}

// contradicts reports whether a list of literals leads to a contradiction. It leaves the
// checker as it was.
func (c *checker) contradicts(list []lit) bool {
	length, head := len(c.trail), c.head
	found := slices.ContainsFunc(list, func(l lit) bool {
		if c.is(l) == 0 {
			c.set(l)
		}
		return c.is(l) < 0
	}) || c.propagate()
	for _, l := range c.trail[length:] {
		c.value[max(l, -l)] = 0
	}
	c.trail, c.head = c.trail[:length], head
	return found
}

// propagate notes all that follows from the trail. It reports whether that is a
// contradiction.
func (c *checker) propagate() bool {
	for c.head < len(c.trail) {
		fails := c.trail[c.head].not()
		c.head++
		list := c.watch[index(fails)]
		kept := list[:0]
		for k, i := range list {
			stays, contradiction := c.visit(i, fails)
			if stays {
				kept = append(kept, i)
			}
			if contradiction {
				c.watch[index(fails)] = append(kept, list[k+1:]...)
				return true
			}
		}
		c.watch[index(fails)] = kept
	}
	return false
}

// visit looks at a clause one of whose two watched literals fails. It reports whether
// that one is still watched.
func (c *checker) visit(i int32, fails lit) (stays, contradiction bool) {
	clause := c.clauses[i]
	if clause[0] == fails {
		clause[0], clause[1] = clause[1], clause[0]
	}
	if c.is(clause[0]) > 0 {
		return true, false
	}
	for k := 2; k < len(clause); k++ {
		if c.is(clause[k]) >= 0 {
			clause[1], clause[k] = clause[k], clause[1]
			c.watch[index(clause[1])] = append(c.watch[index(clause[1])], i)
			return false, false
		}
	}
	if c.is(clause[0]) < 0 {
		return true, true
	}
	c.set(clause[0])
	return true, false
}
