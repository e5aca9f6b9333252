package interp

// This file follows loops whose iterations are not known: what the ways that come back
// to a condition hand to the next round, and whether one more round does anything new.

import (
	"maps"
	"slices"

	"github.com/agentvet/agentvet/internal/recipe"
)

// carried is a variable that rounds of a loop change.
type carried struct {
	location
	old  Value
	news []Value // what it is when ways come back
	refs []Value // pointers to and maps of what there was before the loop, of news
	in   *Map    // that got e, whose variable it is
	e    *entry
	why  *Unknown // what it may be after rounds that are not known
}

// made reports whether what came into being at b did so in a round of the loop: the next
// round does not see it, but for what refers to it.
func (f *fork) made(b *birth) bool { return b != nil && b.number > f.since }

// refs adds to list what v refers to that was there before the loop.
func (f *fork) refs(list []Value, v Value) []Value {
	for _, a := range alternatives(v) {
		if refers(a.V) && !f.made(bornOf(a.V)) && !slices.ContainsFunc(list, func(x Value) bool { return same(x, a.V) }) {
			list = append(list, a.V)
		}
	}
	return list
}

// bornOf returns when what a pointer points to, or a map, came into being.
func bornOf(v Value) *birth {
	switch x := v.(type) {
	case Ptr:
		return x.Cell.born
	case *Map:
		return x.born
	}
	return nil
}

// back notes what changed when a way comes back to the condition.
func (f *fork) back(fr *frame) {
	f.round = append(f.round, f.m.rec.at()...)
	f.cameBack = true
	for _, r := range slices.Sorted(maps.Keys(f.start)) {
		v := fr.regs[r]
		if now, pinned := fr.arrived[r]; pinned {
			v = now
		}
		f.carry(location{frame: fr, reg: r}, f.start[r], v)
	}
	var order []*Cell
	first := make(map[*Cell]Value)
	added := make(map[*Cell]change)
	for _, c := range f.m.trail.log[f.mark:] {
		if c.e != nil {
			added[c.e.cell] = c
		}
		if _, seen := first[c.cell]; c.cell != nil && !seen {
			first[c.cell] = c.old
			order = append(order, c.cell)
		}
	}
	for _, c := range order {
		entry, isEntry := added[c]
		if isEntry && f.made(entry.m.born) {
			continue
		}
		if v := f.carry(location{cell: c}, refinedBy(f.was, orZero(first[c])), c.v); v != nil {
			v.in, v.e = entry.m, entry.e
		}
	}
}

// carry notes that a variable was old before a round and is v after it. It returns nil if
// that is the same.
func (f *fork) carry(at location, old, v Value) *carried {
	if old == nil || same(old, v) {
		return nil
	}
	i := slices.IndexFunc(f.loops, func(c *carried) bool { return c.location == at })
	if i < 0 {
		i = len(f.loops)
		f.loops = append(f.loops, &carried{location: at, old: old})
	}
	f.loops[i].refs = f.refs(f.loops[i].refs, v)
	if f.outer != nil {
		v = f.kept(v)
	}
	f.loops[i].news = append(f.loops[i].news, v)
	return f.loops[i]
}

// kept returns v with copies of what the present round made, which is taken back.
func (f *fork) kept(v Value) Value {
	return (&freezer{seen: make(map[*Cell]*Cell), captured: true, outer: f.outer}).value(v)
}

// grows reports whether rounds add to a list.
func (f *fork) grows() bool {
	return slices.ContainsFunc(f.loops, func(c *carried) bool {
		added, ok := additions(c.old, c.news)
		return ok && len(added) > 0
	})
}

