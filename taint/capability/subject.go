package capability

// This file finds the texts that a function may have been called for: what it was given, a field of that, or
// a value of its own, such as the name in the answer of a model that it has asked itself.

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// firstLocal is the first value of a function's own, as Subject.Param counts.
const firstLocal = -1 << 20

// maxParts is how many parts of a value are followed, such as a field of a field.
const maxParts = 16

// isLocal reports whether s is a value of the function's own.
func (s Subject) isLocal() bool { return s.Param <= firstLocal }

// within returns the path from a value to what s is, where s is that value or a part of it.
func (s Subject) within(of Subject) (path string, ok bool) {
	rest, ok := strings.CutPrefix(s.Path, of.Path)
	return rest, ok && s.Param == of.Param && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// subject returns what v is, in own packages: a part of what the function was given if that is known, else a value of
// its own. Two values of one subject are the same, as long as no other code changes what the function has a pointer to.
func (b *body) subject(v ssa.Value) Subject { return b.part(v, maxParts) }

func (b *body) part(v ssa.Value, depth int) Subject {
	if depth == 0 {
		return b.local(v)
	}
	switch w := v.(type) {
	case *ssa.Parameter:
		if n := slices.Index(b.fn.Params, w); n >= 0 {
			return Subject{Param: n}
		}
	case *ssa.FreeVar:
		if n := slices.Index(b.fn.FreeVars, w); n >= 0 {
			return Subject{Param: -1 - n}
		}
	case *ssa.ChangeType:
		return b.part(w.X, depth)
	case *ssa.Convert:
		if isText(w.X.Type()) && isText(w.Type()) {
			return b.part(w.X, depth)
		}
	case *ssa.TypeAssert:
		if !w.CommaOk {
			return b.part(w.X, depth-1)
		}
	case *ssa.Extract:
		switch from := w.Tuple.(type) {
		case *ssa.TypeAssert:
			if w.Index == 0 {
				return b.part(from.X, depth-1)
			}
		case *ssa.Lookup:
			if w.Index == 0 {
				return b.entry(v, from, depth)
			}
		}
	case *ssa.Lookup:
		return b.entry(v, w, depth)
	case *ssa.Field:
		return b.part(w.X, depth-1).part("." + fieldName(w.X.Type(), w.Field))
	case *ssa.IndexAddr: // who gets the address of an element has what is there
		if !b.setsElement(w) {
			return b.part(w.X, depth-1).part("[" + w.Index.Name() + "]")
		}
	case *ssa.UnOp:
		if w.Op == token.MUL {
			return b.content(w, depth-1)
		}
	}
	return b.local(v)
}

func (s Subject) part(path string) Subject { return Subject{s.Param, s.Path + path} }

// local returns a value of the function's own.
func (b *body) local(v ssa.Value) Subject {
	n, known := b.locals[v]
	if !known {
		n = len(b.locals)
		b.locals[v] = n
	}
	return Subject{Param: firstLocal - n}
}

// entry returns what a map has for a constant key, where the function puts nothing into maps of its type.
func (b *body) entry(v ssa.Value, l *ssa.Lookup, depth int) Subject {
	key, isConst := l.Index.(*ssa.Const)
	if !isConst || key.Value == nil || key.Value.Kind() != constant.String {
		return b.local(v)
	}
	if b.sets()[l.X.Type().String()] {
		return b.local(v)
	}
	return b.part(l.X, depth-1).part(fmt.Sprintf("[%q]", constant.StringVal(key.Value)))
}

// content returns what is read at an address.
func (b *body) content(load *ssa.UnOp, depth int) Subject {
	path, addr, set := "", load.X, false
	for {
		at, ok := addr.(*ssa.FieldAddr)
		if !ok {
			break
		}
		path, addr, set = "."+fieldName(at.X.Type(), at.Field)+path, at.X, set || b.setsField(at)
	}
	if alloc, ok := addr.(*ssa.Alloc); ok {
		return b.variable(load, alloc, path, depth)
	}
	if set {
		return b.local(load)
	}
	switch at := addr.(type) {
	case *ssa.FreeVar:
		if isOnlyRead(at) {
			return Subject{-1 - slices.Index(b.fn.FreeVars, at), path}
		}
	case *ssa.IndexAddr:
		if !b.setsElement(at) {
			return b.part(at, depth).part(path)
		}
	case *ssa.Global:
	default:
		if path != "" {
			return b.part(addr, depth).part(path)
		}
	}
	return b.local(load)
}

// setsField reports whether the function stores to the field of some struct of a type, also of its own variables.
func (b *body) setsField(field *ssa.FieldAddr) bool { return b.sets()[fieldKey(field)] }

// setsElement reports whether the function stores to elements of lists of a type.
func (b *body) setsElement(elem *ssa.IndexAddr) bool { return b.sets()[elem.X.Type().String()] }

// sets returns the types of lists whose elements the function sets, the fields that it sets, and the types of maps into which it puts
// something.
func (b *body) sets() map[string]bool {
	if b.stores != nil {
		return b.stores
	}
	b.stores = make(map[string]bool)
	for _, block := range b.fn.Blocks {
		for _, instr := range block.Instrs {
			switch instr := instr.(type) {
			case *ssa.MapUpdate:
				b.stores[instr.Map.Type().String()] = true
			case *ssa.Store:
				switch at := instr.Addr.(type) {
				case *ssa.FieldAddr:
					b.stores[fieldKey(at)] = true
				case *ssa.IndexAddr:
					b.stores[at.X.Type().String()] = true
				}
			}
		}
	}
	return b.stores
}

func fieldKey(at *ssa.FieldAddr) string {
	return at.X.Type().String() + "." + fieldName(at.X.Type(), at.Field)
}

// variable returns what is read of a variable of the function: what it was set to, if it is set once, or the part of it
// that was there since all that writes to it has run.
//
//	var call struct{ Tool, Path string }
//	json.Unmarshal(answer, &call)
//	if call.Tool == "read" { … } else if call.Tool == "remove" { … }
func (b *body) variable(load *ssa.UnOp, alloc *ssa.Alloc, path string, depth int) Subject {
	w := &writing{b: b, whole: alloc}
	known := w.all(alloc, "", path) && len(w.list) > 0
	if !known || slices.ContainsFunc(w.list, func(instr ssa.Instruction) bool { return !precedes(instr, load) }) {
		return b.local(load)
	}
	if s, isStore := w.list[0].(*ssa.Store); isStore && len(w.list) == 1 && s.Addr == alloc {
		return b.part(s.Val, depth).part(path)
	}
	return b.local(alloc).part(path)
}

// A writing is the instructions of a function that may write to a part of a variable.
type writing struct {
	b     *body
	whole *ssa.Alloc
	list  []ssa.Instruction
}

// all finds what may write at an address, which is that of the part at of the variable, and matters to the part want. It is false
// if others may, too.
func (w *writing) all(addr ssa.Value, at, want string) bool {
	for _, ref := range *addr.Referrers() {
		ok := true
		switch ref := ref.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.Store:
			ok = ref.Addr == addr
			w.list = append(w.list, ref)
		case *ssa.FieldAddr:
			part := at + "." + fieldName(ref.X.Type(), ref.Field)
			if overlap(part, want) {
				ok = w.all(ref, part, want)
			}
		case *ssa.IndexAddr:
			ok = w.all(ref, at, want)
		case *ssa.MakeInterface:
			ok = w.all(ref, at, want)
		case *ssa.MakeClosure:
			ok = !writesTo(ref, addr)
		case *ssa.Call: // a method of a library's may read what it is called for
			if fn := ref.Call.StaticCallee(); !isRequest(w.whole.Type()) || fn == nil || fn.Pkg == w.b.Pkg {
				w.list = append(w.list, ref)
			}
		default:
			ok = false
		}
		if !ok {
			return false
		}
	}
	return true
}

