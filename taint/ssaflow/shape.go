package ssaflow

// This file defines locations, the shape of what a function can reach.

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/taint"
)

// A loc is one abstract location: a cell that carries data, and what it consists
// of or refers to, by step (see taint.Loc).
type loc struct {
	up        *loc // the location that this one has become part of
	id        int  // order of creation
	kids      []kid
	funcs     []string // functions that this may be, by identity, sorted
	collapsed taint.Collapse
	crossed   bool // it may be what calls were given that are not told from each other: see cross
	global    bool // a package-level variable, or reached from one

	visited uint32 // the walk that was here last
	given   uint32 // likewise, see markGiven
	leads   uint32 // likewise, see markLeads
	indexed uint32 // the web that knows it as index
	index   int32
}

// A kid is what one step from a location leads to. Kids are sorted by step; what
// they lead to may have become part of another location.
type kid struct {
	step string
	loc  *loc
}

// Steps from a location.
const (
	stepRef  = "*"
	stepElem = "[]"
	stepKey  = "k"
)

// Beginnings of steps. Those of fields come before those of entries, which come last.
const (
	fieldPrefix = "f" // of a struct or a tuple
	dataPrefix  = "d" // to a field that refers to nothing
	ctxPrefix   = "c" // to a context, in a field or elsewhere
	heldPrefix  = ctxPrefix + "?:"
)

// partSteps are the steps to the first parts of what has no name.
var partSteps = func() (steps [maxWidth]string) {
	for i := range steps {
		steps[i] = fieldPrefix + strconv.Itoa(i)
	}
	return steps
}()

// stepPart is the step to part i of a tuple, or field i of a struct type without a name.
func stepPart(i int) string {
	if i < len(partSteps) {
		return partSteps[i]
	}
	return fieldPrefix + strconv.Itoa(i)
}

// A part is what a value consists of, by value.
type part struct {
	step   string
	typ    types.Type
	fields int // how many fields the step leads through
}

// parts returns what values of type t consist of. The fields of each named type are
// steps of their own: values of several types may be in one location.
func (p *program) parts(t types.Type) []part {
	t = types.Unalias(t)
	switch u := t.Underlying().(type) {
	case *types.Struct:
		out, ok := p.structs[t]
		if !ok {
			for i := range u.NumFields() {
				out = append(out, part{newStepField(t, i), u.Field(i).Type(), 1})
			}
			p.structs[t] = out
		}
		return out
	case *types.Array:
		return []part{{stepElem, u.Elem(), 0}}
	case *types.Tuple:
		var out []part
		for i := range u.Len() {
			out = append(out, part{stepPart(i), u.At(i).Type(), 0})
		}
		return out
	}
	return nil
}

// stepField is the step to field i of the struct type t.
func (p *program) stepField(t types.Type, i int) string { return p.parts(t)[i].step }

// newStepField computes stepField: all instances of a generic type have the steps of that.
func newStepField(t types.Type, i int) string {
	named, ok := t.(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return stepPart(i)
	}
	prefix, typ := fieldPrefix, named.Origin().Underlying().(*types.Struct).Field(i).Type()
	if b, ok := typ.Underlying().(*types.Basic); ok && !isRef(b) {
		prefix = dataPrefix
	}
	if isContext(typ) {
		prefix = ctxPrefix
	}
	return prefix + strconv.Itoa(i) + ":" + named.Obj().Pkg().Path() + "." + named.Obj().Name()
}

// stepEntry is the step to the entry of a map that has a constant key. A location has
// such entries or elements, not both: who does not know the key may mean any of them,
// whether that is read before the entries are known or after.
func stepEntry(key string) string { return "k:" + key }

func isEntry(step string) bool { return strings.HasPrefix(step, "k:") }

func stepType(key string) string { return "(" + key + ")" }

func isType(step string) bool { return strings.HasPrefix(step, "(") }

// stepFree is the step from a function to what it has captured as its variable i.
func stepFree(fn string, i int) string {
	return "b:" + fn + ":" + strconv.Itoa(i)
}

// stepKept is the step from what unknown code returned to a function that it had as
// argument n. It counts as captured: the function is there to be called.
func stepKept(n int) string { return stepFree("?", n) }

func isCaptured(step string) bool { return strings.HasPrefix(step, "b:") }

// isField reports whether a step counts as one of the fields that are kept apart.
func isField(step string) bool {
	return step[0] == fieldPrefix[0] || step[0] == dataPrefix[0] || isToContext(step)
}

// stepContext is the step from what unknown code returned to a context that it had as argument n.
func stepContext(n int) string { return heldPrefix + strconv.Itoa(n) }

