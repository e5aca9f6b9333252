package ssaflow

// This file finds which texts are in a list, and what stands before one: a list may be a command line.

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
)

// elements returns the elements of a list of strings, each behind a separator. One that is no
// constant is a question mark: it is one element, whatever it is.
func (f *frame) elements(v ssa.Value) []string {
	if f.looked++; f.looked > maxLooked {
		return anyElements
	}
	switch v := v.(type) {
	case *ssa.Const:
		return only("")
	case *ssa.Parameter:
		if n := f.paramIndex(v); n >= 0 {
			return only(marked(markAll, n))
		}
	case *ssa.UnOp:
		if made := f.madeArgs(v.X); made != nil {
			return made
		}
		if lists, known := f.inPart(v, "", markAll); known {
			return lists
		}
	case *ssa.Field:
		if lists, known := f.inPart(v, "", markAll); known {
			return lists
		}
	case *ssa.Slice:
		if v.Low != nil && isNumberOf(v.Low, 1) && v.High == nil && hasTexts(v.X) {
			return withoutFirst(f.elements(v.X))
		}
	case *ssa.Phi:
		if f.looping[phiOf{v, true}] { // no round, or some that nobody knows
			return append(f.anyOf(entries(v), f.elements), anyElements...)
		}
		return f.inLoop(phiOf{v, true}, f.elements)
	case *ssa.Call:
		if a, b, ok := appendedTo(v); ok {
			return joined(f.elements(a), f.elements(b))
		}
	}
	if values, ok := f.writtenIn(v); ok {
		out := only("")
		for _, e := range values {
			out = joined(out, joined(only(library.Separator), f.shownIn(e)))
		}
		return out
	}
	return anyElements
}

var anyElements = []string{library.Separator + library.Unknown}

// anyOf returns what some function says of any of values.
func (f *frame) anyOf(values []ssa.Value, texts func(ssa.Value) []string) (out []string) {
	for _, v := range values {
		for _, t := range texts(v) {
			if !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	if len(out) > maxTexts {
		return anyElements
	}
	return out
}

// A phiOf is a list to which a loop may add, of which all is asked for, or what stands before an element.
type phiOf struct {
	phi *ssa.Phi
	all bool
}

// inLoop returns what some function says of the values of a phi, which it may come back to.
func (f *frame) inLoop(of phiOf, texts func(ssa.Value) []string) []string {
	if f.looping == nil {
		f.looping = make(map[phiOf]bool)
	}
	f.looping[of] = true
	defer delete(f.looping, of)
	return f.anyOf(of.phi.Edges, texts)
}

// entries returns the values of a phi that do not come from a loop around it.
func entries(phi *ssa.Phi) (out []ssa.Value) {
	for i, v := range phi.Edges {
		if !phi.Block().Dominates(phi.Block().Preds[i]) {
			out = append(out, v)
		}
	}
	return out
}

// before returns what stands before the element of a list at an index, for -1 before any that
// is no constant.
func (f *frame) before(v ssa.Value, element int) (out []string) {
	if f.looked++; f.looked > maxLooked {
		return only("")
	}
	switch v := v.(type) {
	case *ssa.Const:
		return nil
	case *ssa.Parameter:
		if n := f.paramIndex(v); n >= 0 {
			return only(marked(markBefore, n))
		}
	case *ssa.UnOp:
		if f.madeArgs(v.X) != nil {
			return nil
		}
		if lists, known := f.inPart(v, "", markBefore); known {
			return lists
		}
	case *ssa.Field:
		if lists, known := f.inPart(v, "", markBefore); known {
			return lists
		}
	case *ssa.Slice:
		if v.Low != nil && isNumberOf(v.Low, 1) && v.High == nil && hasTexts(v.X) {
			return beforeRest(f.before(v.X, -1))
		}
	case *ssa.Phi: // what the rounds before have added stands in front of what they have added
		if f.looping[phiOf{v, false}] {
			return nil
		}
		return f.inLoop(phiOf{v, false}, func(v ssa.Value) []string { return f.before(v, element) })
	case *ssa.Call:
		if a, b, ok := appendedTo(v); ok {
			return slices.Concat(f.before(a, -1), joined(f.elements(a), f.before(b, -1)))
		}
	}
	values, ok := f.writtenIn(v)
	if !ok {
		return only("", library.Separator+library.Unknown)
	}
	until := only("")
	for n, e := range values {
		if n == element || element < 0 && !f.isWritten(e) {
			out = append(out, until...)
		}
		until = joined(until, joined(only(library.Separator), f.shownIn(e)))
	}
	return out
}

// isWritten reports whether the program says what an element is, nil for one that is set otherwise: nobody chooses it.
func (f *frame) isWritten(element ssa.Value) bool {
	switch element.(type) {
	case *ssa.Const:
		return true
	case *ssa.UnOp, *ssa.Field: // of a table, for one
		return !slices.ContainsFunc(f.texts(element), isMarked)
	}
	return false
}

// appendedTo returns the two lists that a call of append puts together.
func appendedTo(v *ssa.Call) (a, b ssa.Value, ok bool) {
	callee, isBuiltin := v.Call.Value.(*ssa.Builtin)
	if !isBuiltin || callee.Name() != "append" || len(v.Call.Args) != 2 {
		return nil, nil, false
	}
	return v.Call.Args[0], v.Call.Args[1], true
}

// writtenIn returns the elements of a list that the code writes down, nil for those that it
// sets otherwise.
func (f *frame) writtenIn(v ssa.Value) (values []ssa.Value, ok bool) {
	s, ok := v.(*ssa.Slice)
	if !ok || s.Low != nil || s.High != nil {
		return nil, false
	}
	a, ok := s.X.(*ssa.Alloc)
	if !ok {
		return nil, false
	}
	array, ok := under(a.Type()).(*types.Pointer).Elem().Underlying().(*types.Array)
	if !ok || array.Len() > maxElements {
		return nil, false
	}
	values = make([]ssa.Value, array.Len())
	for _, ref := range *a.Referrers() {
		at, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		n, ok := at.Index.(*ssa.Const)
		if !ok {
			return nil, false
		}
		for _, use := range *at.Referrers() {
			if store, ok := use.(*ssa.Store); ok && store.Addr == ssa.Value(at) {
				values[n.Int64()] = store.Val
			}
		}
	}
	return values, true
}

// shownIn returns what an element of a list may be.
func (f *frame) shownIn(v ssa.Value) (out []string) {
	if v == nil {
		return only(library.Unknown)
	}
	for _, t := range f.texts(v) {
		if known, _, isMarked := strings.Cut(t, "\x00"); isMarked {
			t = known + library.Unknown
		}
		t = strings.ReplaceAll(t, library.Separator, ";")
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}