// overlap reports whether one of two parts of a value is a part of the other.
func overlap(a, b string) bool {
	_, inB := Subject{Path: b}.within(Subject{Path: a})
	_, inA := Subject{Path: a}.within(Subject{Path: b})
	return inA || inB
}

// names returns which arguments are texts that may be the name of a tool, or have one: what the function was given,
// other than its own receiver, and values of its own that it compares.
func (b *body) names(list []ssa.Value) (out []Arg) {
	for i, v := range list {
		if !b.Own || !isText(v.Type()) && !hasText(v.Type(), maxHeld) {
			continue
		}
		s := b.subject(v)
		isReceiver := s == Subject{} && b.fn.Signature.Recv() != nil
		switch {
		case isReceiver, s.isLocal() && !slices.ContainsFunc(b.f.Compared, func(c Comparison) bool { _, is := c.On.within(s); return is }):
		case s.Path == "" && !s.isLocal() && isText(v.Type()):
			out = append(out, Arg{Index: i, Param: &s.Param})
		default:
			out = append(out, Arg{Index: i, Is: &s})
		}
	}
	return out
}

// maxHeld is how deep in a struct a text is looked for.
const maxHeld = 2

// hasText reports whether a type is that of a struct with a text in it, a list of such, or a map by texts, or of what points to one.
func hasText(t types.Type, depth int) bool {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	switch u := t.Underlying().(type) {
	case *types.Map:
		return isText(u.Key())
	case *types.Slice:
		return depth > 0 && hasText(u.Elem(), depth-1)
	case *types.Struct:
		for field := range u.Fields() {
			if isText(field.Type()) || depth > 0 && hasText(field.Type(), depth-1) {
				return true
			}
		}
	}
	return false
}

// fieldName returns the name of a field of a struct, or of what points to one.
func fieldName(t types.Type, field int) string {
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t = ptr.Elem()
	}
	return t.Underlying().(*types.Struct).Field(field).Name()
}

func isText(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Kind() == types.String
}

// isOnlyRead reports whether a literal only reads a variable that it captures.
func isOnlyRead(free *ssa.FreeVar) bool {
	return !slices.ContainsFunc(*free.Referrers(), func(ref ssa.Instruction) bool { return writesBy(ref) })
}

// writesTo reports whether a literal may write to a variable that it captures.
func writesTo(made *ssa.MakeClosure, v ssa.Value) bool {
	fn := made.Fn.(*ssa.Function)
	for i, bound := range made.Bindings {
		if bound == v && i < len(fn.FreeVars) && slices.ContainsFunc(*fn.FreeVars[i].Referrers(), writesBy) {
			return true
		}
	}
	return false
}

// writesBy reports whether an instruction may write to the variable whose address it has.
func writesBy(ref ssa.Instruction) bool {
	switch ref := ref.(type) {
	case *ssa.UnOp, *ssa.DebugRef:
		return false
	case *ssa.FieldAddr:
		return slices.ContainsFunc(*ref.Referrers(), writesBy)
	}
	return true
}
