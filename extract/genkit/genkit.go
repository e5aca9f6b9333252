package genkit

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

var table = library.Of("genkit")

// module is the module path of Genkit.
const module = "github.com/firebase/genkit/go"

// Framework returns what agentvet knows of Genkit.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "genkit", Table: table, Assemble: assemble}
}

// definitions are the flows, prompts and tools that one package defines.
type definitions struct {
	*assembly.Assembly
	tools   map[*assembly.Object]*graph.Tool
	agents  map[*assembly.Object]*graph.Agent // those that have a conversation
	nowhere map[*graph.Tool]reference         // spoken of, and not seen to be defined
	open    map[*assembly.Object]bool         // flows that are being read
	seen    map[string]bool                   // calls of models that are steps of a flow, by place
}

// function is a flow, or another function that calls models, and what became of it.
type function struct {
	*assembly.Sketch
	name     string
	agents   []*graph.Agent
	placed   map[string]string // names of nodes, by where and what they are
	workflow *graph.Workflow
}

func assemble(x *assembly.Assembly) {
	a := &definitions{
		Assembly: x, tools: make(map[*assembly.Object]*graph.Tool), agents: make(map[*assembly.Object]*graph.Agent),
		open: make(map[*assembly.Object]bool), seen: make(map[string]bool),
		nowhere: make(map[*graph.Tool]reference),
	}
	x.ListTools(x.ObjectsOf("tool"), a.toolOf)
	declared := x.ObjectsOf("flow")
	for _, o := range declared {
		f := a.flow(o)
		x.Close(o, assembly.OpenIn(f.workflow))
		if x.Owned(o) {
			a.add(f)
		}
	}
	for _, o := range x.ObjectsOf("agent") {
		g := a.agentOf(o)
		w := assembly.ModelFlow(g)
		w.Engine.UniqueTools = true
		x.Close(o, assembly.OpenIn(w))
		if x.Owned(o) {
			x.Program.Agents = append(x.Program.Agents, g)
			x.Program.Workflows = append(x.Program.Workflows, w)
		}
	}
	a.others()
	for _, o := range x.ObjectsOf("server") {
		a.server(o)
	}
}

// add adds a flow and its agents to the program.
func (a *definitions) add(f *function) {
	a.Program.Agents = append(a.Program.Agents, f.agents...)
	a.Program.Workflows = append(a.Program.Workflows, f.workflow)
}

// others adds the functions that call models outside of flows, each with all that
// happens in the function from which it is called.
func (a *definitions) others() {
	done := make(map[string]bool)
	for _, o := range a.ObjectsOf("generate", "execute", "request") {
		if !a.Owned(o) || a.seen[assembly.Spot(o.Pos, o.Stack)] || o.Root == "" || done[o.Root] {
			continue
		}
		done[o.Root] = true
		f := a.read(assembly.FuncName(o.Root), a.ObserveRoot(o.Root), o.At(a.Assembly))
		a.Close(o, assembly.OpenIn(f.workflow))
		a.add(f)
	}
}

// flow reads a flow: for itself, as whoever serves it runs it, and for each flow that
// runs it, nil for one that runs itself.
func (a *definitions) flow(o *assembly.Object) *function {
	if a.open[o] {
		return nil
	}
	a.open[o] = true
	defer delete(a.open, o)
	name := a.Arg(o, "name")
	f := a.read(stepName(name, a.Place(o)), a.Arg(o, "fn").Observe(), a.Place(o))
	if u := name.Unknown(); u != nil {
		f.workflow.Unknowns = append(f.workflow.Unknowns, u.Open(graph.UnknownAnything, o.Pos))
	}
	return f
}

// read makes a flow of what a function does.
func (a *definitions) read(name string, b *assembly.Behaviour, pos graph.Pos) *function {
	f := &function{Sketch: assembly.NewSketch(name, a.Name, start, end, pos), name: name, placed: make(map[string]string)}
	f.Workflow().Engine.UniqueTools = true
	f.Course(b, func(st *assembly.CourseStep) []string { return a.step(f, b, st) })
	if !b.Known {
		f.Unknown(graph.Unknown{What: graph.UnknownAnything, Node: graph.None, Reason: b.Reason, Pos: b.Pos})
	}
	f.workflow = f.Finish()
	return f
}
