package ingenimax

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

var table = library.Of("ingenimax")

// Framework returns what agentvet knows of agent-sdk-go.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "ingenimax", Table: table, Assemble: assemble}
}

// The ends of a workflow; the SDK has no names for them.
const (
	start = "START"
	end   = "END"
)

// assembler turns the objects of one package into agents, workflows and tools.
type assembler struct {
	*assembly.Assembly
	places   map[*interp.Object]graph.Pos
	agents   map[*interp.Object]*agent
	tools    map[*interp.Object]*graph.Tool
	approved []*interp.Object // agents whose plans the program approves by itself
	anyOf    bool             // it does so for an agent that is not known
	open     map[*agent]bool  // whose workflow is being built
	seen     map[string]bool  // calls of models that are steps of a workflow, by place
}

func assemble(x *assembly.Assembly) {
	a := &assembler{
		Assembly: x, places: assembly.PlacesOf(x.Objects), agents: make(map[*interp.Object]*agent),
		tools: make(map[*interp.Object]*graph.Tool), open: make(map[*agent]bool), seen: make(map[string]bool),
	}
	x.ListTools(x.ObjectsOf("tool", "tool:agent", "tool:remote"), a.toolOf)
	a.approvals()
	made := x.ObjectsOf("agent", "agent:file")
	for _, o := range made {
		g := a.agent(o)
		x.Close(o, g.graph.Unknowns)
		if x.Owned(o) && !a.general(o) {
			x.Program.Agents = append(x.Program.Agents, g.graph)
		}
	}
	a.orchestrations()
	for _, o := range made {
		if g := a.agents[o]; !g.part && !a.general(o) {
			w := a.alone(g)
			if x.Owned(o) {
				x.Program.Workflows = append(x.Program.Workflows, w)
			}
		}
	}
	a.functions()
}

// add adds a workflow that a call of the package under analysis makes.
func (a *assembler) add(o *interp.Object, w *graph.Workflow) {
	a.Close(o, w.Unknowns)
	if a.Owned(o) {
		a.Program.Workflows = append(a.Program.Workflows, w)
	}
}

// general reports whether an object is what a function makes for any caller, beside
// what it makes for one in the package: that one is judged.
func (a *assembler) general(o *interp.Object) bool {
	return slices.ContainsFunc(a.ObjectsOf(o.Kind), func(p *interp.Object) bool { return p.Specializes(o) })
}

// counterpart returns the object of the program that o is, if o was made when a
// function was run once more to observe it.
func (a *assembler) counterpart(o *interp.Object) *interp.Object {
	if _, ok := a.places[o]; ok {
		return o
	}
	for _, p := range a.ObjectsOf(o.Kind) {
		if place(p.Pos, p.Stack) == place(o.Pos, o.Stack) {
			return p
		}
	}
	return o
}

// place identifies a call by where it stands and what led there.
func place(pos graph.Pos, stack []graph.Pos) string { return fmt.Sprint(pos, stack) }

// opaqueName names what has no name that is known.
func opaqueName(pos graph.Pos) string { return fmt.Sprintf("?%d:%d", pos.Line, pos.Col) }
