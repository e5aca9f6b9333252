package extract

// This file finds what variables may hold after any number of rounds of a loop.

import "slices"

// widen returns what old becomes after any number of rounds of which one makes
// it v. A caller that knows cond knows the rounds. A list that rounds add to keeps what
// it began with, and has each thing that a round may add, or not; More stands for the
// rest, their repetition and their order.
func widen(old, v, cond Value) Value {
	why := &Unknown{Reason: "it changes in a loop whose iterations are not known"}
	if u, ok := cond.(*Unknown); ok {
		why.Param, why.Pos = u.Param, u.Pos
	}
	added, ok := additions(old, v)
	if !ok {
		return why
	}
	first, _ := asSlice(old)
	out := Slice{Elems: slices.Clone(first.Elems), More: why}
	var seen []Value
	for _, a := range added {
		_, unknown := a.V.(*Unknown) // More says as much
		if unknown || len(seen) >= maxAlts || slices.ContainsFunc(seen, func(v Value) bool { return same(v, a.V) }) {
			continue
		}
		seen = append(seen, a.V)
		out.Elems = append(out.Elems, &Cell{v: guarded(a.V, slices.Concat(unsaid(), a.Guard))})
	}
	return out
}

// additions returns what each alternative of v has beyond the elements of old; ok is
// false if one of them is no list that begins like old.
func additions(old, v Value) (added []Alt, ok bool) {
	first, isList := asSlice(old)
	if !isList {
		return nil, false
	}
	_, grows := old.(Slice) // nil is a list if it becomes one
	for _, alt := range alternatives(v) {
		list, isList := asSlice(alt.V)
		if !isList || !begins(list, first) {
			return nil, false
		}
		if _, made := alt.V.(Slice); made {
			grows = true
		}
		for _, c := range list.Elems[len(first.Elems):] {
			added = append(added, alternatives(orZero(c.v))...)
		}
	}
	return added, grows
}

// begins reports whether a list begins with the elements of another.
func begins(list, first Slice) bool {
	return len(first.Elems) <= len(list.Elems) && slices.Equal(first.Elems, list.Elems[:len(first.Elems)])
}

// alternatives returns all that v may be, nil too.
func alternatives(v Value) []Alt {
	if o, ok := v.(*OneOf); ok {
		return o.Alts
	}
	return []Alt{{V: v}}
}
