package dfa

// This file takes one step: what is left to be shown after an event, given what
// is left before it.

// A stepper computes one step from one state. Atoms are asked for on demand: if
// one is not decided, asked is it, and the result of the step means nothing.
type stepper struct {
	*residuals
	memory  []residual // of goals.past, as of the event before
	known   Symbol     // the atoms that are decided
	value   Symbol     // those of them that hold
	asked   int32      // an atom that is not decided, or -1
	goalsAt []residual // memo, by goal; -1 if not computed
	restAt  map[residual]residual
	// promises: what is left after an event says which untils it put off.
	promises bool
}

// step returns what is left of rest and of the memories after an event.
func (p *stepper) step(rest residual) (residual, []residual) {
	p.goalsAt = p.goalsAt[:0]
	clear(p.restAt)
	after := p.rest(rest)
	if p.asked >= 0 || after == never || after == always {
		return after, nil // nothing can change this any more
	}
	memory := make([]residual, len(p.memory))
	for i, g := range p.goals.past[:len(p.memory)] {
		if n := p.goals.all[g]; n.kind == before || n.kind == weakBefore {
			memory[i] = p.goal(n.l)
		} else {
			memory[i] = p.goal(g)
		}
		if p.asked >= 0 {
			return after, nil
		}
	}
	return after, memory
}

// rest returns what is left of a residual.
func (p *stepper) rest(i residual) residual {
	if i == never || i == always {
		return i
	}
	if r, ok := p.restAt[i]; ok {
		return r
	}
	out := never
	for _, c := range p.all[i] {
		all := always
		for _, g := range c {
			if all = p.and(all, p.goal(g)); all == never || p.asked >= 0 {
				break
			}
		}
		if out = p.or(out, all); out == always || p.asked >= 0 {
			break
		}
	}
	p.restAt[i] = out
	return out
}

const unknown residual = -1

// goal returns what is left of a goal.
func (p *stepper) goal(g goal) residual {
	for int(g) >= len(p.goalsAt) {
		p.goalsAt = append(p.goalsAt, unknown)
	}
	if r := p.goalsAt[g]; r != unknown {
		return r
	}
	r := p.compute(g)
	p.goalsAt[g] = r
	return r
}

func (p *stepper) compute(g goal) residual {
	if p.asked >= 0 {
		return never
	}
	n := p.goals.all[g]
	switch n.kind {
	case isTrue, nonEmpty, promise:
		return always
	case isFalse, empty:
		return never
	case holds, fails:
		return p.atom(n.n, n.kind == holds)
	case both:
		return p.andThen(p.goal(n.l), func() residual { return p.goal(n.r) })
	case either:
		return p.orElse(p.goal(n.l), func() residual { return p.goal(n.r) })
	case next:
		return p.and(p.of(nonEmptyGoal), p.of(n.l))
	case weakNext:
		return p.or(p.of(emptyGoal), p.of(n.l))
	case until:
		return p.untilThen(n, func() residual { return p.putOff(g) })
	case since:
		return p.untilThen(n, func() residual { return p.rest(p.remembered(g)) })
	case release:
		return p.releaseThen(n, func() residual { return p.of(g) })
	case trigger:
		return p.releaseThen(n, func() residual { return p.rest(p.remembered(g)) })
	case within:
		if n.n == 0 {
			return p.goal(n.l)
		}
		return p.orElse(p.goal(n.l), func() residual { return p.of(p.goals.make(goalNode{within, n.l, 0, n.n - 1})) })
	case throughout:
		if n.n == 0 {
			return p.goal(n.l)
		}
		return p.andThen(p.goal(n.l), func() residual { return p.of(p.goals.make(goalNode{throughout, n.l, 0, n.n - 1})) })
	case before, weakBefore:
		return p.rest(p.remembered(g))
	}
	panic("dfa: internal error: a goal of no kind")
}

// untilThen returns r || l && rest, releaseThen r && (l || rest): the laws by
// which U and S, R and their dual go on.
func (p *stepper) untilThen(n goalNode, rest func() residual) residual {
	return p.orElse(p.goal(n.r), func() residual { return p.andThen(p.goal(n.l), rest) })
}

func (p *stepper) releaseThen(n goalNode, rest func() residual) residual {
	return p.andThen(p.goal(n.r), func() residual { return p.orElse(p.goal(n.l), rest) })
}

// andThen and orElse look at the second operand only if the first leaves it
// open, so that no atom is asked for in vain.
func (p *stepper) andThen(l residual, r func() residual) residual {
	if l == never || p.asked >= 0 {
		return never
	}
	return p.and(l, r())
}

func (p *stepper) orElse(l residual, r func() residual) residual {
	if l == always || p.asked >= 0 {
		return always
	}
	return p.or(l, r())
}

// putOff returns what is left of an until that this event does not fulfil.
func (p *stepper) putOff(g goal) residual {
	if !p.promises {
		return p.of(g)
	}
	return p.and(p.of(g), p.of(p.goals.make(goalNode{kind: promise, l: g})))
}

func (p *stepper) atom(i int32, positive bool) residual {
	bit := Symbol(1) << i
	if p.known&bit == 0 {
		p.asked = i
		return never
	}
	if (p.value&bit != 0) == positive {
		return always
	}
	return never
}

// remembered returns what the value of a past goal at the event before depends
// on.
func (p *stepper) remembered(g goal) residual {
	for i, past := range p.goals.past {
		if past == g {
			return p.memory[i]
		}
	}
	panic("dfa: internal error: a past goal without a memory")
}
