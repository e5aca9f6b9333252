package ssaflow

// This file tells the first text of a list from the others: it is the program where the list is a command line.
//
//	argv := []string{"git", "log", name}
//	exec.Command(argv[0], argv[1:]...)

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/taint"
)

// Steps to the elements of a list of texts. They are entries: an access that may be to any element makes the two, and all others, one.
var (
	stepFirst = stepEntry("[0]")
	stepRest  = stepEntry("[1:]")
)

// isPlace reports whether a step leads to elements of a list, which it has by value.
func isPlace(step string) bool { return step == stepElem || step == stepFirst || step == stepRest }

// hasTexts reports whether a value is a list of strings, or the address of an array of them.
func hasTexts(v ssa.Value) bool {
	t := under(v.Type())
	if p, ok := t.(*types.Pointer); ok {
		t = under(p.Elem())
	}
	list, ok := t.(interface{ Elem() types.Type }) // a slice or an array
	if _, isMap := t.(*types.Map); !ok || isMap {
		return false
	}
	b, ok := under(list.Elem()).(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// places returns where the elements of a list of texts are.
func (f *frame) places(list *loc) [2]*loc {
	first := f.kid(list, stepFirst)
	return [2]*loc{first.find(), f.kid(list, stepRest)}
}

// indexed says what the address of an element is: the first one, one of the others, or any. Where nothing is written to any, the list
// keeps what it has apart, and the address has it all.
func (f *frame) indexed(i *ssa.IndexAddr) {
	list := f.ref(i.X)
	switch n, known := intValue(i.Index); {
	case !hasTexts(i.X):
		f.unify(f.ref(i), f.kid(list, stepElem))
	case known && n == 0:
		f.unify(f.ref(i), f.kid(list, stepFirst))
	case known:
		f.unify(f.ref(i), f.kid(list, stepRest))
	case isOnlyLoaded(i):
		for _, place := range f.places(list) {
			f.edges = append(f.edges, edge{from: place, to: f.ref(i), at: i})
		}
	default:
		f.unify(f.ref(i), f.kid(list, stepElem))
	}
}

func intValue(v ssa.Value) (n int64, known bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.Int {
		return 0, false
	}
	return c.Int64(), true
}

// isOnlyLoaded reports whether an address serves to read what is there, and for nothing else.
func isOnlyLoaded(i *ssa.IndexAddr) bool {
	for _, ref := range *i.Referrers() {
		load, isLoad := ref.(*ssa.UnOp)
		_, isDebug := ref.(*ssa.DebugRef)
		if !isDebug && (!isLoad || load.Op != token.MUL) {
			return false
		}
	}
	return true
}

// isRestOf reports whether a slice is what stands behind the first texts of a list.
func isRestOf(i *ssa.Slice) bool {
	if i.Low == nil || !hasTexts(i.X) {
		return false
	}
	n, known := intValue(i.Low)
	return known && n > 0
}

// appends says where the elements of a list of texts get to that is appended to another one: none of them is the first one if that is
// known to have one, and the first of them is if it has none.
func (f *frame) appends(k *call, name string, c *ssa.CallCommon) {
	from, to := f.places(f.ref(c.Args[1])), f.places(f.kid(k.result, stepRef))
	values := f.areValues(c.Args[1])
	add := func(from, to *loc) {
		e := f.edgeAt(k, taint.OpStore, name, from, to)
		if values {
			e.drop = e.drop.Union(noOption)
		}
		f.edges = append(f.edges, e)
	}
	some, none := f.lengthOf(c.Args[0], nil)
	if !some {
		add(from[0], to[0])
	}
	if !none {
		add(from[0], to[1])
	}
	add(from[1], to[1])
}

// copiesPlaces says that what a list of texts has is in the result of a call, too, each at its place.
func (f *frame) copiesPlaces(k *call, name string, list ssa.Value) {
	from, to := f.places(f.ref(list)), f.places(f.kid(k.result, stepRef))
	for n := range from {
		f.edges = append(f.edges, f.edgeAt(k, taint.OpStore, name, from[n], to[n]))
	}
}

// lengthOf reports whether a list is known to have elements, or to have none.
func (p *program) lengthOf(list ssa.Value, seen []ssa.Value) (some, none bool) {
	for _, s := range seen {
		if s == list { // it is what it is on the other ways to here
			return true, false
		}
	}
	if len(seen) > maxElements {
		return false, false
	}
	seen = append(seen, list)
	switch v := list.(type) {
	case *ssa.Const:
		return false, v.IsNil()
	case *ssa.ChangeType:
		return p.lengthOf(v.X, seen)
	case *ssa.MakeSlice:
		n, known := intValue(v.Len)
		return known && n > 0, known && n == 0
	case *ssa.Slice:
		return p.lengthOfSlice(v, seen)
	case *ssa.UnOp, *ssa.Lookup, *ssa.Extract:
		for _, l := range p.tableLists(v) {
			if some, _ = p.lengthOf(l, seen); !some {
				return false, false
			}
		}
		return some, false
	case *ssa.Phi:
		some = true
		for _, e := range v.Edges {
			if s, _ := p.lengthOf(e, seen); !s {
				return false, false
			}
		}
		return some, false
	case *ssa.Call:
		if a, b, ok := appendedTo(v); ok {
			someA, noneA := p.lengthOf(a, seen)
			if someA {
				return true, false
			}
			someB, noneB := p.lengthOf(b, seen)
			return someB, noneA && noneB
		}
	}
	return false, false
}

func (p *program) lengthOfSlice(v *ssa.Slice, seen []ssa.Value) (some, none bool) {
	if v.Low != nil && !isNumberOf(v.Low, 0) {
		return false, false
	}
	if v.High != nil {
		n, known := intValue(v.High)
		return known && n > 0, known && n == 0
	}
	if array, ok := under(v.X.Type()).(*types.Pointer); ok {
		n := under(array.Elem()).(*types.Array).Len()
		return n > 0, n == 0
	}
	return p.lengthOf(v.X, seen)
}
