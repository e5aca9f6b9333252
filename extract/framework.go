package extract

// This file is what extraction of one package does, and what a framework adds
// to it.

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/recipe"
	"github.com/agentvet/agentvet/graph"
)

// A Framework is a table of its calls and the code that turns what they made
// into workflows.
type Framework struct {
	Name     string
	Table    *Table
	Assemble func(a *Assembly)
}

// Input is one package to extract from.
type Input struct {
	Fset    *token.FileSet
	Files   []*ast.File
	Pkg     *types.Package
	SSA     *ssa.Package
	Imports []*recipe.Package // what imported packages export, importers after what they import
	// Library returns what an imported package that builds nothing exports, nil
	// if the package is none. It is called for those that are asked for.
	Library func(path string) *recipe.Package
	// Foreign reports whether a package belongs to a library, not to the module under
	// analysis; nil if that is not known.
	Foreign func(path string) bool
	// Starting are those of them that change variables when they are initialised,
	// in that order.
	Starting   []string
	Frameworks []*Framework
	Own        bool // the package belongs to the module under analysis, not to a dependency
}

// Result is what a package has: its workflows, and recipes for its importers.
type Result struct {
	Program *graph.Program
	Export  *recipe.Package
	// Library: the package belongs to a dependency and builds nothing, and neither does
	// what it imports.
	// Export has what the package itself declares.
	Library bool
}

// An Assembly is the state in which a framework turns objects into workflows.
type Assembly struct {
	*Machine
	Name    string // of the framework
	Objects []*Object
	Program *graph.Program
	Command bool // the package is a command, which nothing imports

	owned  func(*Object) bool
	local  func(*Object) bool
	closed map[*Object]bool
	files  map[string]bool // of the package under analysis
	tools  map[*Object]*graph.Tool
}

// Run extracts from one package: it runs the functions that build something,
// has each framework assemble what was built, and collects the recipes that
// importers need.
func Run(in *Input) *Result {
	var tables []*Table
	for _, f := range in.Frameworks {
		tables = append(tables, f.Table)
	}
	all := Join(tables...)
	table := all.Resolve(in.Pkg)
	if in.Own {
		table.isForeign = in.Foreign
	}
	p := newProgram(in, table)
	builds := p.builders()
	p.builds = builds
	res := &Result{Program: &graph.Program{}}
	m := NewMachine(p, all)
	if len(builds) > 0 && !p.isFramework(in.Pkg.Path()) { // a framework's own constructors build nothing yet
		m.runAll(p, builds)
		res.Program.Unknowns = m.unknowns
		closed := p.assemble(in.Frameworks, m, res.Program)
		p.compareOrders(m, in.Frameworks, builds, res.Program)
		p.notes.annotate(res.Program, p.Func)
		res.Export = p.export(builds, closed)
	} else {
		// Facts of packages reach those that import them, and no further: what the
		// module under analysis needs of its own packages goes with each of them.
		res.Library = len(in.Imports) == 0 && !in.Own && !p.isFramework(in.Pkg.Path())
		p.alone = res.Library
		res.Export = p.export(builds, nil)
	}
	return res
}

// runAll initialises packages, then runs the functions that build something:
// those that no other function of the package calls, then whatever has not run by
// then.
func (m *Machine) runAll(p *program, builds map[string]bool) {
	m.initialise(p)
	called := make(map[string]bool)
	for _, fn := range p.declared {
		if builds[recipe.FuncID(fn)] {
			for _, callee := range references(fn) {
				if callee != fn {
					called[recipe.FuncID(callee)] = true
				}
			}
		}
	}
	for _, all := range []bool{false, true} {
		for _, fn := range p.declared {
			id := recipe.FuncID(fn)
			if !builds[id] || m.visited[id] || fn.Synthetic == "package initializer" {
				continue
			}
			if all || !called[id] && fn.Parent() == nil {
				m.root(id)
			}
		}
	}
	// Importers call exported functions in ways of their own: what these make
	// whoever calls them is judged here, once. A command has no importers.
	for _, fn := range p.declared {
		if id := recipe.FuncID(fn); builds[id] && called[id] && isExported(fn) && p.ssa.Pkg.Name() != "main" {
			m.root(id)
		}
	}
	m.giveBack()
	m.useAll()
}

