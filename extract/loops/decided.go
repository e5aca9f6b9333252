package loops

// This file finds the branches that matter.

import (
	"maps"
	"slices"
)

// maxDoubtful is how many branches of a function are tried one by one: each is looked at with all
// others, which takes minutes where there are hundreds of them.
const maxDoubtful = 64

// decided returns the order without the branches that hang on an answer or on a switch and
// decide nothing at a point: somebody is asked there as little, whichever exit is taken. A
// question of which only one answer leads there is one that another branch may go around. Where there are
// too many, it is not known which of them matter.
func (o *order) decided(p point) *order {
	var doubtful, open []int32
	for _, br := range o.fn.Flow.Branches {
		asks := false
		for i := range o.fn.Flow.Next[br.Block] {
			s := o.branch(br.Block, i)
			asks = asks || s.asks.IsValid()
			if (s.grade == unclear || s.grade == switched) && !slices.Contains(doubtful, br.Block) {
				doubtful = append(doubtful, br.Block)
			}
		}
		if slices.Contains(doubtful, br.Block) && !(asks && o.isPartial(br.Block, p)) {
			open = append(open, br.Block)
		}
	}
	if len(doubtful) > maxDoubtful || !o.isFree(p, doubtful, nil) { // not even if all of them go any way
		return o
	}
	out := o.fix(nil)
	for _, b := range doubtful {
		if !o.fn.leads(b, p.block, nil) {
			continue // whatever it decides, no run comes to the point by it
		}
		if o.isFree(p, open, map[int32]fixing{b: {true, false}}) && o.isFree(p, open, map[int32]fixing{b: {false, true}}) {
			out.fixed[b] = fixing{true, true}
		}
	}
	out.grade()
	return out
}

// isPartial reports whether an exit of a branch does not lead to a point.
func (o *order) isPartial(b int32, p point) bool {
	return slices.ContainsFunc(o.fn.Flow.Next[b], func(to int32) bool { return !o.fn.leads(to, p.block, o.fn.upTo(b)) })
}

// isFree reports whether nobody is asked before a point if some branches go any way, and others one way.
func (o *order) isFree(p point, open []int32, ways map[int32]fixing) bool {
	f := o.fix(open)
	maps.Copy(f.fixed, ways)
	isFree := func() bool { return f.reaching(p).grade == free }
	f.gradeUntil(isFree)
	return isFree()
}

// fix returns a copy of an order in which some branches go any way.
func (o *order) fix(blocks []int32) *order {
	f := *o
	f.fixed, f.said, f.look = make(map[int32]fixing), make(map[saying]stand), nil
	maps.Copy(f.fixed, o.fixed)
	for _, b := range blocks {
		f.fixed[b] = fixing{true, true}
	}
	return &f
}
