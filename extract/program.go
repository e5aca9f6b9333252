package extract

// This file is the program of one package: its own functions from SSA, those of
// its imports from their facts.

import (
	"go/ast"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/recipe"
	"golang.org/x/tools/go/ssa"
)

// program implements Program.
type program struct {
	ssa      *ssa.Package
	table    *library.Resolved
	lowerer  *recipe.Lowerer
	fset     *token.FileSet
	fns      map[string]*ssa.Function // functions with a body, by identity
	declared []*ssa.Function          // those of the package, in source order
	hidden   map[string]bool          // methods that only interfaces of the package can ask for; nil until somebody asks
	builds   map[string]bool          // functions of the package that may make objects
	lowered  map[string]*recipe.Func
	imported map[string]*recipe.Func
	methods  map[recipe.Method]bool // of imported types
	byMethod map[[2]string]string
	types    map[string]types.Type // dynamic types of the package
	inits    map[string]*recipe.Func
	packages map[string]bool           // packages that have rows
	closed   map[string]bool           // constructor calls that their own package judges
	made     map[*graph.Tool]graph.Pos // see assembly.Assembly.MadeAt
	files    map[string]bool           // source files of the package
	notes    *annotations

	generated map[string]bool                   // files that a program wrote
	own       bool                              // the package belongs to the module under analysis
	alone     bool                              // only what the package declares is exported
	library   func(path string) *recipe.Package // packages that build nothing, read when asked for
	first     []string                          // those that change variables when they are initialised
	read      map[string]bool                   // those that were

	starts    []string                // what imported packages do when they are initialised
	foreign   []recipe.Change         // what functions of imported packages change
	changedBy map[string][]string     // the same, by function
	embedded  map[string]*recipe.Func // what sets variables that the build sets; nil for what is not read
	open      map[string]bool         // variables that may be anything: of other packages, or embedded
	zeros     map[string]bool         // those that begin as zero
	changed   map[string][]string     // functions of the package that change a variable
	given     map[string]bool         // basic variables whose addresses go somewhere
	early     map[string]bool         // init functions
	settable  map[string]recipe.Shape // basic variables of other packages that functions set at any time

	mentions map[*ssa.Function][]mention   // of functions, by what they mention; nil until somebody asks
	invoked  map[string]bool               // names of methods that are called through interfaces
	boxed    []types.Type                  // types of values that become interfaces
	fixed    map[string]fixed              // what stays the same during a run
	closures map[string][]*ssa.MakeClosure // by the function that they are
}

func newProgram(in *Input, table *library.Resolved) *program {
	texts := recipe.NewTexts(in.Fset, in.Files)
	p := &program{
		ssa: in.SSA, table: table, fset: in.Fset,
		fns: make(map[string]*ssa.Function), lowered: make(map[string]*recipe.Func),
		imported: make(map[string]*recipe.Func), byMethod: make(map[[2]string]string),
		types: make(map[string]types.Type), inits: make(map[string]*recipe.Func),
		packages: make(map[string]bool), closed: make(map[string]bool), made: make(map[*graph.Tool]graph.Pos),
		methods: make(map[recipe.Method]bool), files: make(map[string]bool),
		notes:     newAnnotations(in.Fset, in.Annotations),
		generated: make(map[string]bool), own: in.Own,
		library: in.Library, first: in.Starting, read: make(map[string]bool),
		changedBy: make(map[string][]string), fixed: make(map[string]fixed), open: make(map[string]bool), zeros: make(map[string]bool),
		embedded: make(map[string]*recipe.Func), settable: make(map[string]recipe.Shape),
	}
	p.lowerer = &recipe.Lowerer{
		Fset: in.Fset, Row: table.Key, Source: texts,
		SeenType: func(t types.Type) {
			p.types[recipe.TypeString(t)] = t
			if ptr, ok := t.(*types.Pointer); ok {
				p.notes.see(ptr.Elem()) // what is decoded into
			}
		},
		SeenStruct: p.notes.see,
		SeenFunc:   p.addFunc,
	}
	for _, path := range table.Packages(library.CallRows) {
		if !library.IsStandard(path) { // of those a table knows a few functions only
			p.packages[path] = true
		}
	}
	for _, imp := range in.Imports {
		p.importPackage(imp, false)
	}
	for _, path := range in.Setting {
		p.need(recipe.StartID(path))
	}
	p.collect(in.Files)
	p.findEmbedded(in.Files)
	p.notes.read(in.Pkg.Path(), p.declared)
	p.findChanges()
	return p
}

