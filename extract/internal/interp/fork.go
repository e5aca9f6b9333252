package interp

// This file tries a condition that is not known both ways and joins what comes
// of it.

import (
	"maps"
	"slices"
	"weak"

	"github.com/agentvet/agentvet/internal/recipe"
)

// fork is a condition that is being tried both ways.
type fork struct {
	m      *Machine
	start  map[int32]Value // the φs that a round may change, when it began
	was    map[Value]Value // Machine.refine at that time
	mark   int
	since  int        // the last birth when it began
	loops  []*carried // what ways changed before they came back
	start0 []int      // the last effects when it began
	round  []int      // the last effects of ways that came back

	outer map[any]bool   // what there was when it began, while lists grow
	held  []int32        // registers that it pins
	lists map[*Cell]bool // lists that rounds add to

	cameBack bool         // a way came back to it
	pending  map[any]bool // see fresh
}

// fork runs both ways of an undecided condition at the end of block b and joins
// them. If a way comes back to b, the block is the head of a loop whose
// iterations are not known: then both ways run once more, from variables that
// may hold what any number of rounds makes of them.
func (m *Machine) fork(fr *frame, b int32, in *recipe.Instr, cond Value) exit {
	if fr.forks == nil {
		fr.forks, fr.pinned, fr.arrived = make(map[int32]*fork), make(map[int32]Value), make(map[int32]Value)
	}
	if blk := &fr.fn.Blocks[b]; comesBack(fr.fn, b, blk.Succs[0], blk.Join) || comesBack(fr.fn, b, blk.Succs[1], blk.Join) {
		m.many++
		defer func() { m.many-- }()
	}
	f := &fork{m: m, start: m.carriers(fr, b), was: maps.Clone(m.refine), mark: m.trail.mark(), since: m.trail.births, start0: m.rec.at(), lists: make(map[*Cell]bool)}
	fr.forks[b] = f
	defer delete(fr.forks, b)

	returns, early, opened := len(fr.returns), len(fr.early), len(m.opened)
	ways, exits := m.ways(fr, b, in, cond)
	if f.grows() {
		f.outer = m.reachable()
		f.loops, f.round = nil, nil
		m.rec.set(f.start0)
		fr.returns, fr.early = fr.returns[:returns], fr.early[:early]
		ways, exits = m.ways(fr, b, in, cond)
	}
	if len(f.loops) > 0 || f.moved() || f.cameBack && f.opens(opened) {
		rounds, effects := f.loops, f.round
		again := func(closed bool) {
			m.rec.set(f.start0, effects)
			fr.returns, fr.early = fr.returns[:returns], fr.early[:early]
			f.widen(fr, rounds, cond, closed)
			ways, exits = m.ways(fr, b, in, cond)
		}
		defer f.unpin(fr)
		for n, closed, waited := 0, true, false; ; n++ {
			opened = len(m.opened)
			again(closed)
			fresh, pending := f.fresh(&rounds)
			fresh = fresh || f.opens(opened)
			grows := closed && f.grow()
			if !fresh && !grows && (!pending || waited) {
				break
			}
			waited = !fresh && !grows
			if n == maxWidened {
				m.noteLimit(m.at)
				break
			}
			closed = closed && !grows
		}
		f.settle(ways, exits)
	}
	if holds, only := onlySide(ways, exits); only {
		fr.assumed = append(fr.assumed, m.assume(cond, holds, false))
	}
	ex := m.joinWays(fr, fr.fn.Blocks[b].Join, ways, exits)
	m.guard = append(m.guard, leftOver(ways, exits)...)
	return ex
}

// leftOver returns the condition of what follows where one way of a condition goes on
// and the other has left the function.
func leftOver(ways []way, exits []exit) Guard {
	var g Guard
	for i, ex := range exits {
		switch {
		case ex == returned:
		case ex == reached && g == nil:
			g = ways[i].guard
		default:
			return nil
		}
	}
	if len(exits) < 2 {
		return nil
	}
	return g
}

// onlySide returns the side of a condition on which the function goes on, if it is one.
func onlySide(ways []way, exits []exit) (holds, only bool) {
	for i, ex := range exits {
		if side := !ways[i].guard[0].Neg; ex == reached {
			if only && side != holds {
				return false, false
			}
			holds, only = side, true
		}
	}
	return holds, only
}

// forget ends what was assumed since n assumptions were made.
func (fr *frame) forget(n int) {
	for len(fr.assumed) > n {
		fr.assumed[len(fr.assumed)-1]()
		fr.assumed = fr.assumed[:len(fr.assumed)-1]
	}
}

