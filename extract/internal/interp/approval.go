package interp

// This file finds out what a human said who was asked: on which side of a condition
// on the answer they agreed. A call that stands on the other side happens when they
// did not.

import (
	"slices"
	"strings"
)

// Words with which humans agree and refuse.
var (
	agreeing = []string{"y", "yes", "ok", "okay", "approve", "approved", "accept", "accepted", "confirm", "confirmed", "allow", "proceed", "continue", "true"}
	refusing = []string{"n", "no", "deny", "denied", "reject", "rejected", "decline", "declined", "cancel", "abort", "stop", "quit", "exit", "skip", "false"}
)

// agreement returns the side of a condition on which a human agreed: where the answer
// is a word that says so, or is not one that refuses, and where a question that has
// true and false for answers gave true. It is 0 where the code does not tell, as when
// the answer is free text.
func (m *Machine) agreement(cond Value) givenSide {
	switch x := Unwrap(cond).(type) {
	case *OneOf: // false where nothing was read, say
		var side givenSide
		unasked := make(map[givenSide]bool) // sides on which it is without anybody who agreed
		agreed := make(map[givenSide]bool)  // sides on which it is because somebody did
		for _, a := range x.Alts {
			if b, known := AsBool(a.V); known {
				unasked[sideOf(b)] = unasked[sideOf(b)] || !a.Guard.Agreed()
				agreed[sideOf(b)] = agreed[sideOf(b)] || a.Guard.Agreed()
				continue
			}
			s := m.agreement(a.V)
			if s == 0 || side != 0 && s != side {
				return 0
			}
			side = s
		}
		if side == 0 && len(agreed) == 2 && agreed[givenTrue] != agreed[givenFalse] {
			side = sideOf(agreed[givenTrue])
		}
		if unasked[side] {
			return 0
		}
		return side
	case *Unknown:
		switch {
		case m.rec == nil:
			return 0
		case x.equals() != nil && m.agreedIfNil(x.equals()):
			return sideOf(!x.equals().neg)
		case x.Row == "" || !m.rec.human[x.Row]:
			return 0
		case x.equals() != nil:
			return m.agreementOn(x.equals())
		case x.own() && x.given() == 0:
			return givenTrue
		}
	}
	return 0
}

// agreedIfNil reports whether a comparison asks whether a function has returned an error that returns none only where somebody
// agreed.
func (m *Machine) agreedIfNil(eq *equality) bool {
	u, _ := eq.u.(*Unknown)
	f, ok := originOf[*Failure](u)
	return ok && nilness(eq.c) == isNil && m.rec.course.agreedBefore(f.good)
}

// agreedBefore reports whether every way to some steps comes from an agreement, one of them perhaps.
func (f *Course) agreedBefore(steps []int) bool {
	if len(steps) == 0 || slices.Contains(steps, courseStart) {
		return false
	}
	agreed := func(s *CourseStep) bool { return s.Kind == stepAgreed }
	return !f.Reaches(func(s *CourseStep) bool {
		return !agreed(s) && slices.ContainsFunc(steps, func(i int) bool { return f.Steps[i] == s })
	}, agreed)
}

func sideOf(holds bool) givenSide {
	if holds {
		return givenTrue
	}
	return givenFalse
}

// agreementOn is agreement for a comparison.
func (m *Machine) agreementOn(eq *equality) givenSide {
	var side givenSide // where they are equal
	if b, ok := AsBool(eq.c); ok {
		if side = m.agreement(eq.u); !b {
			side = -side
		}
	} else {
		switch {
		case isWord(eq.c, agreeing):
			side = givenTrue
		case refuses(eq) && m.onlyRefusal(eq):
			side = givenFalse
		}
	}
	if eq.neg {
		return -side
	}
	return side
}

// refuses reports whether a comparison is with a word that refuses.
func refuses(eq *equality) bool { return isWord(eq.c, refusing) }

func isWord(v Value, of []string) bool {
	word, ok := AsString(v)
	return ok && slices.Contains(of, strings.ToLower(strings.TrimSpace(word)))
}

// refused reports whether a condition holds where a human did not agree.
func (c Cond) refused() bool { return c.agrees != 0 && (c.agrees == givenTrue) == c.Neg }

// Refused reports whether what happens under g happens only where a human who was asked did not
// agree.
func (g Guard) Refused() bool {
	return slices.ContainsFunc(g, func(c Cond) bool {
		if c.any != nil {
			return !slices.ContainsFunc(c.any.of, func(one Guard) bool { return !one.Refused() })
		}
		return c.refused()
	})
}

// Confirms reports whether some condition of the function says that a human agreed.
func (b *Behaviour) Confirms() bool {
	return slices.ContainsFunc(b.Conds, func(c Cond) bool { return c.agrees != 0 })
}

// judged reports whether what happens under g happens only after an answer that is something: which
// of the answers are agreement is not known. Rows says by which rows somebody was asked.
func (g Guard) judged(rows map[string]bool) bool {
	return slices.ContainsFunc(g, func(c Cond) bool {
		if c.any != nil {
			return !slices.ContainsFunc(c.any.of, func(one Guard) bool { return !one.Agreed() && !one.judged(rows) })
		}
		return c.agrees == 0 && rows[c.Row] && c.Neg == c.says.not
	})
}

// failed reports whether what happens under g happens only where a question failed.
func (g Guard) failed() bool {
	return slices.ContainsFunc(g, func(c Cond) bool {
		if c.any != nil {
			return !slices.ContainsFunc(c.any.of, func(one Guard) bool { return !one.failed() })
		}
		return c.failed != 0 && (c.failed == givenTrue) != c.Neg
	})
}

// failureOf returns the side of a comparison on which a question failed: there is an error.
func failureOf(eq *equality) givenSide {
	if eq == nil || nilness(eq.c) != isNil {
		return 0
	}
	u, _ := eq.u.(*Unknown)
	if _, is := originOf[Unanswered](u); !is {
		return 0
	}
	return sideOf(eq.neg)
}

// Agreed reports whether what happens under g happens only where a human who was asked
// agreed.
func (g Guard) Agreed() bool {
	if rest, of, ok := g.split(); ok {
		return rest.Agreed() || len(of) > 0 && !slices.ContainsFunc(of, func(one Guard) bool { return !one.Agreed() })
	}
	return slices.ContainsFunc(g, func(c Cond) bool { return c.agrees != 0 && !c.refused() })
}