// root runs a function with parameters that its callers choose.
func (m *Machine) root(id string) {
	fn := m.prog.Func(id)
	m.current = id
	m.guarded(0, func() {
		args := m.unknownArgs(fn, "", true)
		free := make([]Value, fn.Free)
		for i := range free {
			free[i] = &Unknown{Reason: "it is a variable of the function around it", Pos: fn.Pos(), Param: true}
		}
		vals := m.run(fn, args, free, graph.Pos{})
		m.returned = append(m.returned, vals)
		for _, v := range vals {
			m.use(v)
		}
		for _, v := range append(args, free...) {
			m.use(v) // what was stored in the caller's variables
		}
	})
}

// guarded runs f with the steps of a root function, and more. It reports whether f came
// to its end.
func (m *Machine) guarded(more int, f func()) (done bool) {
	m.budget = rootBudget()
	m.budget.limit += more
	m.guard, m.stack, m.refine = nil, nil, nil
	before := len(m.objects)
	defer func() {
		if r := recover(); r != nil {
			t, ok := r.(tooMuch)
			if !ok {
				panic(r)
			}
			m.guard, m.stack, m.refine = nil, nil, nil
			for _, o := range m.objects[before:] {
				m.use(o) // where it would have gone is not known
			}
			m.noteLimit(t.pos)
		}
	}()
	f()
	return true
}

// assemble has each framework turn its objects into workflows. It returns the
// positions of constructor calls whose outcome no caller can change.
func (p *program) assemble(fs []*Framework, m *Machine, out *graph.Program) []string {
	var closed []string
	for _, f := range fs {
		var objs []*Object
		for _, o := range m.objects {
			if f.Table.Row(o.Row.Key()) != nil {
				objs = append(objs, o)
			}
		}
		if len(objs) == 0 {
			continue
		}
		a := &Assembly{
			Machine: m, Name: f.Name, Objects: objs, Program: out,
			owned: p.owned, local: p.isLocal, tools: make(map[*Object]*graph.Tool), closed: make(map[*Object]bool),
			files: p.files, Command: p.ssa.Pkg.Name() == "main",
		}
		f.Assemble(a)
		for _, o := range objs {
			if a.closed[o] && p.owned(o) {
				closed = append(closed, chain(o, len(o.Stack)))
			}
		}
	}
	dedupe(out)
	return closed
}

// isLocal reports whether the call that made o stands in the package.
func (p *program) isLocal(o *Object) bool { return p.IsLocal(o.Func) }

// owned reports whether findings on o belong to this package: it is made here,
// or it is made elsewhere by a call that depends on what this package passes.
func (p *program) owned(o *Object) bool {
	if p.isLocal(o) {
		return true
	}
	for n := range len(o.Stack) + 1 {
		if p.closed[chain(o, n)] {
			return false
		}
	}
	return true
}

// chain identifies a constructor call by its position and those of the n
// innermost calls that led to it.
func chain(o *Object, n int) string {
	s := o.Pos.String()
	for i := range n {
		s += "<" + o.Stack[len(o.Stack)-1-i].String()
	}
	return s
}

// Returned lists what the root functions of the package return, by function.
func (a *Assembly) Returned() [][]Value { return a.returned }

// Owned reports whether the package under analysis answers for o.
func (a *Assembly) Owned(o *Object) bool { return a.owned(o) }

