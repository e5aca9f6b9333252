package adk

import (
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
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

// roster is what one package makes: agents, tools and nodes of graphs.
type roster struct {
	*assembly.Assembly
	agents     map[*assembly.Object]*agent
	tools      map[*assembly.Object]*graph.Tool
	nodes      map[*assembly.Object]*graphNode
	behaviours map[*assembly.Object]*assembly.Behaviour
	graphs     map[*assembly.Object]*graph.Workflow
	open       map[*agent]bool // whose workflow is being built
}

func assemble(x *assembly.Assembly) {
	a := &roster{
		Assembly: x,
		agents:   make(map[*assembly.Object]*agent), tools: make(map[*assembly.Object]*graph.Tool),
		nodes:      make(map[*assembly.Object]*graphNode),
		behaviours: make(map[*assembly.Object]*assembly.Behaviour),
		graphs:     make(map[*assembly.Object]*graph.Workflow), open: make(map[*agent]bool),
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
func (a *roster) workflows(agents []*agent) {
	for _, g := range agents {
		var unknowns []graph.Unknown
		if w := a.workflow(g); w != nil {
			unknowns = assembly.OpenIn(w)
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
func (a *roster) program(agents []*agent) {
	seen := make(map[string]bool)
	for _, g := range agents {
		key := (&graph.Program{Agents: []*graph.Agent{g.graph}}).Text()
		if (a.Owned(g.obj) || g.graph.Unused) && !seen[key] {
			seen[key] = true
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
		if a.Owned(o) {
			a.AddTool(t)
		}
		a.Close(o, a.toolUnknowns(o))
	}
}

// toolUnknowns returns what a caller may know of a tool.
func (a *roster) toolUnknowns(o *assembly.Object) []graph.Unknown {
	var out []graph.Unknown
	for _, name := range []string{"name", "confirm", "provider", "handler", "agent"} {
		if u := a.Arg(o, name).Opaque(); u != nil {
			out = append(out, unknown(graph.UnknownTools, u))
		}
	}
	return out
}

// unknown converts what the interpreter does not know.
func unknown(what graph.UnknownKind, u *assembly.Unknown) graph.Unknown {
	return u.Open(what, graph.Pos{})
}
