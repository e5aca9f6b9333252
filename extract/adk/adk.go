package adk

import (
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

var table = library.Of("adk")

// Framework returns the table and the assembly of the Agent Development Kit.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "adk", Table: table, Assemble: assemble}
}

// The ends of a workflow. START is the framework's own name; its graphs have no
// node for the end.
const (
	start = "START"
	end   = "END"
)

// assembler turns the objects of one package into workflows, agents and tools.
type assembler struct {
	*assembly.Assembly
	places     map[*interp.Object]graph.Pos
	agents     map[*interp.Object]*agent
	tools      map[*interp.Object]*graph.Tool
	nodes      map[*interp.Object]*graphNode
	behaviours map[*interp.Object]*interp.Behaviour
	graphs     map[*interp.Object]*graph.Workflow
	open       map[*agent]bool // whose workflow is being built
}

func assemble(x *assembly.Assembly) {
	a := &assembler{
		Assembly: x, places: assembly.PlacesOf(x.Objects),
		agents: make(map[*interp.Object]*agent), tools: make(map[*interp.Object]*graph.Tool),
		nodes:      make(map[*interp.Object]*graphNode),
		behaviours: make(map[*interp.Object]*interp.Behaviour),
		graphs:     make(map[*interp.Object]*graph.Workflow), open: make(map[*agent]bool),
	}
	var agents []*agent
	for _, o := range x.Objects {
		if kind, ok := strings.CutPrefix(o.Kind, "agent:"); ok {
			agents = append(agents, a.agent(o, kind))
		}
	}
	for _, g := range agents {
		a.parts(g)
	}
	a.workflows(agents)
	a.program(agents)
}

// workflows adds the workflow of each agent that is part of no other, and each
// graph that no agent runs.
func (a *assembler) workflows(agents []*agent) {
	for _, g := range agents {
		var unknowns []graph.Unknown
		if w := a.workflow(g); w != nil {
			for _, body := range w.All() {
				unknowns = append(unknowns, body.Unknowns...)
			}
			if !g.part && a.Owned(g.obj) {
				a.Program.Workflows = append(a.Program.Workflows, w)
			}
		}
		a.Close(g.obj, append(unknowns, g.graph.Unknowns...))
	}
	for _, o := range a.ObjectsOf("graph") {
		w := a.graphOf(o)
		a.Close(o, w.Unknowns)
		if a.Owned(o) {
			a.Program.Workflows = append(a.Program.Workflows, w)
		}
	}
}

// program adds the agents and tools of the package, each once, although two ways
// through the program may have made it twice.
func (a *assembler) program(agents []*agent) {
	seen := make(map[string]bool)
	add := func(key string) bool {
		fresh := !seen[key]
		seen[key] = true
		return fresh
	}
	for _, g := range agents {
		p := &graph.Program{Agents: []*graph.Agent{g.graph}}
		if (a.Owned(g.obj) || g.graph.Unused) && add(p.Text()) {
			a.Program.Agents = append(a.Program.Agents, g.graph)
		}
	}
	for _, o := range a.Objects {
		if !strings.HasPrefix(o.Kind, "tool:") {
			continue
		}
		t := a.tool(o)
		if t.Name == "" && o.Kind == "tool:agent" {
			continue
		}
		p := &graph.Program{Tools: []*graph.Tool{t}}
		if a.Owned(o) && add(p.Text()+t.Handler+t.Args) {
			a.Program.Tools = append(a.Program.Tools, t)
		}
		a.Close(o, toolUnknowns(o))
	}
}

// toolUnknowns returns what a caller may know of a tool.
func toolUnknowns(o *interp.Object) []graph.Unknown {
	var out []graph.Unknown
	for _, name := range []string{"name", "confirm", "provider", "handler", "agent"} {
		if u, ok := interp.Unwrap(o.Arg(name)).(*interp.Unknown); ok {
			out = append(out, unknown(graph.UnknownTools, u))
		}
	}
	return out
}

// unknown converts what the interpreter does not know.
func unknown(what graph.UnknownKind, u *interp.Unknown) graph.Unknown {
	return graph.Unknown{What: what, Node: graph.None, Reason: u.Reason, Param: u.Param, Pos: u.Pos}
}
