package swarmgo

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

var table = library.Of("swarmgo")

// Framework returns what agentvet knows of swarmgo.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "swarmgo", Table: table, Assemble: assemble}
}

// engine is how the library runs a graph; it has no names for the ends.
var engine = assembly.Engine{
	Engine: graph.Engine{DeadEnd: graph.DeadEndFails, ExitEnds: true},
	Mode:   graph.ModeAny,
	Start:  "START", End: "END",
}

// An assembler turns the objects of one package into agents, teams and graphs.
type assembler struct {
	*assembly.Assembly
	agents *assembly.Team
}

func assemble(x *assembly.Assembly) {
	a := &assembler{Assembly: x, agents: x.NewTeam(x.ObjectsOf("agent"))}
	for _, m := range a.agents.Order {
		m.Bound = oneRound
		a.functions(m, a.agents.Setting(m, "Functions"))
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
	for _, o := range x.ObjectsOf("designed") {
		a.add(o, a.blank(o, assembly.Because(reason.ModelChooses)), true)
	}
	for _, o := range x.ObjectsOf("byhand") {
		a.add(o, a.blank(o, rewired()), true)
	}
	agents := a.agents.Proper(func(m *assembly.Peer) bool { return m.Linked })
	for _, m := range agents {
		if m.Linked {
			x.Close(m.Object, m.Unknowns)
		}
		if x.Owned(m.Object) {
			x.Program.Agents = append(x.Program.Agents, m.Agent)
			x.Program.Tools = append(x.Program.Tools, m.Tools...)
		}
	}
	for _, m := range a.agents.Roots(agents) {
		if x.Owned(m.Object) {
			x.Program.Workflows = append(x.Program.Workflows, a.agents.Conversation(m))
		}
	}
}

// rewired says of a graph that code changes it beside the calls that have rows.
func rewired() *assembly.Unknown {
	return assembly.Because(reason.MayOverwrite, "code that mentions its fields")
}

// blank returns a workflow of which nothing is known: a model designs it for each task, or its
// fields are filled by hand.
func (a *assembler) blank(o *assembly.Object, why *assembly.Unknown) *graph.Workflow {
	c := a.Chart(assembly.FuncName(o.Func), a.Place(o), engine)
	c.OpenFor(why, graph.UnknownAnything, graph.None, a.Place(o))
	return c.Build()
}

// add adds the workflow of a team or a graph; done says that nobody goes on building
// it.
func (a *assembler) add(o *assembly.Object, w *graph.Workflow, done bool) {
	if done {
		a.Close(o, w.Unknowns)
	}
	if a.Owned(o) {
		a.Program.Workflows = append(a.Program.Workflows, w)
	}
}
