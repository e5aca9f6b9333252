package ssaflow

// This file finds which texts a value may be, with marks for what callers give.

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/internal/funcid"
)

// Limits on how far a text is looked for.
const (
	maxLooked   = 1000 // values
	maxElements = 64   // of a list
)

// texts returns what the string v may be.
func (f *frame) texts(v ssa.Value) []string {
	if f.looked++; f.looked > maxLooked {
		return anyText
	}
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.String {
			return only(strings.ReplaceAll(constant.StringVal(v.Value), "\x00", ""))
		}
	case *ssa.Parameter:
		if n := f.paramIndex(v); n >= 0 {
			return only(marked(markText, n))
		}
	case *ssa.Phi:
		return f.either(v.Edges)
	case *ssa.ChangeType:
		return f.texts(v.X)
	case *ssa.Convert:
		return f.texts(v.X)
	case *ssa.MakeInterface:
		return f.texts(v.X)
	case *ssa.BinOp:
		if v.Op == token.ADD {
			return joined(f.texts(v.X), f.texts(v.Y))
		}
	case *ssa.Extract:
		if v.Index == 0 {
			return f.texts(v.Tuple)
		}
	case *ssa.UnOp:
		if texts, known := f.inPart(v, "", markText); known {
			return texts
		}
		if v.Op == token.MUL {
			return f.stored(v.X)
		}
	case *ssa.Field:
		if texts, known := f.inPart(v, "", markText); known {
			return texts
		}
		return f.inField(v)
	case *ssa.FreeVar:
		if b := binding(v); b != nil {
			return elsewhere(f.texts(b))
		}
	case *ssa.Call:
		return f.returnedBy(v)
	}
	return anyText
}

// paramIndex returns which parameter of the function of f a value is, -1 for none.
func (f *frame) paramIndex(v *ssa.Parameter) int {
	if f.fn == nil {
		return -1
	}
	return slices.Index(f.fn.Params, v)
}

// either returns what any of values may be.
func (f *frame) either(values []ssa.Value) (out []string) {
	for _, v := range values {
		for _, t := range f.texts(v) {
			if !slices.Contains(out, t) {
				out = append(out, t)
			}
		}
	}
	if len(out) > maxTexts {
		return anyText
	}
	return out
}

// stored returns what a variable or a field at an address may be: what anybody has stored
// there, if the package shows all of it.
func (f *frame) stored(addr ssa.Value) []string {
	switch a := addr.(type) {
	case *ssa.Alloc:
		values, ok := storedIn(a)
		if !ok || f.reading[a] { // made of what it was, as in dir = filepath.Clean(dir)
			return anyText
		}
		if f.reading == nil {
			f.reading = make(map[*ssa.Alloc]bool)
		}
		f.reading[a] = true
		defer delete(f.reading, a)
		return f.either(values)
	case *ssa.Global:
		if v := f.initial(a); v != nil {
			return elsewhere(f.texts(v))
		}
	case *ssa.FreeVar:
		if b := binding(a); b != nil {
			return elsewhere(f.stored(b))
		}
	case *ssa.FieldAddr:
		return f.inField(a)
	case *ssa.IndexAddr:
		if isNumberOf(a.Index, 0) && hasTexts(a.X) {
			if first := f.firstOf(a.X); !slices.Equal(first, anyText) {
				return first
			}
		}
		if isList(a.X) {
			return f.inList(a.X)
		}
	}
	return anyText
}

// inField returns what a field, of a struct or at an address, may hold.
func (f *frame) inField(field ssa.Value) []string {
	if values := f.fieldValues(field); len(values) > 0 {
		return elsewhere(f.either(values))
	}
	return anyText
}

// elsewhere returns texts of another function, whose parameters are not those of this one.
func elsewhere(texts []string) (out []string) {
	for _, t := range texts {
		out = append(out, expand(t, func(byte, spot) []string { return anyText })...)
	}
	return out
}