// need reads what a package that builds nothing tells, when something of it is
// asked for the first time: of the hundreds that a program depends on, builders use
// a few.
func (p *program) need(id string) {
	if p.library == nil {
		return
	}
	path, isStart := strings.CutPrefix(id, recipe.StartID(""))
	if !isStart {
		path = funcid.Package(strings.TrimPrefix(id, recipe.InitID("")))
	}
	if p.read[path] {
		return
	}
	p.read[path] = true
	if imp := p.library(path); imp != nil {
		p.importPackage(imp, true)
	}
}

// importPackage reads what an import tells. What a library does when it is
// initialised is asked for by its path, see Machine.initialise.
func (p *program) importPackage(imp *recipe.Package, library bool) {
	for _, f := range imp.Funcs {
		p.imported[f.ID] = f
	}
	for _, m := range imp.Methods {
		p.byMethod[[2]string{m.Type, m.Name}] = m.Func
		p.methods[m] = true
	}
	for _, i := range imp.Inits {
		if f := p.imported[i.Func]; f != nil {
			p.inits[i.Global] = f
		}
	}
	for _, c := range imp.Closed {
		p.closed[c] = true
	}
	p.notes.add(imp)
	for _, id := range imp.Starts {
		if !library && !slices.Contains(p.starts, id) {
			p.starts = append(p.starts, id)
		}
	}
	for _, id := range imp.Zeros {
		p.zeros[id] = true
	}
	for _, c := range imp.Changes {
		if c.Any != 0 {
			p.settable[c.Global] = c.Any
		}
		switch {
		case c.Func == "":
			p.open[c.Global] = true
		case slices.Contains(p.changedBy[c.Func], c.Global):
			continue
		default:
			p.changedBy[c.Func] = append(p.changedBy[c.Func], c.Global)
		}
		p.foreign = append(p.foreign, c)
	}
}

