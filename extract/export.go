package extract

// This file chooses the recipes that importers of a package may need.

import (
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/annotation"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/recipe"
	"golang.org/x/tools/go/ssa"
)

// smallFunc is the number of instructions up to which a library's function that
// builds nothing itself is exported all the same: it may compute a name or a list.
const smallFunc = 60

// maxHelper is the number of instructions up to which a function that builds
// nothing is exported because another refers to it.
const maxHelper = 4 * smallFunc

// maxOwnHelper is the same for code of the module under analysis, whatever refers to
// it: a list of tools is long, and its own table of them is what a program is read for.
const maxOwnHelper = 4000

// maxLibraryInit is the number of instructions of the initialiser of a package
// that builds nothing up to which its variables are exported.
const maxLibraryInit = 2000

// export returns the recipes of the functions that importers can call and that
// may matter to them, with all that these refer to.
func (p *program) export(builds map[string]bool, closed []string) *recipe.Package {
	if p.isFramework(p.ssa.Pkg.Path()) {
		return p.exportBodies() // a framework: its table speaks for it
	}
	e := &exporter{program: p, builds: builds, done: make(map[string]bool), out: &recipe.Package{Closed: closed}}
	for _, fn := range p.declared {
		if e.alone && e.isGenerated(fn.Pos()) && fn.Name() != "String" {
			continue
		}
		if fn.Parent() == nil && e.isExported(fn) && (builds[funcid.Of(fn)] || size(fn) <= e.maxExported()) {
			e.add(funcid.Of(fn))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.ssa.Members)) {
		if g, ok := p.ssa.Members[name].(*ssa.Global); ok && g.Object() != nil && g.Object().Exported() && !(e.alone && e.isGenerated(g.Pos())) {
			e.addGlobal(recipe.GlobalID(g))
		}
	}
	e.addStart()
	e.addChanges()
	if len(e.out.Funcs) == 0 && len(closed) == 0 && len(e.out.Changes) == 0 {
		return nil
	}
	e.out.Sort()
	return e.out
}

// exportBodies returns the recipes of the functions of a framework that mean
// what their bodies do.
func (p *program) exportBodies() *recipe.Package {
	e := &exporter{program: p, done: make(map[string]bool), out: &recipe.Package{}}
	for _, fn := range p.declared {
		obj, ok := fn.Object().(*types.Func)
		if row := p.table.ByFunc[obj]; ok && row != nil && row.Verb == library.VerbBody {
			e.add(funcid.Of(fn))
		}
	}
	if len(e.out.Funcs) == 0 {
		return nil
	}
	e.out.Sort()
	return e.out
}

// isGenerated reports whether a position is in a generated file. Of a library,
// such a file describes a protocol or a client; what builders use of it are the
// names of enumerated values.
func (p *program) isGenerated(pos token.Pos) bool {
	return p.generated[p.fset.Position(pos).Filename]
}

// isExported reports whether importers can call a function.
func (p *program) isExported(fn *ssa.Function) bool {
	obj, ok := fn.Object().(*types.Func)
	if !ok {
		return false
	}
	recv := obj.Signature().Recv()
	if !obj.Exported() {
		return recv != nil && p.own && p.inInterfaces()[obj.Name()]
	}
	if recv == nil {
		return true
	}
	t := recv.Type()
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem()
	}
	// Methods of unexported types are mostly reached through interfaces: those that
	// matter are found where the type becomes one. A program's own function may return one.
	n, ok := types.Unalias(t).(*types.Named)
	return ok && (n.Obj().Exported() || p.own)
}

// inInterfaces returns the names of the methods that only interfaces of the package can ask for.
// Importers call them by such an interface, as values of the package's types become one there.
func (p *program) inInterfaces() map[string]bool {
	if p.hidden != nil {
		return p.hidden
	}
	p.hidden = make(map[string]bool)
	scope := p.ssa.Pkg.Scope()
	for _, name := range scope.Names() {
		iface, ok := scope.Lookup(name).Type().Underlying().(*types.Interface)
		if !ok {
			continue
		}
		for m := range iface.Methods() {
			if !m.Exported() {
				p.hidden[m.Name()] = true
			}
		}
	}
	return p.hidden
}

func size(fn *ssa.Function) int {
	n := 0
	for _, b := range fn.Blocks {
		n += len(b.Instrs)
	}
	return n
}

// maxHelper returns the size up to which functions that build nothing are exported.
func (p *program) maxHelper() int {
	if p.own {
		return maxOwnHelper
	}
	return maxHelper
}

// maxExported returns the size up to which exported functions that build nothing are
// exported.
func (p *program) maxExported() int {
	if p.own {
		return maxOwnHelper
	}
	return smallFunc
}

// exporter follows references from exported functions.
type exporter struct {
	*program
	builds map[string]bool
	done   map[string]bool
	out    *recipe.Package
}