// Close notes whether what o became may depend on a caller: it does not if
// nothing about it is unknown. What is built under a condition is judged with and
// without. What another package makes for any caller is completed here if nothing
// about it depends on callers of this package.
func (a *Assembly) Close(o *Object, unknowns []graph.Unknown) {
	if len(unknowns) == 0 {
		a.closed[o] = true
	}
	if a.local(o) || !a.owned(o) || slices.ContainsFunc(unknowns, isParam) {
		return
	}
	// The package that makes o shows it at the call or at one that led there.
	for _, pos := range append([]graph.Pos{o.Pos}, o.Stack...) {
		if !a.files[pos.File] && !slices.Contains(a.Program.Completed, pos) {
			a.Program.Completed = append(a.Program.Completed, pos)
		}
	}
}

// At returns the position that a reader of the package under analysis looks at
// for a call at pos that the calls in stack led to: pos itself if it is in the
// package, else the innermost of those that are.
func (a *Assembly) At(pos graph.Pos, stack []graph.Pos) graph.Pos {
	if a.files[pos.File] {
		return pos
	}
	for i := len(stack) - 1; i >= 0; i-- {
		if a.files[stack[i].File] {
			return stack[i]
		}
	}
	return pos
}

// At returns the position of the object for a reader of the package.
func (o *Object) At(a *Assembly) graph.Pos { return a.At(o.Pos, o.Stack) }

// At returns the position of the operation for a reader of the package.
func (op *Op) At(a *Assembly) graph.Pos { return a.At(op.Pos, op.Stack) }

// IsFramework reports whether a function belongs to a known framework.
func (a *Assembly) IsFramework(id string) bool { return a.prog.IsFramework(id) }

// Describes reports whether the version of the framework at hand has the function
// with the given identity, which a row describes.
func (a *Assembly) Describes(id string) bool { return a.prog.RowOf(id) != "" }

// IsStandard reports whether a function belongs to the standard library, none of
// which changes a builder.
func (a *Assembly) IsStandard(id string) bool { return isStandard(id) }

// ObjectsOf returns the objects of the given kinds, in the order in which they
// are made.
func (a *Assembly) ObjectsOf(kinds ...string) []*Object {
	var out []*Object
	for _, o := range a.Objects {
		if slices.Contains(kinds, o.Kind) {
			out = append(out, o)
		}
	}
	return out
}

// dedupe removes what two ways through the program made twice, and what was made
// with parameters that are not known where the same call was also seen with
// known ones.
func dedupe(p *graph.Program) {
	p.Workflows = distinct(p.Workflows, func(w *graph.Workflow) (graph.Pos, string, bool) {
		return w.Pos, w.Text(), slices.ContainsFunc(w.Unknowns, isParam)
	})
	p.Agents = distinct(p.Agents, func(a *graph.Agent) (graph.Pos, string, bool) {
		one := &graph.Program{Agents: []*graph.Agent{a}}
		return a.Pos, one.Text(), slices.ContainsFunc(a.Unknowns, isParam)
	})
	p.Tools = distinct(p.Tools, func(t *graph.Tool) (graph.Pos, string, bool) {
		return t.Pos, t.Name + "\n" + t.Handler + "\n" + t.Args, t.Name == ""
	})
}

func isParam(u graph.Unknown) bool { return u.Param }

// distinct sorts list by position and removes repetitions. The function describe
// gives an element's position and form, and whether it is open: an open one goes
// if there is another at its position that is not.
func distinct[T any](list []T, describe func(T) (pos graph.Pos, form string, open bool)) []T {
	known := make(map[graph.Pos]bool)
	for _, x := range list {
		if pos, _, open := describe(x); !open {
			known[pos] = true
		}
	}
	seen := make(map[string]bool)
	list = slices.DeleteFunc(list, func(x T) bool {
		pos, form, open := describe(x)
		key := pos.String() + "\n" + form
		if open && known[pos] || seen[key] {
			return true
		}
		seen[key] = true
		return false
	})
	slices.SortStableFunc(list, func(x, y T) int {
		a, _, _ := describe(x)
		b, _, _ := describe(y)
		return a.Compare(b)
	})
	return list
}
