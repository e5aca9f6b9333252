package swarmgo

import (
	"fmt"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

var table = library.Of("swarmgo")

// Framework returns what agentvet knows of swarmgo.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "swarmgo", Table: table, Assemble: assemble}
}

// The ends of a workflow; the library has no names for them.
const (
	start = "START"
	end   = "END"
)

// assembler turns the objects of one package into agents, teams and graphs.
type assembler struct {
	*assembly.Assembly
	places map[*interp.Object]graph.Pos
	agents map[string]*agent // by the literal and the name
	order  []*agent
}

func assemble(x *assembly.Assembly) {
	a := &assembler{Assembly: x, places: assembly.PlacesOf(x.Objects), agents: make(map[string]*agent)}
	for _, o := range x.ObjectsOf("agent") {
		a.declare(o)
	}
	for _, g := range a.order {
		a.read(g)
	}
	a.runs()
	for _, o := range x.ObjectsOf("team") {
		if len(o.Calls("member")) > 0 {
			a.add(o, a.team(o), len(o.Calls("execute")) > 0)
		}
	}
	for _, o := range x.ObjectsOf("graph") {
		if len(o.Ops) > 0 || x.Used(o) {
			a.add(o, a.graph(o), len(o.Calls("build", "register", "execute")) > 0)
		}
	}
	var list []*agent
	for _, o := range interp.Proper(x.ObjectsOf("agent"), func(o *interp.Object) bool { return a.of(o).used }) {
		if g := a.of(o); g.obj == o {
			list = append(list, g)
		}
	}
	for _, g := range list {
		if g.used {
			x.Close(g.obj, g.graph.Unknowns)
		}
		if x.Owned(g.obj) {
			x.Program.Agents = append(x.Program.Agents, g.graph)
			x.Program.Tools = append(x.Program.Tools, g.graph.Tools...)
		}
	}
	for _, g := range roots(list) {
		if x.Owned(g.obj) {
			x.Program.Workflows = append(x.Program.Workflows, a.conversation(g))
		}
	}
}

// add adds the workflow of a team or a graph; done says that nobody goes on building
// it.
func (a *assembler) add(o *interp.Object, w *graph.Workflow, done bool) {
	if done {
		a.Close(o, w.Unknowns)
	}
	if a.Owned(o) {
		a.Program.Workflows = append(a.Program.Workflows, w)
	}
}

// unsure returns the unknown in a value, at pos if it has no position.
func unsure(v interp.Value, what graph.UnknownKind, pos graph.Pos) graph.Unknown {
	u := interp.UnknownIn(v)
	if u == nil {
		u = &interp.Unknown{Reason: "it is not known"}
	}
	return u.Open(what, pos)
}

// opaqueName names what has no name that is known.
func opaqueName(pos graph.Pos) string { return fmt.Sprintf("?%d:%d", pos.Line, pos.Col) }
