package loops

// This file tells answers about a call from those that were given before the model made it.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
)

// isOld reports whether a term may have, where it is used, the value that it had before the
// points where runs begin: what was answered then is about something else.
func (o *order) isOld(t *valueflow.Term) bool {
	at := o.newAt(t)
	if len(at) == 0 || len(o.from) == 0 {
		return false
	}
	key := oldKey{at[0], at[len(at)-1], o.use}
	is, known := o.steady.old[key]
	if !known {
		is = slices.ContainsFunc(o.from, func(begin point) bool { return o.goesBy(begin, at) })
		o.steady.old[key] = is
	}
	return is
}

// An oldKey is where a term gets a new value, first and last, and where it is used.
type oldKey struct {
	first, last point
	use         int32
}

// before returns the stand of a run that goes by what was answered before.
func before(asks, pos graph.Pos) stand {
	return stand{grade: switched, asks: asks, why: cause{pos: pos, states: []string{"what was answered before"}}}
}

// runsOnce reports whether a call may be of a function that is run once: what it returns later is
// what was answered then.
func (c *chart) runsOnce(s *site) bool {
	if c.once == nil {
		c.once = make(map[place]bool)
		for _, fn := range c.funcs {
			for _, p := range fn.Once {
				c.once[fn.at(p)] = true
			}
		}
	}
	return s.on != noPlace && len(c.once) > 0 && slices.ContainsFunc(c.sources(s.on), func(p place) bool { return c.once[p] })
}

// newAt returns the points at which a term gets a new value, none if it is not known.
func (o *order) newAt(t *valueflow.Term) []point {
	line := point{t.Index, graph.Pos{File: o.fn.Pos.File, Line: int(t.Pos.Line), Col: 1}}
	switch {
	case t.Op == valueflow.TermOneOf && len(t.From) > 0:
		return []point{{block: t.Of}} // at its beginning
	case t.Op == valueflow.TermAnswer && t.Of >= 0:
		s := o.fn.sites[t.Of]
		return []point{{s.Block, s.Pos}, line} // where it is read, and where the variable begins
	case t.Op == valueflow.TermResult:
		s := o.fn.sites[t.Of]
		return []point{{s.Block, s.Pos}}
	case t.Op == valueflow.TermReceived || t.Op == valueflow.TermAnswer:
		return []point{line}
	}
	return nil
}

// asksAgain returns where somebody is asked for an old answer again, on some ways.
func (o *order) asksAgain(t *valueflow.Term) graph.Pos {
	if t.Op != valueflow.TermAnswer || t.Of < 0 {
		return graph.Pos{}
	}
	s := o.fn.sites[t.Of]
	if !slices.ContainsFunc(o.from, func(begin point) bool { return o.fn.leads(begin.block, s.Block, nil) }) {
		return graph.Pos{}
	}
	return s.Pos
}

// goesBy reports whether a run may come from a point to where a term is used, and by none of
// some points.
func (o *order) goesBy(begin point, points []point) bool {
	var past []int32
	for _, p := range points {
		if p.block == begin.block && p.pos.Compare(begin.pos) >= 0 {
			return false
		}
		past = append(past, p.block)
	}
	if !slices.Contains(past, begin.block) {
		return o.fn.leads(begin.block, o.use, past)
	}
	if o.use == begin.block {
		return true
	}
	return slices.ContainsFunc(o.fn.Flow.Next[begin.block], func(b int32) bool { return o.fn.leads(b, o.use, past) })
}
