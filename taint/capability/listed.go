package capability

// This file finds what stands in tables that a package fills once and then only reads: maps, lists and structs of texts.

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
)

// maxListed is how many values a table is taken to have, maxVisited how many are looked at to find them.
const maxListed, maxVisited = 64, 512

// listed returns the texts, or what makes them, that a part of v may be: an entry of a table, a field of one, or what functions of the
// package return. Rest: it may be another one, as where something else may write to the table. An entry that is missing is no text.
//
//	var queries = map[string]string{"open": "SELECT …", "closed": "SELECT …"}
//	db.Query(queries[name])
//	send(endpoints["close"].method)
func (o *origins) listed(v ssa.Value, path ...step) (found []ssa.Value, rest bool) {
	l := &listing{origins: o, within: make(map[ssa.Value]bool)}
	l.value(v, path)
	return l.found, l.rest || len(l.found) == 0
}

// A step leads from a value to a part of it.
type step struct {
	field int        // of a struct, counting from 1; 0 for an element
	key   *ssa.Const // of the element; nil for any
}

func elementAt(key ssa.Value) step {
	c, _ := key.(*ssa.Const)
	return step{key: c}
}

// isOther reports whether two constants are known to differ.
func isOther(a, b *ssa.Const) bool {
	return a != nil && b != nil && a.Value != nil && b.Value != nil && a.Value.Kind() == b.Value.Kind() && !constant.Compare(a.Value, token.EQL, b.Value)
}

// A listing looks for the parts of one value.
type listing struct {
	*origins
	found   []ssa.Value
	rest    bool
	visited int
	within  map[ssa.Value]bool // on the way here: what is made of itself is no table
}

func (l *listing) other() { l.rest = true }

// enter reports whether a value is to be looked at, and until when it is on the way.
func (l *listing) enter(v ssa.Value) (leave func(), ok bool) {
	l.visited++
	if l.within[v] || l.visited > maxVisited || len(l.found) > maxListed {
		l.other()
		return nil, false
	}
	l.within[v] = true
	return func() { delete(l.within, v) }, true
}

// value looks at the part of a value to which a path leads.
func (l *listing) value(v ssa.Value, path []step) {
	leave, ok := l.enter(v)
	if !ok {
		return
	}
	defer leave()
	into := func(s step) []step { return append([]step{s}, path...) }
	switch v := v.(type) {
	case *ssa.Const: // below it, there is nothing
		if len(path) == 0 {
			l.found = append(l.found, v)
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			l.value(e, path)
		}
	case *ssa.ChangeType:
		l.value(v.X, path)
	case *ssa.FreeVar:
		if b := l.binding(v); b != nil {
			l.value(b, path)
		} else {
			l.other()
		}
	case *ssa.Field:
		l.value(v.X, into(step{field: 1 + v.Field}))
	case *ssa.Index:
		l.value(v.X, into(elementAt(v.Index)))
	case *ssa.Lookup:
		l.value(v.X, into(elementAt(v.Index)))
	case *ssa.Extract:
		l.extract(v, path)
	case *ssa.Slice:
		l.slice(v, path)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			l.at(v.X, path)
		} else {
			l.other()
		}
	case *ssa.MakeMap:
		l.entries(v, path)
	case *ssa.Call:
		l.call(v, 0, path)
	default:
		l.leaf(v, path)
	}
}

// leaf notes a value that is made of others, if all of it is meant.
func (l *listing) leaf(v ssa.Value, path []step) {
	if len(path) > 0 || !isText(v.Type()) {
		l.other()
		return
	}
	l.found = append(l.found, v)
}

func (l *listing) extract(v *ssa.Extract, path []step) {
	switch from := v.Tuple.(type) {
	case *ssa.Lookup:
		if v.Index == 0 {
			l.value(from.X, append([]step{elementAt(from.Index)}, path...))
			return
		}
	case *ssa.Next:
		if r, ok := from.Iter.(*ssa.Range); ok && !from.IsString && v.Index == 2 {
			l.value(r.X, append([]step{{}}, path...))
			return
		}
	case *ssa.Call:
		l.call(from, v.Index, path)
		return
	}
	l.other()
}

