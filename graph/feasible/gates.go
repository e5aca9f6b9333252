package feasible

// This file makes gates: literals that hold as other literals say. A gate is made once,
// and what is constant is no gate.

// A gate is what a literal is defined by.
type gate struct {
	kind    gateKind
	a, b, c lit
}

type gateKind uint8

const (
	gateAnd gateKind = iota
	gateXor
	gateChoice   // b if a holds, else c
	gateMajority // at least two of three
)

// gate returns the literal of a gate, which define defines if it is new.
func (s *solver) gate(k gate, define func(g lit)) lit {
	g, ok := s.gates[k]
	if !ok {
		g = s.fresh()
		s.gates[k] = g
		define(g)
	}
	return g
}

func (s *solver) and(a, b lit) lit {
	if a > b {
		a, b = b, a
	}
	switch {
	case a == b, b == yes:
		return a
	case a == yes:
		return b
	case a == b.not(), a == yes.not(), b == yes.not():
		return yes.not()
	}
	return s.gate(gate{gateAnd, a, b, 0}, func(g lit) {
		s.define(g.not(), a)
		s.define(g.not(), b)
		s.define(g, a.not(), b.not())
	})
}

func (s *solver) or(a, b lit) lit { return s.and(a.not(), b.not()).not() }

func (s *solver) xor(a, b lit) lit {
	if a < 0 {
		return s.xor(a.not(), b).not()
	}
	if b < 0 {
		return s.xor(a, b.not()).not()
	}
	if a > b {
		a, b = b, a
	}
	switch {
	case a == b:
		return yes.not()
	case a == yes:
		return b.not()
	}
	return s.gate(gate{gateXor, a, b, 0}, func(g lit) {
		s.define(g.not(), a, b)
		s.define(g.not(), a.not(), b.not())
		s.define(g, a.not(), b)
		s.define(g, a, b.not())
	})
}

// choice returns b if a holds, else c.
func (s *solver) choice(a, b, c lit) lit {
	if a < 0 {
		return s.choice(a.not(), c, b)
	}
	switch {
	case b == c, a == yes:
		return b
	case b == yes:
		return s.or(a, c)
	case b == yes.not():
		return s.and(a.not(), c)
	case c == yes:
		return s.or(a.not(), b)
	case c == yes.not():
		return s.and(a, b)
	case b == c.not():
		return s.xor(a, c)
	}
	return s.gate(gate{gateChoice, a, b, c}, func(g lit) {
		s.define(a.not(), b.not(), g)
		s.define(a.not(), b, g.not())
		s.define(a, c.not(), g)
		s.define(a, c, g.not())
		s.define(b.not(), c.not(), g)
		s.define(b, c, g.not())
	})
}

func (s *solver) majority(a, b, c lit) lit {
	if a > b {
		a, b = b, a
	}
	if b > c {
		b, c = c, b
	}
	if a > b {
		a, b = b, a
	}
	for _, x := range [3][3]lit{{a, b, c}, {b, a, c}, {c, a, b}} {
		switch x[0] {
		case yes:
			return s.or(x[1], x[2])
		case yes.not():
			return s.and(x[1], x[2])
		}
		if x[1] == x[2] {
			return x[1]
		}
		if x[1] == x[2].not() {
			return x[0]
		}
	}
	return s.gate(gate{gateMajority, a, b, c}, func(g lit) {
		for _, x := range [3][2]lit{{a, b}, {a, c}, {b, c}} {
			s.define(x[0].not(), x[1].not(), g)
			s.define(x[0], x[1], g.not())
		}
	})
}