// isToContext reports whether a step leads to a context, into which nobody writes: what is for others to find there is put
// into another one.
func isToContext(step string) bool { return step[0] == ctxPrefix[0] }

func isHeldContext(step string) bool { return strings.HasPrefix(step, heldPrefix) }

// How locations are collapsed.
const (
	deeply   = taint.CollapsedSteps | taint.CollapsedCaptures
	entirely = deeply | taint.CollapsedData
	tooLarge = deeply | taint.Blurred
	crowded  = taint.CollapsedData | taint.Blurred
)

// maxData is how many fields that refer to nothing a collapsed location keeps apart.
const maxData = 200

// leadsBack reports whether step leads back to a location that is collapsed.
func leadsBack(how taint.Collapse, step string) bool {
	switch {
	case how == 0:
		return false
	case isCaptured(step):
		return how&taint.CollapsedCaptures != 0
	case step[0] == dataPrefix[0]:
		return how&taint.CollapsedData != 0
	}
	return true
}

func (l *loc) find() *loc {
	for l.up != nil {
		if l.up.up != nil {
			l.up = l.up.up
		}
		l = l.up
	}
	return l
}

// at returns where step is among the kids of l, or would be.
func (l *loc) at(step string) (int, bool) {
	for n := range l.kids {
		switch c := strings.Compare(l.kids[n].step, step); {
		case c == 0:
			return n, true
		case c > 0:
			return n, false
		}
	}
	return len(l.kids), false
}

// has reports whether something is known of what step leads to from l.
func (l *loc) has(step string) bool {
	_, ok := l.at(step)
	return ok
}

func (f *frame) newLoc() *loc {
	f.nlocs++
	return &loc{id: f.nlocs}
}

// newLocs returns n locations, made in one piece.
func (f *frame) newLocs(n int) []*loc {
	made, out := make([]loc, n), make([]*loc, n)
	for i := range made {
		f.nlocs++
		made[i].id = f.nlocs
		out[i] = &made[i]
	}
	return out
}

// kid returns what step leads to from l.
func (f *frame) kid(l *loc, step string) *loc {
	l = l.find()
	if leadsBack(l.collapsed, step) {
		return l
	}
	if isEntry(step) && (l.has(stepElem) || l.entries() >= maxWidth && !l.has(step)) {
		step = stepElem
	}
	if step == stepElem && l.entries() > 0 {
		n, _ := l.at(stepElem)
		l.kids = slices.Insert(l.kids, n, kid{stepElem, f.newLoc()})
		for _, pair := range l.joinEntries(nil) {
			f.unify(pair[0], pair[1])
		}
		return f.kid(l, step) // l may have become part of another
	}
	n, ok := l.at(step)
	if !ok {
		k := f.newLoc()
		k.crossed = l.crossed
		l.kids = slices.Insert(l.kids, n, kid{step, k})
		if l.isCrowded() {
			f.collapse(l, crowded)
			return f.kid(l, step)
		}
	}
	return l.kids[n].loc.find()
}

// isCrowded reports whether l is collapsed and has more kids than are kept apart there.
func (l *loc) isCrowded() bool {
	return l.collapsed != 0 && l.collapsed|crowded != l.collapsed && len(l.kids) > maxData
}

// entries returns how many entries with constant keys l has.
func (l *loc) entries() (n int) {
	for i := len(l.kids) - 1; i >= 0 && l.kids[i].step > stepKey; i-- {
		if isEntry(l.kids[i].step) {
			n++
		}
	}
	return n
}

// joinEntries makes the entries of l, if it has elements, part of these: it adds to
// work the pairs that have to be made one.
func (l *loc) joinEntries(work [][2]*loc) [][2]*loc {
	n, ok := l.at(stepElem)
	if !ok || l.entries() == 0 {
		return work
	}
	elem := l.kids[n].loc
	var kept []kid
	for _, k := range l.kids {
		if isEntry(k.step) {
			work = append(work, [2]*loc{elem, k.loc})
		} else {
			kept = append(kept, k)
		}
	}
	l.kids = kept
	return work
}

// addFunc notes that l may be the function with identity id.
func (f *frame) addFunc(l *loc, id string) { l.find().addFunc(id) }

func (l *loc) addFunc(id string) {
	if n, ok := slices.BinarySearch(l.funcs, id); !ok {
		l.funcs = slices.Insert(slices.Clip(l.funcs), n, id)
	}
}

