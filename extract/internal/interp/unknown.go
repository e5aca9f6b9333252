package interp

// This file says what is not known of a value.

import (
	"cmp"
	"slices"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// UnknownIn returns the first unknown among what v may be, or nil.
func UnknownIn(v Value) *Unknown {
	for _, a := range Alternatives(v) {
		if u, ok := Unwrap(a.V).(*Unknown); ok {
			return u
		}
	}
	return nil
}

// Open says that u leaves a part of a workflow open, at pos where u has no
// position.
func (u *Unknown) Open(what graph.UnknownKind, pos graph.Pos) graph.Unknown {
	if u.Pos.IsValid() {
		pos = u.Pos
	}
	return graph.Unknown{What: what, Node: graph.None, Reason: cmp.Or(u.Reason, reason.Of(reason.NotKnown)), Param: u.Param, Pos: pos}
}

// Settled returns what a variable holds where it is set at all: the alternative of
// v that is not zero, if there is one such, else v.
func Settled(v Value) Value {
	set := slices.DeleteFunc(slices.Clone(Alternatives(v)), func(a Alt) bool { return IsZero(a.V) })
	if len(set) == 1 {
		return set[0].V
	}
	return v
}
