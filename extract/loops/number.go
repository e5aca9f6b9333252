package loops

// This file says which numbers may be at a place.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
)

// numbers is what a module does with whole numbers.
type numbers struct {
	*net
	from    map[place][]edge // where numbers at a place come from
	consts  map[place][]int
	entered map[place]string // what sets it, "" if nobody can say
	grows   map[place]string // what is counted up or down somewhere, and the function whose variable it is
	called  map[string]bool  // functions that somebody may call
}

func newNumbers(n *net) *numbers {
	num := &numbers{net: n, from: make(map[place][]edge), consts: make(map[place][]int), entered: make(map[place]string), grows: make(map[place]string), called: make(map[string]bool)}
	for _, f := range n.funcs {
		for _, t := range f.Takes {
			num.called[t.Func] = true
		}
		for _, m := range f.Sets {
			num.move(f.at(m.From), f.at(m.To), edge{kind: moves})
		}
		for _, c := range f.Numbers {
			num.consts[f.at(c.At)] = append(num.consts[f.at(c.At)], c.N)
		}
		for _, e := range f.Entered {
			if by := num.entered[f.at(e.At)]; by == "" {
				num.entered[f.at(e.At)] = e.By
			}
		}
		for _, g := range f.Grows {
			num.grows[f.at(g.At)] = num.keeper(f, f.at(g.At))
		}
		for _, p := range f.Fills {
			num.fill(f.at(p))
		}
	}
	for _, s := range n.sites {
		for _, c := range s.callees {
			num.called[c.fn.ID] = true
			num.bind(s, c)
		}
	}
	return num
}

func (num *numbers) move(from, to place, e edge) {
	if from != noPlace && to != noPlace {
		e.other = from
		num.from[to] = append(num.from[to], e)
	}
}

// bind adds the moves of a call of a function.
func (num *numbers) bind(s *site, c callee) {
	first := 0
	if c.recv != noPlace {
		first = 1
	}
	for i, p := range s.Whole {
		num.move(s.in.at(p), num.paramOf(c, first+i), edge{kind: enters, site: s.number})
	}
	for i, p := range s.Returns {
		num.move(num.named(valueflow.ResultName(c.fn.ID, i)), s.in.at(p), edge{kind: returns, site: s.number})
	}
}

// fill notes that the fields of what is at a place are read from outside, with those of the
// structs in it.
func (num *numbers) fill(p place) {
	if p == noPlace {
		return
	}
	var work []string
	for _, v := range num.values(p) {
		work = append(work, v.typ)
	}
	for seen := make(map[string]bool); len(work) > 0; {
		name := work[len(work)-1]
		work = work[:len(work)-1]
		st := num.structs[name]
		if seen[name] || st == nil {
			continue
		}
		seen[name] = true
		work = append(work, st.Holds...)
		for _, f := range st.Ints {
			if at := num.named(f.Name); at != noPlace && num.entered[at] == "" {
				num.entered[at] = "setting " + f.Tag
			}
		}
	}
}

// A range is what a number may be.
type interval struct {
	consts []int    // sorted
	by     []string // what may set it to something else, sorted
	open   bool     // it may be something else, and nobody can say what sets it
}

// at returns what a number may be.
func (num *numbers) at(p place) (out interval) {
	type item struct {
		at place
		c  *context
	}
	seen := make(map[visit]bool)
	work := []item{{p, nil}}
	for steps := 0; len(work) > 0; steps++ {
		it := work[len(work)-1]
		work = work[:len(work)-1]
		if num.isFree(it.at) {
			it.c = nil
		}
		if v := (visit{at: it.at, key: it.c.key()}); seen[v] {
			continue
		} else {
			seen[v] = true
		}
		out.consts = append(out.consts, num.consts[it.at]...)
		by, entered := num.entered[it.at]
		if by != "" {
			out.by = append(out.by, by)
		}
		known := len(num.consts[it.at]) > 0 || by != "" || num.isDead(it.at)
		for _, e := range num.from[it.at] {
			switch {
			case e.kind == enters && it.c != nil && it.c.site != e.site:
				continue
			case e.kind == enters:
				work = append(work, item{e.other, it.c.leave()})
			case e.kind == returns:
				work = append(work, item{e.other, it.c.enter(e.site)})
			default:
				work = append(work, item{e.other, it.c})
			}
			known = true
		}
		out.open = out.open || !known || entered && by == "" || num.grows[it.at] != "" || steps > maxSteps
		if steps > maxSteps {
			break
		}
	}
	slices.Sort(out.consts)
	slices.Sort(out.by)
	out.by = slices.Compact(out.by)
	return out
}

// isDead reports whether a place is a parameter of a function that nobody calls.
func (num *numbers) isDead(p place) bool {
	return num.main && num.isParam(p) && !num.called[ownerOf(num.names[p])]
}

// keeper returns what keeps a number: the outermost function whose variable it is, or
// everywhere.
func (num *numbers) keeper(f *function, p place) string {
	if name := num.names[p]; name != "" && (name[0] == 'f' || name[0] == 'v') {
		return everywhere
	}
	return outermost(f)
}

const everywhere = "-"

func outermost(f *function) string {
	id, _, _ := strings.Cut(f.ID, "$")
	return id
}

// isCounted reports whether a number may be one that is counted up or down, and that is not
// new in each round of a function: it is no variable of another one.
func (num *numbers) isCounted(p place, round *function) bool {
	for at := range num.origins(p) {
		if by := num.grows[at]; by == everywhere || by == outermost(round) {
			return true
		}
	}
	return false
}

// origins returns the places from which a number may come to a place, with that.
func (num *numbers) origins(p place) map[place]bool {
	seen := make(map[place]bool)
	for work := []place{p}; len(work) > 0; {
		at := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[at] || at == noPlace {
			continue
		}
		seen[at] = true
		for _, e := range num.from[at] {
			work = append(work, e.other)
		}
	}
	return seen
}
