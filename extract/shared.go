package extract

// This file finds out who may write the fields of a struct that a framework hands to the
// functions of the package by pointer.

import (
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/internal/tally"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// Shared implements assembly.Package. A field can only be written where the package says so if
// nobody else gets hold of a pointer to the struct: it is kept in variables of functions alone,
// becomes no interface and no pointer of another type, is passed to functions of the package
// only, and nothing that the package exports has its type.
func (p *program) Shared(typ string, given []string) []tally.Field {
	named := p.structOf(typ)
	if named == nil || p.offers(named) {
		return nil
	}
	s := &sharing{program: p, typ: named, given: given, writers: make(map[int]map[*ssa.Function]bool), open: make(map[int]bool)}
	for _, fn := range p.fns {
		for _, b := range fn.Blocks {
			if slices.ContainsFunc(b.Instrs, s.loses) {
				return nil
			}
			for _, in := range b.Instrs {
				if at, ok := in.(*ssa.FieldAddr); ok && s.isPointer(at.X.Type()) {
					s.field(fn, at)
				}
			}
		}
	}
	if p.mentions == nil {
		p.findMentions()
	}
	var list []tally.Field
	str := named.Underlying().(*types.Struct)
	for i := range str.NumFields() {
		basic, ok := str.Field(i).Type().Underlying().(*types.Basic)
		if !ok || s.open[i] {
			continue
		}
		f := tally.Field{Name: str.Field(i).Name(), Type: basic.Name(), Given: make(map[string][]graph.Pos)}
		if s.complete(&f, s.writers[i]) {
			list = append(list, f)
		}
	}
	return list
}

// structOf returns the struct type of the package with a name, nil if it has none.
func (p *program) structOf(typ string) *types.Named {
	for _, name := range p.ssa.Pkg.Scope().Names() {
		named, ok := p.ssa.Pkg.Scope().Lookup(name).Type().(*types.Named)
		if !ok || p.ssa.Pkg.Path()+"."+name != typ || named.TypeParams().Len() > 0 {
			continue
		}
		if _, isStruct := named.Underlying().(*types.Struct); isStruct {
			return named
		}
	}
	return nil
}

// offers reports whether other packages may get hold of a value of a type of the package.
func (p *program) offers(named *types.Named) bool {
	if p.IsCommand() {
		return false
	}
	if named.Obj().Exported() {
		return true
	}
	x := p.exposure(named)
	scope := p.ssa.Pkg.Scope()
	return slices.ContainsFunc(scope.Names(), func(name string) bool {
		o := scope.Lookup(name)
		_, isType := o.(*types.TypeName)
		return o != named.Obj() && (isType || o.Exported()) && x.reaches(o.Type())
	})
}

func (p *program) exposure(of *types.Named) *exposure {
	return &exposure{typ: p.ssa.Pkg.Path() + "." + of.Obj().Name(), pkg: p.ssa.Pkg, seen: make(map[types.Type]bool)}
}

// A sharing follows the pointers to a struct type through the package.
type sharing struct {
	*program
	typ     *types.Named
	given   []string                       // functions that may get a pointer
	writers map[int]map[*ssa.Function]bool // functions that write a field of a struct that they did not make
	open    map[int]bool                   // fields whose address goes elsewhere
}

// A mention is where a function has another one as a value, or calls it.
type mention struct {
	by    *ssa.Function
	given []graph.Pos // the calls of a framework that get the function, if it goes nowhere else
}

func (s *sharing) isPointer(t types.Type) bool {
	ptr, ok := t.Underlying().(*types.Pointer)
	return ok && types.Identical(ptr.Elem(), s.typ)
}

// leads reports whether who has a value of a type may get to the struct and write it: it is a pointer
// to the struct, or the address of a variable with one.
func (s *sharing) leads(t types.Type) bool {
	ptr, ok := t.Underlying().(*types.Pointer)
	return ok && (types.Identical(ptr.Elem(), s.typ) || s.leads(ptr.Elem()))
}

// loses reports whether after an instruction a struct may be written in ways that are not seen.
func (s *sharing) loses(in ssa.Instruction) bool {
	for _, o := range in.Operands(nil) {
		if fn, ok := (*o).(*ssa.Function); ok && fn.Origin() != nil && fn.Origin().Pkg != s.ssa && !s.isFramework(funcid.Package(funcid.Of(fn))) {
			if x := s.exposure(s.typ); slices.ContainsFunc(fn.TypeArgs(), x.reaches) {
				return true // it may hand pointers to functions that only know an interface
			}
		}
	}
	switch in := in.(type) {
	case *ssa.MakeInterface:
		return s.leads(in.X.Type())
	case *ssa.ChangeType:
		return s.leads(in.X.Type()) && !s.leads(in.Type())
	case *ssa.Convert:
		return s.leads(in.X.Type())
	case *ssa.MultiConvert:
		return s.leads(in.X.Type())
	case *ssa.Send:
		return s.leads(in.X.Type())
	case *ssa.Select:
		return slices.ContainsFunc(in.States, func(st *ssa.SelectState) bool { return st.Send != nil && s.leads(st.Send.Type()) })
	case *ssa.MapUpdate:
		return s.leads(in.Key.Type()) || s.leads(in.Value.Type())
	case *ssa.Store:
		_, local := in.Addr.(*ssa.Alloc)
		return !local && (s.leads(in.Val.Type()) || types.Identical(in.Val.Type(), s.typ))
	case ssa.CallInstruction:
		call := in.Common()
		if call.IsInvoke() || !slices.ContainsFunc(call.Args, func(v ssa.Value) bool { return s.leads(v.Type()) }) {
			return false // an interface that knows the type is of the package
		}
		if _, isBuiltin := call.Value.(*ssa.Builtin); isBuiltin {
			return true
		}
		callee := call.StaticCallee()
		if _, plain := in.(*ssa.Call); plain && callee != nil && slices.Contains(s.given, funcid.Of(callee)) {
			return false
		}
		return callee != nil && callee.Pkg != s.ssa && (callee.Origin() == nil || callee.Origin().Pkg != s.ssa)
	}
	return false
}

// field notes what a function does with the address of a field. A struct that the function has
// made itself is not shared while it is filled in.
func (s *sharing) field(fn *ssa.Function, at *ssa.FieldAddr) {
	_, own := at.X.(*ssa.Alloc)
	for _, use := range *at.Referrers() {
		switch use := use.(type) {
		case *ssa.UnOp, *ssa.DebugRef:
			continue
		case *ssa.Store:
			if use.Addr == at && use.Val != at {
				if !own {
					s.write(at.Field, fn)
				}
				continue
			}
		}
		s.open[at.Field] = true
	}
}

func (s *sharing) write(field int, fn *ssa.Function) {
	if s.writers[field] == nil {
		s.writers[field] = make(map[*ssa.Function]bool)
	}
	s.writers[field][fn] = true
}

// findMentions finds where functions of the package have others as values, or call them.
func (p *program) findMentions() {
	p.mentions, p.invoked = make(map[*ssa.Function][]mention), make(map[string]bool)
	for _, fn := range p.fns {
		if _, declared := fn.Object().(*types.Func); fn.Synthetic != "" && declared && fn != p.real(fn) {
			continue // what mentions it mentions the method
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if call, ok := in.(ssa.CallInstruction); ok && call.Common().IsInvoke() {
					p.invoked[call.Common().Method.Name()] = true
				}
				if to, ok := in.(*ssa.MakeInterface); ok {
					p.boxed = append(p.boxed, to.X.Type())
				}
				for _, o := range in.Operands(nil) {
					if callee, ok := (*o).(*ssa.Function); ok {
						p.boxed = append(p.boxed, callee.TypeArgs()...)
						callee = p.real(callee)
						p.mentions[callee] = append(p.mentions[callee], mention{fn, p.givenTo(in, *o)})
					}
				}
			}
		}
	}
}

