package product_test

// This file says whether the path of a violation is a run that violates the rule.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/dfa/syntax"
)

// witness says what is wrong about the path of a violation.
func (j *judge) witness(res *product.Result) string {
	why, runs := "no path", j.runs
	if res.Kind == product.NeverMet {
		runs = j.loose
	}
	for _, x := range runs {
		if why = newWitness(x, res).wrong(); why == "" {
			return ""
		}
	}
	return why
}

// A witness is the path of a violation in one world.
type witness struct {
	*reader
	f          *syntax.Formula // the part of the rule that is violated
	path, loop []product.Step
	kind       product.Kind
}

func newWitness(x *runs, res *product.Result) *witness {
	f := res.Part.Source.Formula()
	w := &witness{reader: newReader(x, f.Atoms()), f: f, path: res.Path, kind: res.Kind}
	if res.Kind == product.NeverMet {
		w.path, w.loop = res.Path[:res.Loop], res.Path[res.Loop:]
	}
	return w
}

func (w *witness) wrong() string {
	set := w.follow(w.closure(map[int]bool{first: true}), w.path)
	if len(set) == 0 {
		return "the witness is no run"
	}
	// A letter of which tests are not certain may be any of several: one of the
	// traces must violate the rule.
	for _, tr := range w.read(w.path) {
		if w.violates(tr, set) {
			return ""
		}
	}
	return fmt.Sprintf("the witness violates nothing (kind %d)", w.kind)
}

// read returns the traces that steps may be.
func (w *witness) read(steps []product.Step) []trace {
	list := []trace{nil}
	for i := range steps {
		s := &steps[i]
		if s.What == product.Pass {
			continue
		}
		symbols := w.of(letter{s.In, s.Node, s.What, s.Tool, labels(s.In, s.Sent)})
		if len(symbols) == 0 {
			continue
		}
		var more []trace
		for _, tr := range list {
			for _, symbol := range symbols {
				more = append(more, append(tr[:len(tr):len(tr)], symbol))
			}
		}
		list = more
	}
	return list
}

func (w *witness) violates(tr trace, set map[int]bool) bool {
	switch w.kind {
	case product.Unmet:
		return set[ended] && !kept(w.f, w.atoms, tr)
	case product.BadPrefix:
		return w.never(w.f, tr, set, 2, true)
	}
	again := w.follow(set, w.loop)
	for i := range again {
		set[i] = true
	}
	return slices.ContainsFunc(w.read(w.loop), func(round trace) bool { return w.endless(tr, round, set) })
}

// endless reports whether a run may go round for ever after tr and then does not keep the
// formula. That a fair one may is the referee's to say.
func (w *witness) endless(tr, round trace, set map[int]bool) bool {
	if len(round) == 0 && kept(w.f, w.atoms, tr) || len(round) > 0 && keptForever(w.f, w.atoms, tr, round) {
		return false
	}
	for i := range set {
		if i >= first && w.returns(i, i, 2) {
			return true
		}
	}
	return false
}

// never reports whether f holds of no continuation by at most n events: of any
// events of the workflow, or of those that can follow.
func (w *witness) never(f *syntax.Formula, tr trace, set map[int]bool, n int, any bool) bool {
	if kept(f, w.atoms, tr) {
		return false
	}
	if n == 0 {
		return true
	}
	for s := range dfa.Symbol(1) << len(w.atoms) {
		next := set
		if !any {
			if next = w.after(set, func(l int) bool { return slices.Contains(w.symbols(l), s) }); len(next) == 0 {
				continue
			}
		}
		if !w.never(f, append(tr[:len(tr):len(tr)], s), next, n-1, any) {
			return false
		}
	}
	return true
}

// returns reports whether at most more+1 rounds of the loop lead from one situation
// to another.
func (w *witness) returns(from, to, more int) bool {
	for i := range w.round(from) {
		if i == to || i >= first && more > 0 && w.returns(i, to, more-1) {
			return true
		}
	}
	return false
}

// round returns where one round of the loop leads from a situation, with at least
// one turn.
func (w *witness) round(i int) map[int]bool {
	if len(w.read(w.loop)[0]) > 0 {
		return w.follow(w.closure(map[int]bool{i: true}), w.loop)
	}
	out := make(map[int]bool)
	for _, a := range w.x.from(i) {
		if len(w.symbols(a.letter)) == 0 {
			out[a.to] = true
		}
	}
	return w.closure(out)
}
