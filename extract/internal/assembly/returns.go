package assembly

// This file reads what an observed function returns, way by way.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/interp"
)

// A Return is one of the values that an observed function may return first, under the
// conditions under which it does.
type Return struct {
	Value
	way interp.Return
}

// Returns returns the values that an observed function may return first. A zero value
// beside which it returns an error is none: the run ends there.
func (a *Assembly) Returns(b *Behaviour) []Return { return a.returns(interp.Returns(b)) }

func (a *Assembly) returns(ways []interp.Return) []Return {
	out := make([]Return, len(ways))
	for i, w := range ways {
		out[i] = Return{Value{a: a, v: w.V, Guard: w.Guard, Sole: len(ways) == 1}, w}
	}
	return out
}

// Parts returns what a value that r consists of may be on that way, structs in place of
// pointers to them.
func (r Return) Parts(v Value) []Return { return r.a.returns(r.way.Parts(v.v)) }

// Read returns what a value may be on the way on which r is returned, under the conditions
// of both.
func (r Return) Read(v Value) []Value {
	var out []Value
	g := slices.Concat(r.Guard, v.Guard.Beyond(r.Guard))
	for _, x := range r.way.Read(v.v) {
		out = append(out, Value{a: r.a, v: x.V, Guard: slices.Concat(g, x.Guard)})
	}
	return out
}
