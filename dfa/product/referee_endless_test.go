package product_test

// This file finds runs of a referee that never end and do not keep a formula. It guesses at
// each event which parts of the formula hold there, and checks that against the events that
// follow: nothing of how automata are made is used.

import (
	"slices"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/dfa/syntax"
)

// Limits: what is larger is not followed.
const (
	maxAhead  = 7
	maxPoints = 20000
)

// endless reports whether a run goes on for ever and does not keep a part; a fair one, that
// takes each turn of each situation in the end to which it comes again and again.
func endless(x *runs, p *product.Part, fair bool) bool {
	return silentForever(x, p.DFA, fair) || newSeer(x, p.Source.Formula()).endless(fair)
}

// silentForever reports whether a run goes on for ever without an event, where the rule is
// not kept.
func silentForever(x *runs, d *dfa.DFA, fair bool) bool {
	r := newReader(x, d.Atoms)
	p := withDFA(x, d)
	next := make(map[pair][]step3)
	for _, a := range p.order {
		if a.at < first || d.Accepting(a.q) {
			continue
		}
		for n, arc := range x.from(a.at) {
			if b := (pair{arc.to, a.q}); len(r.symbols(arc.letter)) == 0 && b.at >= first {
				next[a] = append(next[a], step3{to: b, turn: n, advances: !arc.calls})
			}
		}
	}
	return someComponent(p.order, next, func(members map[pair]bool) bool {
		advances, taken := false, make(map[[2]int]bool)
		for a := range members {
			for _, s := range next[a] {
				if members[s.to] {
					advances = advances || s.advances
					taken[[2]int{a.at, s.turn}] = true
				}
			}
		}
		return advances && (!fair || allTaken(x, members, func(a pair) int { return a.at }, taken))
	})
}

type step3 struct {
	to       pair
	turn     int
	advances bool
}

// allTaken reports whether each turn of each situation of the members is taken.
func allTaken[P comparable](x *runs, members map[P]bool, at func(P) int, taken map[[2]int]bool) bool {
	for a := range members {
		for n := range x.from(at(a)) {
			if !taken[[2]int{at(a), n}] {
				return false
			}
		}
	}
	return true
}

// someComponent reports whether yes says so of a strongly connected component.
func someComponent[P comparable, S interface{ target() P }](order []P, next map[P][]S, yes func(map[P]bool) bool) bool {
	back := make(map[P][]P)
	for _, a := range order {
		for _, s := range next[a] {
			back[s.target()] = append(back[s.target()], a)
		}
	}
	// In the order in which a search is done with them (Kosaraju).
	var done []P
	seen := make(map[P]bool)
	type frame struct {
		p P
		n int
	}
	for _, root := range order {
		if seen[root] {
			continue
		}
		seen[root] = true
		for work := []frame{{root, 0}}; len(work) > 0; {
			f := &work[len(work)-1]
			if f.n == len(next[f.p]) {
				done = append(done, f.p)
				work = work[:len(work)-1]
				continue
			}
			to := next[f.p][f.n].target()
			f.n++
			if !seen[to] {
				seen[to] = true
				work = append(work, frame{to, 0})
			}
		}
	}
	placed := make(map[P]bool)
	for _, root := range slices.Backward(done) {
		if placed[root] {
			continue
		}
		placed[root] = true
		members := map[P]bool{root: true}
		for work := []P{root}; len(work) > 0; work = work[1:] {
			for _, b := range back[work[0]] {
				if !placed[b] {
					placed[b], members[b] = true, true
					work = append(work, b)
				}
			}
		}
		if yes(members) {
			return true
		}
	}
	return false
}

func (s step3) target() pair { return s.to }

// A seer knows what a formula says of the events to come.
type seer struct {
	*reader
	parts []*syntax.Formula // each behind its operands
	index map[*syntax.Formula]int
	ahead []int // those of parts that depend on the events to come
}

func newSeer(x *runs, f *syntax.Formula) *seer {
	s := &seer{reader: newReader(x, f.Atoms()), index: make(map[*syntax.Formula]int)}
	s.add(unbounded(f))
	return s
}

// unbounded writes bounds out.
func unbounded(f *syntax.Formula) *syntax.Formula {
	if len(f.Args) == 0 {
		return f
	}
	out := *f
	out.Args = nil
	for _, g := range f.Args {
		out.Args = append(out.Args, unbounded(g))
	}
	if !f.Bounded {
		return &out
	}
	op, at := syntax.OpOr, out.Args[0]
	if f.Op == syntax.OpGlobally {
		op = syntax.OpAnd
	}
	g := at
	for range f.K {
		g = syntax.Of(op, at, syntax.Of(syntax.OpNext, g))
	}
	return g
}

func (s *seer) add(f *syntax.Formula) {
	if _, known := s.index[f]; known {
		return
	}
	for _, g := range f.Args {
		s.add(g)
	}
	switch f.Op {
	case syntax.OpNext, syntax.OpWeakNext, syntax.OpFinally, syntax.OpGlobally, syntax.OpUntil, syntax.OpWeakUntil, syntax.OpRelease:
		s.ahead = append(s.ahead, len(s.parts))
	}
	s.index[f] = len(s.parts)
	s.parts = append(s.parts, f)
}

// A point is a situation, what was so at the event before, and what will be so at the next
// one: a bit for each part. Of the parts that depend on the events to come, foretold is what
// they are at the next event.
type point struct {
	at       int
	began    bool
	past     uint64
	foretold uint64
}

type vision struct {
	to       point
	turn     int
	advances bool
	event    bool
	fulfils  uint64 // of ahead: what is foretold of them does not wait for ever
}

func (v vision) target() point { return v.to }