// real returns the function that fn is the code of: of what the compiler makes of a method, the
// method.
func (p *program) real(fn *ssa.Function) *ssa.Function {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if obj, ok := fn.Object().(*types.Func); ok && funcid.Declared(fn) == nil {
		if method := p.ssa.Prog.FuncValue(obj.Origin()); method != nil {
			return method
		}
	}
	return fn
}

// givenTo returns the calls of a framework that get a value which an instruction has as an
// operand; nil if it may go anywhere else.
func (p *program) givenTo(in ssa.Instruction, v ssa.Value) (list []graph.Pos) {
	switch in := in.(type) {
	case *ssa.Call:
		callee := in.Call.StaticCallee()
		if callee == nil || in.Call.Value == v || !slices.Contains(in.Call.Args, v) {
			return nil
		}
		row := p.row(callee)
		if row == nil || row.Verb != library.VerbNew && !takesStep(row) || library.IsStandard(row.Package) || !p.stays(in, make(map[ssa.Value]bool)) {
			return nil
		}
		at := p.fset.Position(in.Call.Pos())
		return []graph.Pos{{File: at.Filename, Line: at.Line, Col: at.Column}}
	case *ssa.MakeClosure, *ssa.ChangeType:
		made := in.(ssa.Value)
		for _, use := range *made.Referrers() {
			if _, debug := use.(*ssa.DebugRef); debug {
				continue
			}
			more := p.givenTo(use, made)
			if more == nil {
				return nil
			}
			list = append(list, more...)
		}
	}
	return list
}

