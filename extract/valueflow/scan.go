package valueflow

// This file goes through a package.

import (
	"cmp"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/extract/protocol"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/trial"
)

// An Input is a package to scan.
type Input struct {
	Fset  *token.FileSet
	Pkg   *ssa.Package
	Funcs []*ssa.Function // all that have a body, closures included
	Table *library.Table
	Parts *protocol.Parts // the types of tool protocols that the package may use
	// Own reports whether a package belongs to the module: what its functions do, its own
	// graph says.
	Own func(path string) bool
}

// Scan returns what a package does with values. It takes time linear in the code of the
// package, but for nested loops.
func Scan(in *Input) *Graph {
	s := &scanner{
		// The first place has nothing: terms of what has no place have it.
		Input: in, g: &Graph{Package: in.Pkg.Pkg.Path(), Main: in.Pkg.Pkg.Name() == "main", Imports: imports(in.Pkg.Pkg), Names: []string{""}},
		named: make(map[string]Place), ifaces: make(map[string]bool),
		carried: make(map[types.Type]bool), known: make(map[string]bool),
	}
	s.roles()
	s.offers()
	s.byHand = slices.ContainsFunc(in.Funcs, asksByHand)
	funcs := slices.Clone(in.Funcs)
	if init := in.Pkg.Func("init"); init != nil { // and the closures in package-level variables
		for _, fn := range closures(init) {
			if !slices.Contains(funcs, fn) {
				funcs = append(funcs, fn)
			}
		}
	}
	s.trials = trial.New(in.Pkg, funcs)
	for _, fn := range funcs {
		if fn.Blocks != nil {
			s.function(fn)
		}
	}
	s.types()
	s.asked()
	slices.SortFunc(s.g.Ifaces, func(a, b Iface) int { return cmp.Compare(a.Name, b.Name) })
	return s.g
}

// closures returns a function and those that stand in it.
func closures(fn *ssa.Function) []*ssa.Function {
	out := []*ssa.Function{fn}
	for _, inner := range fn.AnonFuncs {
		out = append(out, closures(inner)...)
	}
	return out
}

// imports returns the paths of what a package imports, sorted.
func imports(pkg *types.Package) (paths []string) {
	for _, p := range pkg.Imports() {
		paths = append(paths, p.Path())
	}
	slices.Sort(paths)
	return paths
}

type scanner struct {
	*Input
	g       *Graph
	named   map[string]Place
	ifaces  map[string]bool
	answers map[*types.Struct]bool // types of calls of tools
	offered map[*types.Struct]bool // types by which a model is told of tools
	replies map[*types.Struct]bool // types of answers in words
	byHand  bool                   // some function makes a map that asks a model: see asksByHand
	carried map[types.Type]bool
	known   map[string]bool // types whose tags are noted
	trials  *trial.Runner
}

// place returns the place of a name.
func (s *scanner) place(name string) Place {
	p, ok := s.named[name]
	if !ok {
		p = s.local()
		s.g.Names[p], s.named[name] = name, p
	}
	return p
}

// local returns a new place inside a function.
func (s *scanner) local() Place {
	s.g.Names = append(s.g.Names, "")
	return Place(len(s.g.Names) - 1)
}

func (s *scanner) pos(pos token.Pos) graph.Pos {
	if !pos.IsValid() {
		return graph.Pos{}
	}
	at := s.Fset.Position(pos)
	return graph.Pos{File: filepath.Clean(at.Filename), Line: at.Line, Col: at.Column}
}

// types records the methods of the types that the package declares.
func (s *scanner) types() {
	scope := s.Pkg.Pkg.Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || obj.IsAlias() {
			continue
		}
		named, ok := obj.Type().(*types.Named)
		if !ok {
			continue
		}
		s.structs(named)
		if !types.IsInterface(named) {
			if t := (Type{typeName(named), methods(named)}); len(t.Methods) > 0 {
				s.g.Types = append(s.g.Types, t)
			}
		}
	}
}

// methods returns the methods that a type or a pointer to it has.
func methods(named *types.Named) (out []Method) {
	set := types.NewMethodSet(types.NewPointer(named))
	for sel := range set.Methods() {
		m := method(sel.Obj().(*types.Func))
		if m.Func == "" {
			m.Of = embedded(named, sel.Index())
		}
		out = append(out, m)
	}
	return out
}

// embedded returns the name of the last embedded field on the way from a type to a method, "" if it has the method itself.
func embedded(t types.Type, index []int) (name string) {
	for _, i := range index[:len(index)-1] {
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		fields, ok := t.Underlying().(*types.Struct)
		if !ok {
			return ""
		}
		name, t = FieldOf(t, i), fields.Field(i).Type()
	}
	return name
}

