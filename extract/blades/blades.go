package blades

import (
	_ "embed"
	"fmt"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

//go:embed rows.txt
var rows string

var table = library.NewTable("blades/rows.txt", rows)

// Framework returns what agentvet knows of blades.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "blades", Table: table, Assemble: assemble}
}

// The ends of a workflow; blades has no names for them.
const (
	start = "START"
	end   = "END"
)

// assembler turns the objects of one package into agents, graphs and tools.
type assembler struct {
	*assembly.Assembly
	places map[*interp.Object]graph.Pos
	agents map[*interp.Object]*agent
	tools  map[*interp.Object]*graph.Tool
	open   map[*agent]bool // whose workflow is being built
}

func assemble(x *assembly.Assembly) {
	a := &assembler{
		Assembly: x, places: assembly.PlacesOf(x.Objects), agents: make(map[*interp.Object]*agent),
		tools: make(map[*interp.Object]*graph.Tool), open: make(map[*agent]bool),
	}
	x.ListTools(x.ObjectsOf("tool"), a.toolOf)
	for _, o := range x.ObjectsOf("agent") {
		g := a.agent(o)
		x.Close(o, g.graph.Unknowns)
		if x.Owned(o) {
			x.Program.Agents = append(x.Program.Agents, g.graph)
		}
	}
	for _, o := range x.ObjectsOf("graph") {
		if len(o.Calls("compile")) == 0 && !x.Used(o) {
			continue
		}
		w := a.graph(o)
		if len(o.Calls("compile")) > 0 {
			x.Close(o, w.Unknowns)
		}
		if x.Owned(o) {
			x.Program.Workflows = append(x.Program.Workflows, w)
		}
	}
	for _, o := range x.ObjectsOf("agent") {
		if g := a.agents[o]; x.Owned(o) && !g.part {
			x.Program.Workflows = append(x.Program.Workflows, a.alone(g))
		}
	}
}

// opaqueName names what has no name that is known.
func opaqueName(pos graph.Pos) string { return fmt.Sprintf("?%d:%d", pos.Line, pos.Col) }