// slice looks at a list that is a part of another one, or of an array.
func (l *listing) slice(v *ssa.Slice, path []step) {
	if len(path) == 0 || !isList(v.Type()) {
		l.leaf(v, path)
		return
	}
	if v.Low != nil {
		path = append([]step{{}}, path[1:]...)
	}
	if _, isPointer := v.X.Type().Underlying().(*types.Pointer); isPointer {
		l.at(v.X, path)
	} else {
		l.value(v.X, path)
	}
}

func isList(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}

// call looks at what a function of the package returns.
func (l *listing) call(c *ssa.Call, index int, path []step) {
	fn := c.Call.StaticCallee()
	if fn == nil || fn.Pkg == nil || fn.Pkg != c.Parent().Pkg || len(fn.Blocks) == 0 {
		l.leaf(c, path)
		return
	}
	for _, ret := range returns(fn) {
		if index < len(ret.Results) {
			l.value(ret.Results[index], path)
		}
	}
}

// at looks at what is kept at an address.
func (l *listing) at(addr ssa.Value, path []step) {
	switch addr := addr.(type) {
	case *ssa.Alloc, *ssa.Global:
		l.kept(addr, path)
	case *ssa.FieldAddr:
		l.at(addr.X, append([]step{{field: 1 + addr.Field}}, path...))
	case *ssa.IndexAddr:
		path = append([]step{elementAt(addr.Index)}, path...)
		if isList(addr.X.Type()) {
			l.value(addr.X, path)
		} else {
			l.at(addr.X, path)
		}
	default:
		l.other()
	}
}

// kept looks at all that is stored in a variable, which nothing but these stores may write to.
func (l *listing) kept(variable ssa.Value, path []step) {
	leave, ok := l.enter(variable)
	if !ok {
		return
	}
	defer leave()
	if g, isGlobal := variable.(*ssa.Global); isGlobal && (g.Object() == nil || g.Object().Exported() || len(l.uses[g]) == 0) {
		l.other()
		return
	}
	l.stored(variable, path)
}

// usesOfAddr returns the instructions that use an address.
func (o *origins) usesOfAddr(addr ssa.Value) []ssa.Instruction {
	if g, ok := addr.(*ssa.Global); ok {
		return o.uses[g]
	}
	return *addr.Referrers()
}

// stored is kept for the address of a variable, or of a part of it.
func (l *listing) stored(addr ssa.Value, path []step) {
	for _, use := range l.usesOfAddr(addr) {
		switch use := use.(type) {
		case *ssa.DebugRef:
		case *ssa.Store:
			if use.Addr != addr || use.Val == addr {
				l.other()
				return
			}
			l.value(use.Val, path)
		case *ssa.FieldAddr:
			if len(path) == 0 || path[0].field == 1+use.Field {
				l.stored(use, path[min(1, len(path)):])
			}
		case *ssa.IndexAddr:
			if use.X != addr || len(path) == 0 {
				l.other()
				return
			}
			if !isOther(elementAt(use.Index).key, path[0].key) {
				l.stored(use, path[1:])
			}
		case *ssa.UnOp:
			if !isPlain(use.Type(), maxParts) && !l.isRead(use, make(map[ssa.Value]bool)) {
				l.other()
				return
			}
		case *ssa.Slice:
			if !l.isRead(use, make(map[ssa.Value]bool)) {
				l.other()
				return
			}
		default:
			l.other()
			return
		}
	}
}

// isPlain reports whether a value has no part that others have, too, when it is copied.
func isPlain(t types.Type, depth int) bool {
	switch t := t.Underlying().(type) {
	case *types.Basic, *types.Signature, *types.Interface, *types.Chan:
		return true
	case *types.Array:
		return depth > 0 && isPlain(t.Elem(), depth-1)
	case *types.Struct:
		for f := range t.Fields() {
			if depth == 0 || !isPlain(f.Type(), depth-1) {
				return false
			}
		}
		return true
	}
	return false
}

