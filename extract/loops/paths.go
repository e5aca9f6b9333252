package loops

// This file says which blocks of a function come before which. Many questions are asked of one
// function: what is found out is kept.

// A paths is what was found out of the blocks of a function.
type paths struct {
	after  [][]bool  // by block: the blocks to which a run may come from it, itself included
	around [][]bool  // by block: those to which a run may come that does not go by it
	upTo   [][]int32 // see function.upTo
	sites  [][]*site // by block: the calls in it
	before []int32   // by block: the only one that leads to it, nowhere if there is none or several
}

func (f *function) known() *paths {
	if f.paths == nil {
		n := len(f.Flow.Next)
		f.paths = &paths{make([][]bool, n), make([][]bool, n), make([][]int32, n), make([][]*site, n), make([]int32, n)}
		leading := make([]int, n)
		for b, next := range f.Flow.Next {
			for _, to := range next {
				f.paths.before[to] = int32(b)
				leading[to]++
			}
		}
		for b, count := range leading {
			if count != 1 {
				f.paths.before[b] = nowhere
			}
		}
		for _, s := range f.sites {
			if s.Block >= 0 && int(s.Block) < n {
				f.paths.sites[s.Block] = append(f.paths.sites[s.Block], s)
			}
		}
	}
	return f.paths
}

// sitesIn returns the calls in a block.
func (f *function) sitesIn(b int32) []*site { return f.known().sites[b] }

// onlyBefore returns the only block that leads to a block, nowhere if there is none or several.
func (f *function) onlyBefore(b int32) int32 { return f.known().before[b] }

// leads reports whether a run may come from a block to another one, and not by way of some.
func (f *function) leads(from, to int32, past []int32) bool {
	if len(past) > 0 {
		return f.walk(from, to, past)[to]
	}
	p := f.known()
	if p.after[from] == nil {
		p.after[from] = f.walk(from, nowhere, nil)
	}
	return p.after[from][to]
}

// dominates reports whether a block runs before another one in any case.
func (f *function) dominates(b, other int32) bool {
	p := f.known()
	if p.around[b] == nil {
		p.around[b] = f.walk(0, nowhere, []int32{b})
	}
	return b == other || !p.around[b][other]
}

// upTo returns the blocks that run before a block in any case, and the block: who comes to
// them again is in another round.
func (f *function) upTo(b int32) []int32 {
	p := f.known()
	if p.upTo[b] == nil {
		for d := range p.upTo {
			if f.dominates(int32(d), b) {
				p.upTo[b] = append(p.upTo[b], int32(d))
			}
		}
	}
	return p.upTo[b]
}

// nowhere is no block.
const nowhere int32 = -1

// walk returns blocks to which a run may come from a block, and not by way of some: all of
// them if it does not come to the block that is looked for.
func (f *function) walk(from, to int32, past []int32) []bool {
	seen := make([]bool, len(f.Flow.Next))
	for _, b := range past {
		seen[b] = true
	}
	for work := []int32{from}; len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] {
			continue
		}
		seen[b] = true
		if b == to {
			break
		}
		work = append(work, f.Flow.Next[b]...)
	}
	for _, b := range past {
		seen[b] = false
	}
	return seen
}
