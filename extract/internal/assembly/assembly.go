package assembly

// This file is what a framework's code works on: what was recorded of its calls, and
// the program that it adds to.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/internal/tally"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/funcid"
)

// A Framework is a table of its calls and the code that turns what they made
// into workflows.
type Framework struct {
	Name     string
	Table    *library.Table
	Assemble func(a *Assembly)
}

// An Assembly is the state in which a framework turns objects into workflows.
type Assembly struct {
	*interp.Machine
	Name    string // of the framework
	Objects []*interp.Object
	Program *graph.Program
	Command bool // the package is a command, which nothing imports
	Settled bool // what observed functions change makes no difference to what was found: see Machine.Settling

	// Odd reads an option of an agent, or its constructor, that has arguments which the rows
	// do not explain; Done completes an agent whose options are read. Both may be nil.
	Odd  func(g *Agent, option Value)
	Done func(g *Agent)
	// AgentTool completes the tool that an agent is, where rows of kind tool:agent are not
	// enough; nil if the framework has none.
	AgentTool func(o *Object, t *graph.Tool)
	// Gate returns the gate that the body of a handler is, where that is more than a question
	// whose answer matters; nil if it is not.
	Gate func(b *Behaviour) graph.Gate

	table    *library.Table
	pkg      Package
	closed   map[*interp.Object]bool
	places   map[*interp.Object]graph.Pos
	tools    map[*interp.Object]*graph.Tool
	byCell   map[interp.Ptr]*graph.Tool
	agents   map[*interp.Object]*Agent
	begun    map[string]*beginnings // by runner
	handlers map[string][]does      // of tools that were observed, by function
	decided  decided
	added    map[string]bool // tools, by their texts
}

// A Package is what an assembly asks of the package under analysis.
type Package interface {
	// Owns reports whether findings on an object belong to the package.
	Owns(o *interp.Object) bool
	// Makes reports whether the call that made an object stands in the package.
	Makes(o *interp.Object) bool
	// Has reports whether a source file is one of the package.
	Has(file string) bool
	// Exposes reports whether code of other packages, or code that is not followed, may get
	// hold of a value of a type, given without its type arguments.
	Exposes(typ string) bool
	// Shared returns the fields of a struct of the package of which it is known who may write
	// them, where functions hand on pointers to it, to each other and to the functions of frameworks that are given.
	Shared(typ string, given []string) []tally.Field
	tally.Package
	// Kept returns the counters that the package keeps outside of the state of a workflow and that some of its routers compare.
	Kept(steps, routers []string) []tally.Kept
	// Members returns the names of the members that encoding/json makes of the numbers in a struct of the package, by
	// field.
	Members(typ string) map[string]string
	// IsCommand reports whether nothing imports the package.
	IsCommand() bool
	// MadeAt is Assembly.MadeAt.
	MadeAt(t *graph.Tool, at graph.Pos)
}

// New returns an assembly of the objects of a framework, which adds to out.
func New(m *interp.Machine, pkg Package, f *Framework, objects []*interp.Object, out *graph.Program) *Assembly {
	return &Assembly{
		Machine: m, Name: f.Name, Objects: objects, Program: out, Command: pkg.IsCommand(), table: f.Table,
		pkg: pkg, closed: make(map[*interp.Object]bool), tools: make(map[*interp.Object]*graph.Tool), byCell: make(map[interp.Ptr]*graph.Tool), agents: make(map[*interp.Object]*Agent), handlers: make(map[string][]does),
	}
}

// Owned reports whether the package under analysis answers for o.
func (a *Assembly) Owned(o *interp.Object) bool { return a.pkg.Owns(o) }

// Closed reports whether nothing that o became depends on a caller.
func (a *Assembly) Closed(o *interp.Object) bool { return a.closed[o] }

// Close notes whether what o became may depend on a caller: it does not if
// nothing about it is unknown. What is built under a condition is judged with and
// without. What another package makes for any caller is completed here if nothing
// about it depends on callers of this package.
func (a *Assembly) Close(o *interp.Object, unknowns []graph.Unknown) {
	if len(unknowns) == 0 {
		a.closed[o] = true
	}
	if a.pkg.Makes(o) || !a.Owned(o) || slices.ContainsFunc(unknowns, func(u graph.Unknown) bool { return u.Param }) {
		return
	}
	// The package that makes o shows it at the call or at one that led there.
	for _, pos := range append([]graph.Pos{o.Pos}, o.Stack...) {
		if !a.pkg.Has(pos.File) && !slices.Contains(a.Program.Completed, pos) {
			a.Program.Completed = append(a.Program.Completed, pos)
		}
	}
}

// At returns the position that a reader of the package under analysis looks at
// for a call at pos that the calls in stack led to: pos itself if it is in the
// package, else the innermost of those that are.
func (a *Assembly) At(pos graph.Pos, stack []graph.Pos) graph.Pos {
	if a.pkg.Has(pos.File) {
		return pos
	}
	for i := len(stack) - 1; i >= 0; i-- {
		if a.pkg.Has(stack[i].File) {
			return stack[i]
		}
	}
	return pos
}

// IsFramework reports whether a function belongs to a known framework.
func (a *Assembly) IsFramework(id string) bool { return a.Functions().IsFramework(id) }

// Describes reports whether the version of the framework at hand has the function
// with the given identity, which a row describes.
func (a *Assembly) Describes(id string) bool { return a.Functions().RowOf(id) != "" }

// Calling returns the functions of the package whose code calls what a row describes,
// or a function by its identity, in the order of their declarations.
func (a *Assembly) Calling(callee string) []string { return a.Functions().Calling(callee) }

// IsStandard reports whether a function belongs to the standard library, none of
// which changes a builder.
func (a *Assembly) IsStandard(id string) bool { return library.IsStandard(funcid.Package(id)) }

// ObjectsOf returns the objects of the given kinds, in the order in which they
// are made.
func (a *Assembly) ObjectsOf(kinds ...string) []*interp.Object {
	var out []*interp.Object
	for _, o := range a.Objects {
		if slices.Contains(kinds, o.Kind) {
			out = append(out, o)
		}
	}
	return out
}
