package pocketflow

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
)

const root = "github.com/The-Pocket/PocketFlow-Go"

var table = library.Of("pocketflow")

// Framework returns what agentvet knows of PocketFlow-Go.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "pocketflow", Table: table, Assemble: assemble}
}

// flows are the nodes and flows of one package, and what became of them.
type flows struct {
	*assembly.Assembly
	nodes map[*assembly.Object]*node
	made  map[*node]*flowBuilder
	begun map[*node]bool // flows under construction
	inner map[*node]bool // flows that are nodes of others
}

func assemble(x *assembly.Assembly) {
	a := &flows{
		Assembly: x, nodes: make(map[*assembly.Object]*node), made: make(map[*node]*flowBuilder),
		begun: make(map[*node]bool), inner: make(map[*node]bool),
	}
	objs := x.ObjectsOf("flow")
	for _, o := range objs {
		a.flow(a.node(o))
	}
	for _, o := range objs {
		n := a.node(o)
		w := a.made[n].workflow
		x.Close(o, assembly.OpenIn(w))
		if x.Owned(o) && !a.inner[n] {
			x.Program.Workflows = append(x.Program.Workflows, w)
		}
	}
}
