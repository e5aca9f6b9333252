package ssaflow

// This file finds what the elements of a list are that the program fills itself.
//
//	for _, dir := range dirs {
//		s.allowed = append(s.allowed, filepath.Clean(dir)+"/")
//	}

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// inList returns what an element of a list of texts may be.
func (f *frame) inList(list ssa.Value) []string {
	if elements := f.elementsOf(list); len(elements) > 0 {
		return elsewhere(f.either(elements))
	}
	return anyText
}

// elementsOf returns what the program puts into a list, nil if that is not known.
func (p *program) elementsOf(list ssa.Value) []ssa.Value {
	l := filling{program: p, seen: make(map[ssa.Value]bool), kept: make(map[ssa.Value]bool)}
	if !l.from(list) {
		return nil
	}
	return l.elements
}

// A filling is a search for what a list is filled with.
type filling struct {
	*program
	seen     map[ssa.Value]bool // lists that were looked at, and calls that return them
	kept     map[ssa.Value]bool // lists of which nobody sets elements
	elements []ssa.Value
}

// from looks at what list is made of. It reports whether that is all that is in there.
func (l *filling) from(list ssa.Value) bool {
	if l.seen[list] {
		return true
	}
	if len(l.seen) > maxElements {
		return false
	}
	l.seen[list] = true
	if c, ok := list.(*ssa.Const); ok {
		return c.IsNil()
	}
	if !l.keeps(list) {
		return false
	}
	switch v := list.(type) {
	case *ssa.Phi:
		return l.all(v.Edges)
	case *ssa.ChangeType:
		return l.from(v.X)
	case *ssa.MakeSlice:
		return isNumberOf(v.Len, 0)
	case *ssa.Slice:
		return isMadeEmpty(v) || l.written(v)
	case *ssa.Field:
		return l.ofField(v)
	case *ssa.UnOp:
		return v.Op == token.MUL && l.stored(v.X)
	case *ssa.Extract:
		return v.Index == 0 && l.returned(v.Tuple)
	case *ssa.Call:
		if a, b, ok := appendedTo(v); ok {
			return l.from(a) && l.from(b)
		}
		return l.returned(v)
	}
	return false
}

func (l *filling) all(lists []ssa.Value) bool {
	return !slices.ContainsFunc(lists, func(v ssa.Value) bool { return !l.from(v) })
}

// isMadeEmpty reports whether a list is one with room for elements, and none in it.
func isMadeEmpty(v *ssa.Slice) bool {
	_, isAlloc := v.X.(*ssa.Alloc)
	return isAlloc && v.Low == nil && v.High != nil && isNumberOf(v.High, 0)
}

// written is from for a list whose elements the code writes down.
func (l *filling) written(v *ssa.Slice) bool {
	f := &frame{program: l.program}
	values, ok := f.writtenIn(v)
	if !ok || slices.Contains(values, nil) {
		return false
	}
	l.elements = append(l.elements, values...)
	return true
}

// stored is from for a list that is read at an address.
func (l *filling) stored(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return l.ofField(a)
	case *ssa.Alloc:
		values, _ := storedIn(a)
		return l.isFollowed(a) && l.all(values)
	case *ssa.Global:
		v := l.initial(a)
		return v != nil && !l.handedOut[a] && l.from(v)
	}
	return false
}

// ofField is from for a list in a field.
func (l *filling) ofField(field ssa.Value) bool {
	return l.isKeptField(field) && l.all(l.fieldValues(field))
}

// isKeptField reports whether nobody who reads a list from a field sets elements of it.
func (l *filling) isKeptField(field ssa.Value) bool {
	return l.fieldValues(field) != nil && !slices.ContainsFunc(l.fieldLoads[l.ownField(field)], func(load ssa.Value) bool { return !l.keeps(load) })
}

