package extract

// This file is what extraction of one package does, and what a framework adds
// to it.

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/annotation"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/recipe"
	"golang.org/x/tools/go/ssa"
)

// Input is one package to extract from.
type Input struct {
	Fset  *token.FileSet
	Files []*ast.File
	Pkg   *types.Package
	SSA   *ssa.Package
	// Annotations are what the package says in tags and directives; nil for nothing.
	Annotations *annotation.Set
	Imports     []*recipe.Package // what imported packages export, importers after what they import
	// Library returns what an imported package that builds nothing exports, nil
	// if the package is none. It is called for those that are asked for.
	Library func(path string) *recipe.Package
	// Foreign reports whether a package belongs to a library, not to the module under
	// analysis; nil if that is not known.
	Foreign func(path string) bool
	// Starting are those of them that change variables when they are initialised,
	// in that order.
	Starting []string
	// Setting are those of them whose functions set variables of other packages.
	Setting    []string
	Frameworks []*assembly.Framework
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

// Run extracts from one package: it runs the functions that build something,
// has each framework assemble what was built, and collects the recipes that
// importers need.
func Run(in *Input) *Result {
	var tables []*library.Table
	for _, f := range in.Frameworks {
		tables = append(tables, f.Table)
	}
	all := library.Join(tables...)
	table := all.Resolve(in.Pkg)
	if in.Own {
		table.IsForeign = in.Foreign
	}
	p := newProgram(in, table)
	builds := p.builders()
	p.builds = builds
	res := &Result{Program: &graph.Program{}}
	m := interp.NewMachine(p, all)
	if len(builds) > 0 && !p.isFramework(in.Pkg.Path()) { // a framework's own constructors build nothing yet
		p.runAll(m, builds)
		res.Program.Unknowns = m.Limits()
		if p.IsCommand() && in.Own { // nobody else can run it
			res.Program.Unknowns = append(res.Program.Unknowns, m.Unseen()...)
		}
		var closed []string
		unknowns := res.Program.Unknowns
		m.Steadily(func() {
			p.made, res.Program = make(map[*graph.Tool]graph.Pos), &graph.Program{Unknowns: slices.Clone(unknowns)}
			closed = p.assemble(in.Frameworks, m, res.Program)
		})
		p.compareOrders(m, in.Frameworks, builds, res.Program)
		openAborted(m, res.Program)
		openDecided(res.Program)
		p.findUnfollowed(res.Program)
		p.notes.annotate(res.Program, p.Func)
		tellApart(res.Program.AllTools(), p.made)
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
// then. What nothing can call does not run: it makes nothing that there is.
func (p *program) runAll(m *interp.Machine, builds map[string]bool) {
	m.Initialise(p.startup())
	uncalled := p.uncalled(builds)
	called := make(map[string]bool)
	for _, fn := range p.declared {
		if id := funcid.Of(fn); builds[id] && !uncalled[id] {
			for _, callee := range references(fn) {
				if callee != fn {
					called[funcid.Of(callee)] = true
				}
			}
		}
	}
	for _, all := range []bool{false, true} {
		for _, fn := range p.declared {
			id := funcid.Of(fn)
			if !builds[id] || uncalled[id] || m.Ran(id) || fn.Synthetic == "package initializer" {
				continue
			}
			if all || !called[id] && fn.Parent() == nil {
				m.Root(id)
			}
		}
	}
	// Importers call exported functions in ways of their own: what these make
	// whoever calls them is judged here, once. A command has no importers.
	for _, fn := range p.declared {
		if id := funcid.Of(fn); builds[id] && called[id] && p.isExported(fn) && p.ssa.Pkg.Name() != "main" {
			m.Root(id)
		}
	}
	m.Finish()
}

// assemble has each framework turn its objects into workflows. It returns the
// positions of constructor calls whose outcome no caller can change.
func (p *program) assemble(fs []*assembly.Framework, m *interp.Machine, out *graph.Program) []string {
	var closed []string
	made := m.Objects()
	for _, f := range fs {
		var objs []*interp.Object
		for _, o := range made {
			if f.Table.Call(o.Row.Key()) != nil {
				objs = append(objs, o)
			}
		}
		if len(objs) == 0 {
			continue
		}
		a := assembly.New(m, p, f, objs, out)
		m.Settling(func() bool {
			f.Assemble(a)
			return a.Settled
		})
		for _, o := range objs {
			if a.Closed(o) && p.Owns(o) {
				closed = append(closed, chain(o, len(o.Stack)))
			}
		}
	}
	dedupe(out)
	return closed
}

// Makes implements assembly.Package.
func (p *program) Makes(o *interp.Object) bool { return p.IsLocal(o.Func) }

// MadeAt implements assembly.Package.
func (p *program) MadeAt(t *graph.Tool, at graph.Pos) { p.made[t] = at }

// Has implements assembly.Package.
func (p *program) Has(file string) bool { return p.files[file] }

// IsCommand implements assembly.Package.
func (p *program) IsCommand() bool { return p.ssa.Pkg.Name() == "main" }

// Owns reports whether findings on o belong to this package: it is made here,
// or it is made elsewhere by a call that depends on what this package passes.
func (p *program) Owns(o *interp.Object) bool {
	if p.Makes(o) {
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
func chain(o *interp.Object, n int) string {
	s := o.Pos.String()
	for i := range n {
		s += "<" + o.Stack[len(o.Stack)-1-i].String()
	}
	return s
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

// A Framework is a table of its calls and the code that turns what they made
// into workflows.
type Framework = assembly.Framework
