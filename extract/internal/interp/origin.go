package interp

// This file says what unknown values are, beyond that they are not known: where
// they come from, and what they are computed from.

import (
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/recipe"
)

// An Origin is what is known of an unknown value: one of the types below, or nil. It is
// kept by copies of the value, and lost by what is computed from it.
type Origin interface{ origin() }

type (
	// Parameter is a parameter of a function that nothing known calls.
	Parameter struct{ Func, Name, Type string }

	// StateRead is the field or key of a value that outlives the call: Key is
	// "pkg.Type.Field" or "[key]". It is the state of that value itself if of is set, else
	// what counts as it.
	StateRead struct {
		Key string
		of  *Unknown
	}

	// CallResult is a result of the framework call Unknown.Row, not computed from one.
	CallResult struct {
		given givenSide // see Unknown.given
	}

	// MissingKey is what a map gives for a key that it does not have.
	MissingKey struct{}

	// Comparison is the result of an operator that gives true or false.
	Comparison struct {
		expr  *comparison // nil if it is not known what it compares
		eq    *equality   // it compares with a known value, else nil
		given givenSide   // see Unknown.given
		// isError: it asks whether there is an error.
		isError bool
	}

	// Like is a value that counts as one of another origin and may be another: a number
	// that is converted to a type that may not hold it, or one of two.
	Like struct{ of Origin }

	// Length is the length of a list, or of a value that is no list that is known.
	Length struct {
		of    Value
		list  *Slice
		least int // it is a number of rounds, and not less than this
	}

	// RoundCheck is the condition of a round through a list.
	RoundCheck struct{ round *round }

	// Repetition stands for further elements of a list that are like those that it has.
	Repetition struct{}

	// Failure is the error of a function that asked a human on some of its ways, see
	// noteFailure.
	Failure struct{ all, good, bad []int }

	// Unanswered is the error of a question: there is one where nobody could be asked.
	Unanswered struct{}

	// AboutFailure is what a function says of the error of a question, such as errors.Is.
	AboutFailure struct{}

	// Bytes is a list of the bytes of a text.
	Bytes struct{ text string }
)

func (Parameter) origin() {}

func (Unanswered) origin() {}

func (AboutFailure) origin() {}

func (StateRead) origin() {}

func (CallResult) origin() {}

func (MissingKey) origin() {}

func (*Comparison) origin() {}

func (Like) origin() {}

func (Length) origin() {}

func (RoundCheck) origin() {}

func (Repetition) origin() {}

func (*Failure) origin() {}

func (Bytes) origin() {}

// comparison is what an operator compares: !x, or x op y. The operands are of the type
// typ, a basic type of Go, "" if it is none.
type comparison struct {
	op, typ string
	x, y    Value
}

// originOf returns the origin of an unknown value, or the one that it is like.
func originOf[T Origin](u *Unknown) (T, bool) {
	var none T
	if u == nil {
		return none, false
	}
	o := u.Origin
	for {
		switch x := o.(type) {
		case T:
			return x, true
		case Like:
			o = x.of
		default:
			return none, false
		}
	}
}

// State returns the field or key that u was read from, when that is part of a value that
// outlives the call: "pkg.Type.Field", "[key]"; else "".
func (u *Unknown) State() string {
	s, _ := originOf[StateRead](u)
	return s.Key
}

// Missing reports whether u is what a map gives for a key that it does not have.
func (u *Unknown) Missing() bool {
	_, ok := originOf[MissingKey](u)
	return ok
}

// Repeats reports whether further elements of a list are like those that it has: what
// is not known is how often they come, and in which order.
func (u *Unknown) Repeats() bool {
	_, ok := originOf[Repetition](u)
	return ok
}

// own reports whether u is what a framework call gives, not computed from that.
func (u *Unknown) own() bool {
	_, ok := originOf[CallResult](u)
	return ok
}

// given says, of a condition on the result of a framework call, on which side there is a
// result: where it holds, where it does not, or 0 where that is not known.
func (u *Unknown) given() givenSide {
	switch o := u.Origin.(type) {
	case CallResult:
		return o.given
	case *Comparison:
		return o.given
	}
	return 0
}

// equals returns the comparison with a known value that u is the result of, or nil.
func (u *Unknown) equals() *equality {
	if o, ok := u.Origin.(*Comparison); ok {
		return o.eq
	}
	return nil
}

// text returns the text of which u is a list of the bytes, or "".
func (u *Unknown) text() string {
	b, _ := originOf[Bytes](u)
	return b.text
}

// ReadFrom returns an unknown value that was read from a field or key, see State.
func ReadFrom(key string, why reason.Reason) *Unknown {
	return &Unknown{Reason: why, Origin: StateRead{Key: key}}
}

// parameter returns the unknown value of a parameter; a caller may know it if so given.
func parameter(fn *recipe.Func, p recipe.Param, why reason.Reason, known bool) *Unknown {
	return &Unknown{Reason: why, Pos: fn.Pos(), Param: known, Origin: Parameter{fn.ID, p.Name, p.Type}}
}

// stateLike returns the origin of what is reached through u: it counts as the state that
// u is, and may be another value.
func stateLike(u *Unknown) Origin {
	if key := u.State(); key != "" {
		return Like{StateRead{Key: key}}
	}
	return nil
}

// blurred returns an unknown value that is one of two that are alike: what they are
// computed from is not known any more.
func blurred(u *Unknown) *Unknown {
	v := *u
	switch o := u.Origin.(type) {
	case *Comparison:
		v.Origin = &Comparison{eq: o.eq, given: o.given}
	case nil, Like:
	default:
		v.Origin = Like{u.Origin}
	}
	return &v
}
