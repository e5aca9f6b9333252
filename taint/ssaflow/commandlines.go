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
		return anyText
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
		if f.looping[phiOf{v, markAll}] { // no round, or some that nobody knows
			return joined(f.anyOf(entries(v), f.elements), append(only(""), anyElements...))
		}
		return f.inLoop(phiOf{v, markAll}, f.elements)
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
	if lists := f.tableLists(v); lists != nil {
		return f.eitherAt(lists, "", markAll)
	}
	return anyElements
}

var anyElements = []string{library.Separator + library.Unknown}

// anyOf returns what some function says of any of values, the first ones if that is much.
func (f *frame) anyOf(values []ssa.Value, texts func(ssa.Value) []string) (out []string) {
	for _, v := range values {
		for _, t := range texts(v) {
			if !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	if len(out) > maxTexts { // and others
		return append(out[:maxTexts-1:maxTexts-1], anyText...)
	}
	return out
}

// A phiOf is a list that depends on the way, of which some kind of mark is asked for.
type phiOf struct {
	phi  *ssa.Phi
	kind byte
}

// inLoop returns what some function says of the values of a phi, which it may come back to if a loop adds to the list. Else it says the
// same each time, and is asked once: a list that many conditions add to has a great many forms, few of which differ.
func (f *frame) inLoop(of phiOf, texts func(ssa.Value) []string) (out []string) {
	if f.looping == nil {
		f.looping, f.onWays = make(map[phiOf]bool), make(map[phiOf][]string)
	}
	if len(entries(of.phi)) < len(of.phi.Edges) {
		f.looping[of] = true
		defer delete(f.looping, of)
		return f.anyOf(of.phi.Edges, texts)
	}
	if out, known := f.onWays[of]; known {
		return out
	}
	if out = f.anyOf(of.phi.Edges, texts); len(f.looping) == 0 && f.looked <= maxLooked {
		f.onWays[of] = out
	}
	return out
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
		return anyText
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
		if f.looping[phiOf{v, markBefore}] {
			return nil
		}
		return f.inLoop(phiOf{v, markBefore}, func(v ssa.Value) []string { return f.before(v, -1) })
	case *ssa.Call:
		if a, b, ok := appendedTo(v); ok {
			out = f.before(a, -1)
			if behind := f.before(b, -1); len(behind) > 0 {
				out = slices.Concat(out, joined(f.elements(a), behind))
			}
			return out
		}
	}
	values, ok := f.writtenIn(v)
	if !ok {
		if f.tableLists(v) != nil { // nothing in there is chosen
			return nil
		}
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

// lineOf returns the list of which a program and its arguments are the first element and the others, nil if they are none.
func lineOf(program, arguments ssa.Value) ssa.Value {
	load, isLoad := program.(*ssa.UnOp)
	rest, isPart := arguments.(*ssa.Slice)
	if !isLoad || !isPart || !isRestOf(rest) || !isNumberOf(rest.Low, 1) || rest.High != nil {
		return nil
	}
	if first, isElement := load.X.(*ssa.IndexAddr); isElement && isNumberOf(first.Index, 0) && sameList(first.X, rest.X) {
		return rest.X
	}
	return nil
}

// sameList reports whether two values are one list, which may be read of one field twice.
func sameList(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	x, isField := a.(*ssa.Field)
	y, isFieldToo := b.(*ssa.Field)
	if isField && isFieldToo {
		return x.X == y.X && x.Field == y.Field
	}
	load, isLoad := a.(*ssa.UnOp)
	again, isLoadToo := b.(*ssa.UnOp)
	return isLoad && isLoadToo && sameAddress(load.X, again.X)
}

func sameAddress(a, b ssa.Value) bool {
	x, isField := a.(*ssa.FieldAddr)
	y, isFieldToo := b.(*ssa.FieldAddr)
	return a == b || isField && isFieldToo && x.Field == y.Field && sameAddress(x.X, y.X)
}

// anyLine is what stands before an argument of a command line that nobody knows.
var anyLine = []string{anyProgram, anyProgram + library.Separator + library.Unknown}

// anyProgram begins a command line of a program that nobody knows.
var anyProgram = library.Separator + anyText[0]

// lineBefore returns what stands before an argument of a command line, which begins with a program.
func (f *frame) lineBefore(list ssa.Value) (out []string) {
	if setsFirst(list) {
		return anyLine
	}
	for _, line := range f.before(list, -1) {
		if rest, isMark := strings.CutPrefix(line, "\x00"+string(rune(markBefore))); isMark {
			line = "\x00" + string(rune(markLine)) + rest
		}
		if behind, isAny := strings.CutPrefix(line, library.Separator+library.Unknown); isAny && (behind == "" || strings.HasPrefix(behind, library.Separator)) {
			line = anyProgram + behind
		}
		if line != "" { // that would be the program
			out = append(out, line)
		}
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
	for _, ref := range *s.Referrers() { // set later
		at, ok := ref.(*ssa.IndexAddr)
		if !ok || isOnlyLoaded(at) {
			continue
		}
		n, known := intValue(at.Index)
		if !known || n < 0 || n >= int64(len(values)) {
			return nil, false
		}
		values[n] = nil
	}
	return values, true
}

// shownIn returns what an element of a list may be.
func (f *frame) shownIn(v ssa.Value) (out []string) {
	if v == nil {
		return only(library.Unknown)
	}
	return shownAs(f.texts(v))
}

// shownAs returns texts as elements of a list. What callers give in whole is theirs to say.
func shownAs(texts []string) (out []string) {
	for _, t := range texts {
		if rest, isMark := strings.CutPrefix(t, "\x00"+string(rune(markText))); isMark && strings.Count(rest, "\x00") == 1 && strings.HasSuffix(rest, "\x00") {
			t = "\x00" + string(rune(markWord)) + rest
		} else if known, _, isMarked := strings.Cut(t, "\x00"); isMarked {
			t = known + library.Unknown
		}
		t = strings.ReplaceAll(t, library.Separator, ";")
		if !slices.Contains(out, t) {
			out = append(out, t)
		}
	}
	return out
}
