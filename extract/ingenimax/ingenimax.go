package ingenimax

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
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

// crew is what one package makes: agents, with what runs them.
type crew struct {
	*assembly.Assembly
	agents   map[*assembly.Object]*agent
	approved []*assembly.Object // agents whose plans the program approves by itself
	anyOf    bool               // it does so for an agent that is not known
	open     map[*agent]bool    // whose workflow is being built
	seen     map[string]bool    // calls of models that are steps of a workflow, by place
}

func assemble(x *assembly.Assembly) {
	a := &crew{
		Assembly: x, agents: make(map[*assembly.Object]*agent), open: make(map[*agent]bool), seen: make(map[string]bool),
	}
	a.AgentTool = func(o *assembly.Object, t *graph.Tool) { a.nameAgentTool(t, a.Arg(o, "agent")) }
	x.ListTools(x.ObjectsOf("tool", "tool:agent", "tool:remote"), a.ToolOf)
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
func (a *crew) add(o *assembly.Object, w *graph.Workflow) {
	a.Close(o, w.Unknowns)
	if a.Owned(o) {
		a.Program.Workflows = append(a.Program.Workflows, w)
	}
}

// general reports whether an object is what a function makes for any caller, beside
// what it makes for one in the package: that one is judged.
func (a *crew) general(o *assembly.Object) bool {
	return slices.ContainsFunc(a.ObjectsOf(o.Kind), func(p *assembly.Object) bool { return p.Specializes(o) })
}