// takesStep reports whether a call adds a function to a graph, as a step or as what decides behind one.
func takesStep(row *library.Call) bool {
	return row.Verb == library.VerbOp && (row.Kind == "node" || row.Kind == "branch")
}

// stays reports whether a value goes nowhere but to calls that rows describe, so that what becomes
// of it is known.
func (p *program) stays(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	seen[v] = true
	return !slices.ContainsFunc(*v.Referrers(), func(in ssa.Instruction) bool {
		switch in := in.(type) {
		case *ssa.DebugRef:
			return false
		case *ssa.Phi, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.Slice:
			return !p.stays(in.(ssa.Value), seen)
		case *ssa.Store: // in a list of arguments
			at, ok := in.Addr.(*ssa.IndexAddr)
			if !ok || in.Val != v {
				return !ok
			}
			list, ok := at.X.(*ssa.Alloc)
			return !ok || !p.stays(list, seen)
		case *ssa.IndexAddr:
			return slices.ContainsFunc(*in.Referrers(), func(use ssa.Instruction) bool {
				_, fills := use.(*ssa.Store)
				return !fills
			})
		case *ssa.Call:
			return !p.passes(in, v, seen)
		}
		return true
	})
}

// passes reports whether a call keeps what it gets from going anywhere but to calls that rows
// describe.
func (p *program) passes(call *ssa.Call, v ssa.Value, seen map[ssa.Value]bool) bool {
	if b, ok := call.Call.Value.(*ssa.Builtin); ok {
		return b.Name() == "append" && p.stays(call, seen) || b.Name() == "len"
	}
	callee := call.Call.StaticCallee()
	switch {
	case callee == nil:
		return false
	case p.row(callee) != nil:
		return true
	}
	if o := callee.Origin(); o != nil {
		callee = o
	}
	if callee.Pkg != p.ssa || len(callee.Blocks) == 0 || len(callee.Params) != len(call.Call.Args) {
		return false
	}
	for i, arg := range call.Call.Args {
		if arg == v && !p.stays(callee.Params[i], seen) {
			return false
		}
	}
	return true
}

// complete adds to a field who writes it: functions that do, and all that mention one of those
// anywhere but in a call that gives it to a framework. It reports false if that is not all.
func (s *sharing) complete(f *tally.Field, direct map[*ssa.Function]bool) bool {
	all := maps.Clone(direct)
	work := slices.Collect(maps.Keys(direct))
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		if s.isEntry(fn) {
			return false
		}
		id := funcid.Of(fn)
		for _, m := range s.mentions[fn] {
			switch {
			case m.given != nil:
				f.Given[id] = append(f.Given[id], m.given...)
			case !all[m.by]:
				all[m.by] = true
				work = append(work, m.by)
			}
		}
	}
	for fn := range all {
		f.Writers = append(f.Writers, funcid.Of(fn))
	}
	slices.Sort(f.Writers)
	return true
}

// isEntry reports whether somebody may call a function who does not name it: the program starts
// with it, other packages see it, or it is a method that may be behind an interface.
func (s *sharing) isEntry(fn *ssa.Function) bool {
	switch {
	case fn.Parent() != nil:
		return false
	case fn.Object() == nil: // the initialiser of the package
		return true
	case fn.Signature.Recv() != nil && fn.Object().Exported():
		return !s.IsCommand() || s.invoked[fn.Name()] || s.isBoxed(fn.Signature.Recv().Type())
	case fn.Signature.Recv() != nil:
		return s.invoked[fn.Name()]
	}
	return fn.Name() == "main" || strings.HasPrefix(fn.Name(), "init") || fn.Object().Exported() && !s.IsCommand()
}

// isBoxed reports whether a value of the type of a receiver, or something that leads to one, becomes
// an interface or the value of a type parameter: then others may call its methods.
func (s *sharing) isBoxed(recv types.Type) bool {
	if ptr, ok := types.Unalias(recv).(*types.Pointer); ok {
		recv = ptr.Elem()
	}
	named, ok := types.Unalias(recv).(*types.Named)
	return !ok || slices.ContainsFunc(s.boxed, s.exposure(named).reaches)
}