// binding returns what a closure has captured, nil if it is made in several places.
func binding(v *ssa.FreeVar) ssa.Value {
	fn := v.Parent()
	n := slices.Index(fn.FreeVars, v)
	if fn.Parent() == nil || n < 0 {
		return nil
	}
	var made *ssa.MakeClosure
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			if m, ok := instr.(*ssa.MakeClosure); ok && m.Fn == ssa.Value(fn) {
				if made != nil {
					return nil
				}
				made = m
			}
		}
	}
	if made == nil {
		return nil
	}
	return made.Bindings[n]
}

// storedIn returns what is stored in a local variable, if nothing but its function and the
// closures of it, which only read it, have it.
func storedIn(a *ssa.Alloc) (values []ssa.Value, ok bool) {
	for _, ref := range *a.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr != ssa.Value(a) {
				return nil, false
			}
			values = append(values, ref.Val)
		case *ssa.UnOp, *ssa.DebugRef:
		case *ssa.MakeClosure:
			if !readsOnly(ref, a) {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return values, len(values) > 0
}

// readsOnly reports whether a closure does nothing with a variable that it captures but read
// it.
func readsOnly(m *ssa.MakeClosure, a ssa.Value) bool {
	fn := m.Fn.(*ssa.Function)
	free := fn.FreeVars[slices.Index(m.Bindings, a)]
	return !slices.ContainsFunc(*free.Referrers(), func(ref ssa.Instruction) bool {
		load, ok := ref.(*ssa.UnOp)
		return !ok || load.Op != token.MUL
	})
}

// fieldValues returns what the package stores in a field that nobody else can set, nil if
// that is not known: the field is not exported, and nothing but loads and stores has its
// address.
func (p *program) fieldValues(field ssa.Value) []ssa.Value {
	v := p.ownField(field)
	if v == nil {
		return nil
	}
	if p.fieldStores == nil {
		p.fieldStores, p.fieldLoads = make(map[*types.Var][]ssa.Value), make(map[*types.Var][]ssa.Value)
		escaped := make(map[*types.Var]bool)
		for _, fn := range declared(p.in.Pkg) {
			if fn.Parent() == nil {
				p.readFieldStores(fn, escaped)
			}
		}
		for v := range escaped {
			delete(p.fieldStores, v)
		}
	}
	return p.fieldStores[v]
}

// ownField returns the field that a value is, or that it is the address of, if it is one of
// the package that is not exported.
func (p *program) ownField(v ssa.Value) *types.Var {
	t, index := structOf(v)
	if t == nil || p.in.Pkg == nil {
		return nil
	}
	s, ok := under(t).(*types.Struct)
	if !ok || s.Field(index).Exported() || s.Field(index).Pkg() != p.in.Pkg.Pkg {
		return nil
	}
	return s.Field(index).Origin()
}

// readFieldStores notes what a function and its closures store in fields, what they read from there,
// and which fields more is done with.
func (p *program) readFieldStores(fn *ssa.Function, escaped map[*types.Var]bool) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if part, ok := instr.(*ssa.Field); ok {
				if v := p.ownField(part); v != nil {
					p.fieldLoads[v] = append(p.fieldLoads[v], part)
				}
			}
			if turned, ok := instr.(*ssa.ChangeType); ok {
				p.escapeFields(turned, escaped)
			}
			a, ok := instr.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			v := p.ownField(a)
			for _, ref := range *a.Referrers() {
				switch ref := ref.(type) {
				case *ssa.Store:
					if ref.Addr == ssa.Value(a) {
						p.fieldStores[v] = append(p.fieldStores[v], ref.Val)
					} else {
						escaped[v] = true
					}
				case *ssa.UnOp:
					p.fieldLoads[v] = append(p.fieldLoads[v], ref)
				case *ssa.DebugRef:
				default:
					escaped[v] = true
				}
			}
		}
	}
	for _, anon := range fn.AnonFuncs {
		p.readFieldStores(anon, escaped)
	}
}

