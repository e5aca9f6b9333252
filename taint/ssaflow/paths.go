package ssaflow

// This file adds to a summary the paths between what callers can see.

import (
	"cmp"
	"maps"
	"slices"

	"github.com/agentvet/agentvet/taint"
)

// pathfinder adds the edges of a summary. An edge that others imply is left out: a
// deep end stands for all that can be reached from it.
type pathfinder struct {
	*summarizer
	search *search
	uppers [][]int32        // by location of the summary: lower ones that lead to it in one step
	port   []int32          // by index in the web: one more than the location of the summary
	sinks  map[int32]int    // by index in the web
	ends   []end            // see targets
	deep   []map[target]int // by location: where everything below it gets to; values are steps
}

// A target is an end of a path.
type target struct {
	to    int32 // location of the summary
	deep  bool
	layer int32 // index of the layer of the search: 0 where no label is lost
}

// An end is a target, and the step that leads there.
type end struct {
	target
	step int32
}

// paths adds an edge for each path between what callers can see, from each source
// to it, and from it to each sink.
func (z *summarizer) paths() {
	p := z.pathfinder()
	z.markGiven()
	for n := range p.deep {
		if l := z.locs[n]; z.isGiven(l) || z.loose { // else it is fresh: callers write to it only afterwards
			p.from(int32(n), l)
		}
	}
	if slices.ContainsFunc(z.edges, func(e edge) bool { return e.later }) {
		p.later()
	}
	for _, src := range z.sources {
		p.source(src)
	}
	slices.SortStableFunc(z.s.Edges, compareEdges)
}

func compareEdges(a, b taint.Edge) int {
	number := func(is bool) int {
		if is {
			return 1
		}
		return 0
	}
	return cmp.Or(
		a.From-b.From, a.To-b.To, number(a.FromDeep)-number(b.FromDeep), number(a.ToDeep)-number(b.ToDeep), number(a.Later)-number(b.Later),
		slices.Compare(a.Drop, b.Drop))
}

func (z *summarizer) pathfinder() *pathfinder {
	p := &pathfinder{summarizer: z, search: z.newWeb().newSearch(), sinks: make(map[int32]int)}
	p.uppers, p.deep = make([][]int32, len(z.locs)), make([]map[target]int, len(z.locs))
	p.port = make([]int32, len(p.search.locs))
	for n, l := range z.locs {
		if i, ok := p.search.known(l); ok {
			p.port[i] = int32(n + 1)
		}
		for _, k := range z.s.Locs[n].Kids {
			if k.Loc > n {
				p.uppers[k.Loc] = append(p.uppers[k.Loc], int32(n))
			}
		}
	}
	for n, sink := range z.sinks {
		if i, ok := p.search.known(z.nodes[sink.Loc]); ok {
			p.sinks[i] = n
		}
	}
	return p
}

// from adds the edges from location n of the summary: from everything below it,
// unless from above it, and from the cell.
func (p *pathfinder) from(n int32, l *loc) {
	i, ok := p.search.known(l)
	if !ok {
		return
	}
	if p.search.isAbove[i] {
		p.fromBelow(n, i)
	}
	if len(p.search.edgesFrom(nodeOf(i, cell))) > 0 {
		p.search.follow(nodeOf(i, cell))
		p.add(taint.Edge{From: int(n)}, p.targets(), []map[target]int{p.deep[n]})
	}
}

// fromBelow adds the edges from everything that can be reached from location n. What
// is below n is below what leads to n, too.
func (p *pathfinder) fromBelow(n, i int32) {
	var upper []map[target]int
	seen := 0
	for _, u := range p.uppers[n] {
		if p.deep[u] != nil {
			upper = append(upper, p.deep[u])
			seen++
		}
	}
	if !p.search.root[i] && seen == 1 && len(p.search.upper[i]) == 1 {
		p.deep[n] = upper[0] // no deep edge starts in between
		return
	}
	starts := []node{nodeOf(i, above)}
	if p.search.isAround[i] {
		starts = append(starts, nodeOf(i, around))
	}
	p.search.follow(starts...)
	p.deep[n] = p.targets()
	p.add(taint.Edge{From: int(n), FromDeep: true}, p.deep[n], upper)
}

