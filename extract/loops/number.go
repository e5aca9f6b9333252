package loops

// This file says which numbers may be at a place.

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
)

// numbers is what a module does with whole numbers.
type numbers struct {
	*net
	from    map[place][]source // where numbers at a place come from
	consts  map[place][]int
	entered map[place]string      // what sets it, "" if nobody can say
	grows   map[place]string      // what is counted up or down somewhere, and the function whose variable it is
	preset  map[place][]*function // fields that get a number where they are zero, and who gives it
	called  map[string]bool       // functions that somebody may call
	said    map[string]bool       // struct types that have what a model says
	above   map[place]bool        // see isAbove
}

// theModel is what sets a number that a model says.
const theModel = "the model"

// newNumbers returns the numbers of a net in which a model says what is in structs of some types.
func newNumbers(n *net, said map[string]bool) *numbers {
	num := &numbers{net: n, said: said, from: make(map[place][]source), consts: make(map[place][]int), entered: make(map[place]string), grows: make(map[place]string), called: make(map[string]bool), preset: make(map[place][]*function), above: make(map[place]bool)}
	for _, f := range n.funcs {
		for _, t := range f.Takes {
			num.called[t.Func] = true
		}
		for _, m := range f.Sets {
			spare := noPlace
			if m.Spare > 0 {
				spare = f.at(m.Spare)
			}
			num.move(f.at(m.From), f.at(m.To), source{edge: edge{kind: moves}, capped: m.Capped, most: m.Most, spare: spare})
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
	for _, f := range n.funcs {
		for _, o := range f.Offered {
			if at := f.at(o.At); !n.main && num.entered[at] == "" && !(num.called[f.ID] && strings.Contains(f.pkg+"/", "/internal/")) {
				num.entered[at] = o.By
			}
		}
		for _, m := range f.Sets {
			if m.Default && (num.called[f.ID] || !n.main || strings.HasSuffix(f.ID, ".main")) {
				num.preset[f.at(m.To)] = append(num.preset[f.at(m.To)], f)
			}
		}
	}
	return num
}

// A source is an edge by which numbers come; with capped, as most if they are greater; with a spare,
// only where the number there is not above zero.
type source struct {
	edge
	capped bool
	most   int
	spare  place
}

func (num *numbers) move(from, to place, s source) {
	if from != noPlace && to != noPlace {
		s.other = from
		num.from[to] = append(num.from[to], s)
	}
}

// bind adds the moves of a call of a function.
func (num *numbers) bind(s *site, c callee) {
	first := 0
	if c.recv != noPlace {
		first = 1
	}
	for i, p := range s.Whole {
		num.move(s.in.at(p), num.paramOf(c, first+i), source{edge: edge{kind: enters, site: s.number}, spare: noPlace})
	}
	for i, p := range s.Returns {
		num.move(num.named(valueflow.ResultName(c.fn.ID, i)), s.in.at(p), source{edge: edge{kind: returns, site: s.number}, spare: noPlace})
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
				if num.said[name] {
					num.entered[at] = theModel
				}
			}
		}
	}
}

// An interval is what a number may be.
type interval struct {
	consts []int    // sorted
	by     []setter // what may set it to something else, sorted
	open   bool     // it may be something else, and nobody can say what sets it
	cuts   []int    // it may be something else, and nobody can say what, but no more than one of these
	said   bool     // it is what a model says
}

// A setter is what may set a number, and to what at most.
type setter struct {
	name string
	most int
}

// noMost is for what nothing cuts.
const noMost = math.MaxInt

// at returns what a number may be.
func (num *numbers) at(p place) (out interval) {
	type item struct {
		at   place
		c    *context
		most int
	}
	type key struct {
		visit
		most int
	}
	seen := make(map[key]bool)
	work := []item{{p, nil, noMost}}
	for steps := 0; len(work) > 0; steps++ {
		it := work[len(work)-1]
		work = work[:len(work)-1]
		if num.isFree(it.at) {
			it.c = nil
		}
		if k := (key{visit{at: it.at, key: it.c.key()}, it.most}); seen[k] {
			continue
		} else {
			seen[k] = true
		}
		for _, n := range num.consts[it.at] {
			out.consts = append(out.consts, min(n, it.most))
		}
		by, entered := num.entered[it.at]
		switch {
		case by == theModel && it.most == noMost:
			out.said = true
		case by == theModel:
			out.cuts = append(out.cuts, it.most)
		case by != "":
			out.by = append(out.by, setter{by, it.most})
		}
		known := len(num.consts[it.at]) > 0 || by != "" || num.isDead(it.at)
		for _, e := range num.from[it.at] {
			most := it.most
			if e.capped {
				most = min(most, e.most)
			}
			switch {
			case e.kind == enters && it.c != nil && it.c.site != e.site:
				continue
			case e.spare != noPlace && num.isAbove(e.spare):
			case e.kind == enters:
				work = append(work, item{e.other, it.c.leave(), most})
			case e.kind == returns:
				work = append(work, item{e.other, it.c.enter(e.site), most})
			default:
				work = append(work, item{e.other, it.c, most})
			}
			known = true
		}
		if !known || entered && by == "" || num.grows[it.at] != "" {
			out.unseen(it.most)
		}
		if steps > maxSteps {
			out.open = true
			break
		}
	}
	slices.Sort(out.consts)
	slices.SortFunc(out.by, func(a, b setter) int { return cmp.Or(strings.Compare(a.name, b.name), cmp.Compare(b.most, a.most)) })
	out.by = slices.CompactFunc(out.by, func(a, b setter) bool { return a.name == b.name })
	return out
}

// unseen notes that a number may be what nobody can say, but no more than most.
func (i *interval) unseen(most int) {
	if most == noMost {
		i.open = true
		return
	}
	i.cuts = append(i.cuts, most)
}

// upper returns numbers of which the greatest is the most that an interval has, and what may
// set a greater one. They are not known if nobody can say.
func (i *interval) upper() (ends []int, by []setter, known bool) {
	ends = slices.Concat(i.consts, i.cuts)
	if len(ends) == 0 && !slices.ContainsFunc(i.by, func(s setter) bool { return s.most == noMost }) {
		for _, s := range i.by {
			ends = append(ends, s.most)
		}
	}
	if len(ends) == 0 || i.open {
		return nil, i.by, false
	}
	most := slices.Max(ends)
	return ends, slices.DeleteFunc(slices.Clone(i.by), func(s setter) bool { return s.most <= most }), true
}

// settersOf names what may set a number.
func settersOf(by []setter) string {
	var names []string
	for _, s := range by {
		if s.most != noMost {
			s.name = fmt.Sprintf("%s (up to %d)", s.name, s.most)
		}
		names = append(names, s.name)
	}
	return strings.Join(names, " or ")
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
