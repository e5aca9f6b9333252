package feasible

// This file writes proofs over the integers down, a line for each step, so that each line can be checked by itself.

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Words returns the lines of a proof over the integers, nil for a proof over bits. Name says what a variable is called.
func (p *Proof) Words(name func(*Term) string) []string {
	if p == nil || p.integers == nil {
		return nil
	}
	w := &writing{name: name, number: make(map[rowID]int), l: newLedger(p.terms)}
	w.write(p.integers, "")
	return w.lines
}

// writing is a proof that is being written down, with what it has shown so far.
type writing struct {
	name   func(*Term) string
	l      *ledger
	lines  []string
	number map[rowID]int // of inequalities, from 1
}

func (w *writing) line(indent, format string, args ...any) {
	w.lines = append(w.lines, indent+fmt.Sprintf(format, args...))
}

func (w *writing) write(r *refutation, indent string) {
	for _, s := range r.steps {
		w.step(s, indent)
	}
	switch {
	case w.l.clash:
		w.line(indent, "which is a contradiction")
	case r.split != nil:
		before := w.l
		for i, in := range r.cases {
			w.line(indent, "case %d: %s", i+1, w.truth(r.split, i == 0))
			w.l = before.with(r.split, i == 0)
			w.write(in, indent+"  ")
		}
		w.l = before
	default:
		w.line(indent, "added up, that is a contradiction: %s", w.shares(r.sum, nil))
	}
}

// step writes one step.
func (w *writing) step(s *step, indent string) {
	low, high := new(big.Int), new(big.Int)
	if s.t.typ.IsInteger() {
		low, high = w.l.bounds(s.t)
	}
	if !w.l.follows(s) {
		return // of a proof that has been checked, each does
	}
	switch s.kind {
	case stepFact: // not those that only join others
		text := indent + w.truth(s.t, s.holds)
		if (isCompared(s.t) || len(s.t.args) == 0) && !slices.Contains(w.lines, text) {
			w.lines = append(w.lines, text)
		}
	case stepCompared:
		w.line(indent, "%s, by the bounds of both sides", w.truth(s.t, s.holds))
	case stepRow, stepKnown:
		for i := 0; ; i++ {
			p, ok := w.l.rows[rowID{s, i}]
			if !ok {
				break
			}
			w.number[rowID{s, i}] = len(w.number) + 1
			of := ""
			if s.kind == stepKnown {
				of = ", as " + w.term(s.t) + " is computed"
			}
			w.line(indent, "(%d) %s%s", len(w.number), w.inequality(p), of)
		}
	case stepTight:
		nowLow, nowHigh := w.l.bounds(s.t)
		switch {
		case nowLow.Cmp(low) != 0:
			w.line(indent, "%s >= %d, from (%d)", w.term(s.t), nowLow, w.number[s.row])
		case nowHigh.Cmp(high) != 0:
			w.line(indent, "%s <= %d, from (%d)", w.term(s.t), nowHigh, w.number[s.row])
		}
	case stepExact:
		w.exact(s, indent)
	case stepChosen:
		w.line(indent, "%s is %s", w.term(s.t), w.poly(w.l.worth[s.t]))
	}
}

// exact writes that an operation does not wrap around.
func (w *writing) exact(s *step, indent string) {
	p := w.l.worth[s.t]
	text := fmt.Sprintf("%s does not wrap around", w.term(s.t))
	if s.t.op == Convert {
		text = fmt.Sprintf("%s loses no bits", w.term(s.t))
	}
	low, high := w.l.span(p)
	first, last := (&ledger{}).bounds(s.t)
	if low.Cmp(first) >= 0 && high.Cmp(last) <= 0 {
		w.line(indent, "%s: it lies between %d and %d", text, low, high)
		return
	}
	w.line(indent, "%s:", text)
	side := func(list []share, is string, than *big.Int, assumed poly) {
		if list != nil {
			w.line(indent+"  ", "(*) if it were %s %d, the sum would be a contradiction: %s", is, than, w.shares(list, assumed))
		}
	}
	side(s.over, "more than", last, just(last).plus(big.NewInt(1)).sub(p))
	side(s.under, "less than", first, p.sub(just(first)).plus(big.NewInt(1)))
}