// entries looks at what is put into a map.
func (l *listing) entries(m *ssa.MakeMap, path []step) {
	if len(path) == 0 || path[0].field != 0 || !l.isRead(m, make(map[ssa.Value]bool)) {
		l.other()
		return
	}
	for _, ref := range *m.Referrers() {
		if u, ok := ref.(*ssa.MapUpdate); ok && !isOther(elementAt(u.Key).key, path[0].key) {
			l.value(u.Value, path[1:])
		}
	}
}

// isRead reports whether a map or a list is only read where v has it: of a map that is made there, what is put into it does not count.
func (l *listing) isRead(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	if v.Referrers() == nil {
		return false
	}
	return !slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool { return !l.reads(v, ref, seen) })
}

// reads reports whether an instruction only reads of a map or a list, or hands it to what does.
func (l *listing) reads(v ssa.Value, instr ssa.Instruction, seen map[ssa.Value]bool) bool {
	switch instr := instr.(type) {
	case *ssa.DebugRef, *ssa.BinOp:
		return true
	case *ssa.Lookup, *ssa.Range:
		m, isMap := v.Type().Underlying().(*types.Map)
		return isMap && isPlain(m.Elem(), maxParts)
	case *ssa.MapUpdate:
		_, made := v.(*ssa.MakeMap)
		return made && instr.Map == v
	case *ssa.IndexAddr:
		return l.isLoaded(instr)
	case *ssa.Phi:
		return l.isRead(instr, seen)
	case *ssa.Slice:
		return l.isRead(instr, seen)
	case *ssa.Store:
		return instr.Val == v && instr.Addr != v && l.isKept(instr.Addr, seen)
	case ssa.CallInstruction:
		return l.isReader(instr.Common(), v, seen)
	}
	return false
}

// isLoaded reports whether nothing is written to an address, or below it.
func (l *listing) isLoaded(addr ssa.Value) bool {
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.DebugRef:
		case *ssa.UnOp:
			if !isPlain(ref.Type(), maxParts) {
				return false
			}
		case *ssa.FieldAddr:
			if !l.isLoaded(ref) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isKept reports whether what is stored in a variable is only read there.
func (l *listing) isKept(addr ssa.Value, seen map[ssa.Value]bool) bool {
	switch a := addr.(type) {
	case *ssa.Global:
		if a.Object() == nil || a.Object().Exported() {
			return false
		}
	case *ssa.Alloc:
	default: // a table of tables
		return false
	}
	for _, use := range l.usesOfAddr(addr) {
		switch use := use.(type) {
		case *ssa.DebugRef, *ssa.Store:
		case *ssa.UnOp:
			if !l.isRead(use, seen) {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// isReader reports whether a call only reads of what it is given.
func (l *listing) isReader(c *ssa.CallCommon, v ssa.Value, seen map[ssa.Value]bool) bool {
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() == "len" || b.Name() == "cap"
	}
	fn := c.StaticCallee()
	switch {
	case fn == nil || c.IsInvoke():
		return false
	case library.IsStandard(funcid.Package(funcid.Of(declared(fn)))):
		return slices.Contains(reading, funcid.Key(funcid.Source(funcid.Of(declared(fn)))))
	case len(fn.Blocks) == 0 || len(fn.Params) != len(c.Args):
		return false
	}
	for i, arg := range c.Args {
		if arg == v && !l.isRead(fn.Params[i], seen) {
			return false
		}
	}
	return true
}

// reading are functions that only read of lists and maps.
var reading = []string{
	"slices.Contains", "slices.ContainsFunc", "slices.Index", "slices.IndexFunc", "slices.Sorted", "slices.Values", "slices.All", "slices.Clone",
	"slices.BinarySearch", "maps.Keys", "maps.Values", "maps.All", "maps.Clone", "strings.Join",
}
