package product

// This file finds runs that never end and do not keep a rule: cycles of the product with
// the automaton of endless runs in which no until is put off for ever.
//
// What a model calls between two questions is finite: a cycle has another move.
//
// With fairness, a run that comes to a choice again and again takes each way in the end,
// whatever the automaton made of what came before: then the cycle has each move of each
// configuration that it comes to. Which values the arguments of calls have is no choice of
// that kind.

import (
	"math/bits"
	"slices"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/syntax"
)

// A lasso is a run that never ends: the moves to a cycle, then once round it.
type lasso struct{ stem, loop []stage }

// A forever is what a hunt asks of an automaton.
type forever struct {
	reading
	atoms  []*syntax.Atom
	start  []dfa.State
	states int // none if they are not all known
	all    dfa.Marks
	each   func(q dfa.State, must, may dfa.Symbol, yield func(dfa.Move, dfa.Symbol))
	// broken: a run in which nothing happens any more does not keep the rule.
	broken func(dfa.State) bool
	silent bool // only these are looked for
}

// foreverOf returns the automaton of the runs that never end and do not keep a part. Where
// those with events do not keep it by a prefix, the others are left.
func foreverOf(p *Part) forever {
	if e := p.endless; e != nil {
		return forever{e, e.Atoms, e.Start, e.Len(), e.All, e.Each, e.Broken, false}
	}
	d := p.DFA
	states := d.Len()
	if d.Unfolding() {
		states = none
	}
	each := func(q dfa.State, must, may dfa.Symbol, yield func(dfa.Move, dfa.Symbol)) {
		d.Each(q, must, may, func(to dfa.State) bool {
			yield(dfa.Move{To: to}, must)
			return true
		})
	}
	return forever{d, d.Atoms, []dfa.State{d.Start}, states, 0, each, func(q dfa.State) bool { return !d.Accepting(q) }, true}
}

// A hunt is one search for endless runs.
type hunt struct {
	space
	e     forever
	pairs []pair
	prev  []int32 // the pair before each, or none
	numbers
}

func newHunt(s space, e forever) *hunt {
	return &hunt{space: s, e: e, numbers: newNumbers(e.states)}
}

// run searches everything, in breadth.
func (h *hunt) run() {
	for _, q := range h.e.start {
		h.arrive(pair{h.start(), q}, none)
	}
	for at := int32(0); int(at) < len(h.pairs); at++ {
		h.successors(at, func(a arrow) { h.arrive(a.to, at) })
	}
}

func (h *hunt) arrive(p pair, prev int32) {
	if h.add(p, int32(len(h.pairs))) {
		h.pairs = append(h.pairs, p)
		h.prev = append(h.prev, prev)
	}
}

// An arrow is a move from a pair.
type arrow struct {
	by     move
	number int // of the move, among those from the configuration
	to     pair
	marks  dfa.Marks
	sym    dfa.Symbol // the atoms that hold of the event
}

// happens reports whether the move is an event.
func (a *arrow) happens() bool { return a.by.what != Pass }

// successors calls yield for each move from a pair.
func (h *hunt) successors(i int32, yield func(arrow)) {
	p := h.pairs[i]
	number := 0
	h.moves(p.c, func(m move) {
		a := arrow{by: m, number: number, to: pair{m.to, p.q}}
		number++
		if m.what == Pass {
			yield(a)
			return
		}
		h.e.each(p.q, m.sym.must, m.sym.may&^m.sym.must, func(to dfa.Move, s dfa.Symbol) {
			a.to.q, a.marks, a.sym = to.To, to.Marks, s
			yield(a)
		})
	})
}

// find returns the lasso whose stem is shortest, if there is one. It is linear in the
// product.
func (h *hunt) find(fair bool) (lasso, bool) {
	best := component{first: none}
	for _, silent := range []bool{false, true} {
		if h.e.silent && !silent {
			continue
		}
		t := &tarjan{hunt: h, silent: silent, at: make([]visit, len(h.pairs))}
		for i := range h.pairs {
			if t.counts(int32(i)) && t.at[i].low == 0 {
				t.visit(int32(i), func(k component) {
					if (best.first == none || k.first < best.first) && h.goesOn(k, fair) {
						best = k
					}
				})
			}
		}
	}
	if best.first == none {
		return lasso{}, false
	}
	return lasso{h.path(best.first), h.round(best)}, true
}