func (e *exporter) add(id string) {
	if e.done[id] {
		return
	}
	e.done[id] = true
	if fn := e.fns[id]; fn != nil && !e.builds[id] && size(fn) > e.maxHelper() || fn == nil && e.alone && e.lowered[id] == nil {
		return // what it computes is not worth its size, or its own package has it
	}
	f := e.Func(id)
	if f == nil {
		return
	}
	f.Builds = f.Builds || e.builds[id]
	e.out.Funcs = append(e.out.Funcs, f)
	e.addAnnotations(f)
	for i := range f.Consts {
		switch c := &f.Consts[i]; c.Kind {
		case recipe.ConstFunc:
			e.addHandler(c.Text)
		case recipe.ConstGlobal:
			e.addGlobal(c.Text)
		}
	}
	for i := range f.Blocks {
		for j := range f.Blocks[i].Instrs {
			e.addInstr(&f.Blocks[i].Instrs[j])
		}
	}
}

func (e *exporter) addInstr(in *recipe.Instr) {
	for _, typ := range in.Targs {
		if in.Row != "" || e.makes(in.Sym) {
			e.addArgs(typ)
		}
		e.addStruct(typ)
	}
	switch in.Op {
	case recipe.OpClosure:
		if in.Row == "" {
			e.addHandler(in.Sym)
		}
	case recipe.OpCall, recipe.OpGo, recipe.OpDefer:
		if in.Row == "" {
			e.add(in.Sym)
		}
	case recipe.OpInterface:
		e.addType(in.Type)
	}
}

// addAnnotations exports what is said of a function and of the types that it
// takes and returns.
func (e *exporter) addAnnotations(f *recipe.Func) {
	e.out.Notes = append(e.out.Notes, e.notes.funcs[f.ID]...)
	for _, p := range f.Params {
		e.addStruct(p.Type)
	}
	for _, typ := range f.Returns {
		e.addStruct(typ)
	}
	if e.done["file:"+f.File] {
		return
	}
	e.done["file:"+f.File] = true
	for _, n := range e.notes.notes {
		if n.File == f.File {
			e.out.Notes = append(e.out.Notes, n)
		}
	}
}

// makes reports whether a function makes objects, so that a type argument of it may be that of a
// tool's arguments.
func (e *exporter) makes(id string) bool {
	f := e.imported[id]
	return e.builds[id] || f != nil && f.Builds
}

// addHandler exports a function that becomes a value, and what it takes last: it may handle the calls of
// a tool, and importers that see the tool do not see the type.
func (e *exporter) addHandler(id string) {
	e.add(id)
	if f := e.Func(id); f != nil && len(f.Params) > 0 {
		e.addArgs(f.Params[len(f.Params)-1].Type)
	}
}

// addStruct exports the description of a type if it has annotations.
func (e *exporter) addStruct(typ string) { e.addDescription(e.notes.annotated(typ)) }

// addArgs exports the description of a type if it has fields.
func (e *exporter) addArgs(typ string) {
	if d := e.notes.describe(typ); d != nil && (len(d.Params) > 0 || d.Annotated()) {
		e.addDescription(d)
	}
}

func (e *exporter) addDescription(d *annotation.Type) {
	if d != nil && !e.done["struct:"+d.Name] {
		e.done["struct:"+d.Name] = true
		e.out.Types = append(e.out.Types, d)
	}
}

// addType exports the methods of a type whose values become interfaces.
func (e *exporter) addType(typ string) {
	if e.done["type:"+typ] {
		return
	}
	e.done["type:"+typ] = true
	t, local := e.types[typ]
	if e.alone && funcid.Package(typ) != e.ssa.Pkg.Path() {
		return
	}
	if !local {
		e.need(typ)
		for m := range e.methods {
			if m.Type == typ {
				e.addMethod(m)
			}
		}
		return
	}
	if types.IsInterface(t) || hasTypeParams(t) {
		return
	}
	set := e.ssa.Prog.MethodSets.MethodSet(t)
	for i := range set.Len() {
		name := set.At(i).Obj().Name()
		if id := e.Method(typ, name); id != "" && (e.fns[id] == nil || e.builds[id] || size(e.fns[id]) <= e.maxHelper()) {
			e.addMethod(recipe.Method{Type: typ, Name: name, Func: id})
		}
	}
}

func (e *exporter) addMethod(m recipe.Method) {
	if e.Func(m.Func) != nil {
		e.out.Methods = append(e.out.Methods, m)
		e.add(m.Func)
	}
}

func (e *exporter) addGlobal(id string) {
	if e.done["global:"+id] || strings.HasSuffix(id, ".init$guard") {
		return
	}
	e.done["global:"+id] = true
	if e.alone && (e.global(id) == nil || size(e.ssa.Func("init")) > maxLibraryInit) {
		return // its own package says it, or it is generated data
	}
	if f := e.Init(id); f != nil {
		e.out.Inits = append(e.out.Inits, recipe.Init{Global: id, Func: f.ID})
		e.imported[f.ID] = f
		e.add(f.ID)
	} else if g := e.global(id); g != nil && !e.lowerer.IsSet(g) && !e.open[id] {
		e.out.Zeros = append(e.out.Zeros, id)
	}
}