func method(fn *types.Func) Method {
	m := Method{Name: fn.Name(), Signature: signature(fn)}
	if recv := fn.Signature().Recv(); recv != nil && !types.IsInterface(recv.Type()) {
		m.Func = funcid.OfObject(fn)
	}
	return m
}

// iface records an interface whose methods are called.
func (s *scanner) iface(t types.Type) string {
	name := typeName(t)
	if s.ifaces[name] {
		return name
	}
	s.ifaces[name] = true
	list := Iface{Name: name}
	if i, ok := t.Underlying().(*types.Interface); ok {
		for fn := range i.Methods() {
			list.Methods = append(list.Methods, Method{Name: fn.Name(), Signature: signature(fn)})
		}
	}
	s.g.Ifaces = append(s.g.Ifaces, list)
	return name
}

// signature returns the parameters and results of a method without their names.
func signature(fn *types.Func) string {
	sig := fn.Signature()
	plain := func(t *types.Tuple) *types.Tuple {
		var vars []*types.Var
		for v := range t.Variables() {
			vars = append(vars, types.NewVar(token.NoPos, nil, "", v.Type()))
		}
		return types.NewTuple(vars...)
	}
	return types.TypeString(types.NewSignatureType(nil, nil, nil, plain(sig.Params()), plain(sig.Results()), sig.Variadic()), qualified)
}

func qualified(p *types.Package) string { return p.Path() }

// typeName returns the name of a type, or of what it points to. Instances of a generic
// type share that of their origin.
func typeName(t types.Type) string {
	if p, ok := t.Underlying().(*types.Pointer); ok && !isNamed(t) {
		return typeName(p.Elem())
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		obj := n.Origin().Obj()
		if obj.Pkg() == nil {
			return obj.Name()
		}
		if obj.Parent() != nil && obj.Parent() != obj.Pkg().Scope() { // declared in a function
			return obj.Pkg().Path() + "." + obj.Name() + "@" + strconv.Itoa(int(obj.Pos()))
		}
		return obj.Pkg().Path() + "." + obj.Name()
	}
	return types.TypeString(t, qualified)
}

func isNamed(t types.Type) bool {
	_, ok := types.Unalias(t).(*types.Named)
	return ok
}

// StructOf returns the struct type that a type is or points to, and its name.
func StructOf(t types.Type) (*types.Struct, string) {
	elem := t
	if p, ok := t.Underlying().(*types.Pointer); ok {
		elem = p.Elem()
	}
	st, ok := elem.Underlying().(*types.Struct)
	if !ok {
		return nil, ""
	}
	return st, typeName(elem)
}

// carries reports whether values of a type have places: text, functions, structs,
// interfaces, and what refers to such.
func (s *scanner) carries(t types.Type) bool {
	known, ok := s.carried[t]
	if !ok {
		s.carried[t] = true // a type that contains itself does so through something that counts
		known = s.holds(t)
		s.carried[t] = known
	}
	return known
}

func (s *scanner) holds(t types.Type) bool {
	if isContext(t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Pointer:
		return s.carries(u.Elem())
	case *types.Slice:
		return isByte(u.Elem()) || s.carries(u.Elem())
	case *types.Array:
		return isByte(u.Elem()) || s.carries(u.Elem())
	case *types.Chan:
		return isAnswer(u.Elem()) || s.carries(u.Elem())
	case *types.Map:
		return s.carries(u.Key()) || s.carries(u.Elem())
	case *types.Struct:
		return u.NumFields() > 0
	case *types.Interface:
		return !isError(t)
	case *types.Signature:
		return true
	}
	_, isParam := t.(*types.TypeParam)
	return isParam
}

// filledBy notes a field or a type that code sets which has an address only.
func (s *scanner) filledBy(name string) bool {
	if s.known["filled "+name] {
		return false
	}
	s.known["filled "+name] = true
	s.g.Filled = append(s.g.Filled, name)
	return true
}

// fillable notes the struct types in what a library may fill that gets a value of a type.
func (s *scanner) fillable(t types.Type) {
	if st, name := elemStruct(t); st != nil && s.isOwn(core(t)) && s.filledBy(name) {
		for f := range st.Fields() {
			s.fillable(f.Type())
		}
	}
}

func isByte(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Byte
}

// isText reports whether a type is text: a string or bytes.
func isText(t types.Type) bool {
	if b, ok := t.Underlying().(*types.Basic); ok {
		return b.Info()&types.IsString != 0
	}
	l, ok := t.Underlying().(*types.Slice)
	return ok && isByte(l.Elem())
}

func indexed(kind string, i int, fn string) string { return kind + strconv.Itoa(i) + " " + fn }
