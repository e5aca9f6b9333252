package feasible

// This file is the way from a question to an answer.

import (
	"slices"
	"strconv"
	"time"
)

// State says whether something can be. The zero State is that nobody knows.
type State uint8

const (
	Unknown    State = iota
	Possible         // with a model
	Impossible       // with a proof
)

var stateNames = []string{"unknown", "possible", "impossible"}

func (s State) String() string {
	if int(s) < len(stateNames) {
		return stateNames[s]
	}
	return "invalid(" + strconv.Itoa(int(s)) + ")"
}

// Why says why a question was not answered.
type Why uint8

const (
	WhyNone  Why = iota
	WhyTexts     // it is about more than maxTexts texts
	WhyHard      // it multiplies or divides by large numbers that are not constant
	WhyLarge     // it needs more than maxGates gates
	WhyTime      // there was not enough time
	WhyProof     // the solver says that it cannot be, and that could not be checked
	WhyModel     // the solver says that it can be, and no values show it
)

var whyNames = []string{"none", "texts", "hard", "large", "time", "proof", "model"}

func (w Why) String() string { return whyNames[w] }

// Limits of a question. All but the last are of its size, so that an answer does not depend
// on how busy the machine is.
const (
	maxGates = 200_000
	maxTime  = 5 * time.Second
	// Up to these widths, what is not constant is multiplied and divided by.
	maxFactor  = 16
	maxDivisor = 8
	// Up to how many terms that a proof over the integers needs, it is asked whether another one does with fewer.
	maxTried = 12
)

// An Answer says whether some terms can hold together.
type Answer struct {
	State State
	Model Model  // Possible: values for which they do
	Core  []int  // Impossible: the indices of some that cannot, none of which can be left out
	Proof *Proof // Impossible: what shows it. It has been checked.
	Why   Why    // Unknown
}

// Decide says whether all of the terms asked can hold where all of the given ones do. They
// are Bools.
func (ts *Terms) Decide(given, asked []*Term) Answer {
	if a, ok := ts.byIntegers(given, asked); ok {
		return a
	}
	return ts.byBits(given, asked)
}

// byBits answers by what the bits of integers may be.
func (ts *Terms) byBits(given, asked []*Term) Answer {
	all := slices.Concat(given, asked)
	x := textsOf(ts, all)
	switch {
	case len(x.list) > maxTexts:
		return Answer{Why: WhyTexts}
	case hard(all):
		return ts.byExample(all)
	}
	q := &question{ts: ts, b: newBlaster(), texts: x, until: time.Now().Add(maxTime)}
	if !q.state(slices.Concat(given, x.axioms()), asked) {
		return Answer{Why: WhyLarge}
	}
	return q.answer(all)
}

// byIntegers answers that the terms cannot hold together, if a proof over the integers shows it.
func (ts *Terms) byIntegers(given, asked []*Term) (a Answer, ok bool) {
	part := func(of []int) (p *Proof, used []int) {
		terms := slices.Clone(given)
		for _, i := range of {
			terms = append(terms, asked[i])
		}
		r, needed := ts.refute(terms)
		if r == nil {
			return nil, nil
		}
		p = &Proof{integers: r}
		for _, i := range needed {
			p.terms = append(p.terms, terms[i])
			if i >= len(given) {
				used = append(used, of[i-len(given)])
			}
		}
		if !p.Check() {
			return nil, nil
		}
		return p, used
	}
	all := make([]int, len(asked))
	for i := range all {
		all[i] = i
	}
	proof, core := part(all)
	if proof == nil {
		return a, false
	}
	// What one proof needs, another one may do without.
	for i := 0; i < len(core) && len(core) <= maxTried; {
		rest := slices.Delete(slices.Clone(core), i, i+1)
		if fewer, used := part(rest); fewer != nil {
			proof, core = fewer, used
			continue // those before i are needed in any part
		}
		i++
	}
	return Answer{State: Impossible, Core: core, Proof: proof}, true
}

// hard reports whether terms have an operation that no solver does well with.
func hard(terms []*Term) (is bool) {
	each(terms, func(t *Term) {
		switch width := t.typ.width(); t.op {
		case Mul:
			is = is || width > maxFactor && !t.args[0].IsConst() && !t.args[1].IsConst()
		case Div, Rem:
			is = is || width > maxDivisor && !t.args[1].IsConst()
		}
	})
	return is
}

// A question is terms as literals.
type question struct {
	ts    *Terms
	b     *blaster
	texts *texts
	given []lit
	asked []lit
	until time.Time
}

// state makes literals of the terms. It reports false if that needs too many gates.
func (q *question) state(given, asked []*Term) (ok bool) {
	for _, t := range given {
		q.given = append(q.given, q.b.bool(t))
		if q.b.vars > maxGates {
			return false
		}
	}
	for _, t := range asked {
		q.asked = append(q.asked, q.b.bool(t))
		if q.b.vars > maxGates {
			return false
		}
	}
	return true
}

// check asks the solver whether what is given and a list of literals can hold.
func (q *question) check(list []lit) (State, []lit) {
	return q.b.check(time.Until(q.until), slices.Concat(q.given, list))
}

// answer answers a question about all terms.
func (q *question) answer(all []*Term) Answer {
	switch state, core := q.check(q.asked); state {
	case Impossible:
		return q.refuse(core)
	case Possible:
		return q.show(all)
	}
	return Answer{Why: WhyTime}
}

// refuse returns that the question cannot be, if a proof of it can be checked. What cannot
// hold together is made small first.
func (q *question) refuse(core []lit) Answer {
	needed := slices.DeleteFunc(slices.Clone(q.asked), func(l lit) bool { return !slices.Contains(core, l) })
	for i := 0; i < len(needed); {
		rest := slices.Delete(slices.Clone(needed), i, i+1)
		if state, smaller := q.check(rest); state == Impossible {
			core = smaller
			needed = slices.DeleteFunc(rest, func(l lit) bool { return !slices.Contains(core, l) })
			continue // those before i are needed in any part
		}
		i++
	}
	proof := &Proof{clauses: q.b.clauses, assumed: core, lemmas: q.b.lemmas()}
	if !proof.Check() {
		return Answer{Why: WhyProof}
	}
	var indices []int
	for i, l := range q.asked {
		if slices.Contains(needed, l) && slices.Index(q.asked, l) == i {
			indices = append(indices, i)
			proof.core = append(proof.core, l)
		}
	}
	return Answer{State: Impossible, Core: indices, Proof: proof}
}

// show returns values that show that the question can be.
func (q *question) show(all []*Term) Answer {
	if short := q.texts.short(); len(short) > 0 {
		list := slices.Clone(q.asked)
		for _, t := range short {
			list = append(list, q.b.bool(t))
		}
		if state, _ := q.check(list); state != Possible {
			return Answer{Why: WhyModel}
		}
	}
	m := make(Model)
	for t := range q.b.words {
		if t.op == opVar {
			m[t] = q.value(t)
		}
	}
	if !q.texts.complete(m, q.value) {
		return Answer{Why: WhyModel}
	}
	for _, t := range all {
		if !m.Eval(t).Holds() {
			return Answer{Why: WhyModel}
		}
	}
	return Answer{State: Possible, Model: m}
}

// value returns the value that the solver gives a term. Of one that it does not know, that
// is zero.
func (q *question) value(t *Term) Value {
	if t.IsConst() {
		return t.value()
	}
	v := Value{typ: t.typ}
	for i, l := range q.b.words[t] {
		if q.b.holds(l) {
			v.bits |= 1 << i
		}
	}
	return v
}
