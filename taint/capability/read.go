package capability

// This file reads functions.

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/authority"
	"github.com/agentvet/agentvet/internal/funcid"
)

// Input is a package to read.
type Input struct {
	Fset  *token.FileSet
	Pkg   *ssa.Package
	Table *library.Table
	// Funcs are its functions, literals included.
	Funcs []*ssa.Function
	// Own: the package is of the module under analysis. A function that is stored runs where
	// the module calls it, and nobody has to guess.
	Own bool
	// NonGo: it has files in another language, where functions that have no body in Go may have one.
	NonGo bool
}

// UnreadAssembly is how the name of the file ends that makes functions without a body legal which the agentvet command has taken out, as they do
// not type-check. It is no file in another language.
const UnreadAssembly = "agentvet_unread.s"

// Read returns what the functions of a package do, by identity. Those that do nothing are left
// out.
func Read(in *Input) []*Func {
	r := &reader{Input: in, origins: newOrigins(in.Funcs, in.Own), implementers: make(map[*types.TypeName][]types.Type)}
	clients := in.Table.Clients()
	r.idle = slices.Concat(in.Table.Loggers(), slices.DeleteFunc(slices.Clone(in.Table.Opaque()), func(root string) bool { return slices.Contains(clients, root) }))
	if !in.Own {
		r.findImplementers()
	}
	var out []*Func
	for _, fn := range in.Funcs {
		out = append(out, r.function(fn))
	}
	for i, fn := range in.Funcs {
		for _, n := range r.origins.captured[fn] {
			out[i].Runs = append(out[i].Runs, RunCall{Run: Run{Param: n}})
		}
	}
	for _, fn := range in.Funcs {
		out = append(out, r.results(fn)...)
	}
	out = append(out, r.shared()...)
	out = slices.DeleteFunc(append(out, r.interfaces()...), func(f *Func) bool {
		return len(f.Needs)+len(f.Opens)+len(f.Calls)+len(f.Sites)+len(f.Runs)+len(f.Boxed)+len(f.Through) == 0
	})
	slices.SortStableFunc(out, func(a, b *Func) int { return strings.Compare(a.ID, b.ID) })
	return slices.CompactFunc(out, func(a, b *Func) bool { return a.ID == b.ID })
}

type reader struct {
	*Input
	origins      *origins
	implementers map[*types.TypeName][]types.Type // of interfaces of the package, of a library
	idle         []string                         // modules whose functions need nothing
	tables       map[types.Object]*tableEntries   // by the variable or field that they are kept in
	workers      *[]worker                        // nil until they are looked for
}

// findImplementers notes the types that the package puts into interfaces of its own.
func (r *reader) findImplementers() {
	for _, fn := range r.Funcs {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				m, ok := instr.(*ssa.MakeInterface)
				if !ok {
					continue
				}
				if named, ok := types.Unalias(m.Type()).(*types.Named); ok && named.Obj().Parent() == r.Pkg.Pkg.Scope() {
					list := r.implementers[named.Obj()]
					if !slices.ContainsFunc(list, func(t types.Type) bool { return types.Identical(t, m.X.Type()) }) {
						r.implementers[named.Obj()] = append(list, m.X.Type())
					}
				}
			}
		}
	}
}

// soleImplementer returns the exported type of the package that has all methods of an interface which
// the package puts nothing into, nil if there is none, or another type that has them. Those of an interface
// with one or two methods many types have by chance.
//
//	type Interface interface { … }  // of a client, with fifty methods
//	type Clientset struct { … }     // what NewForConfig returns
func (r *reader) soleImplementer(typ *types.TypeName) types.Type {
	iface := typ.Type().Underlying().(*types.Interface)
	if iface.NumMethods() < minMethods || typ.Type().(*types.Named).TypeParams().Len() > 0 {
		return nil
	}
	var sole types.Type
	for _, name := range r.Pkg.Pkg.Scope().Names() {
		other, ok := r.Pkg.Pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || other.IsAlias() || types.IsInterface(other.Type()) || !types.Implements(types.NewPointer(other.Type()), iface) {
			continue
		}
		if named, ok := other.Type().(*types.Named); !ok || named.TypeParams().Len() > 0 || sole != nil || !other.Exported() {
			return nil
		}
		sole = types.NewPointer(other.Type())
	}
	return sole
}

