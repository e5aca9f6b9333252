package blades

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

var table = library.Of("blades")

// Framework returns what agentvet knows of blades.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "blades", Table: table, Assemble: assemble}
}

// The ends of a workflow; blades has no names for them.
const (
	start = "START"
	end   = "END"
)

// An assembler knows what asks a human before the agents of one package begin, and which
// workflows are being built.
type assembler struct {
	*assembly.Assembly
	confirm map[*assembly.Agent][]*assembly.Behaviour
	flows   map[*assembly.Object]*graph.Agent
	open    map[*assembly.Agent]bool
	unread  map[*graph.Tool]*assembly.Unknown // why it is not known what runs around a tool
}

func assemble(x *assembly.Assembly) {
	a := &assembler{
		Assembly: x, confirm: make(map[*assembly.Agent][]*assembly.Behaviour), flows: make(map[*assembly.Object]*graph.Agent), open: make(map[*assembly.Agent]bool),
		unread: make(map[*graph.Tool]*assembly.Unknown),
	}
	x.Odd = a.option
	x.ListTools(x.ObjectsOf("tool"), a.tool)
	for _, o := range x.ObjectsOf("agent") {
		g := x.Agent(o)
		a.doubt(g)
		x.Close(o, g.Unknowns)
		if x.Owned(o) {
			x.Program.Agents = append(x.Program.Agents, g.Agent)
		}
	}
	for _, o := range x.ObjectsOf("flow:sequential", "flow:parallel", "flow:loop") {
		g := a.flow(o)
		x.Close(o, g.Unknowns)
		if x.Owned(o) {
			x.Program.Agents = append(x.Program.Agents, g)
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
		if g := x.Agent(o); x.Owned(o) && !g.Part {
			x.Program.Workflows = append(x.Program.Workflows, a.alone(g))
		}
	}
}
