package feasible

// This file decides Bools by others, for a proof over the integers.

import "slices"

// fact notes that a Bool is decided. It returns what contradicts that.
func (l *lift) fact(kind stepKind, t *Term, holds bool, from *Term, of ...*thing) (clash *thing) {
	s := &step{kind: kind, t: t, holds: holds, from: from}
	why := &thing{asked: -1, step: s, of: of}
	old, known := l.facts[t]
	switch {
	case known && old.holds == holds:
		return nil
	case known:
		why.of = append(why.of, old.why)
		l.steps = append(l.steps, s)
		return why
	case t.IsConst() && (t.bits == 1) != holds:
		l.steps = append(l.steps, s)
		return why
	}
	l.steps = append(l.steps, s)
	l.facts[t] = decided{holds, why}
	return nil
}

// decide notes which Bools are decided by others, and returns a contradiction if there is one.
func (l *lift) decide() *thing {
	for {
		before := len(l.steps)
		for _, t := range l.bools {
			if clash := l.decided(t); clash != nil {
				return clash
			}
		}
		if len(l.steps) == before {
			return nil
		}
	}
}

// decided notes what t and its operands say of one another.
func (l *lift) decided(t *Term) *thing {
	f, known := l.facts[t]
	switch {
	case t.IsConst():
		if !known {
			l.facts[t] = decided{t.bits == 1, nil}
		} else if f.holds != (t.bits == 1) {
			return l.fact(stepFact, t, t.bits == 1, t, f.why)
		}
		return nil
	case t.op == opVar, isAboutText(t):
		return nil
	case isCompared(t):
		return l.compare(t)
	}
	if t.op == And || t.op == Or {
		return l.joint(t)
	}
	args := make([]truth, len(t.args))
	var whys []*thing
	for i, a := range t.args {
		if of, ok := l.facts[a]; ok {
			args[i] = truthOf(of.holds)
			whys = append(whys, of.why)
		}
	}
	if is := logical(t.op, args); is != open {
		if clash := l.fact(stepFact, t, is == holds, t, whys...); clash != nil {
			return clash
		}
	}
	if !known {
		return nil
	}
	for i, a := range t.args {
		if args[i] != open {
			continue
		}
		for _, try := range []truth{holds, fails} {
			other := slices.Clone(args)
			other[i] = try
			if is := logical(t.op, other); is != open && is != truthOf(f.holds) {
				return l.fact(stepFact, a, try == fails, t, append(whys, f.why)...)
			}
		}
	}
	return nil
}

// joint is decided for And and Or.
func (l *lift) joint(t *Term) *thing {
	neutral := t.op == And
	var open []*Term
	var whys []*thing
	for _, a := range t.args {
		of, ok := l.facts[a]
		switch {
		case !ok:
			open = append(open, a)
		case of.holds != neutral:
			return l.fact(stepFact, t, !neutral, t, of.why)
		default:
			whys = append(whys, of.why)
		}
	}
	if len(open) == 0 {
		return l.fact(stepFact, t, neutral, t, whys...)
	}
	f, known := l.facts[t]
	switch {
	case known && f.holds == neutral:
		for _, a := range open {
			if clash := l.fact(stepFact, a, neutral, t, f.why); clash != nil {
				return clash
			}
		}
	case known && len(open) == 1:
		return l.fact(stepFact, open[0], !neutral, t, append(whys, f.why)...)
	}
	return nil
}

// A truth is what is known of a Bool.
type truth int8

const (
	open  truth = 0
	holds truth = 1
	fails truth = -1
)

func truthOf(b bool) truth {
	if b {
		return holds
	}
	return fails
}

// logical returns what Not, If and Equal make of Bools.
func logical(op Op, args []truth) truth {
	switch {
	case op == Not:
		return -args[0]
	case op == Equal:
		return args[0] * args[1]
	case op == If && args[0] == holds, op == If && args[1] == args[2]:
		return args[1]
	case op == If && args[0] == fails:
		return args[2]
	}
	return open
}

// compare decides a comparison by the bounds of its sides, and of two that are not equal which one is less.
func (l *lift) compare(t *Term) *thing {
	x, y := l.meaning(t.args[0]), l.meaning(t.args[1])
	d := x.minus(y.sum)
	low, lowWhy := l.least(d)
	high, highWhy := l.most(d)
	side := func(of []*thing) []*thing { return append(of, x.why, y.why) }
	is, whys := open, []*thing(nil)
	switch {
	case high.Sign() < 0:
		is, whys = truthOf(t.op != Equal), side(highWhy)
	case high.Sign() == 0 && t.op == LessEqual:
		is, whys = holds, side(highWhy)
	case low.Sign() > 0, low.Sign() == 0 && t.op == Less:
		is, whys = fails, side(lowWhy)
	case low.Sign() == 0 && high.Sign() == 0 && t.op == Equal:
		is, whys = holds, side(append(lowWhy, highWhy...))
	}
	if is != open {
		return l.fact(stepCompared, t, is == holds, nil, whys...)
	}
	f, known := l.facts[t]
	if !known || f.holds || t.op != Equal {
		return nil
	}
	for i := range 2 {
		less, more := l.ts.Op(Less, t.args[i], t.args[1-i]), l.ts.Op(Less, t.args[1-i], t.args[i])
		if no, ok := l.facts[less]; ok && !no.holds {
			if !slices.Contains(l.bools, more) {
				l.bools = append(l.bools, more)
			}
			return l.fact(stepFact, more, true, t, f.why, no.why)
		}
	}
	return nil
}