// minMethods is how many methods an interface has of which one type of its package stands for all.
const minMethods = 3

// interfaces returns the methods of the interfaces of the package, as functions that call those
// of the types that it puts into them.
func (r *reader) interfaces() (out []*Func) {
	if r.Own {
		return nil
	}
	byID := make(map[string]*Func) // interfaces that embed others share methods
	for _, name := range r.Pkg.Pkg.Scope().Names() {
		typ, ok := r.Pkg.Pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || typ.IsAlias() || !types.IsInterface(typ.Type()) {
			continue
		}
		list := r.implementers[typ]
		if sole := r.soleImplementer(typ); len(list) == 0 && sole != nil {
			list = []types.Type{sole}
		}
		if len(list) == 0 {
			continue
		}
		for m := range typ.Type().Underlying().(*types.Interface).Methods() {
			id := funcid.OfObject(m)
			if byID[id] == nil {
				byID[id] = &Func{ID: id, Behind: true}
				out = append(out, byID[id])
			}
			r.behind(byID[id], m, list)
		}
	}
	return out
}

// behind adds to f, a method of an interface, those of the types that are put into it.
func (r *reader) behind(f *Func, m *types.Func, list []types.Type) {
	for _, t := range list {
		obj, _, _ := types.LookupFieldOrMethod(t, true, r.Pkg.Pkg, m.Name())
		fn, ok := obj.(*types.Func)
		if ok && len(r.Table.Effects(library.KeyOf(fn))) > 0 {
			r.needsBehind(f, m, library.KeyOf(fn), len(list) > 1)
			continue
		}
		if !ok || fn == m || slices.ContainsFunc(f.Calls, func(c Call) bool { return c.Func == funcid.OfObject(fn) }) {
			continue
		}
		f.Calls = append(f.Calls, Call{Func: funcid.OfObject(fn), Pos: r.pos(m.Pos())})
	}
	for i := range f.Calls {
		f.Calls[i].Stored = len(f.Calls) > 1
	}
}

// needsBehind adds to f, a method of an interface, what rows say of one that is called there.
func (r *reader) needsBehind(f *Func, m *types.Func, key string, stored bool) {
	for _, name := range library.Needs(r.Table.Effects(key), Text{Text: "?"}.of) {
		if n := (Need{Name: name, By: key, Pos: r.pos(m.Pos()), Stored: stored}); !slices.ContainsFunc(f.Needs, func(o Need) bool { return o.Name == n.Name && o.By == n.By && o.Pos == n.Pos && o.Stored == n.Stored }) {
			f.Needs = append(f.Needs, n)
		}
	}
}

func (r *reader) pos(pos token.Pos) graph.Pos {
	if !pos.IsValid() {
		return graph.Pos{}
	}
	at := r.Fset.Position(pos)
	return graph.Pos{File: filepath.Clean(at.Filename), Line: at.Line, Col: at.Column}
}

// isLinked reports whether a directive says that the linker finds the body of a function elsewhere.
func isLinked(fn *ssa.Function) bool {
	decl, ok := fn.Syntax().(*ast.FuncDecl)
	return ok && decl.Doc != nil && slices.ContainsFunc(decl.Doc.List, func(c *ast.Comment) bool { return strings.HasPrefix(c.Text, "//go:linkname ") })
}

func (r *reader) function(fn *ssa.Function) *Func {
	f := &Func{ID: funcid.Of(fn), Pos: r.pos(fn.Pos())}
	b := &body{reader: r, fn: fn, f: f, locals: make(map[ssa.Value]int), ends: make(map[*ssa.BasicBlock]comparing)}
	if len(fn.Blocks) == 0 && fn.Synthetic == "" {
		need := Need{Name: authority.Unknown, By: "code that is not Go", Pos: f.Pos}
		switch {
		case r.Own && (r.NonGo || isLinked(fn)):
			need.Name = authority.Native
		case r.Own: // it did not type-check, and was taken out
			need.By = "code that was not read"
		}
		f.Needs = append(f.Needs, need)
	}
	var branches []*branching
	if r.Own {
		f.Request = 1 + requestParam(fn)
		branches = b.branches()
		b.deciders = newDeciders(fn)
		for i, p := range fn.Params {
			if isProgram(p.Type()) {
				f.Made = append(f.Made, i)
			}
		}
	}
	if f.Request > 0 {
		f.Named = readsName(fn)
	}
	for _, block := range fn.Blocks {
		b.when, b.failed = when(branches, block), r.Own && isAfterFailure(block)
		for _, instr := range block.Instrs {
			b.instr(instr)
		}
	}
	return f
}