// carriers returns the φs whose values a round of a loop at the end of block b hands
// to the next: those of blocks that control may reach without b. The others are set
// in each round.
func (m *Machine) carriers(fr *frame, b int32) map[int32]Value {
	out := make(map[int32]Value)
	seen := map[int32]bool{0: true}
	for work := []int32{0}; len(work) > 0; {
		x := &fr.fn.Blocks[work[0]]
		for i := 0; i < len(x.Instrs) && x.Instrs[i].Op == recipe.OpPhi; i++ {
			dst := x.Instrs[i].Dst
			out[dst] = m.refined(fr.regs[dst])
		}
		atCond := work[0] == b
		work = work[1:]
		for _, s := range x.Succs {
			if !atCond && !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return out
}

// widen gives the variables that rounds change what any number of rounds makes of
// them, and begins to note what one more round does.
func (f *fork) widen(fr *frame, rounds []*carried, cond Value, closed bool) {
	for _, c := range rounds {
		if c.why == nil {
			c.why = widened(cond)
		}
		var v Value
		if refers(c.old) || slices.ContainsFunc(c.news, refers) {
			v = orZero(c.old)
			for _, r := range append(slices.Clone(c.refs), c.why) {
				v = join(v, guarded(r, f.m.apart()))
			}
		} else {
			v = f.m.widen(c.old, c.news, c.why, closed)
		}
		if c.cell != nil {
			f.restore(c)
			f.m.trail.set(c.cell, v)
			_, f.lists[c.cell] = v.(Slice)
			continue
		}
		f.m.use(c.old) // what the variable held goes on unseen
		f.m.trail.setReg(fr, c.reg, v)
		fr.pinned[c.reg], f.start[c.reg] = v, v
		f.held = append(f.held, c.reg)
	}
	f.mark, f.loops, f.round, f.was = f.m.trail.mark(), nil, nil, nil
	if f.outer != nil {
		f.outer = f.m.reachable()
	}
}

// fresh adds to rounds what one more round changed that the rounds before did not, and
// what it refers to. A variable that is changed for the first time may have been made in
// the round: it counts if the next round changes it, too. Until then it is pending.
func (f *fork) fresh(rounds *[]*carried) (found, pending bool) {
	seen := make(map[any]bool)
	for _, c := range f.loops {
		i := slices.IndexFunc(*rounds, func(r *carried) bool { return r.location == c.location || r.is() == c.is() })
		switch {
		case i >= 0:
			r := (*rounds)[i]
			for _, ref := range c.refs {
				is := func(x Value) bool { return same(x, ref) }
				if !slices.ContainsFunc(r.refs, is) && !slices.ContainsFunc(alternatives(r.old), func(a Alt) bool { return is(a.V) }) {
					r.refs, found = append(r.refs, ref), true
				}
			}
		case c.cell != nil && f.made(c.cell.born):
		case f.pending[c.is()]:
			*rounds, found = append(*rounds, c), true
		default:
			seen[c.is()] = true
		}
	}
	f.pending = seen
	return found, len(seen) > 0
}

// opens reports whether a map that was there before the loop began to have entries that
// are not known, since n had.
func (f *fork) opens(n int) bool {
	return slices.ContainsFunc(f.m.opened[n:], func(x *Map) bool { return !f.made(x.born) })
}

// is tells a variable from others: an entry of a map by its key, as each round adds its
// own.
func (c *carried) is() any {
	if c.e != nil {
		return struct {
			in  *Map
			key string
		}{c.in, keyOf(c.e.key)}
	}
	return c.location
}

// restore adds an entry that a round added to a map, and that was taken back with it.
func (f *fork) restore(c *carried) {
	if c.e == nil {
		return
	}
	if e := c.in.lookup(c.e.key); e != nil { // another way added it, too
		c.cell = e.cell
	} else {
		f.m.trail.addEntry(c.in, c.e)
	}
}

// unpin lets go of the registers that widen holds.
func (f *fork) unpin(fr *frame) {
	for _, r := range f.held {
		delete(fr.pinned, r)
		delete(fr.arrived, r)
	}
}

// grow reports whether one more round adds to a list what is not there yet.
func (f *fork) grow() bool {
	return slices.ContainsFunc(f.loops, func(c *carried) bool {
		list, ok := c.old.(Slice)
		if !ok || list.More == nil || !list.More.Repeats() {
			return false
		}
		added, ok := additions(list, c.news)
		return !ok || slices.ContainsFunc(added, func(a Alt) bool { _, same := hasLike(list.Elems, a.V); return !same })
	})
}

// settle takes back what one more round adds to lists: it is there already.
func (f *fork) settle(ways []way, exits []exit) {
	for i, ex := range exits {
		if ex == looped {
			ways[i].changes = slices.DeleteFunc(ways[i].changes, func(c change) bool { return f.lists[c.cell] })
		}
	}
}

// moved reports whether a way had effects before it came back.
func (f *fork) moved() bool {
	for _, i := range f.round {
		if !slices.Contains(f.start0, i) {
			return true
		}
	}
	return false
}
