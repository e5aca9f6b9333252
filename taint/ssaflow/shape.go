package ssaflow

// This file defines locations, the shape of what a function can reach.

import (
	"maps"
	"slices"
	"strconv"
)

// A loc is one abstract location: a cell that carries data, and what it consists
// of or refers to, by step (see taint.Loc).
type loc struct {
	up        *loc // the location that this one has become part of
	id        int  // order of creation
	kids      map[string]*loc
	funcs     map[string]bool
	collapsed bool
	global    bool   // a package-level variable, or reached from one
	name      string // what a witness calls it
}

// Steps from a location.
const (
	stepRef  = "*"
	stepElem = "[]"
	stepKey  = "k"
)

func stepField(i int) string     { return "f:" + strconv.Itoa(i) }
func stepType(key string) string { return "(" + key + ")" }
func stepFree(fn string, i int) string {
	return "b:" + fn + ":" + strconv.Itoa(i)
}

// isField reports whether a step counts as one of the fields that are kept apart.
func isField(step string) bool { return step[0] == 'f' }

func (l *loc) find() *loc {
	for l.up != nil {
		if l.up.up != nil {
			l.up = l.up.up
		}
		l = l.up
	}
	return l
}

// steps returns the steps from l in a fixed order.
func (l *loc) steps() []string { return slices.Sorted(maps.Keys(l.kids)) }

// funcIDs returns the functions that l may be in a fixed order.
func (l *loc) funcIDs() []string { return slices.Sorted(maps.Keys(l.funcs)) }

func (f *frame) newLoc() *loc {
	f.nlocs++
	return &loc{id: f.nlocs}
}

// kid returns what step leads to from l.
func (f *frame) kid(l *loc, step string) *loc {
	l = l.find()
	if l.collapsed {
		return l
	}
	k := l.kids[step]
	if k == nil {
		k = f.newLoc()
		if l.kids == nil {
			l.kids = make(map[string]*loc)
		}
		l.kids[step] = k
	}
	return k.find()
}

// addFunc notes that l may be the function with identity id.
func (f *frame) addFunc(l *loc, id string) {
	l = l.find()
	if l.funcs == nil {
		l.funcs = make(map[string]bool)
	}
	l.funcs[id] = true
}

// unify makes a and b one location. It costs O(α) amortised, as each call of link
// leaves one location less.
func (f *frame) unify(a, b *loc) {
	work := [][2]*loc{{a, b}}
	for len(work) > 0 {
		pair := work[len(work)-1]
		work = work[:len(work)-1]
		a, b := pair[0].find(), pair[1].find()
		if a == b {
			continue
		}
		if b.id < a.id {
			a, b = b, a
		}
		work = append(work, link(a, b)...)
	}
}

// link makes b part of a and returns the pairs that have to be made one in turn.
func link(a, b *loc) (pairs [][2]*loc) {
	b.up = a
	for id := range b.funcs {
		if a.funcs == nil {
			a.funcs = make(map[string]bool)
		}
		a.funcs[id] = true
	}
	a.global = a.global || b.global
	if a.name == "" {
		a.name = b.name
	}
	collapsed := a.collapsed || b.collapsed
	for _, l := range []*loc{a, b} {
		for _, step := range l.steps() {
			k := l.kids[step]
			switch {
			case collapsed:
				pairs = append(pairs, [2]*loc{a, k})
			case l == b && a.kids[step] != nil:
				pairs = append(pairs, [2]*loc{a.kids[step], k})
			case l == b:
				if a.kids == nil {
					a.kids = make(map[string]*loc)
				}
				a.kids[step] = k
			}
		}
	}
	b.kids, b.funcs = nil, nil
	if collapsed {
		a.collapsed, a.kids = true, nil
	}
	return pairs
}

// collapse makes l and everything that can be reached from it one location.
func (f *frame) collapse(l *loc) {
	l = l.find()
	if l.collapsed {
		return
	}
	for _, k := range reach(l) {
		f.unify(l, k)
	}
	l = l.find()
	l.collapsed, l.kids = true, nil
}

// reach returns l and all that can be reached from it, in a fixed order.
func reach(l *loc) []*loc {
	all := []*loc{l.find()}
	seen := map[*loc]bool{all[0]: true}
	for i := 0; i < len(all); i++ {
		for _, step := range all[i].steps() {
			if k := all[i].kids[step].find(); !seen[k] {
				seen[k] = true
				all = append(all, k)
			}
		}
	}
	return all
}
