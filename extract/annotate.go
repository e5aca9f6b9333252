package extract

// This file puts annotations into the model: struct tags of the types that tools
// take and return, and directives on handlers, on functions that steps run, and
// on the code that makes tools. No framework knows of it.

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/annotation"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/internal/recipe"
	"golang.org/x/tools/go/ssa"
)

// annotations are what the package and its imports say of tools.
type annotations struct {
	fset  *token.FileSet
	own   *annotation.Set              // what the package says itself
	seen  map[string]types.Type        // types of the package's functions that hold structs
	types map[string]*annotation.Type  // described types, also of imports
	says  map[types.Type]bool          // whether a type has annotations
	notes []annotation.Note            // by position
	funcs map[string][]annotation.Note // notes on functions, and on types by their names with the package
}

func newAnnotations(fset *token.FileSet, own *annotation.Set) *annotations {
	return &annotations{
		fset: fset, own: own, seen: make(map[string]types.Type), types: make(map[string]*annotation.Type),
		says: make(map[types.Type]bool), funcs: make(map[string][]annotation.Note),
	}
}

// see notes a type that may turn out to be that of a tool's arguments.
func (n *annotations) see(t types.Type) { n.seen[recipe.TypeString(t)] = t }

// add adds what an import says.
func (n *annotations) add(imp *recipe.Package) {
	for _, t := range imp.Types {
		n.types[t.Name] = t
	}
	for _, note := range imp.Notes {
		n.note(note)
	}
}

func (n *annotations) note(note annotation.Note) {
	if of := cmp.Or(note.Func, note.Type); of != "" {
		n.funcs[of] = append(n.funcs[of], note)
	}
	if note.Func != "" {
		return
	}
	n.notes = append(n.notes, note)
}

// read adds the directives of the package with a path.
func (n *annotations) read(pkg string, declared []*ssa.Function) {
	ids := make(map[ast.Node]string)
	for _, fn := range declared {
		if fn.Syntax() != nil {
			ids[fn.Syntax()] = funcid.Of(fn)
		}
	}
	for _, note := range n.own.Notes(func(d *ast.FuncDecl) string { return ids[d] }) {
		if note.Type != "" {
			note.Type = pkg + "." + note.Type
		}
		n.note(note)
	}
}

// isHuman reports whether a directive says that a function asks a human.
func (n *annotations) isHuman(id string) bool {
	return slices.ContainsFunc(n.funcs[funcid.Source(id)], func(note annotation.Note) bool {
		return note.Directive.Verb == annotation.Human
	})
}

// describe returns what is known of a type, nil if nothing is.
func (n *annotations) describe(name string) *annotation.Type {
	if d, ok := n.types[name]; ok {
		return d
	}
	var d *annotation.Type
	if t := n.seen[name]; t != nil {
		d = n.own.Describe(t, n.at)
		d.Name = name // importers ask by it
	}
	n.types[name] = d
	return d
}

func (n *annotations) at(p token.Pos) graph.Pos {
	posn := n.fset.Position(p)
	if !posn.IsValid() {
		return graph.Pos{}
	}
	return graph.Pos{File: posn.Filename, Line: posn.Line, Col: posn.Column}
}

// annotated returns the description of a type that has annotations, else nil.
func (n *annotations) annotated(name string) *annotation.Type {
	if t := n.seen[name]; t != nil && !n.saysAnything(t) {
		return nil
	}
	if d := n.describe(name); d != nil && d.Annotated() {
		return d
	}
	return nil
}

// saysAnything reports whether a struct that t reaches has one of our tags.
func (n *annotations) saysAnything(t types.Type) bool {
	if says, ok := n.says[t]; ok {
		return says
	}
	visited := make(map[types.Type]bool)
	var visit func(t types.Type) bool
	visit = func(t types.Type) bool {
		t = types.Unalias(t)
		if says, ok := n.says[t]; ok || visited[t] {
			return says
		}
		visited[t] = true
		switch u := t.Underlying().(type) {
		case *types.Pointer:
			return visit(u.Elem())
		case *types.Slice:
			return visit(u.Elem())
		case *types.Array:
			return visit(u.Elem())
		case *types.Map:
			return visit(u.Elem())
		case *types.Struct:
			for i := range u.NumFields() {
				if annotation.HasKey(u.Tag(i)) || visit(u.Field(i).Type()) {
					return true
				}
			}
		}
		return false
	}
	says := visit(t)
	n.says[t] = says
	if !says { // then neither has anything on the way
		for v := range visited {
			n.says[v] = false
		}
	}
	return says
}

// annotate puts what is said of them into the tools and steps of a program, and where the handlers
// of tools are. The function of an identity is what fn returns.
func (n *annotations) annotate(out *graph.Program, fn func(id string) *recipe.Func) {
	for _, t := range out.AllTools() {
		n.arguments(t, out)
		if d := n.describe(t.Result); d != nil {
			t.Output = d.Params
		}
		n.results(t, fn(t.Handler))
		if handler := fn(funcid.Source(t.Handler)); handler != nil {
			t.HandlerPos = handler.Pos()
		}
		for _, note := range n.of(t.Handler, t.Pos) {
			annotateTool(t, note)
		}
	}
	for _, w := range out.AllWorkflows() {
		for i := range w.Nodes {
			if node := &w.Nodes[i]; node.Func != "" {
				for _, note := range n.of(node.Func, graph.Pos{}) {
					annotateNode(node, note)
				}
			}
		}
	}
}

