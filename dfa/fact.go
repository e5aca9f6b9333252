package dfa

// This file says what is known of an argument whose value is not.

import (
	"math"
	"strings"

	"github.com/agentvet/agentvet/dfa/syntax"
)

// A Fact is what is known of an argument that is there: it is a number that compares so with another one.
type Fact struct {
	Path string // as in Arg
	Op   syntax.Compare
	With float64
}

// span are numbers from one to another; ends that are open do not count.
type span struct {
	from, to         float64
	openFrom, openTo bool
}

// spanOf returns the numbers of which a comparison holds; ok is false if these are no span.
func spanOf(op syntax.Compare, with float64) (s span, ok bool) {
	s = span{from: math.Inf(-1), to: math.Inf(1)}
	switch op {
	case syntax.Less, syntax.LessEqual:
		s.to, s.openTo = with, op == syntax.Less
	case syntax.Greater, syntax.GreaterEqual:
		s.from, s.openFrom = with, op == syntax.Greater
	case syntax.Equal:
		s.from, s.to = with, with
	default:
		return s, false
	}
	return s, true
}

// and returns the numbers that are in both.
func (s span) and(t span) span {
	if t.from > s.from || t.from == s.from && t.openFrom {
		s.from, s.openFrom = t.from, t.openFrom
	}
	if t.to < s.to || t.to == s.to && t.openTo {
		s.to, s.openTo = t.to, t.openTo
	}
	return s
}

func (s span) empty() bool { return s.from > s.to || s.from == s.to && (s.openFrom || s.openTo) }

// rulesOut reports whether what is known of the argument of a test excludes that it holds.
func (e *Event) rulesOut(t *syntax.Test) bool {
	if t.Value.Kind != syntax.ValueNumber || strings.ContainsAny(t.Path, "[{") {
		return false
	}
	all, some := span{from: math.Inf(-1), to: math.Inf(1)}, false
	for _, f := range e.Facts {
		if s, ok := spanOf(f.Op, f.With); ok && strings.EqualFold(f.Path, t.Path) {
			all, some = all.and(s), true
		}
	}
	if !some || all.empty() {
		return some
	}
	if t.Op == syntax.NotEqual {
		return all.from == t.Value.Number && all.to == t.Value.Number
	}
	asked, ok := spanOf(t.Op, t.Value.Number)
	return ok && all.and(asked).empty()
}