// values returns what each part is at an event, and whether that can be: what was foretold
// at the event before came to be.
func (s *seer) values(p point, symbol dfa.Symbol) (now uint64, ok bool) {
	is := func(f *syntax.Formula, arg int) bool { return now>>s.index[f.Args[arg]]&1 != 0 }
	for i, f := range s.parts {
		was := func(j int) bool { return p.began && p.past>>j&1 != 0 }
		var v bool
		switch f.Op {
		case syntax.OpTrue:
			v = true
		case syntax.OpFalse:
		case syntax.OpAtom:
			k := slices.IndexFunc(s.atoms, f.Atom.Equal)
			v = symbol>>k&1 != 0
		case syntax.OpNot:
			v = !is(f, 0)
		case syntax.OpAnd:
			v = is(f, 0) && is(f, 1)
		case syntax.OpOr:
			v = is(f, 0) || is(f, 1)
		case syntax.OpImplies:
			v = !is(f, 0) || is(f, 1)
		case syntax.OpIff:
			v = is(f, 0) == is(f, 1)
		case syntax.OpYesterday:
			v = was(s.index[f.Args[0]])
		case syntax.OpOnce:
			v = is(f, 0) || was(i)
		case syntax.OpHistorically:
			v = is(f, 0) && (!p.began || was(i))
		case syntax.OpSince:
			v = is(f, 1) || is(f, 0) && was(i)
		default:
			v = p.foretold>>i&1 != 0
		}
		if v {
			now |= 1 << i
		}
	}
	for _, i := range s.ahead {
		f := s.parts[i]
		if next := f.Op == syntax.OpNext || f.Op == syntax.OpWeakNext; next && p.began && is(f, 0) != (p.past>>i&1 != 0) {
			return now, false
		}
	}
	return now, true
}

// tells returns, for each part that depends on what comes, what it must be at the next event:
// 0 or 1, or 2 where that makes no difference; ok is false if it cannot be what it is now.
func (s *seer) tells(now uint64) (next []int, fulfils uint64, ok bool) {
	for n, i := range s.ahead {
		f := s.parts[i]
		bit := func(g *syntax.Formula) bool { return now>>s.index[g]&1 != 0 }
		v, first := now>>i&1, bit(f.Args[0])
		second := len(f.Args) > 1 && bit(f.Args[1])
		var yes, no, done bool // it is so for sure, or is not; it is not put off
		switch f.Op {
		case syntax.OpNext, syntax.OpWeakNext:
			next = append(next, 2)
			fulfils |= 1 << n
			continue
		case syntax.OpFinally:
			yes, done = first, v == 0 || first
		case syntax.OpGlobally:
			no, done = !first, v == 1 || !first
		case syntax.OpUntil:
			yes, no, done = second, !second && !first, v == 0 || second
		case syntax.OpWeakUntil:
			yes, no, done = second, !second && !first, v == 1 || !first && !second
		case syntax.OpRelease:
			yes, no, done = second && first, !second, v == 1 || !second
		}
		if yes && v == 0 || no && v == 1 {
			return nil, 0, false
		}
		if done {
			fulfils |= 1 << n
		}
		if yes || no {
			next = append(next, 2)
		} else {
			next = append(next, int(v))
		}
	}
	return next, fulfils, true
}

// guesses returns what may be foretold under what is told.
func (s *seer) guesses(told []int) []uint64 {
	list := []uint64{0}
	for n, i := range s.ahead {
		for k, g := range list {
			switch told[n] {
			case 1:
				list[k] |= 1 << i
			case 2:
				list = append(list, g|1<<i)
			}
		}
	}
	return list
}

// endless reports whether a run that never ends does not keep the formula.
func (s *seer) endless(fair bool) bool {
	if len(s.ahead) > maxAhead || len(s.parts) > 60 {
		return false
	}
	free := make([]int, len(s.ahead))
	for i := range free {
		free[i] = 2
	}
	var order []point
	next := make(map[point][]vision)
	add := func(p point) {
		if _, known := next[p]; !known {
			next[p] = nil
			order = append(order, p)
		}
	}
	for _, g := range s.guesses(free) {
		add(point{at: first, foretold: g})
	}
	root := len(s.parts) - 1
	for i := 0; i < len(order); i++ {
		if len(order) > maxPoints {
			return false
		}
		p := order[i]
		for n, arc := range s.x.from(p.at) {
			if arc.to < first {
				continue
			}
			symbols := s.symbols(arc.letter)
			if len(symbols) == 0 {
				to := p
				to.at = arc.to
				next[p] = append(next[p], vision{to: to, turn: n, advances: !arc.calls})
				add(to)
			}
			for _, symbol := range symbols {
				now, ok := s.values(p, symbol)
				if !ok || !p.began && now>>root&1 != 0 {
					continue
				}
				told, fulfils, ok := s.tells(now)
				if !ok {
					continue
				}
				for _, g := range s.guesses(told) {
					to := point{arc.to, true, now, g}
					next[p] = append(next[p], vision{to, n, !arc.calls, true, fulfils})
					add(to)
				}
			}
		}
	}
	all := uint64(1)<<len(s.ahead) - 1
	return someComponent(order, next, func(members map[point]bool) bool {
		var advances, event bool
		var fulfils uint64
		taken := make(map[[2]int]bool)
		for a := range members {
			for _, v := range next[a] {
				if members[v.to] {
					advances, event, fulfils = advances || v.advances, event || v.event, fulfils|v.fulfils
					taken[[2]int{a.at, v.turn}] = true
				}
			}
		}
		return advances && event && fulfils == all && (!fair || allTaken(s.x, members, func(a point) int { return a.at }, taken))
	})
}