// A component is a strongly connected one of the pairs. Of one that is silent, runs in
// which nothing happens any more count, of others those in which events do.
type component struct {
	first   int32
	members []int32 // sorted
	silent  bool
}

func (k *component) contains(i int32) bool {
	_, found := slices.BinarySearch(k.members, i)
	return found
}

// inside reports whether an arrow stays in k.
func (h *hunt) inside(k *component, a *arrow) bool {
	return !(k.silent && a.happens()) && k.contains(h.number(a.to))
}

// goesOn reports whether a run can stay in k for ever and not keep the rule.
func (h *hunt) goesOn(k component, fair bool) bool {
	var seen wanted
	for _, i := range k.members {
		h.successors(i, func(a arrow) {
			if h.inside(&k, &a) {
				seen.note(&a)
			}
		})
	}
	return seen.all(h.wanted(&k)) && (!fair || h.isFair(&k))
}

// isFair reports whether a run in k can take each move of each configuration there.
func (h *hunt) isFair(k *component) bool {
	members := slices.Clone(k.members)
	slices.SortFunc(members, func(i, j int32) int { return int(h.pairs[i].c - h.pairs[j].c) })
	for len(members) > 0 {
		c := h.pairs[members[0]].c
		taken := make([]bool, h.ways(c))
		for len(members) > 0 && h.pairs[members[0]].c == c {
			h.successors(members[0], func(a arrow) { taken[a.number] = taken[a.number] || h.inside(k, &a) })
			members = members[1:]
		}
		if slices.Contains(taken, false) {
			return false
		}
	}
	return true
}

// ways returns the number of moves from a configuration.
func (h *hunt) ways(c config) (n int) {
	h.moves(c, func(move) { n++ })
	return n
}

// wanted is what a cycle must have.
type wanted struct {
	marks    dfa.Marks
	advances bool
	happens  bool
}

func (w *wanted) note(a *arrow) {
	w.marks |= a.marks
	w.advances = w.advances || a.by.advances()
	w.happens = w.happens || a.happens()
}

func (w *wanted) all(of wanted) bool {
	return w.marks&of.marks == of.marks && (w.advances || !of.advances) && (w.happens || !of.happens)
}

// wanted returns what a cycle of k must have.
func (h *hunt) wanted(k *component) wanted {
	if k.silent {
		return wanted{advances: true}
	}
	return wanted{h.e.all, true, true}
}

// advances reports whether m is more than a call that a model chooses.
func (m *move) advances() bool {
	return m.starts || m.left || m.what != Call && m.what != Ask && m.what != Pass
}

// A visit is what the search for components knows of a pair.
type visit struct {
	index, low int32 // from 1
	on         bool  // on the stack
}

// tarjan finds the strongly connected components (Tarjan, SIAM J. Comput. 1(2), 1972),
// without recursion.
type tarjan struct {
	*hunt
	silent bool
	at     []visit
	next   int32
	stack  []int32
}

// counts reports whether a pair may be part of a component.
func (t *tarjan) counts(i int32) bool { return !t.silent || t.e.broken(t.pairs[i].q) }

// A frame is a pair whose successors are being visited.
type frame struct {
	i    int32
	succ []int32
	self bool // it is one of them
}

func (t *tarjan) visit(root int32, found func(component)) {
	work := []frame{t.open(root)}
	for len(work) > 0 {
		f := &work[len(work)-1]
		v := &t.at[f.i]
		if len(f.succ) > 0 {
			j := f.succ[0]
			f.succ = f.succ[1:]
			if w := &t.at[j]; w.low == 0 {
				work = append(work, t.open(j))
			} else if w.on {
				v.low = min(v.low, w.index)
			}
			continue
		}
		self := f.self
		i := f.i
		work = work[:len(work)-1]
		if v.low == v.index {
			t.close(i, self, found)
		}
		if len(work) > 0 {
			parent := &t.at[work[len(work)-1].i]
			parent.low = min(parent.low, v.low)
		}
	}
}