// A body is a function that is read.
type body struct {
	*reader
	fn     *ssa.Function
	f      *Func
	at     ssa.Instruction // that is read
	when   []When          // of the block that is read
	failed bool            // it runs only where something has failed
	*deciders
	locals map[ssa.Value]int             // see subject.go
	ends   map[*ssa.BasicBlock]comparing // how blocks end
	stores map[string]bool               // see sets
}

func (b *body) instr(instr ssa.Instruction) {
	var callee ssa.Value
	b.at = instr
	switch instr := instr.(type) {
	case ssa.CallInstruction:
		callee = instr.Common().Value
		b.call(instr.Common())
	case *ssa.Alloc:
		b.made(instr)
	case *ssa.Send:
		b.sent(instr.X)
		b.workedOn(instr.Chan, instr.Pos())
	case *ssa.Select:
		for _, s := range instr.States {
			if s.Send != nil {
				b.sent(s.Send)
				b.workedOn(s.Chan, s.Pos)
			}
		}
	case *ssa.MakeClosure:
		b.makes(instr)
	case *ssa.MakeInterface:
		b.f.Boxed = b.methodsOfLibrary(b.f.Boxed, instr.X.Type(), instr.Type())
	case *ssa.ChangeInterface:
		b.f.Through = b.methodsOfLibrary(b.f.Through, instr.X.Type(), instr.Type())
	case *ssa.ChangeType:
		if types.IsInterface(instr.Type()) {
			b.f.Through = b.methodsOfLibrary(b.f.Through, instr.X.Type(), instr.Type())
		}
	case *ssa.Convert:
		if isUnsafe(instr.Type()) != isUnsafe(instr.X.Type()) {
			b.need(authority.Unsafe, "unsafe.Pointer", instr.Pos(), false)
		}
	}
	if _, isCall := instr.(ssa.CallInstruction); !b.Own && !isCall {
		b.stored(instr, callee)
	}
}

// methodsOfLibrary adds to list the methods by which a value of a type is called that an own package puts into an interface, if a library has
// them: the whole program tells which calls run these, and only the package what they need.
//
//	a := &app{store: client} // of which store is an interface of the program's own
func (b *body) methodsOfLibrary(list []string, from, to types.Type) []string {
	if !b.Own {
		return nil
	}
	for m := range to.Underlying().(*types.Interface).Methods() {
		obj, _, _ := types.LookupFieldOrMethod(from, true, m.Pkg(), m.Name())
		fn, ok := obj.(*types.Func)
		if !ok || fn.Pkg() == nil || fn.Pkg() == b.Pkg.Pkg || library.IsStandard(fn.Pkg().Path()) || b.isIdle(fn.Pkg().Path()) {
			continue
		}
		if id := funcid.OfObject(fn); !slices.Contains(list, id) {
			list = append(list, id)
		}
	}
	return list
}

func isUnsafe(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Kind() == types.UnsafePointer
}

// place returns where an instruction is, or the function if that has no place.
func (b *body) place(pos token.Pos) graph.Pos {
	if !pos.IsValid() {
		pos = b.fn.Pos()
	}
	return b.pos(pos)
}

func (b *body) need(name, by string, pos token.Pos, fixed bool) {
	if b.failed {
		name = undone(name)
	}
	n := Need{Name: name, By: by, Pos: b.place(pos), Fixed: fixed, When: b.when}
	if !slices.ContainsFunc(b.f.Needs, func(o Need) bool {
		return o.Name == name && o.By == by && o.Fixed == fixed && !o.Stored && slices.EqualFunc(o.When, b.when, sameWhen)
	}) {
		b.f.Needs = append(b.f.Needs, n)
	}
}

// makes takes note of who decides about what a literal captures.
func (b *body) makes(m *ssa.MakeClosure) {
	if vars := b.decided(m.Bindings); len(vars) > 0 {
		b.f.Makes = append(b.f.Makes, Literal{funcid.Of(m.Fn.(*ssa.Function)), vars})
	}
}

