package graph

// This file says what is known of whether a guard can hold at all. Package feasible finds
// it out; what asks for it takes a function, so that it need not know how.

// A Possibility says whether a guard can hold. The zero Possibility is that nobody knows.
type Possibility struct {
	State PossibleState
	// Decided says of a guard that can hold how its conditions may be decided then. It
	// has each evaluation that the guard has, but 0.
	Decided map[EvalID]bool
	// Clash are conditions of a guard that cannot hold which exclude each other: none of
	// them can be left out.
	Clash Guard
	Proof Proof // of that
}

// A Proof says how large a proof is that something cannot be, and what it says. It has been checked.
type Proof struct {
	// Of conditions that exclude each other: the clauses that say what they mean, and those that
	// follow from them on the way.
	Clauses, Lemmas int
	Sums            int // of conditions on numbers that exclude each other by adding up: the steps to that
	// Of what counters exclude: the steps with values of the counters after them that runs may come
	// to, and the ways between them.
	States, Ways int
	Loop         int // of a loop that a counter limits: its steps
	// Refutation returns the proof that conditions exclude each other, nil if they are constant.
	Refutation func() *Refutation
	// Moments are all that runs may come to with what counters exclude, in the order of Excluded: the first one is where they
	// begin.
	Moments []Moment
}

// A Refutation shows that conditions exclude each other. A literal is a number from 1, or its opposite, negative. The
// literals of the conditions cannot hold together where the clauses do: each lemma follows from what stands before it, and
// at last the empty clause, in that assuming the opposite leads to a contradiction by looking at one clause after the other
// ("reverse unit propagation").
type Refutation struct {
	Literals []int // of the conditions of Possibility.Clash
	Clauses  [][]int
	Lemmas   [][]int
	Sums     []string // instead of all that, a line for each step over the integers
}

// A Moment is a step of a run with what counters are after it.
type Moment struct {
	Node   NodeID
	Values []*Within // of the counters, nil for any
	Next   []Next    // in the order of the edges of Node, without those that are not taken then
}

// Next is an edge that a run may take at a moment, and the moment after it.
type Next struct {
	Edge   EdgeID
	Moment int
}

// PossibleState says whether something can be.
type PossibleState uint8

const (
	PossibleUnknown PossibleState = iota
	CanBe
	CannotBe // proved
)

// A Feasibility says of guards whether they can hold. All conditions that it is asked about
// are of one workflow and its bodies. Of nil, nothing is known of any guard.
type Feasibility func(Guard) Possibility

// Not returns the guard that holds where g does not. That of a guard that always holds
// would be a choice of nothing, which is none: ok is false.
func (g Guard) Not() (not Guard, ok bool) {
	var terms []Guard
	for _, c := range g {
		if c.Any == nil {
			c.Neg = !c.Neg
			terms = append(terms, Guard{c})
			continue
		}
		none := Guard{}
		for _, of := range c.Any {
			n, ok := of.Not()
			if !ok {
				none = nil
				break
			}
			none = append(none, n...)
		}
		if none != nil {
			terms = append(terms, none)
		}
	}
	return AnyOf(terms)
}

// AnyOf returns the guard that holds where one of some does. That of none is none: ok is
// false.
func AnyOf(guards []Guard) (g Guard, ok bool) {
	switch len(guards) {
	case 0:
		return nil, false
	case 1:
		return guards[0], true
	}
	return Guard{{Any: guards}}, true
}
