package eino

import (
	"fmt"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

var table = library.Of("eino")

// Framework returns Eino's table and assembly.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "eino", Table: table, Assemble: assemble}
}

// Node keys that Eino gives to the ends of a graph.
const (
	start = "start"
	end   = "end"
)

// assembler turns the objects of one package into workflows and agents.
type assembler struct {
	*assembly.Assembly
	built      map[*interp.Object]*graph.Workflow
	nested     map[*interp.Object]bool // graphs that are nodes of others
	tools      map[*interp.Object]*graph.Tool
	agents     map[*interp.Object]*graph.Agent
	custom     map[any]*graph.Agent // agents of the program's own types
	info       map[*graph.Agent]*agentInfo
	places     map[*interp.Object]graph.Pos // of agents
	order      []*graph.Agent               // in which they were read
	children   map[*graph.Agent]bool        // agents that another one runs
	flows      map[*graph.Agent]*graph.Workflow
	behaviours map[*interp.Object]*interp.Behaviour
	states     map[*interp.Object][]nodeState // what the nodes of a graph leave in the state
}

func assemble(a *assembly.Assembly) {
	as := &assembler{
		Assembly: a, built: make(map[*interp.Object]*graph.Workflow), nested: make(map[*interp.Object]bool),
		tools: make(map[*interp.Object]*graph.Tool), agents: make(map[*interp.Object]*graph.Agent),
		children: make(map[*graph.Agent]bool), behaviours: make(map[*interp.Object]*interp.Behaviour),
		states: make(map[*interp.Object][]nodeState), custom: make(map[any]*graph.Agent),
		info: make(map[*graph.Agent]*agentInfo), flows: make(map[*graph.Agent]*graph.Workflow),
	}
	as.places = assembly.PlacesOf(a.ObjectsOf(agentKinds...))
	for _, o := range a.ObjectsOf("tool", "agenttool") {
		if t := as.toolOf(o); a.Owned(o) {
			a.Program.Tools = append(a.Program.Tools, t)
		}
		a.Close(o, nil)
	}
	for _, o := range a.ObjectsOf(agentKinds...) { // before anything runs one
		as.agentOf(o)
	}
	as.graphs()
	as.agentTrees()
}

// graphKinds are the objects that are graphs.
var graphKinds = []string{"graph", "chain", "workflow", "react", "host"}

// graphs assembles the compose graphs that are not part of others, and the
// prebuilt agents that are graphs.
func (a *assembler) graphs() {
	all := a.ObjectsOf(graphKinds...)
	for _, o := range all {
		for _, op := range o.Ops {
			a.markNested(op.Arg("value"))
		}
	}
	for _, o := range a.ObjectsOf("branch", "multibranch", "parallel") {
		for _, op := range o.Ops {
			a.markNested(op.Arg("value"))
		}
	}
	for _, o := range all {
		if !a.finished(o) {
			continue
		}
		w := a.workflow(o, nil)
		var open []graph.Unknown
		for _, body := range w.All() {
			open = append(open, body.Unknowns...)
		}
		switch {
		case len(o.Calls("compile")) > 0, o.Kind == "react", o.Kind == "host":
			a.Close(o, open)
		case !a.nested[o]:
			w.Unknowns = append(w.Unknowns, a.Unfinished(o)...)
		}
		if a.Owned(o) && !a.nested[o] {
			a.Program.Workflows = append(a.Program.Workflows, w)
		}
	}
}

// finished reports whether a builder became a workflow: one that is neither
// compiled nor handed to anybody is not run either.
func (a *assembler) finished(o *interp.Object) bool {
	if o.Kind == "react" || o.Kind == "host" || a.nested[o] {
		return true
	}
	return len(o.Calls("compile")) > 0 || len(o.Calls()) > 0 && a.Used(o)
}

func (a *assembler) markNested(v interp.Value) {
	for _, alt := range interp.Alternatives(v) {
		if o, ok := interp.Unwrap(alt.V).(*interp.Object); ok {
			a.nested[o] = true
		}
	}
}

// workflow returns the workflow that o builds, compiled with its own options
// and, where it is a node of another graph, those that this one passes.
func (a *assembler) workflow(o *interp.Object, outer []*interp.Object) *graph.Workflow {
	if w := a.built[o]; w != nil {
		return w
	}
	opts := append(a.compileOptions(o), outer...)
	b := graph.NewBuilder(a.nameOf(o, opts), a.Name, o.At(a.Assembly))
	b.Workflow().Origin = a.Origin(o)
	a.built[o] = b.Workflow() // a graph that contains itself ends here
	g := &graphBuilder{
		assembler: a, Builder: b, obj: o,
		code: make(map[string][]interp.Value), anyName: make(map[string]bool),
	}
	g.ends()
	switch o.Kind {
	case "graph":
		g.graph()
	case "chain":
		g.chain()
	case "workflow":
		g.workflow()
	case "react":
		g.react()
	case "host":
		g.host()
	}
	g.options(opts)
	w := b.Build()
	a.built[o] = w
	g.finish(w)
	return w
}

// compileOptions returns the options of the Compile calls on o.
func (a *assembler) compileOptions(o *interp.Object) []*interp.Object {
	var out []*interp.Object
	for _, op := range o.Calls("compile") {
		out = append(out, options(op.Arg("opts"))...)
	}
	return out
}

// options returns the option objects in a list.
func options(v interp.Value) []*interp.Object {
	var out []*interp.Object
	elems, _ := interp.Elems(v)
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			if o, ok := interp.Unwrap(alt.V).(*interp.Object); ok {
				out = append(out, o)
			}
		}
	}
	return out
}

// nameOf names a workflow: by option, by the prebuilt agent's name, else by the
// function that builds it.
func (a *assembler) nameOf(o *interp.Object, opts []*interp.Object) string {
	for _, opt := range opts {
		if name, ok := interp.AsString(opt.Arg("name")); ok && opt.Kind == "opt:graphname" && name != "" {
			return name
		}
	}
	config := o.Arg("config")
	switch o.Kind {
	case "react":
		if name, ok := interp.AsString(interp.Field(config, "GraphName")); ok && name != "" {
			return name
		}
		return "ReActAgent"
	case "host":
		if name, ok := interp.AsString(interp.Field(config, "Name")); ok && name != "" {
			return name
		}
		return "host multi agent"
	}
	return assembly.LocalName(o.Func)
}

// unknown converts an unknown value of the program.
func unknown(what graph.UnknownKind, node graph.NodeID, u *interp.Unknown, pos graph.Pos) graph.Unknown {
	out := graph.Unknown{What: what, Node: node, Reason: "it is not known", Pos: pos}
	if u != nil {
		out.Reason, out.Param = u.Reason, u.Param
		if u.Pos.IsValid() {
			out.Pos = u.Pos
		}
	}
	return out
}

// opaqueName names a node whose name is not known.
func opaqueName(pos graph.Pos) string { return fmt.Sprintf("?%d:%d", pos.Line, pos.Col) }
