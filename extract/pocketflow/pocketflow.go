package pocketflow

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

const root = "github.com/The-Pocket/PocketFlow-Go"

var table = library.Of("pocketflow")

// Framework returns what agentvet knows of PocketFlow-Go.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "pocketflow", Table: table, Assemble: assemble}
}

// assembler turns the nodes and flows of one package into workflows.
type assembler struct {
	*assembly.Assembly
	places map[*interp.Object]graph.Pos
	nodes  map[*interp.Object]*node
	flows  map[*node]*flowBuilder
	begun  map[*node]bool // flows under construction
	inner  map[*node]bool // flows that are nodes of others
}

func assemble(x *assembly.Assembly) {
	a := &assembler{
		Assembly: x, places: assembly.PlacesOf(x.Objects), nodes: make(map[*interp.Object]*node),
		flows: make(map[*node]*flowBuilder), begun: make(map[*node]bool), inner: make(map[*node]bool),
	}
	objs := x.ObjectsOf("flow")
	for _, o := range objs {
		a.flow(a.nodeOf(o))
	}
	for _, o := range objs {
		n := a.nodeOf(o)
		w := a.flows[n].workflow
		x.Close(o, openIn(w))
		if x.Owned(o) && !a.inner[n] {
			x.Program.Workflows = append(x.Program.Workflows, w)
		}
	}
}

// openIn returns what is not known in a workflow and its bodies.
func openIn(w *graph.Workflow) []graph.Unknown {
	var open []graph.Unknown
	for _, body := range w.All() {
		open = append(open, body.Unknowns...)
	}
	return open
}
