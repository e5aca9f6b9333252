package extract

// This file tries a condition that is not known both ways and joins what comes
// of it.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/recipe"
)

// fork is a condition that is being tried both ways.
type fork struct {
	cond   Value
	start  map[int32]Value // the φs of the function when it began
	loops  map[int32]Value // those that a way changed before it came back
	cells  []change
	mark   int
	m      *Machine
	start0 []int // the last effects when it began
	round  []int // the last effects of ways that came back
}

// back notes what changed when a way comes back to the condition.
func (f *fork) back(fr *frame) {
	f.round = append(f.round, f.m.rec.at()...)
	for r, old := range f.start {
		if v := fr.regs[r]; old != nil && !same(old, v) {
			f.loops[r] = widen(old, v, f.cond)
		}
	}
	first := make(map[*Cell]int)
	for _, c := range f.m.trail.log[f.mark:] {
		if c.cell == nil {
			continue
		}
		if i, ok := first[c.cell]; ok {
			f.cells[i].new = c.new
			continue
		}
		first[c.cell] = len(f.cells)
		f.cells = append(f.cells, c)
	}
}

// fork runs both ways of an undecided condition at the end of block b and joins
// them. If a way comes back to b, the block is the head of a loop whose
// iterations are not known: then both ways run once more, from variables that
// may hold what any number of rounds makes of them.
func (m *Machine) fork(fr *frame, b int32, in *recipe.Instr, cond Value) exit {
	if fr.forks == nil {
		fr.forks, fr.pinned = make(map[int32]*fork), make(map[int32]Value)
	}
	f := &fork{cond: cond, start: make(map[int32]Value), loops: make(map[int32]Value), mark: m.trail.mark(), m: m, start0: m.rec.at()}
	for i := range fr.fn.Blocks {
		for j := range fr.fn.Blocks[i].Instrs {
			if phi := &fr.fn.Blocks[i].Instrs[j]; phi.Op == recipe.OpPhi {
				f.start[phi.Dst] = fr.regs[phi.Dst]
			}
		}
	}
	fr.forks[b] = f
	defer delete(fr.forks, b)

	returns, early := len(fr.returns), len(fr.early)
	ways, exits := m.ways(fr, b, in, cond)
	if len(f.loops) > 0 || len(f.cells) > 0 || f.moved() {
		m.rec.set(f.start0, f.round)
		fr.returns, fr.early = fr.returns[:returns], fr.early[:early]
		for r, v := range f.loops {
			m.use(f.start[r]) // what the variable held goes on unseen
			m.trail.setReg(fr, r, v)
			fr.pinned[r] = v
			defer delete(fr.pinned, r)
		}
		lists := make(map[*Cell]bool) // that grow
		for _, c := range f.cells {
			if !same(c.old, c.new) {
				v := widen(orZero(c.old), c.new, cond)
				_, lists[c.cell] = v.(Slice)
				m.trail.set(c.cell, v)
			}
		}
		f.start = nil // back has nothing more to note
		f.mark = m.trail.mark()
		f.cells = nil
		ways, exits = m.ways(fr, b, in, cond)
		for i, ex := range exits {
			if ex == looped { // what one more round adds is there already
				ways[i].changes = slices.DeleteFunc(ways[i].changes, func(c change) bool { return lists[c.cell] })
			}
		}
	}

	var live, dead []way
	var now [][]int
	result := died
	for i, ex := range exits {
		w := ways[i]
		if ex == reached {
			now = append(now, w.now)
		}
		w.goesOn, w.loops = ex == reached, ex == looped
		switch {
		case ex == reached:
			result = reached
		case result != reached && (ex == returned || ex == looped):
			result = ex
		case result == died && ex == failed:
			result = failed
		}
		switch {
		case ex == died || ex == failed:
			dead = append(dead, w)
		case ex == returned && slices.Contains(exits, reached):
			fr.early = append(fr.early, earlyWay{m.trail.mark(), w})
		default:
			live = append(live, w)
		}
	}
	m.rec.set(now...)
	m.merge(live, false)
	for _, w := range dead {
		m.trail.keepObjects(w)
	}
	return result
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

// ways runs both ways of a condition, each from the same state, and takes them
// back.
func (m *Machine) ways(fr *frame, b int32, in *recipe.Instr, cond Value) ([]way, []exit) {
	blk := &fr.fn.Blocks[b]
	mark, now := m.trail.mark(), m.rec.at()
	var ways []way
	var exits []exit
	early := len(fr.early)
	defer func() {
		if r := recover(); r != nil { // a limit: what was built stays
			for _, w := range ways {
				m.trail.keepObjects(w)
			}
			panic(r)
		}
	}()
	is := m.condition(fr, b, in, cond)
	answered := fr.answered
	for side := range 2 {
		fr.answered = answered
		m.rec.set(now)
		c := is
		c.Neg = side == 1
		m.guard = append(m.guard, c)
		m.noteCond(c)
		m.noteAnswer(cond, side == 0, c.Pos)
		leave := m.enterChosen(cond, side == 0, c.Pos)
		undo := m.assume(cond, side == 0, !comesBack(fr.fn, b, blk.Succs[side], blk.Join))
		ex := m.blocks(fr, blk.Succs[side], b, blk.Join)
		undo()
		leave()
		m.guard = m.guard[:len(m.guard)-1]
		changes := m.trail.cut(mark)
		for i := early; i < len(fr.early); i++ { // what returned in this way did what the way had done by then, too
			e := &fr.early[i]
			e.way.changes = append(slices.Clone(changes[:e.mark-mark]), e.way.changes...)
			e.way.guard = append(Guard{c}, e.way.guard...)
			e.mark = mark
		}
		early = len(fr.early)
		ways = append(ways, way{changes: changes, guard: Guard{c}, now: m.rec.at()})
		exits = append(exits, ex)
	}
	fr.answered = answered
	m.leftEarly(fr, cond, exits)
	return ways, exits
}

// condition returns the condition at the end of block b. Two branches on one
// value have one condition.
func (m *Machine) condition(fr *frame, b int32, in *recipe.Instr, v Value) Cond {
	c := Cond{Text: in.Sym, Row: rowOf(v), Pos: fr.fn.PosOf(in)}
	if c.Text == "" {
		c.Text = unsaidText
	}
	c.agrees = m.agreement(v)
	u, unknown := v.(*Unknown)
	if unknown && u.equals != nil && m.mayInterrupt(u.equals.u) != nil {
		c.stops = givenFalse
		if u.equals.neg {
			c.stops = givenTrue
		}
	}
	_, oneOf := v.(*OneOf)
	if unknown || oneOf {
		c.id = m.conds[v]
	}
	if c.id == 0 {
		m.lastCond++
		c.id = m.lastCond
	}
	if unknown || oneOf {
		m.conds[v] = c.id
	}
	return c
}

// comesBack reports whether control may come from block from to block b before it
// comes to block stop: b is the head of a loop, and from begins its body.
func comesBack(fn *recipe.Func, b, from, stop int32) bool {
	seen := make(map[int32]bool)
	work := []int32{from}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if x == b {
			return true
		}
		if x != stop && !seen[x] {
			seen[x] = true
			work = append(work, fn.Blocks[x].Succs...)
		}
	}
	return false
}

// assume makes an unknown condition known on the way where it holds or fails,
// unless the way comes to it again, and an unknown value that it compares. It
// returns the function that ends the assumption.
func (m *Machine) assume(cond Value, holds, once bool) func() {
	var known []Value
	refine := func(x, v Value) {
		if _, already := m.refine[x]; already || v == nil {
			return
		}
		if m.refine == nil {
			m.refine = make(map[Value]Value)
		}
		m.refine[x] = v
		known = append(known, x)
	}
	u, ok := cond.(*Unknown)
	if ok && u.equals != nil {
		v := u.equals.not
		if holds != u.equals.neg {
			v = u.equals.c
		}
		refine(u.equals.u, v)
	}
	if _, oneOf := cond.(*OneOf); once && (ok || oneOf) {
		refine(cond, boolConst(holds))
	}
	return func() {
		for _, x := range known {
			delete(m.refine, x)
		}
	}
}
