package eino

import (
	"cmp"

	"github.com/agentvet/agentvet/extract/internal/assembly"
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

// workshop is what one package builds: graphs, agents and tools.
type workshop struct {
	*assembly.Assembly
	built      map[*assembly.Object]*graph.Workflow
	nested     map[*assembly.Object]bool // graphs that are nodes of others
	agents     map[*assembly.Object]*graph.Agent
	custom     map[any]*graph.Agent // agents of the program's own types
	info       map[*graph.Agent]*agentInfo
	places     map[*assembly.Object]graph.Pos // of agents
	order      []*graph.Agent                 // in which they were read
	children   map[*graph.Agent]bool          // agents that another one runs
	flows      map[*graph.Agent]*graph.Workflow
	behaviours map[*assembly.Object]*assembly.Behaviour
	boards     map[*assembly.Object]*assembly.Board // what the nodes of a graph leave in the state
	ways       map[*graph.Tool][]string             // how a tool may be called, see endpoints
	kept       *bool                                // see keepsRuns
}

func assemble(a *assembly.Assembly) {
	as := &workshop{
		Assembly: a, built: make(map[*assembly.Object]*graph.Workflow), nested: make(map[*assembly.Object]bool),
		agents:   make(map[*assembly.Object]*graph.Agent),
		children: make(map[*graph.Agent]bool), behaviours: make(map[*assembly.Object]*assembly.Behaviour),
		boards: make(map[*assembly.Object]*assembly.Board), custom: make(map[any]*graph.Agent),
		info: make(map[*graph.Agent]*agentInfo), flows: make(map[*graph.Agent]*graph.Workflow),
		ways: make(map[*graph.Tool][]string),
	}
	as.AgentTool, as.Gate = as.agentTool, handlerGate
	as.places = assembly.PlacesOf(a.ObjectsOf(agentKinds...))
	for _, o := range a.ObjectsOf("tool", "tool:agent") {
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
	as.handed()
}

// graphKinds are the objects that are graphs.
var graphKinds = []string{"graph", "chain", "workflow", "react", "host"}

// graphs assembles the compose graphs that are not part of others, and the
// prebuilt agents that are graphs.
func (a *workshop) graphs() {
	for _, o := range append(a.ObjectsOf(graphKinds...), a.ObjectsOf("branch", "multibranch", "parallel")...) {
		for _, op := range o.Ops {
			for _, inner := range a.ArgOf(op, "value").Objects() {
				a.nested[inner] = true
			}
		}
	}
	for _, o := range a.ObjectsOf(graphKinds...) {
		if !a.finished(o) {
			continue
		}
		w := a.workflow(o, nil)
		switch open := assembly.OpenIn(w); {
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
func (a *workshop) finished(o *assembly.Object) bool {
	if o.Kind == "react" || o.Kind == "host" || a.nested[o] {
		return true
	}
	return len(o.Calls("compile")) > 0 || len(o.Calls()) > 0 && a.Used(o)
}

// workflow returns the workflow that o builds, compiled with its own options
// and, where it is a node of another graph, those that this one passes.
func (a *workshop) workflow(o *assembly.Object, outer []*assembly.Object) *graph.Workflow {
	if w := a.built[o]; w != nil {
		return w
	}
	opts := append(a.compileOptions(o), outer...)
	g := &graphBuilder{
		workshop: a, Chart: a.Chart(a.nameOf(o, opts), o.At(a.Assembly), engine), obj: o,
		code: make(map[string][]assembly.Value), relays: make(map[string]bool), answers: make(map[string][]func(string) bool),
	}
	g.Workflow().Origin = a.Origin(o)
	a.built[o] = g.Workflow() // a graph that contains itself ends here
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
	g.Escapes(o, "the builder")
	g.options(opts)
	w := g.Build()
	a.built[o] = w
	g.finish(w)
	g.count(w)
	return w
}

// compileOptions returns the options of the Compile calls on o.
func (a *workshop) compileOptions(o *assembly.Object) []*assembly.Object {
	var out []*assembly.Object
	for _, op := range o.Calls("compile") {
		out = append(out, options(a.ArgOf(op, "opts"))...)
	}
	return out
}

// options returns the option objects in a list.
func options(v assembly.Value) []*assembly.Object {
	var out []*assembly.Object
	list, _ := v.List()
	for _, x := range list {
		out = append(out, x.Objects()...)
	}
	return out
}

// config returns a part of the configuration that a constructor call has.
func (a *workshop) config(o *assembly.Object, path ...string) assembly.Value {
	return a.Arg(o, "config").Field(path...)
}

// nameOf names a workflow: by option, by the prebuilt agent's name, else by the
// function that builds it.
func (a *workshop) nameOf(o *assembly.Object, opts []*assembly.Object) string {
	for _, opt := range opts {
		if name := a.Arg(opt, "name").TextOr(""); opt.Kind == "opt:graphname" && name != "" {
			return name
		}
	}
	switch o.Kind {
	case "react":
		return cmp.Or(a.config(o, "GraphName").TextOr(""), "ReActAgent")
	case "host":
		return cmp.Or(a.config(o, "Name").TextOr(""), "host multi agent")
	}
	return assembly.LocalName(o.Func)
}
