package interp

// This file finds what variables may hold after any number of rounds of a loop.

import (
	"slices"

	"github.com/agentvet/agentvet/graph/reason"
)

// widen returns what old becomes after any number of rounds of which each makes it one
// of news: what it is, if no round surely changes it, or why, something that is not known.
// A list that rounds add to keeps what it began with, and has each thing that a round may
// add, or not; More stands for the rest: for repetition and order alone, if closed says
// that no later round adds anything else.
func (m *Machine) widen(old Value, news []Value, why *Unknown, closed bool) Value {
	added, ok := additions(old, news)
	switch {
	case ok:
	case stays(old, news):
		return join(orZero(old), guarded(why, m.apart()))
	case mayBeGone(old) || slices.ContainsFunc(news, mayBeGone):
		return join(gone{}, guarded(why, m.apart()))
	default:
		return why
	}
	first, _ := asSlice(old)
	more := *why // each list has its own
	out := Slice{Elems: slices.Clone(first.Elems), More: &more}
	again := closed && (first.More == nil || first.More.Repeats())
	for _, a := range added {
		_, unknown := a.V.(*Unknown) // More says as much
		has, same := hasLike(out.Elems, a.V)
		switch {
		case unknown || has && !same || !has && len(out.Elems)-len(first.Elems) >= maxAlts:
			again = false
		case !has:
			out.Elems = append(out.Elems, &Cell{v: guarded(a.V, slices.Concat(m.apart(), a.Guard)), born: m.trail.birth()})
		}
	}
	if again {
		more.Origin = Repetition{}
	}
	return out
}

// widened returns what a variable may be that changes in a loop with a condition. A
// caller that knows the condition knows the rounds.
func widened(cond Value) *Unknown {
	why := &Unknown{Reason: reason.Of(reason.ChangesInLoop)}
	if u, ok := cond.(*Unknown); ok {
		why.Param, why.Pos = u.Param, u.Pos
	}
	return why
}

// mayBeGone reports whether an entry of a map with this value may not be there.
func mayBeGone(v Value) bool {
	return slices.ContainsFunc(alternatives(v), isGone)
}

// refers reports whether v may be a pointer or a map: what is written through it is
// written to what it refers to.
func refers(v Value) bool {
	return slices.ContainsFunc(alternatives(v), func(a Alt) bool {
		switch a.V.(type) {
		case Ptr, *Map:
			return true
		}
		return false
	})
}

// stays reports whether each of news may still be what old is.
func stays(old Value, news []Value) bool {
	for _, v := range news {
		for _, a := range alternatives(old) {
			if !slices.ContainsFunc(alternatives(v), func(b Alt) bool { return same(a.V, b.V) }) {
				return false
			}
		}
	}
	return true
}

// apart returns the guard of what may be or not, for reasons of its own.
func (m *Machine) apart() Guard {
	m.lastCond++
	return Guard{{Text: unsaidText, id: m.lastCond}}
}

// additions returns what each of news has beyond the elements of old; ok is false if
// one of them is no list that begins like old.
func additions(old Value, news []Value) (added []Alt, ok bool) {
	first, isList := asSlice(old)
	if !isList {
		return nil, false
	}
	_, grows := old.(Slice) // nil is a list if it becomes one
	for _, v := range news {
		for _, alt := range alternatives(v) {
			list, isList := asSlice(alt.V)
			if !isList || !begins(list, first) {
				return nil, false
			}
			if more := list.More; more != nil && more != first.More && !more.Repeats() {
				added = append(added, Alt{V: more})
			}
			if _, made := alt.V.(Slice); made {
				grows = true
			}
			for _, c := range list.Elems[len(first.Elems):] {
				added = append(added, Alternatives(orZero(c.v))...)
			}
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

// hasLike reports whether one of the elements may be a value like v, and whether it is
// the same, see alike.
func hasLike(elems []*Cell, v Value) (like, same bool) {
	for _, c := range elems {
		for _, a := range alternatives(orZero(c.v)) {
			if like, same = alike(a.V, v); like {
				return like, same
			}
		}
	}
	return false, false
}

// weaker returns the one of two reasons for further elements that says less about them.
func weaker(a, b *Unknown) *Unknown {
	if b == nil || b.Repeats() && a != nil && !a.Repeats() {
		return a
	}
	return b
}