func (t *tarjan) open(i int32) frame {
	t.next++
	t.at[i] = visit{index: t.next, low: t.next, on: true}
	t.stack = append(t.stack, i)
	f := frame{i: i}
	t.successors(i, func(a arrow) {
		if t.silent && a.happens() {
			return
		}
		j := t.number(a.to)
		f.self = f.self || i == j
		f.succ = append(f.succ, j)
	})
	return f
}

// close takes the component of root off the stack, and tells of it if it has a cycle.
func (t *tarjan) close(root int32, self bool, found func(component)) {
	at := len(t.stack) - 1
	for t.stack[at] != root {
		at--
	}
	for _, i := range t.stack[at:] {
		t.at[i].on = false
	}
	if at < len(t.stack)-1 || self {
		members := slices.Clone(t.stack[at:])
		slices.Sort(members)
		found(component{members[0], members, t.silent})
	}
	t.stack = t.stack[:at]
}

// path returns the moves that led to a pair, from the start.
func (h *hunt) path(i int32) []stage {
	var out []stage
	for ; h.prev[i] != none; i = h.prev[i] {
		var by *arrow
		h.successors(h.prev[i], func(a arrow) {
			if by == nil && a.to == h.pairs[i] {
				by = &a
			}
		})
		out = append(out, by.stage())
	}
	slices.Reverse(out)
	return out
}

func (a *arrow) stage() stage {
	m := a.by
	m.sym = symbol{a.sym, a.sym} // what it was on this run
	return stage{m, a.to.q}
}

// round returns a way from the first pair of k back to itself that has what is wanted, the
// shortest one unless there are more than four untils: these are fulfilled four at a time.
func (h *hunt) round(k component) []stage {
	const atATime = 4
	var out []stage
	var seen wanted
	at, want := k.first, h.wanted(&k)
	for {
		goal := wanted{marks: seen.marks}
		for left := want.marks &^ seen.marks; left != 0 && bits.OnesCount64(uint64(goal.marks&^seen.marks)) < atATime; left &= left - 1 {
			goal.marks |= left & -left
		}
		if goal.marks|want.marks == goal.marks {
			return append(out, h.walk(&k, &at, &seen, want, k.first)...)
		}
		out = append(out, h.walk(&k, &at, &seen, goal, none)...)
	}
}

// walk takes the shortest way in k on which all of goal is seen, and to the pair if there is
// one.
func (h *hunt) walk(k *component, at *int32, seen *wanted, goal wanted, to int32) []stage {
	type point struct {
		i    int32
		seen wanted
	}
	type trail struct {
		from point
		by   arrow
	}
	start := point{*at, *seen}
	back := map[point]trail{start: {}}
	for work := []point{start}; len(work) > 0; work = work[1:] {
		var end point
		found := false
		h.successors(work[0].i, func(a arrow) {
			if found || !h.inside(k, &a) {
				return
			}
			p := point{h.number(a.to), work[0].seen}
			p.seen.note(&a)
			p.seen.marks &= goal.marks
			found = p.seen.all(goal) && (to == none || p.i == to)
			end = p
			if _, known := back[p]; !known || found && p == start {
				back[p] = trail{work[0], a}
				work = append(work, p)
			}
		})
		if !found {
			continue
		}
		*at, *seen = end.i, end.seen
		list := []stage{}
		for p := end; ; {
			t := back[p]
			list = append(list, t.by.stage())
			if p = t.from; p == start {
				slices.Reverse(list)
				return list
			}
		}
	}
	panic("product: internal error: a component without a cycle")
}

// replay gives the moves of a lasso the states of the automaton that people know.
func (h *hunt) replay(l lasso, d *dfa.DFA) {
	q := d.Start
	for _, part := range [][]stage{l.stem, l.loop} {
		for i := range part {
			if s := &part[i]; s.what != Pass {
				var own dfa.Symbol
				for k, a := range h.e.atoms {
					if s.sym.must>>k&1 != 0 {
						own |= 1 << slices.IndexFunc(d.Atoms, a.Equal)
					}
				}
				q = d.Next(q, own)
			}
			part[i].q = q
		}
	}
}
