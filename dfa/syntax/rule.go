package syntax

// This file defines rules, and the formula that each pattern stands for.

import "slices"

// Form is the pattern of a Rule, or how it joins others.
type Form uint8

const (
	FormInvalid    Form = iota
	FormFormula         // ltlf: f
	FormNever           // G !a
	FormResponse        // a -> F b, a -> F b -> F c, …
	FormWithin          // a -> F[<=n] b
	FormUntil           // a U b
	FormBefore          // a before b
	FormBeforeEach      // a before each b
	FormNeverAfter      // never a after b
	FormAtMost          // at most n a
	FormAtLeast         // at least n a before b
	FormBetween         // a only between b and c
	FormAnd             // (p) AND (q)
	FormOr              // (p) OR (q)
	numForms
)

var formNames = [numForms]string{
	"invalid", "formula", "never", "response", "within", "until", "before", "before-each", "never-after", "at-most",
	"at-least", "between", "and", "or",
}

// String returns the name of the form: "response".
func (f Form) String() string {
	if f < numForms {
		return formNames[f]
	}
	return formNames[FormInvalid]
}

// A Rule is one policy statement: a pattern, a formula, or several rules joined.
type Rule struct {
	Form     Form
	Args     []*Rule    // of FormAnd and FormOr: two or more
	Operands []*Formula // of the others, in the order in which they are written
	N        int        // the number in FormWithin, FormAtMost and FormAtLeast
	Pos      Pos
}

// Equal reports whether r and s are the same but for positions.
func (r *Rule) Equal(s *Rule) bool {
	return r.Form == s.Form && r.N == s.N && slices.EqualFunc(r.Args, s.Args, (*Rule).Equal) &&
		slices.EqualFunc(r.Operands, s.Operands, (*Formula).Equal)
}

// Formula returns what r means. It shares the operands of r.
func (r *Rule) Formula() *Formula {
	switch r.Form {
	case FormAnd:
		return r.joined(OpAnd)
	case FormOr:
		return r.joined(OpOr)
	case FormFormula:
		return r.Operands[0]
	case FormNever:
		return Of(OpGlobally, Not(r.Operands[0]))
	case FormResponse:
		return always(r.Operands[0], then(r.Operands[1:]))
	case FormWithin:
		return always(r.Operands[0], within(OpFinally, r.N, r.Operands[1]))
	case FormUntil:
		return Of(OpUntil, r.Operands...)
	case FormBefore:
		return atLeast(1, r.Operands[0], r.Operands[1])
	case FormBeforeEach:
		a, b := r.Operands[0], r.Operands[1]
		return always(b, since(Not(b), a))
	case FormNeverAfter:
		a, b := r.Operands[0], r.Operands[1]
		return always(b, Of(OpWeakNext, Of(OpGlobally, Not(a))))
	case FormAtMost:
		return Not(times(r.N+1, r.Operands[0]))
	case FormAtLeast:
		return atLeast(r.N, r.Operands[0], r.Operands[1])
	case FormBetween:
		a, b, c := r.Operands[0], r.Operands[1], r.Operands[2]
		return always(a, since(Not(c), b))
	}
	panic("syntax: internal error: a rule without a form")
}

func (r *Rule) joined(op Op) *Formula {
	f := r.Args[len(r.Args)-1].Formula()
	for _, arg := range slices.Backward(r.Args[:len(r.Args)-1]) {
		f = Of(op, arg.Formula(), f)
	}
	return f
}

// always returns G(a -> b).
func always(a, b *Formula) *Formula { return Of(OpGlobally, Of(OpImplies, a, b)) }

// since returns Y(f S g): g before now, and f in between.
func since(f, g *Formula) *Formula { return Of(OpYesterday, Of(OpSince, f, g)) }

// then returns F(b && F(c && …)).
func then(steps []*Formula) *Formula {
	if len(steps) == 1 {
		return Of(OpFinally, steps[0])
	}
	return Of(OpFinally, Of(OpAnd, steps[0], then(steps[1:])))
}

// times returns the formula that a happens n times or more, n > 0.
func times(n int, a *Formula) *Formula {
	f := Of(OpFinally, a)
	for range n - 1 {
		f = Of(OpFinally, Of(OpAnd, a, Of(OpNext, f)))
	}
	return f
}

// atLeast returns the formula that no b happens unless n a came before.
func atLeast(n int, a, b *Formula) *Formula {
	here := Of(OpAnd, a, Not(b))
	f := Of(OpWeakUntil, Not(b), here)
	for range n - 1 {
		f = Of(OpWeakUntil, Not(b), Of(OpAnd, here, Of(OpWeakNext, f)))
	}
	return f
}

// Conjuncts returns the rules that r joins by AND, also nested ones, and the
// formulas that it joins by &&, also below G: r holds if all of them do.
func (r *Rule) Conjuncts() []*Rule {
	var list []*Rule
	switch r.Form {
	case FormAnd:
		for _, arg := range r.Args {
			list = append(list, arg.Conjuncts()...)
		}
		return list
	case FormFormula:
		for _, f := range r.Operands[0].conjuncts() {
			list = append(list, &Rule{Form: FormFormula, Operands: []*Formula{f}, Pos: r.Pos})
		}
		return list
	}
	return []*Rule{r}
}

// conjuncts returns formulas that all hold if and only if f does.
func (f *Formula) conjuncts() []*Formula {
	switch {
	case f.Op == OpAnd:
		return append(f.Args[0].conjuncts(), f.Args[1].conjuncts()...)
	case f.Op == OpGlobally && !f.Bounded:
		var list []*Formula
		for _, g := range f.Args[0].conjuncts() {
			list = append(list, &Formula{Op: OpGlobally, Args: []*Formula{g}, Pos: g.Pos})
		}
		return list
	}
	return []*Formula{f}
}

// Atoms returns the atoms of r, each once, in the order in which they occur.
func (r *Rule) Atoms() []*Atom {
	var list []*Atom
	r.Walk(func(f *Formula) { list = f.atoms(list) })
	return list
}

// Walk calls visit for each operand of r and of the rules that it joins.
func (r *Rule) Walk(visit func(*Formula)) {
	for _, arg := range r.Args {
		arg.Walk(visit)
	}
	for _, f := range r.Operands {
		visit(f)
	}
}

// Trigger returns the formula without which r cannot be violated: if it holds
// at no event of a run, the run keeps r for want of an occasion. It is nil if
// there is none, as for a U b, or if r joins rules. Of a formula it is a in
// G(a -> f) and in G !a.
func (r *Rule) Trigger() *Formula {
	switch r.Form {
	case FormFormula:
		if g := r.Operands[0]; g.Op == OpGlobally && !g.Bounded && (g.Args[0].Op == OpImplies || g.Args[0].Op == OpNot) {
			return g.Args[0].Args[0]
		}
	case FormNever, FormResponse, FormWithin, FormNeverAfter, FormAtMost, FormBetween:
		return r.Operands[0]
	case FormBefore, FormBeforeEach, FormAtLeast:
		return r.Operands[1]
	}
	return nil
}