// targets returns where the search has got to.
func (p *pathfinder) targets() map[target]int {
	ends := p.ends[:0]
	for layer, y := range p.search.layers {
		for i := range y.come {
			a := &y.come[i]
			at := a.node.index()
			part := a.node.part()
			if n := p.port[at]; n > 0 && part != above && part != around {
				ends = append(ends, end{target{n - 1, part != cell, int32(layer)}, a.step})
			}
			if n, ok := p.sinks[at]; ok && part == cell {
				ends = append(ends, end{target{int32(p.sinkLoc(n)), false, int32(layer)}, a.step})
			}
		}
	}
	p.ends = ends
	found := make(map[target]int, len(ends))
	for _, e := range ends {
		found[e.target] = int(e.step)
	}
	return found
}

// add adds an edge like e for each of the targets that no other edge implies: one to
// what is above the target, or one that the targets in implied stand for.
func (p *pathfinder) add(e taint.Edge, found map[target]int, implied []map[target]int) {
	var kept []target
	for t := range found {
		if p.needed(e, t, found, implied) {
			kept = append(kept, t)
		}
	}
	p.s.Edges = slices.Grow(p.s.Edges, len(kept))
	slices.SortFunc(kept, func(a, b target) int { return cmp.Or(found[a]-found[b], int(a.to-b.to)) })
	for _, t := range kept {
		e.To, e.ToDeep, e.Drop = int(t.to), t.deep, taint.NewLabels(p.search.layers[t.layer].drop...)
		e.Via = nil
		if hops := taint.TrimHops(p.search.hops(int32(found[t]))); len(hops) > 0 {
			e.Via = slices.Clone(hops)
		}
		p.s.Edges = append(p.s.Edges, e)
	}
	if p.most > 0 && len(p.s.Edges)+len(p.s.Calls) > p.most {
		panic(errTooLarge) // whatever else there is
	}
}

func (p *pathfinder) needed(e taint.Edge, t target, found map[target]int, implied []map[target]int) bool {
	if e.From == int(t.to) && !e.FromDeep && !t.deep {
		return false
	}
	for _, m := range implied {
		if has(m, t) || has(m, target{t.to, true, t.layer}) {
			return false
		}
	}
	lossless := target{t.to, t.deep, 0}
	if t.layer != 0 && has(found, lossless) || !t.deep && has(found, target{t.to, true, t.layer}) {
		return false
	}
	if t.deep && int(t.to) < len(p.uppers) {
		for _, u := range p.uppers[t.to] {
			if has(found, target{u, true, t.layer}) {
				return false
			}
		}
	}
	return true
}

func has(m map[target]int, t target) bool {
	_, ok := m[t]
	return ok
}

// later adds the edges to sinks that take what callers write afterwards: to the standard input of a program that
// the function has started and returns, or keeps.
func (p *pathfinder) later() {
	from := make([]map[target]int, len(p.deep)) // by location of the summary
	for n := range p.deep {
		i, ok := p.search.known(p.locs[n])
		if !ok {
			continue
		}
		starts := []node{nodeOf(i, cell)}
		if p.search.isAbove[i] {
			starts = append(starts, nodeOf(i, above))
		}
		p.search.follow(starts...)
		found := p.targets()
		maps.DeleteFunc(found, func(t target, step int) bool { return int(t.to) < len(p.deep) || !p.search.isLater(int32(step)) })
		if from[n] = found; len(found) == 0 {
			continue
		}
		var upper []map[target]int
		for _, u := range p.uppers[n] {
			upper = append(upper, from[u])
		}
		p.add(taint.Edge{From: n, FromDeep: len(starts) > 1, Later: true}, found, upper)
	}
}

// isLater reports whether all of the way to a step, which ends at a sink, is open to what comes afterwards.
func (s *search) isLater(at int32) bool {
	last := true
	for ; at >= 0; at = s.steps[at].prev {
		if n := s.steps[at].edge; n >= 0 {
			if e := &s.edges[n]; last && !e.later || !e.loose {
				return false
			}
			last = false
		}
	}
	return !last
}