// escapeFields notes the fields of a struct that becomes one of another type, where they have other
// fields: what is stored in those is not seen.
func (p *program) escapeFields(turned *ssa.ChangeType, escaped map[*types.Var]bool) {
	for _, t := range []types.Type{turned.X.Type(), turned.Type()} {
		if ptr, ok := under(t).(*types.Pointer); ok {
			t = ptr.Elem()
		}
		s, ok := under(t).(*types.Struct)
		if !ok {
			continue
		}
		for field := range s.Fields() {
			escaped[field.Origin()] = true
		}
	}
}

// sameName are functions that return what they are given, or where it is, in some way of
// writing.
var sameName = []string{
	"os/exec.LookPath", "path/filepath.Clean", "path.Clean", "strings.TrimSpace", "strings.ToLower", "strings.ToUpper", "strings.Clone",
}

// returnedBy returns what a call may return: what it is given, or what the package's own
// function returns.
func (f *frame) returnedBy(v *ssa.Call) []string {
	fn := v.Call.StaticCallee()
	if fn == nil {
		if fn = f.literalIn(v.Call.Value); fn == nil {
			return anyText
		}
	} else if funcid.Declared(fn) == nil && fn.Parent() == nil {
		return anyText
	}
	switch name := fn.String(); {
	case slices.Contains(sameName, name):
		return f.texts(v.Call.Args[0])
	case name == sprintfKey && len(v.Call.Args) == 2:
		return f.formatted(v.Call.Args)
	}
	if fn.Pkg != f.in.Pkg {
		return anyText
	}
	var values []ssa.Value
	for _, b := range fn.Blocks {
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok && len(r.Results) > 0 {
			values = append(values, r.Results[0])
		}
	}
	if len(values) == 0 {
		return anyText
	}
	callee := &frame{program: f.program, fn: fn, looked: f.looked}
	returned := callee.either(values)
	f.looked = callee.looked // what arguments stand for adds to it
	var out []string
	for _, t := range returned {
		out = append(out, expand(t, func(kind byte, at spot) []string {
			n, way := at.param()
			if n >= len(v.Call.Args) {
				return anyText
			}
			return f.textsAt(v.Call.Args[n], way, kind, v)
		})...)
	}
	if len(out) > maxTexts {
		return anyText
	}
	return out
}

// literalIn returns the function literal that a variable of the package has and keeps, or that is run once
// for what the variable has:
//
//	var git = sync.OnceValue(func() string { … })
func (f *frame) literalIn(v ssa.Value) *ssa.Function {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	g, ok := load.X.(*ssa.Global)
	if !ok {
		return nil
	}
	made := f.initial(g)
	if call, ok := made.(*ssa.Call); ok {
		once := call.Call.StaticCallee()
		if once == nil || once.Origin() == nil || !slices.Contains(onceOf, once.Origin().String()) {
			return nil
		}
		made = call.Call.Args[0]
	}
	fn, _ := made.(*ssa.Function)
	return fn
}

// onceOf are functions that return one which returns what another one returned when it ran for the first time.
var onceOf = []string{"sync.OnceValue", "sync.OnceValues"}

// formatted returns what fmt.Sprintf makes of constants, and of texts in verbs that show them
// as they are.
func (f *frame) formatted(args []ssa.Value) []string {
	format, known := constantText(args[0])
	values, listed := variadic(args[1])
	if !known || !listed {
		return anyText
	}
	out := only("")
	for n := 0; ; n++ {
		before, rest, found := strings.Cut(format, "%")
		out = joined(out, only(before))
		if !found {
			return out
		}
		if n >= len(values) || rest == "" || rest[0] != 's' && rest[0] != 'v' {
			return joined(out, anyText)
		}
		format = rest[1:]
		out = joined(out, f.texts(values[n]))
	}
}