// collect finds the functions of the package, in source order, but for those in
// test files: tests build workflows that are wrong on purpose.
func (p *program) collect(files []*ast.File) {
	tests := make(map[string]bool)
	for _, f := range files {
		name := p.fset.Position(f.Package).Filename
		p.files[name] = true
		p.generated[name] = ast.IsGenerated(f)
		if strings.HasSuffix(name, "_test.go") {
			tests[name] = true
		}
	}
	var visit func(fn *ssa.Function)
	visit = func(fn *ssa.Function) {
		if len(fn.Blocks) == 0 || tests[p.fset.Position(fn.Pos()).Filename] {
			return
		}
		p.addFunc(fn)
		p.declared = append(p.declared, fn)
		for _, anon := range fn.AnonFuncs {
			visit(anon)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(p.ssa.Members)) {
		switch mem := p.ssa.Members[name].(type) {
		case *ssa.Function:
			visit(mem)
		case *ssa.Type:
			named, ok := types.Unalias(mem.Type()).(*types.Named)
			if !ok {
				continue
			}
			for m := range named.Methods() {
				if fn := p.ssa.Prog.FuncValue(m); fn != nil {
					visit(fn)
				}
			}
		}
	}
	slices.SortStableFunc(p.declared, func(a, b *ssa.Function) int { return int(a.Pos() - b.Pos()) })
}

func (p *program) addFunc(fn *ssa.Function) {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if id := funcid.Of(fn); p.fns[id] == nil && len(fn.Blocks) > 0 {
		p.fns[id] = fn
	}
}

// Func implements Program.
func (p *program) Func(id string) *recipe.Func {
	if f, ok := p.lowered[id]; ok {
		return f
	}
	if fn := p.fns[id]; fn != nil {
		f := p.lowerer.Lower(fn)
		f.Builds = p.builds[id]
		p.lowered[id] = f
		return f
	}
	p.need(id)
	return p.imported[id]
}

// Method implements Program.
func (p *program) Method(typ, name string) string {
	t, ok := p.types[typ]
	if !ok {
		p.need(typ)
		return p.byMethod[[2]string{typ, name}]
	}
	key := [2]string{typ, name}
	if id, ok := p.byMethod[key]; ok {
		return id
	}
	id := p.methodOf(t, name)
	p.byMethod[key] = id
	return id
}

// MethodOf implements Program.
func (p *program) MethodOf(typ, name string) (id string, known bool) {
	id = p.Method(typ, name)
	_, local := p.types[typ]
	return id, id != "" || local || !strings.Contains(typ, ".")
}

func (p *program) methodOf(t types.Type, name string) string {
	if types.IsInterface(t) || hasTypeParams(t) {
		return ""
	}
	sel := selection(p.ssa.Prog.MethodSets.MethodSet(t), name)
	if sel == nil {
		return ""
	}
	fn := p.ssa.Prog.MethodValue(sel)
	if fn == nil {
		return ""
	}
	p.addFunc(fn)
	return funcid.Of(fn)
}

// selection returns the method with a name. An interface of another package may ask for one that is
// not exported, which the type has from that package; where it has two of one name, nobody can tell
// here which of them is meant.
func selection(set *types.MethodSet, name string) (found *types.Selection) {
	for i := range set.Len() {
		switch sel := set.At(i); {
		case sel.Obj().Name() != name:
		case found != nil:
			return nil
		default:
			found = sel
		}
	}
	return found
}

func hasTypeParams(t types.Type) bool {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	for arg := range n.TypeArgs().Types() {
		if _, ok := types.Unalias(arg).(*types.TypeParam); ok {
			return true
		}
	}
	return n.TypeParams().Len() > 0 && n.TypeArgs().Len() == 0
}

// Init implements Program.
func (p *program) Init(global string) *recipe.Func {
	p.need(global)
	if p.open[global] {
		return nil
	}
	if f, ok := p.inits[global]; ok {
		return f
	}
	var f *recipe.Func
	if g := p.global(global); g != nil {
		f = p.lowerer.LowerInit(g)
	}
	p.inits[global] = f
	if f != nil {
		p.lowered[f.ID] = f
	}
	return f
}

// Declares implements Program.
func (p *program) Declares(global string) bool {
	p.need(global)
	if p.zeros[global] {
		return !p.open[global]
	}
	return p.global(global) != nil
}

// global returns the variable of the package with the given identity, or nil.
func (p *program) global(id string) *ssa.Global {
	if name, ok := strings.CutPrefix(id, p.ssa.Pkg.Path()+"."); ok {
		return p.ssa.Var(name)
	}
	return nil
}

// RowOf implements Program.
func (p *program) RowOf(id string) string { return p.table.ByID[id] }

// IsLocal implements Program.
func (p *program) IsLocal(id string) bool { return p.fns[id] != nil || p.lowered[id] != nil }

// isLibrarys reports whether a function is one of a library.
func (p *program) isLibrarys(id string) bool {
	return p.table.IsForeign != nil && p.table.IsForeign(funcid.Package(id))
}

// IsOwn implements Program.
func (p *program) IsOwn(id string) bool {
	return p.table.IsForeign != nil && !p.table.IsForeign(funcid.Package(id))
}

// IsFramework implements Program. A client's functions are no framework's in that
// they may change what they are given.
func (p *program) IsFramework(id string) bool {
	path := funcid.Package(id)
	return p.isFramework(path) && !within(p.table.Clients(), path)
}

// isFramework reports whether a package belongs to a known framework or client,
// which build nothing themselves. Examples that come with one do not.
func (p *program) isFramework(path string) bool {
	return p.packages[path] || within(p.table.Opaque(), path) || within(p.table.Clients(), path)
}

// within reports whether a package belongs to one of the modules, but for their
// examples.
func within(modules []string, path string) bool {
	return !strings.Contains(path, "/examples/") && slices.ContainsFunc(modules, func(root string) bool {
		rest, ok := strings.CutPrefix(path, root)
		return ok && (rest == "" || rest[0] == '/')
	})
}

// IsHuman implements Program.
func (p *program) IsHuman(id string) bool { return p.notes.isHuman(id) }

// builders returns the identities of the package's functions that may make an
// object, by a row or through a function that does.
func (p *program) builders() map[string]bool {
	builds := make(map[string]bool)
	callers := make(map[string][]string)
	var work []string
	mark := func(id string) {
		if !builds[id] {
			builds[id] = true
			work = append(work, id)
		}
	}
	for _, fn := range p.declared {
		id := funcid.Of(fn)
		if fn.Parent() != nil {
			callers[id] = append(callers[id], funcid.Of(fn.Parent()))
		}
		if p.hasLiteral(fn) || p.asks(fn) {
			mark(id)
		}
		for _, callee := range append(references(fn), p.boxedMethods(fn)...) {
			row := p.row(callee)
			other := funcid.Of(callee)
			switch {
			case row != nil && (row.Verb == library.VerbNew && !library.IsStandard(row.Package) || row.Verb == library.VerbBody || row.Verb == library.VerbAsk):
				mark(id)
			case p.imported[other] != nil && p.imported[other].Builds:
				mark(id)
			default:
				callers[other] = append(callers[other], id)
			}
		}
	}
	for len(work) > 0 {
		id := work[len(work)-1]
		work = work[:len(work)-1]
		for _, c := range callers[id] {
			mark(c)
		}
	}
	return builds
}

// row returns the row of a function, looking through instances, or nil.
func (p *program) row(fn *ssa.Function) *library.Call {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	if obj, ok := fn.Object().(*types.Func); ok {
		return p.table.RowOf(obj)
	}
	return nil
}

// hasLiteral reports whether fn makes a variable of a type whose literals are
// objects, or sets a field of one.
func (p *program) hasLiteral(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Alloc:
				if p.isLiteral(in.Type()) {
					return true
				}
			case *ssa.FieldAddr:
				if p.isLiteral(in.X.Type()) && slices.ContainsFunc(*in.Referrers(), isStore) {
					return true
				}
			}
		}
	}
	return false
}

