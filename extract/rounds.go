package extract

// This file follows loops whose iterations are not known: what the ways that come back
// to a condition hand to the next round, and whether one more round does anything new.

import (
	"maps"
	"slices"

	"github.com/agentvet/agentvet/extract/recipe"
)

// carried is a variable that rounds of a loop change.
type carried struct {
	location
	old  Value
	news []Value // what it is when ways come back
	in   *Map    // that got e, whose variable it is
	e    *entry
}

// back notes what changed when a way comes back to the condition.
func (f *fork) back(fr *frame) {
	f.round = append(f.round, f.m.rec.at()...)
	for _, r := range slices.Sorted(maps.Keys(f.start)) {
		v := fr.regs[r]
		if now, pinned := fr.arrived[r]; pinned {
			v = now
		}
		f.carry(location{frame: fr, reg: r}, f.start[r], v)
	}
	var order []*Cell
	first := make(map[*Cell]Value)
	born, added := make(map[*birth]bool), make(map[*Cell]change)
	for _, c := range f.m.trail.log[f.mark:] {
		switch {
		case c.born != nil:
			born[c.born] = true
		case c.e != nil:
			added[c.e.cell] = c
		}
		if _, seen := first[c.cell]; c.cell != nil && !seen {
			first[c.cell] = c.old
			order = append(order, c.cell)
		}
	}
	for _, c := range order {
		entry, isEntry := added[c]
		if isEntry && born[entry.m.born] {
			continue // of a map that the next round does not see
		}
		at := f.carry(location{cell: c}, refinedBy(f.was, orZero(first[c])), c.v)
		if at != nil {
			at.in, at.e = entry.m, entry.e
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
		v := f.m.widen(c.old, c.news, cond, closed)
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
		if !ok || list.More == nil || !list.More.again {
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
