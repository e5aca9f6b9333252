package interp

// This file reads what an observed function returns, way by way: what a step makes
// of a value on one way does not count on another.

import (
	"slices"

	"github.com/agentvet/agentvet/graph/reason"
)

// A Return is one of the values that an observed function may return first.
type Return struct {
	Alt
	others []Guard // under which it returns another one
}

// Returns returns the values that an observed function may return first. A zero
// value beside which it returns an error is none: the run ends there.
func Returns(b *Behaviour) []Return {
	if len(b.Results) == 0 {
		return nil
	}
	var all []Alt
	for _, alt := range flatten(b.Results[0]) {
		if !b.fails(alt) {
			all = append(all, alt)
		}
	}
	out := make([]Return, len(all))
	for i, x := range all {
		out[i].Alt = x
		for j, y := range all {
			if i != j && len(y.Guard) > 0 {
				out[i].others = append(out[i].others, y.Guard)
			}
		}
	}
	return out
}

// flatten returns the alternatives of alternatives, nil among them.
func flatten(alts []Alt) []Alt {
	var out []Alt
	for _, alt := range alts {
		o, ok := Unwrap(alt.V).(*OneOf)
		if !ok {
			out = append(out, alt)
			continue
		}
		for _, x := range flatten(o.Alts) {
			out = append(out, Alt{V: x.V, Guard: slices.Concat(alt.Guard, x.Guard)})
		}
	}
	return out
}

// fails reports whether a first result is the zero value that goes with an error:
// no way to it has a nil error as the last result.
func (b *Behaviour) fails(alt Alt) bool {
	last := len(b.Results) - 1
	if last == 0 || !IsZero(alt.V) {
		return false
	}
	errs := flatten(b.Results[last])
	return len(errs) > 1 && !slices.ContainsFunc(errs, func(e Alt) bool {
		_, isNil := Unwrap(e.V).(Nil)
		return isNil && !e.Guard.Excludes(alt.Guard)
	})
}

// Parts returns what a value that r consists of may be, structs in place of
// pointers to them.
func (r Return) Parts(v Value) []Return {
	var out []Return
	for _, x := range r.Read(v) {
		for _, y := range r.Read(Deref(x.V)) {
			p := Return{Alt{V: x.V, Guard: slices.Concat(r.Guard, x.Guard, y.Guard)}, r.others}
			if s, ok := Unwrap(y.V).(*Struct); ok {
				p.V = s
			}
			out = append(out, p)
		}
	}
	return out
}

// Read returns what a value may be on the way on which r is returned.
func (r Return) Read(v Value) []Alt {
	var sure, all []Alt
	for _, x := range Alternatives(v) {
		switch {
		case x.Guard.Excludes(r.Guard), x.Guard.covered(r.others) && !r.Guard.Implies(x.Guard):
		case len(x.Guard) > 0 && r.Guard.Implies(x.Guard):
			sure = append(sure, Alt{V: x.V})
		default:
			all = append(all, x)
		}
	}
	switch {
	case sure != nil:
		return sure
	case all == nil:
		return Alternatives(v)
	}
	return all
}

// covered reports whether g implies one of others, in each of its alternatives.
func (g Guard) covered(others []Guard) bool {
	if rest, of, ok := g.split(); ok {
		return !slices.ContainsFunc(of, func(one Guard) bool { return !slices.Concat(rest, one).covered(others) })
	}
	return slices.ContainsFunc(others, g.Implies)
}

// Leave returns what the state holds, by Unknown.State, when a step returned one
// of ways: maps and structs, of which each entry replaces what was there. What else
// it returns is the state that it got, in which it wrote inPlace. Alternatives that
// are Unknown with the same State stand for ways on which the step does not write.
func Leave(ways []Return, inPlace map[string]Value) map[string]Value {
	final := make(map[string]Value)
	parts := make([]map[string]Value, len(ways))
	for i, w := range ways {
		parts[i] = w.writes(inPlace)
		for key := range parts[i] {
			final[key] = nil
		}
	}
	for key := range final {
		joined := &OneOf{}
		for i, w := range ways {
			v, ok := parts[i][key]
			if !ok {
				v = unwritten(key)
			}
			joined.Alts = append(joined.Alts, Alt{V: v, Guard: w.Guard})
		}
		final[key] = joined
		if len(ways) == 1 {
			final[key] = joined.Alts[0].V
		}
	}
	return final
}

func unwritten(key string) Value {
	return ReadFrom(key, reason.Of(reason.NotAlwaysWritten))
}

// writes returns the entries of the map or struct that r is, or those of inPlace as they
// are on the way of r.
func (r Return) writes(inPlace map[string]Value) map[string]Value {
	parts := make(map[string]Value)
	switch x := Unwrap(r.V).(type) {
	case *Map:
		Entries(x, func(k, val Value, g Guard) {
			key, ok := AsString(k)
			key = "[" + key + "]"
			switch {
			case !ok:
			case r.Guard.Implies(g):
				parts[key] = &OneOf{Alts: r.Read(val)}
			default: // on some ways only
				parts[key] = &OneOf{Alts: []Alt{{V: val, Guard: g}, {V: unwritten(key)}}}
			}
		})
	case *Struct:
		for _, name := range x.FieldNames() {
			parts[x.Type+"."+name] = &OneOf{Alts: r.Read(Field(x, name))}
		}
	default:
		for key, val := range inPlace {
			parts[key] = &OneOf{Alts: r.Read(val)}
		}
	}
	return parts
}