func isStore(in ssa.Instruction) bool {
	_, ok := in.(*ssa.Store)
	return ok
}

// asks reports whether a function calls a model through an interface.
func (p *program) asks(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok || !call.Common().IsInvoke() {
				continue
			}
			if row := p.table.ByFunc[call.Common().Method.Origin()]; row != nil && row.Verb == library.VerbAsk {
				return true
			}
		}
	}
	return false
}

// isLiteral reports whether ptr points to a type whose literals are objects.
func (p *program) isLiteral(ptr types.Type) bool {
	t, ok := ptr.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(t.Elem()).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || !p.packages[n.Obj().Pkg().Path()] {
		return false
	}
	row := p.table.Call(n.Obj().Pkg().Path() + "." + n.Obj().Name())
	return row != nil && row.Verb == library.VerbLiteral
}

// boxedMethods returns the methods of the program that fn makes callable: those of an interface that it
// makes of a value of a type of the program.
func (p *program) boxedMethods(fn *ssa.Function) (out []*ssa.Function) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			box, ok := in.(*ssa.MakeInterface)
			if !ok || !p.isOwnType(box.X.Type()) {
				continue
			}
			set := p.ssa.Prog.MethodSets.MethodSet(box.X.Type())
			for m := range box.Type().Underlying().(*types.Interface).Methods() {
				if sel := set.Lookup(m.Pkg(), m.Name()); sel != nil {
					if method := p.ssa.Prog.MethodValue(sel); method != nil {
						out = append(out, method)
					}
				}
			}
		}
	}
	return out
}

// isOwnType reports whether a type, or what it points to, is declared in the module under analysis.
func (p *program) isOwnType(t types.Type) bool {
	if ptr, ok := types.Unalias(t).(*types.Pointer); ok {
		t = ptr.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	return ok && n.Obj().Pkg() != nil && p.IsOwn(n.Obj().Pkg().Path()+"."+n.Obj().Name())
}

// references returns the functions that fn calls or takes the value of.
func references(fn *ssa.Function) []*ssa.Function {
	var out []*ssa.Function
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			for _, o := range in.Operands(nil) {
				if f, ok := (*o).(*ssa.Function); ok {
					out = append(out, f)
				}
			}
		}
	}
	return out
}
