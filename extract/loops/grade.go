package loops

// This file defines how sure it is that somebody agreed.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// A grade says how a run gets to some place of the code, or to some value of a condition, at
// worst.
type grade uint8

const (
	never    grade = iota // not at all
	agreed                // somebody said yes
	unclear               // it hangs on an answer, in a way that is not understood
	switched              // nobody is asked if what the program was told or remembers says so
	free                  // nobody is asked
)

// A stand is a grade with what it comes from.
type stand struct {
	grade grade
	asks  graph.Pos // where somebody may be asked on a way; not valid if nowhere
	why   cause
	past
}

// A past says of the ways that lead past a check which does not see what a command does: see guise.
type past struct {
	missed graph.Pos // a check on the worst of them; not valid if there is none
	worst  grade     // of them
	held   bool      // somebody may be asked on one of them, before the check or behind it
}

// atWorst returns what is said of the ways if nothing but the check makes them better than that.
func (p past) atWorst(g grade) past {
	if p.worst > never {
		p.worst = g
	}
	return p
}

// or returns what is said of the ways of both.
func (p past) or(q past) past {
	out := past{p.missed, max(p.worst, q.worst), p.held || q.held}
	if q.worst > p.worst {
		out.missed = q.missed
	}
	return out
}

// A cause says why a grade is not better.
type cause struct {
	pos    graph.Pos
	states []string // with switched: what decides, in the order of the code
}

// with returns a cause with what decides by another one, too.
func (c cause) with(o cause) cause {
	for _, s := range o.states {
		if !slices.Contains(c.states, s) {
			c.states = append(slices.Clip(c.states), s)
		}
	}
	return c
}

// equal reports whether two stands are the same.
func (s stand) equal(o stand) bool {
	return s.grade == o.grade && s.asks == o.asks && s.past == o.past && s.why.pos == o.why.pos && slices.Equal(s.why.states, o.why.states)
}

// worseThan reports whether s, to which more ways lead than to o, says more.
func (s stand) worseThan(o stand) bool {
	return s.grade > o.grade || s.asks.IsValid() && !o.asks.IsValid() || s.grade == o.grade && len(s.why.states) > len(o.why.states) ||
		s.worst > o.worst || s.held && !o.held
}

// or returns the stand of what is reached on either of two ways.
func (s stand) or(o stand) stand {
	if s.grade == never {
		return o
	}
	if o.grade == never {
		return s
	}
	out := s
	if o.grade > s.grade {
		out = o
	}
	if s.grade == o.grade {
		out.why = s.why.with(o.why)
	}
	out.asks = firstAsk(s.asks, o.asks)
	out.past = s.past.or(o.past)
	return out
}

// and returns the stand of what is reached on two ways, one after the other.
func (s stand) and(o stand) stand {
	if s.grade == never || o.grade == never {
		return stand{}
	}
	out := s
	if o.grade < s.grade {
		out = o
	}
	if s.grade == o.grade {
		out.why = s.why.with(o.why)
	}
	out.asks = firstAsk(s.asks, o.asks)
	out.past = past{s.missed, min(s.worst, o.grade), s.held || s.missed.IsValid() && o.asks.IsValid()}.or(
		past{o.missed, min(o.worst, s.grade), o.held || o.missed.IsValid() && s.asks.IsValid()})
	return out
}

func firstAsk(a, b graph.Pos) graph.Pos {
	if a.IsValid() {
		return a
	}
	return b
}

// freely is the stand of what nothing stands before.
var freely = stand{grade: free}
