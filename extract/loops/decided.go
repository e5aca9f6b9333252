package loops

// This file finds the branches that matter.

// decided returns the order without the branches that hang on an answer or on a switch and
// decide nothing at a point: somebody is asked there as little, whichever exit is taken.
func (o *order) decided(p point) *order {
	var doubtful []int32
	for _, br := range o.fn.Flow.Branches {
		for i := range o.fn.Flow.Next[br.Block] {
			if g := o.branch(br.Block, i).grade; g == unclear || g == switched {
				doubtful = append(doubtful, br.Block)
				break
			}
		}
	}
	out := o.fix(nil)
	for _, b := range doubtful {
		if o.isFree(p, doubtful, b, fixing{true, false}) && o.isFree(p, doubtful, b, fixing{false, true}) {
			out.fixed[b] = fixing{true, true}
		}
	}
	out.grade()
	return out
}

// isFree reports whether nobody is asked before a point if a branch goes one way and the
// other doubtful ones any.
func (o *order) isFree(p point, doubtful []int32, b int32, way fixing) bool {
	f := o.fix(doubtful)
	f.fixed[b] = way
	f.grade()
	return f.reaching(p).grade == free
}

// fix returns a copy of an order in which some branches go any way.
func (o *order) fix(blocks []int32) *order {
	f := *o
	f.fixed, f.said = make(map[int32]fixing), make(map[saying]stand)
	for b, way := range o.fixed {
		f.fixed[b] = way
	}
	for _, b := range blocks {
		f.fixed[b] = fixing{true, true}
	}
	return &f
}