// returned is from for the first result of a function of the package.
func (l *filling) returned(call ssa.Value) bool {
	c, ok := call.(*ssa.Call)
	if !ok {
		return false
	}
	fn := c.Call.StaticCallee()
	if fn == nil || fn.Pkg != l.in.Pkg || fn.Blocks == nil {
		return false
	}
	any := false
	for _, b := range fn.Blocks {
		if r, ok := last(b).(*ssa.Return); ok && len(r.Results) > 0 {
			any = true
			if !l.from(r.Results[0]) {
				return false
			}
		}
	}
	return any
}

// keeps reports whether nobody who has a list sets elements of it: it is read, made longer, returned,
// or put where its field says who has it.
func (l *filling) keeps(list ssa.Value) bool {
	if kept, known := l.kept[list]; known {
		return kept
	}
	l.kept[list] = true // one that gets back to itself
	uses := list.Referrers()
	kept := uses == nil || !slices.ContainsFunc(*uses, func(ref ssa.Instruction) bool { return !l.keepsIn(list, ref) })
	l.kept[list] = kept
	return kept
}

func (l *filling) keepsIn(list ssa.Value, ref ssa.Instruction) bool {
	switch ref := ref.(type) {
	case *ssa.DebugRef, *ssa.Extract, *ssa.BinOp: // compared with nil
		return true
	case *ssa.Return:
		return l.keepsBehind(ref.Parent())
	case *ssa.Phi:
		return l.keeps(ref)
	case *ssa.ChangeType:
		return l.keeps(ref)
	case *ssa.IndexAddr:
		return !slices.ContainsFunc(*ref.Referrers(), func(use ssa.Instruction) bool {
			load, isLoad := use.(*ssa.UnOp)
			_, isDebug := use.(*ssa.DebugRef)
			return !isDebug && (!isLoad || load.Op != token.MUL)
		})
	case *ssa.Store:
		return ref.Val == list && l.isFollowed(ref.Addr)
	case *ssa.Call:
		return l.keepsInCall(list, ref)
	}
	return false
}

// isFollowed reports whether what is stored at an address is looked at where it is read: a field that
// is nobody else's, or a variable of the function.
func (l *filling) isFollowed(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		return l.isKeptField(a)
	case *ssa.Alloc:
		_, ok := storedIn(a)
		return ok && !slices.ContainsFunc(*a.Referrers(), func(ref ssa.Instruction) bool {
			load, isLoad := ref.(*ssa.UnOp)
			_, isClosure := ref.(*ssa.MakeClosure)
			return isClosure || isLoad && !l.keeps(load)
		})
	}
	return false
}

// keepsBehind is keeps for what a function returns.
func (l *filling) keepsBehind(fn *ssa.Function) bool {
	calls, all := l.callsOf(fn)
	return all && !slices.ContainsFunc(calls, func(c ssa.CallInstruction) bool {
		v := c.Value()
		if v == nil {
			return false // go or defer: nobody has the result
		}
		if _, isTuple := v.Type().(*types.Tuple); !isTuple {
			return !l.keeps(v)
		}
		return slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
			part, ok := ref.(*ssa.Extract)
			return ok && part.Index == 0 && !l.keeps(part)
		})
	})
}

// readers only look at the lists that they are given.
var readers = []string{
	"strings.Join", "slices.Contains", "slices.Index", containsFuncKey, indexFuncKey, "slices.Equal", "slices.Clone", "slices.Concat", "slices.Sort", "slices.Reverse", "sort.Strings",
}

func (l *filling) keepsInCall(list ssa.Value, c *ssa.Call) bool {
	if b, ok := c.Call.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "len", "cap":
			return true
		case "append":
			return c.Call.Args[0] != list || l.keeps(c)
		case "copy":
			return c.Call.Args[0] != list
		}
		return false
	}
	fn := c.Call.StaticCallee()
	if fn == nil {
		return false
	}
	if fn.Pkg == l.in.Pkg && fn.Blocks != nil && len(fn.Params) == len(c.Call.Args) {
		return !slices.ContainsFunc(fn.Params, func(p *ssa.Parameter) bool { return c.Call.Args[slices.Index(fn.Params, p)] == list && !l.keeps(p) })
	}
	if origin := fn.Origin(); origin != nil {
		fn = origin
	}
	return slices.Contains(readers, fn.String())
}