// decided returns which values of a list parameters decide about, in own packages.
func (b *body) decided(list []ssa.Value) (out []Arg) {
	for i, v := range list {
		if !b.Own {
			return nil
		}
		if from := b.deciders.of(v); len(from) > 0 {
			out = append(out, Arg{Index: i, From: from})
		}
	}
	return out
}

// made takes note of a value of a type with rows.
func (b *body) made(a *ssa.Alloc) {
	named, ok := types.Unalias(a.Type().(*types.Pointer).Elem()).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || !a.Heap {
		return
	}
	key := named.Obj().Pkg().Path() + "." + named.Obj().Name()
	if as, ok := literals[key]; ok {
		b.literal(a, key, as)
		return
	}
	for _, r := range b.Table.Effects(key) {
		for _, c := range r.Capabilities {
			b.need(c, key, a.Pos(), false)
		}
	}
}

func (b *body) call(c *ssa.CallCommon) {
	switch fn := c.Value.(type) {
	case *ssa.Builtin:
		return
	case *ssa.Function:
		b.static(c, fn)
		return
	case *ssa.MakeClosure:
		b.static(c, fn.Fn.(*ssa.Function))
		return
	}
	if c.IsInvoke() {
		b.invoke(c)
		return
	}
	fns, param, rest := b.origins.funcs(c.Value)
	for _, fn := range fns {
		b.static(c, fn)
	}
	if param >= 0 {
		b.f.Runs = append(b.f.Runs, RunCall{Run{Param: param, Pos: b.pos(c.Pos())}, b.when})
	}
	if rest {
		table, key := b.lookup(c.Value)
		b.site(c, Site{Name: "a function value", Free: b.free(c.Value), Table: table, KeyOf: key, Args: append(b.names(c.Args), b.decided(c.Args)...)})
	}
}

func (b *body) site(c *ssa.CallCommon, s Site) {
	s.Pos, s.When, s.Undo = b.pos(c.Pos()), b.when, b.failed
	b.f.Sites = append(b.f.Sites, s)
}

// static reads a call of a function that is known.
func (b *body) static(c *ssa.CallCommon, fn *ssa.Function) {
	id := funcid.Source(funcid.Of(fn))
	if strings.HasPrefix(fn.Name(), "_Cfunc_") {
		b.need(authority.Cgo, "C."+strings.TrimPrefix(fn.Name(), "_Cfunc_"), c.Pos(), false)
		return
	}
	path := funcid.Package(id)
	b.prepared(c, funcid.Key(id))
	if library.IsStandard(path) {
		b.methodsOf(c)
		b.fills(c, funcid.Key(id))
	}
	switch {
	case b.rows(c, funcid.Key(id), receivers(fn)):
	case library.IsStandard(path):
		b.handed(c) // it runs what it is given, and needs nothing itself
	case isLogger(b.Table, funcid.Key(id)), b.isIdle(path):
	default:
		if funcid.BoundInterface(fn) != nil {
			b.site(c, Site{Name: funcid.Key(id)})
			return
		}
		bound := funcid.Bound(fn) != nil // its receiver is no argument
		b.f.Calls = append(b.f.Calls, Call{Func: id, Pos: b.pos(c.Pos()), Args: b.args(c.Args), When: b.when, Blind: bound, Undo: b.failed})
	}
}

// receivers counts what stands before the arguments that rows count.
func receivers(fn *ssa.Function) int {
	if fn.Signature.Recv() != nil && funcid.Bound(fn) == nil {
		return 1
	}
	return 0
}

// isIdle reports whether a package is of a library that logs, or of a framework that runs agents or
// serves tools. What these do is no tool's doing.
func (b *body) isIdle(path string) bool {
	return path != b.Pkg.Pkg.Path() && !strings.Contains(path, "/examples/") && slices.ContainsFunc(b.idle, func(root string) bool {
		return path == root || strings.HasPrefix(path, root+"/")
	})
}

// isLogger reports whether a function writes to a log, by the rows on data.
func isLogger(t *library.Table, key string) bool {
	return slices.ContainsFunc(t.Data(key), func(r *library.Data) bool { return r.Verb == library.VerbSink && r.Kind == "log" })
}