// unify makes a and b one location. It costs O(α) amortised, as each call of link
// leaves one location less.
func (f *frame) unify(a, b *loc) {
	a, b = a.find(), b.find()
	if a == b {
		return
	}
	work := append(f.pairs[:0], [2]*loc{a, b})
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
		if f.crossing && !a.crossed || a.crossed != b.crossed {
			a.crossed = true
			f.crossed = append(f.crossed, a)
		}
		work = link(a, b, work)
	}
	f.pairs = work
	if len(f.crossed) > 0 { // with all that can be reached from there
		for _, l := range f.reach(f.crossed...) {
			l.crossed = true
		}
		f.crossed = f.crossed[:0]
	}
}

// link makes b part of a and adds to work the pairs that have to be made one in turn.
func link(a, b *loc, work [][2]*loc) [][2]*loc {
	b.up = a
	for _, id := range b.funcs {
		a.addFunc(id)
	}
	a.global, a.given = a.global || b.global, max(a.given, b.given)
	if a.collapsed != 0 || b.collapsed != 0 {
		a.collapsed |= b.collapsed
		a.kids, work = a.swallow(a.kids, work)
		b.kids, work = a.swallow(b.kids, work)
		a.kids, work = merge(a.kids, b.kids, work)
		if a.isCrowded() {
			a.collapsed |= crowded
			a.kids, work = a.swallow(a.kids, work)
		}
	} else if len(a.kids) == 0 {
		a.kids = b.kids
	} else if len(b.kids) > 0 {
		a.kids, work = merge(a.kids, b.kids, work)
		work = a.joinEntries(work)
	}
	b.kids, b.funcs = nil, nil
	return work
}

// merge returns the kids of a and b, and adds to work the pairs that have one step. It makes a list
// only if neither has all steps: what is collapsed has many kids, and is merged with much that has few.
func merge(a, b []kid, work [][2]*loc) ([]kid, [][2]*loc) {
	onlyA, onlyB := 0, 0
	for i, j := 0, 0; i < len(a) || j < len(b); {
		switch c := compareSteps(a[i:], b[j:]); {
		case c < 0:
			onlyA, i = onlyA+1, i+1
		case c > 0:
			onlyB, j = onlyB+1, j+1
		default:
			work = append(work, [2]*loc{a[i].loc, b[j].loc})
			i, j = i+1, j+1
		}
	}
	switch {
	case onlyB == 0:
		return slices.Clip(a), work // who goes through a list does not see what is inserted
	case onlyA == 0:
		return slices.Clip(b), work
	}
	out := make([]kid, 0, len(a)+onlyB)
	for len(a) > 0 || len(b) > 0 {
		switch c := compareSteps(a, b); {
		case c < 0:
			out, a = append(out, a[0]), a[1:]
		case c > 0:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return out, work
}

// compareSteps compares the steps of the first of some kids and of others; none come last.
func compareSteps(a, b []kid) int {
	switch {
	case len(a) == 0:
		return 1
	case len(b) == 0:
		return -1
	}
	return strings.Compare(a[0].step, b[0].step)
}

// swallow adds to work those of some kids that are to be part of l, which is collapsed,
// and returns the others.
func (l *loc) swallow(kids []kid, work [][2]*loc) ([]kid, [][2]*loc) {
	back := func(k kid) bool { return leadsBack(l.collapsed, k.step) }
	first := slices.IndexFunc(kids, back)
	if first < 0 {
		return kids, work
	}
	kept := slices.Clone(kids[:first]) // other locations may have the same list
	for _, k := range kids[first:] {
		if back(k) {
			work = append(work, [2]*loc{l, k.loc})
		} else {
			kept = append(kept, k)
		}
	}
	return kept, work
}

// collapse makes l and what can be reached from it by the steps that how says one
// location.
func (f *frame) collapse(l *loc, how taint.Collapse) {
	l = l.find()
	if l.collapsed|how == l.collapsed {
		return
	}
	l.collapsed |= how
	var parts [][2]*loc
	l.kids, parts = l.swallow(l.kids, nil)
	for _, p := range parts {
		f.unify(p[0], p[1])
	}
}

// reach returns the given locations and all that can be reached from them, in a
// fixed order.
func (f *frame) reach(roots ...*loc) (all []*loc) {
	f.walks++
	visit := func(l *loc) {
		if l = l.find(); l.visited != f.walks {
			l.visited = f.walks
			all = append(all, l)
		}
	}
	for _, l := range roots {
		visit(l)
	}
	for i := 0; i < len(all); i++ {
		for _, k := range all[i].kids {
			visit(k.loc)
		}
	}
	return all
}
