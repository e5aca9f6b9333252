package tally

// This file finds what a function has done to a field of the state when it returns.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/internal/recipe"
)

// An Effect is what a function does to a field: it adds to it, at least and at most, where less than nothing is taken away, or sets
// it to a constant, or may leave anything in it.
type Effect struct {
	Least, Most int
	Set         *int
	Any         bool
}

// maxAdd bounds what a step adds at once.
const maxAdd = 1 << 20

// anything is the effect of code that is not understood.
var anything = Effect{Any: true}

// then returns what comes of e and a store that adds n.
func (e Effect) then(n int) Effect {
	switch {
	case e.Any:
		return e
	case e.Set != nil:
		sum := *e.Set + n
		return Effect{Set: &sum}
	}
	return Effect{Least: e.Least + n, Most: e.Most + n}
}

// or returns what comes of one of two effects.
func (e Effect) or(other Effect) Effect {
	switch {
	case e.equal(other):
		return e
	case e.Any || other.Any || e.Set != nil || other.Set != nil:
		return anything
	}
	return Effect{Least: min(e.Least, other.Least), Most: max(e.Most, other.Most)}
}

func (e Effect) equal(other Effect) bool {
	if e.Set != nil && other.Set != nil {
		return *e.Set == *other.Set
	}
	return e == other
}

// effect returns what the function does to a term on its ways to a return that is no error. Where
// a loop adds to the field, that may be anything. How far the field is from a limit which is not known
// stays known where the step adds one at most: more may wrap around before it is reached.
func (s *state) effect(t Term) Effect {
	e := s.does(t)
	if t.Less != "" && (e.Set != nil || e.Most > 1 || e.Least < -1) {
		return anything
	}
	return e
}

func (s *state) does(t Term) Effect {
	field := t.Field
	stores := make([][]place, len(s.fn.Blocks)) // in order
	highest, lowest := 0, 0
	for _, p := range s.stores(field) {
		if p.block < 0 {
			return anything
		}
		stores[p.block] = append(stores[p.block], p)
		if n, ok := s.increment(p, field); ok {
			highest, lowest = highest+max(n, 0), lowest+min(n, 0)
		}
	}
	after := func(b int32, e Effect) Effect {
		for _, p := range stores[b] {
			if s.isRead(s.at(p).Args[1], field, p) {
				continue // its own value
			}
			if n, ok := s.increment(p, field); ok && !t.IsTest() {
				e = e.then(n)
			} else if n, ok := s.constantOf(s.at(p).Args[1], t); ok {
				e = Effect{Set: &n}
			} else {
				e = anything
			}
		}
		return e
	}
	before := make([]*Effect, len(s.fn.Blocks))
	before[0] = &Effect{}
	for work := []int32{0}; len(work) > 0; work = work[1:] {
		now := after(work[0], *before[work[0]])
		if now.Most > highest || now.Least < lowest {
			now = anything // a loop goes through a store
		}
		for _, next := range s.fn.Blocks[work[0]].Succs {
			e := now
			if old := before[next]; old != nil {
				if e = old.or(now); e.equal(*old) {
					continue
				}
			}
			before[next] = &e
			work = append(work, next)
		}
	}
	var all *Effect
	for b, e := range before {
		if in := s.fn.Blocks[b].Instrs; e != nil && len(in) > 0 && in[len(in)-1].Op == recipe.OpReturn && !s.fails(b) {
			now := after(int32(b), *e)
			if all != nil {
				now = all.or(now)
			}
			all = &now
		}
	}
	if all == nil {
		return anything
	}
	return *all
}

// increment returns what a store adds to its field.
func (s *state) increment(p place, field string) (n int, ok bool) {
	if p.block < 0 {
		return 0, false
	}
	sum, ok := s.def[s.at(p).Args[1]]
	if !ok || s.at(sum).Op != recipe.OpBinary || s.at(sum).Sym != "+" && s.at(sum).Sym != "-" {
		return 0, false
	}
	x, y := s.at(sum).Args[0], s.at(sum).Args[1]
	minus := s.at(sum).Sym == "-"
	if _, isConst := s.constant(x); isConst && !minus {
		x, y = y, x
	}
	if n, ok = s.constant(y); minus {
		n = -n
	}
	// What is not signed wraps around at zero.
	down := n < 0 && (x < 0 || strings.HasPrefix(s.at(s.def[x]).Type, "u"))
	return n, ok && n != 0 && -maxAdd <= n && n <= maxAdd && !down && s.isRead(x, field, p) && slices.Contains(integers, s.at(s.def[x]).Type)
}