// rows takes note of what rows say of a call, and reports whether there are any.
func (b *body) rows(c *ssa.CallCommon, key string, receivers int) bool {
	rows := b.Table.Effects(key)
	if len(rows) == 0 {
		return false
	}
	b.handed(c)
	n := -1
	for _, r := range rows {
		n = max(n, r.Argument())
	}
	texts, params := []Text{{Text: "?"}}, []given(nil)
	own := isOwn(c)
	if n += receivers; n >= receivers && n < len(c.Args) && !own {
		texts, params = b.origins.texts(c.Args[n])
		texts = append(texts, b.changed(key)...)
	}
	temporary := own || b.isWithinTemporary(key, c.Args)
	if choices[key] != nil && b.Own && !temporary {
		b.chosen(key, c)
		return true
	}
	for _, t := range texts {
		for _, name := range library.Needs(rows, t.of) {
			if temporary && authority.Covers("fs", name) {
				name = "fs.temp"
			}
			b.need(name, key, c.Pos(), false)
		}
	}
	for _, p := range params {
		b.f.Opens = append(b.f.Opens, OpenCall{Open: Open{key, p.param, p.field}, Pos: b.pos(c.Pos()), When: b.when})
	}
	return true
}

// isWithinTemporary reports whether what a call changes is a temporary file of the function's own: of one that has a source, too,
// where it puts that.
func (b *body) isWithinTemporary(key string, args []ssa.Value) bool {
	switch key {
	case "os.CopyFS":
		return b.origins.isTemporary(args[0])
	case "os.Link", "os.Symlink":
		return b.origins.isTemporary(args[1])
	case "os.Rename": // which changes both
		return b.origins.isTemporary(args[0]) && b.origins.isTemporary(args[1])
	}
	return slices.ContainsFunc(args, b.origins.isTemporary)
}

// chosen takes note of a call of a function of choices.
func (b *body) chosen(key string, c *ssa.CallCommon) {
	var said []ssa.Value
	for _, n := range choices[key] {
		said = append(said, c.Args[n])
	}
	from := b.deciders.of(said...)
	q := Open{Key: key}
	if key == "os.Remove" && b.origins.isRecord(c.Args[0], maxRecordDepth) {
		q.Field = ofRecord
	}
	if len(from) == 0 || slices.Contains(from, anybody) || b.failed && q.deletes(b.Table) {
		for _, name := range q.needs(b.Table) {
			b.need(name, key, c.Pos(), len(from) == 0)
		}
		return
	}
	for _, param := range from {
		q.Param = param
		b.f.Opens = append(b.f.Opens, OpenCall{Open: q, Pos: b.pos(c.Pos()), When: b.when})
	}
}

// of returns the text, whatever argument it is of: the rows of one function ask for one.
func (t Text) of(int) (string, bool) { return t.Text, t.Known }

// invoke reads a call of a method of an interface.
func (b *body) invoke(c *ssa.CallCommon) {
	key := library.KeyOf(c.Method)
	if b.rows(c, key, 0) || isLogger(b.Table, key) || c.Method.Pkg() != nil && b.isIdle(c.Method.Pkg().Path()) {
		return
	}
	methods, rest := b.origins.methods(c)
	receiver := b.origins.inside(c.Value)
	for _, fn := range methods {
		if id := funcid.OfObject(fn); !library.IsStandard(funcid.Package(id)) {
			args := append([]ssa.Value{receiver}, c.Args...)
			b.f.Calls = append(b.f.Calls, Call{Func: id, Pos: b.pos(c.Pos()), Args: b.args(args), When: b.when, Undo: b.failed})
		} else if rows := b.Table.Effects(funcid.Key(id)); len(rows) > 0 {
			b.rows(c, funcid.Key(id), 0)
		}
	}
	if !rest {
		return
	}
	quiet := c.Method.Pkg() == nil || library.IsStandard(c.Method.Pkg().Path())
	if quiet && b.Own {
		b.madeElsewhere(c)
	}
	b.site(c, Site{Name: key, Method: funcid.OfObject(c.Method), Quiet: quiet, Args: b.args(append([]ssa.Value{c.Value}, c.Args...))})
}
