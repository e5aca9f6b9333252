package langgraphgo

// This file says what a node leaves in the state: what its function changes in
// the state that it gets, and what it returns in place of it.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/interp"
)

// command is the type whose values change the state and name the next nodes.
const command = root + "/graph.Command"

// A result is one of the values that a function may return.
type result struct {
	interp.Alt                // a struct in place of a pointer to one
	others     []interp.Guard // under which it returns another one
}

// results returns what an observed function may return first.
func results(body *interp.Behaviour) []result {
	if len(body.Results) == 0 {
		return nil
	}
	var all []interp.Alt
	for _, alt := range body.Results[0] {
		for _, x := range interp.Alternatives(alt.V) {
			all = append(all, interp.Alt{V: x.V, Guard: slices.Concat(alt.Guard, x.Guard)})
		}
	}
	var out []result
	for i, x := range all {
		r := result{Alt: x}
		for j, y := range all {
			if i != j && len(y.Guard) > 0 {
				r.others = append(r.others, y.Guard)
			}
		}
		out = append(out, r.parts(x.V)...)
	}
	return out
}

// parts returns the alternatives of a value that r consists of, structs in place
// of pointers to them.
func (r result) parts(v interp.Value) []result {
	var out []result
	for _, x := range r.read(v) {
		for _, y := range r.read(interp.Deref(x.V)) {
			p := result{interp.Alt{V: x.V, Guard: slices.Concat(r.Guard, x.Guard, y.Guard)}, r.others}
			if s, ok := interp.Unwrap(y.V).(*interp.Struct); ok {
				p.V = s
			}
			out = append(out, p)
		}
	}
	return out
}

// read returns the alternatives of a value on the way on which r is returned:
// what other ways make of a variable does not count.
func (r result) read(v interp.Value) []interp.Alt {
	var sure, all []interp.Alt
	for _, x := range interp.Alternatives(v) {
		elsewhere := func(g interp.Guard) bool { return holds(g, x.Guard) }
		switch {
		case exclusive(x.Guard, r.Guard), slices.ContainsFunc(r.others, elsewhere) && !holds(x.Guard, r.Guard):
		case len(x.Guard) > 0 && holds(x.Guard, r.Guard):
			sure = append(sure, interp.Alt{V: x.V})
		default:
			all = append(all, x)
		}
	}
	switch {
	case sure != nil:
		return sure
	case all == nil:
		return interp.Alternatives(v)
	}
	return all
}

// holds reports whether g holds where given does: whether all of its conditions
// are among those.
func holds(g, given interp.Guard) bool {
	for _, c := range g {
		if !slices.Contains(given, c) {
			return false
		}
	}
	return true
}

// outcome returns what the state holds after a node ran, by Unknown.State.
func outcome(body *interp.Behaviour) map[string]interp.Value {
	var ways []result
	for _, r := range results(body) {
		if cmd, ok := r.V.(*interp.Struct); ok && cmd.Type == command {
			ways = append(ways, r.parts(interp.Field(cmd, "Update"))...)
		} else {
			ways = append(ways, r)
		}
	}
	final := make(map[string]interp.Value)
	parts := make([]map[string]interp.Value, len(ways))
	for i, w := range ways {
		parts[i] = w.state(body.Final)
		for key := range parts[i] {
			final[key] = nil
		}
	}
	for key := range final {
		joined := &interp.OneOf{}
		for i, w := range ways {
			v, ok := parts[i][key]
			if !ok {
				v = &interp.Unknown{Reason: "the node does not write it", State: key}
			}
			joined.Alts = append(joined.Alts, interp.Alt{V: v, Guard: w.Guard})
		}
		final[key] = joined
		if len(ways) == 1 {
			final[key] = joined.Alts[0].V
		}
	}
	return final
}

// state returns what the state holds when a node returned r: the parts of a map
// or a struct that it made, or, if r is the state that it got, what it wrote
// there.
func (r result) state(written map[string]interp.Value) map[string]interp.Value {
	parts := make(map[string]interp.Value)
	switch x := interp.Unwrap(r.V).(type) {
	case *interp.Map:
		interp.Entries(x, func(k, val interp.Value, g interp.Guard) {
			key, ok := interp.AsString(k)
			key = "[" + key + "]"
			switch {
			case !ok:
			case holds(g, r.Guard):
				parts[key] = &interp.OneOf{Alts: r.read(val)}
			default: // on some ways only
				old := &interp.Unknown{Reason: "the node does not always write it", State: key}
				parts[key] = &interp.OneOf{Alts: []interp.Alt{{V: val, Guard: g}, {V: old}}}
			}
		})
	case *interp.Struct:
		for _, name := range x.FieldNames() {
			parts[x.Type+"."+name] = &interp.OneOf{Alts: r.read(interp.Field(x, name))}
		}
	default:
		for key, val := range written {
			parts[key] = &interp.OneOf{Alts: r.read(val)}
		}
	}
	return parts
}
