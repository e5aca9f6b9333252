package product

// This file leaves out configurations of the program that cannot be, because conditions of
// optional edges exclude each other though they are not one: they ask for one value.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// An Exclusion is why a run that does not keep a rule cannot be.
type Exclusion struct {
	Found *Result     // what was found without asking
	Clash graph.Guard // conditions that exclude each other, and that hold together in runs that were left out
	// Counters are, if there is no clash, the numbers that limit how often runs go round, and the
	// truth values that decide where they go. None of them can be left out.
	Counters []graph.Counter
	Proof    graph.Proof
}

// related are the conditions of optional edges that may exclude each other.
type related struct {
	can   graph.Feasibility
	conds map[int]graph.Cond // by index in net.conditions
	mask  uint64             // all of them
	known map[[2]uint64]bool // how they are decided, and whether that can be
	clash graph.Guard        // of the first decision that cannot be
	proof graph.Proof        // of that
}

// newRelated returns the conditions of n that share values, nil if there are none.
func (n *net) newRelated(can graph.Feasibility) *related {
	r := &related{can: can, conds: make(map[int]graph.Cond), known: make(map[[2]uint64]bool)}
	asks := make(map[graph.ValueID]int) // a condition that asks for a value
	for i, c := range n.asked[:min(len(n.asked), maxConditions)] {
		if c.Eval == 0 {
			continue
		}
		for _, value := range values(c.Expr, nil) {
			first, found := asks[value]
			if !found {
				asks[value] = i
			} else if first != i {
				r.add(first, n.asked[first])
				r.add(i, c)
			}
		}
	}
	if r.mask == 0 {
		return nil
	}
	return r
}

func (r *related) add(i int, c graph.Cond) {
	r.mask |= 1 << i
	r.conds[i] = c
}

// values adds the values that an expression asks for to a list.
func values(e *graph.Expr, list []graph.ValueID) []graph.ValueID {
	if e == nil {
		return list
	}
	if e.Value != 0 {
		list = append(list, e.Value)
	}
	for _, a := range e.Args {
		list = values(a, list)
	}
	return list
}

// excludes reports whether conditions cannot be decided so.
func (r *related) excludes(assumed, value uint64) bool {
	if r == nil || assumed&r.mask == 0 {
		return false
	}
	key := [2]uint64{assumed & r.mask, value & assumed & r.mask}
	excluded, known := r.known[key]
	if !known {
		p := r.can(r.guard(key[0], key[1]))
		excluded = p.State == graph.CannotBe
		r.known[key] = excluded
		if excluded && r.clash == nil {
			r.clash, r.proof = p.Clash, p.Proof
		}
	}
	return excluded
}

// guard returns the guard that holds where conditions are decided so.
func (r *related) guard(assumed, value uint64) graph.Guard {
	var g graph.Guard
	for i := range maxConditions {
		if assumed>>i&1 != 0 {
			c := r.conds[i]
			c.Neg = value>>i&1 == 0
			g = append(g, c)
		}
	}
	return g
}

// possible decides a part of which a violation was found once more, without the runs that
// cannot be. A violation that remains shows conditions that hold together; if none does,
// the first one is excluded.
func (c *Checker) possible(p *Part, o Options, found *Result) *Result {
	if o.Feasible == nil || found.Verdict != verdict.Violated {
		return found
	}
	r := c.net.newRelated(o.Feasible)
	if r == nil {
		return found
	}
	c.net.related = r
	defer func() { c.net.related = nil }()
	res := c.certain(p, o, newLabels(c.net, p.reading(p.DFA, p.DFA.Atoms), p.DFA.Atoms))
	switch {
	case r.clash == nil || res.Verdict == verdict.Unknown:
		return found
	case res.Verdict == verdict.Holds:
		res.Excluded = &Exclusion{Found: found, Clash: slices.Clone(r.clash), Proof: r.proof}
	}
	return res
}