// joinWays joins in block b what the ways of a condition did, and says how they end.
func (m *Machine) joinWays(fr *frame, b int32, ways []way, exits []exit) exit {
	var live, dead []way
	var now [][]int
	result := died
	for i, ex := range exits {
		w := ways[i]
		if ex == reached {
			now = append(now, w.now)
		}
		w.goesOn, w.loops = ex == reached, ex == looped
		w.changes = m.needed(fr, b, w)
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

// ways runs both ways of a condition, each from the same state, and takes them
// back. A round through a list runs once for each element that it may be about.
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
	try := func(side int, extra Guard) {
		fr.answered = answered
		m.rec.set(now)
		m.chooseWay(cond, side == 0)
		c := is
		c.Neg = side == 1
		guard := append(Guard{c}, extra...)
		before := len(m.guard)
		m.guard = append(m.guard, guard...)
		m.noteCond(c)
		m.noteAnswer(cond, side == 0, c.Pos)
		m.noteConsent(cond, side == 0, c.Pos)
		leave := m.enterChosen(cond, side == 0, c.Pos)
		assumed := len(fr.assumed)
		fr.assumed = append(fr.assumed, m.assume(cond, side == 0, !comesBack(fr.fn, b, blk.Succs[side], blk.Join)))
		ex := m.blocks(fr, blk.Succs[side], b, blk.Join)
		fr.forget(assumed)
		leave()
		m.guard = m.guard[:before]
		changes := m.trail.cut(mark)
		for i := early; i < len(fr.early); i++ { // what returned in this way did what the way had done by then, too
			e := &fr.early[i]
			e.way.changes = append(slices.Clone(changes[:e.mark-mark]), e.way.changes...)
			e.way.guard = slices.Concat(guard, e.way.guard)
			e.mark = mark
		}
		early = len(fr.early)
		ways = append(ways, way{changes: changes, guard: guard, now: m.rec.at()})
		exits = append(exits, ex)
	}
	m.eachPick(cond, func(extra Guard) { try(0, extra) })
	try(1, nil)
	fr.answered = answered
	m.leftEarly(fr, cond, ways, exits)
	return ways, exits
}

// condition returns the condition at the end of block b. Two branches on one
// value have one condition.
func (m *Machine) condition(fr *frame, b int32, in *recipe.Instr, v Value) Cond {
	c := Cond{Text: in.Sym, Row: rowOf(v), Pos: fr.fn.PosOf(in), of: m.ask(v)}
	if c.Text == "" {
		c.Text = unsaidText
	}
	c.agrees = m.agreement(v)
	u, _ := Unwrap(v).(*Unknown)
	_, c.which = originOf[AboutFailure](u)
	c.says, c.failed = claimOf(equalityOf(v)), failureOf(equalityOf(v))
	if u, ok := v.(*Unknown); ok && u.equals() != nil && m.mayInterrupt(u.equals().u) != nil {
		c.stops = givenFalse
		if u.equals().neg {
			c.stops = givenTrue
		}
	}
	if !hasIdentity(v) {
		m.lastCond++
		c.id = m.lastCond
		return c
	}
	key := weakly(v)
	if m.conds[key] == 0 {
		m.lastCond++
		m.conds[key] = m.lastCond
	}
	c.id = m.conds[key]
	return c
}

// equalityOf returns the comparison with a known value that a condition is, nil if it is
// none.
func equalityOf(cond Value) *equality {
	switch x := cond.(type) {
	case *Unknown:
		return x.equals()
	case *OneOf:
		if x.compared != nil {
			return x.compared.eq
		}
	}
	return nil
}

// hasIdentity reports whether a value that is not known can be told from others.
func hasIdentity(v Value) bool {
	switch v.(type) {
	case *Unknown, *OneOf:
		return true
	}
	return false
}

// weakly returns a key for a value that has an identity. The key does not keep the value
// alive: what functions do that are observed is forgotten.
func weakly(v Value) any {
	switch x := v.(type) {
	case *Unknown:
		return weak.Make(x)
	case *OneOf:
		return weak.Make(x)
	}
	panic("extract: internal error: a value without an identity")
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
	if eq := equalityOf(cond); eq != nil {
		v := eq.not
		if holds != eq.neg {
			v = eq.c
		}
		refine(eq.u, v)
	}
	if once && hasIdentity(cond) {
		refine(cond, boolConst(holds))
	}
	included := m.exclude(equalityOf(cond), holds)
	return func() {
		included()
		for _, x := range known {
			delete(m.refine, x)
		}
	}
}