// truth writes that a Bool holds or does not.
func (w *writing) truth(t *Term, holds bool) string {
	if holds {
		return w.term(t)
	}
	switch {
	case t.op == Not:
		return w.term(t.args[0])
	case t.op == Less:
		return w.term(t.args[1]) + " <= " + w.term(t.args[0])
	case t.op == LessEqual:
		return w.term(t.args[1]) + " < " + w.term(t.args[0])
	case t.op == Equal:
		return w.term(t.args[0]) + " != " + w.term(t.args[1])
	}
	return "not " + w.term(t)
}

// term writes a term as Go does.
func (w *writing) term(t *Term) string {
	switch {
	case t.op == opVar:
		return w.name(t)
	case t.op == opConst:
		return t.value().String()
	case t.op == Not:
		return w.truth(t.args[0], false)
	case t.op == Convert:
		return t.typ.String() + "(" + w.term(t.args[0]) + ")"
	}
	parts := make([]string, len(t.args))
	for i, a := range t.args {
		parts[i] = w.term(a)
		if len(a.args) == 2 && t.op != If && t.op < Len {
			parts[i] = "(" + parts[i] + ")"
		}
	}
	if t.op == If || t.op >= Len {
		return t.op.String() + "(" + strings.Join(parts, ", ") + ")"
	}
	return strings.Join(parts, " "+t.op.String()+" ")
}

// unknowns returns the unknowns of a poly, in the order in which their terms were made.
func (p poly) unknowns() []*Term {
	list := slices.Collect(maps.Keys(p))
	list = slices.DeleteFunc(list, func(t *Term) bool { return t == nil })
	slices.SortFunc(list, func(a, b *Term) int { return a.id - b.id })
	return list
}

// poly writes a sum.
func (w *writing) poly(p poly) string { return w.side(p, 1, true) }

// inequality writes that a poly is not positive, with what is negative on the other side.
func (w *writing) inequality(p poly) string {
	return w.side(p, 1, false) + " <= " + w.side(p, -1, false)
}

// side writes the parts of a poly that have a sign, or all of them.
func (w *writing) side(p poly, sign int, all bool) string {
	text := ""
	add := func(c *big.Int, what string) {
		if c.Sign() == 0 || c.Sign() != sign && !all {
			return
		}
		x := new(big.Int).Abs(c)
		minus := all && c.Sign() < 0
		switch {
		case text != "" && minus:
			text += " - "
		case text != "":
			text += " + "
		case minus:
			text += "-"
		}
		switch {
		case what == "":
			text += x.String()
		case x.Cmp(big.NewInt(1)) == 0:
			text += what
		default:
			text += x.String() + "*" + what
		}
	}
	for _, t := range p.unknowns() {
		what := w.term(t)
		if len(t.args) == 2 {
			what = "(" + what + ")"
		}
		add(p[t], what)
	}
	add(p[nil], "")
	if text == "" {
		return "0"
	}
	return text
}

// shares writes which inequalities are added up, how often, and what comes of it.
func (w *writing) shares(list []share, assumed poly) string {
	var parts []string
	total := new(big.Rat)
	for _, s := range list {
		var what string
		var p poly
		switch {
		case s.row.of != nil:
			p, what = w.l.rows[s.row], "("+strconv.Itoa(w.number[s.row])+")"
		case s.bound == nil:
			p, what = assumed, "(*)"
		default:
			low, high := w.l.bounds(s.bound)
			p, what = just(low), fmt.Sprintf("%d <= %s", low, w.term(s.bound))
			if s.high {
				p, what = just(new(big.Int).Neg(high)), fmt.Sprintf("%s <= %d", w.term(s.bound), high)
			}
		}
		if s.by.Cmp(big.NewRat(1, 1)) != 0 {
			what = s.by.RatString() + " times " + what
		}
		parts = append(parts, what)
		total.Add(total, new(big.Rat).Mul(s.by, new(big.Rat).SetInt(p.integer())))
	}
	return strings.Join(parts, ", ") + " make " + total.RatString() + " <= 0"
}
