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
	cast       *assembly.Cast
	tools      map[*assembly.Object]*graph.Tool
	nodes      map[*assembly.Object]*graphNode
	behaviours map[*assembly.Object]*assembly.Behaviour
	graphs     map[*assembly.Object]*graph.Workflow
	passing    *assembly.Unknown // why an agent may be passed by: a plugin answers for it
}

func assemble(x *assembly.Assembly) {
	a := &roster{
		Assembly: x, tools: make(map[*assembly.Object]*graph.Tool),
		nodes:      make(map[*assembly.Object]*graphNode),
		behaviours: make(map[*assembly.Object]*assembly.Behaviour),
		graphs:     make(map[*assembly.Object]*graph.Workflow),
	}
	a.cast = a.newCast()
	agents := a.cast.Actors()
	for _, g := range agents {
		a.parts(g)
	}
	a.plugins(agents)
	a.cast.Workflows(agents)
	for _, o := range a.ObjectsOf("graph") { // that no agent runs
		w := a.graphOf(o)
		a.Close(o, w.Unknowns)
		if a.Owned(o) {
			a.Program.Workflows = append(a.Program.Workflows, w)
		}
	}
	a.cast.Agents(agents)
	a.listTools()
}

// listTools adds the tools of the package.
func (a *roster) listTools() {
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