// source adds the edges from a source, if there are any.
func (p *pathfinder) source(src taint.SourceAt) {
	i, ok := p.search.known(p.nodes[src.Loc])
	if !ok {
		return
	}
	p.search.follow(nodeOf(i, cell))
	found := p.targets()
	for t := range found {
		if int(t.to) >= len(p.deep) && !src.Cond.IsOpen() && !p.isOpen(int(t.to)) { // a sink: the flow is reported here
			delete(found, t)
		}
	}
	at := taint.SourceAt{Source: src.Source, Loc: len(p.s.Locs), Cond: src.Cond}
	before := len(p.s.Edges)
	if p.add(taint.Edge{From: at.Loc}, found, nil); len(p.s.Edges) > before {
		p.s.Locs = append(p.s.Locs, taint.Loc{})
		p.s.Sources = append(p.s.Sources, at)
	}
}

// isOpen reports whether the sink at a location of the summary depends on what callers give.
func (p *pathfinder) isOpen(at int) bool {
	return slices.ContainsFunc(p.s.Sinks, func(s taint.SinkAt) bool { return s.Loc == at && s.Cond.IsOpen() })
}

// prune leaves out parts of the shape that say nothing: at the end of one way only,
// without an edge.
func (z *summarizer) prune() {
	uses := make([]int, len(z.s.Locs))
	z.bound(func(loc *int) { uses[*loc] += 2 })
	for n := range z.s.Locs {
		for _, k := range z.s.Locs[n].Kids {
			uses[k.Loc]++
			if k.Step[0] == '(' || k.Step[0] == 'b' {
				uses[k.Loc]++ // the type, or the function, is known
			}
		}
	}
	for n := len(z.s.Locs) - 1; n >= 0; n-- { // what leads to a location mostly has a lower number
		l := &z.s.Locs[n]
		l.Kids = slices.DeleteFunc(l.Kids, func(k taint.Kid) bool {
			kid := &z.s.Locs[k.Loc]
			return uses[k.Loc] == 1 && k.Loc != n && len(kid.Kids) == 0 && len(kid.Funcs) == 0 && kid.Collapsed == 0
		})
	}
	z.renumber()
}

// bound calls f with all numbers of locations that refer to one, apart from those in other locations.
func (z *summarizer) bound(f func(loc *int)) {
	all := func(locs []int) {
		for i := range locs {
			f(&locs[i])
		}
	}
	s := z.s
	all(s.Params)
	all(s.Free)
	all(s.Results)
	all(s.Control)
	for i := range s.Globals {
		f(&s.Globals[i].Loc)
	}
	for i := range s.Sources {
		f(&s.Sources[i].Loc)
	}
	for i := range s.Sinks {
		f(&s.Sinks[i].Loc)
	}
	for i := range s.Calls {
		c := &s.Calls[i]
		f(&c.Fun)
		f(&c.Result)
		all(c.Args)
		all(c.Control)
	}
	for i := range s.Edges {
		f(&s.Edges[i].From)
		f(&s.Edges[i].To)
	}
}

// renumber leaves out locations that nothing refers to.
func (z *summarizer) renumber() {
	s := z.s
	used := make([]bool, len(s.Locs))
	z.bound(func(loc *int) { used[*loc] = true })
	for n := range s.Locs {
		for _, k := range s.Locs[n].Kids {
			used[k.Loc] = true
		}
	}
	number := make([]int, len(s.Locs))
	kept := s.Locs[:0]
	for n, l := range s.Locs {
		if used[n] {
			number[n] = len(kept)
			kept = append(kept, l)
		}
	}
	s.Locs = kept
	z.bound(func(loc *int) { *loc = number[*loc] })
	for i := range s.Locs {
		for j := range s.Locs[i].Kids {
			s.Locs[i].Kids[j].Loc = number[s.Locs[i].Kids[j].Loc]
		}
	}
}