// of returns the directives on a function, on the type whose method it is, and on the code around a position.
func (n *annotations) of(id string, pos graph.Pos) []annotation.Note {
	id = funcid.Source(id)
	out := slices.Concat(n.funcs[id], n.funcs[receiverOf(id)])
	for i := range n.notes {
		if pos.IsValid() && n.notes[i].Covers(pos) {
			out = append(out, n.notes[i])
		}
	}
	return out
}

// receiverOf returns the name of the type whose method a function is, with its package; "" for none.
func receiverOf(id string) string {
	key := funcid.Key(id)
	typ := key[:max(0, strings.LastIndexByte(key, '.'))]
	if !strings.HasPrefix(id, "(") {
		return ""
	}
	return typ
}

// Annotate puts into the tools of an agent what directives say of them: on the handler, on the type whose method that is, and on the
// code around the place of a tool. Types have their names with the package. A function that runs several of the tools is the
// handler of none.
func Annotate(tools []*graph.Tool, notes []annotation.Note) {
	running := make(map[string]int)
	for _, t := range tools {
		running[funcid.Source(t.Handler)]++
	}
	for _, t := range tools {
		id := funcid.Source(t.Handler)
		for _, note := range notes {
			handler := id != "" && running[id] == 1 && (note.Func == id || note.Type != "" && note.Type == receiverOf(id))
			if handler || note.Covers(t.Pos) {
				annotateTool(t, note)
			}
		}
	}
}

// arguments describes the arguments of a tool. A type without fields, such as a map,
// leaves what a schema says, and one that has none of what a schema names is no type of arguments: a
// handler of the program's own form takes the whole call.
func (n *annotations) arguments(t *graph.Tool, out *graph.Program) {
	d := n.describe(t.Args)
	t.Args = recipe.Shown(t.Args)
	if d == nil {
		return
	}
	if t.Closed && !d.Annotated() && takesOther(d.Params, t.Params) {
		t.Args = ""
		return
	}
	if len(d.Params) > 0 {
		t.Params = graph.WithSaid(d.Params, t.Params)
	}
	t.Declare(d.Capabilities...)
	for _, p := range d.Problems {
		u := graph.Unknown{What: graph.UnknownTools, Node: graph.None, Reason: reason.Words(p.Message), Pos: p.Pos}
		if !slices.Contains(out.Unknowns, u) {
			out.Unknowns = append(out.Unknowns, u)
		}
	}
}

// takesOther reports whether a struct has none of the arguments that a schema names, as encoding/json takes names.
func takesOther(fields, schema []graph.Param) bool {
	top := func(p graph.Param) string { name, _, _ := strings.Cut(p.Path, "."); return name }
	named := func(f graph.Param) bool {
		return slices.ContainsFunc(schema, func(p graph.Param) bool { return strings.EqualFold(top(p), top(f)) })
	}
	return len(fields) > 0 && len(schema) > 0 && !slices.ContainsFunc(fields, named)
}

// results keeps what is said of the fields that a tool returns.
func (n *annotations) results(t *graph.Tool, handler *recipe.Func) {
	if handler == nil {
		return
	}
	for _, name := range handler.Returns {
		d := n.annotated(name)
		if d == nil {
			continue
		}
		t.Declare(d.Capabilities...)
		for _, p := range d.Params {
			if p.Annotated() {
				t.Returns = append(t.Returns, p)
			}
		}
	}
}

// annotateTool applies one directive to a tool.
func annotateTool(t *graph.Tool, note annotation.Note) {
	switch d := &note.Directive; d.Verb {
	case annotation.Capability:
		t.Declare(d.Names...)
	case annotation.Source:
		t.Sources = merge(t.Sources, d.Names)
	case annotation.SinkArg:
		if p := t.Param(d.Arg); p != nil {
			p.Sink = d.Sink
			if p.Field == "" { // a schema names it: the directive says more of it
				p.Pos = note.Pos
			}
		} else {
			t.Params = append(t.Params, graph.Param{Path: d.Arg, Sink: d.Sink, Pos: note.Pos})
		}
	case annotation.Human:
		if !t.Gate.Kind.MayHold() || t.Gate.Kind == graph.GateConditional {
			t.Gate = graph.Gate{Kind: graph.GateInterrupt, Pos: note.Pos}
		}
	case annotation.Destructive:
		t.Destructive = true
	case annotation.Event:
		t.Events = merge(t.Events, d.Names)
	}
}

// annotateNode applies one directive to the step that runs the function.
func annotateNode(node *graph.Node, note annotation.Note) {
	switch d := &note.Directive; d.Verb {
	case annotation.Human:
		node.Kind = graph.KindHuman
	case annotation.Event:
		node.Events = merge(node.Events, d.Names)
	}
}

// merge returns the sorted union of two lists.
func merge(a, b []string) []string {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}
