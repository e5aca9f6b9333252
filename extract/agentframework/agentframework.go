package agentframework

import (
	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

var table = library.Of("agentframework")

// Framework returns what agentvet knows of Microsoft's Agent Framework.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "agentframework", Table: table, Assemble: assemble}
}

// The ends of a workflow; the framework has no names for them.
const (
	start = "START"
	end   = "END"
)

// engine is how the framework runs a workflow.
var engine = assembly.Engine{Engine: graph.Engine{DeadEnd: graph.DeadEndStops}, Start: start, End: end}

// A registry holds what became of the objects of one package: agents, workflows and tools,
// each once.
type registry struct {
	*assembly.Assembly
	agents  map[*assembly.Object]*agent
	flows   map[*assembly.Object]*graph.Workflow
	members map[*assembly.Object][]*agent // of a workflow that a builder makes
	made    map[*assembly.Object]*graph.Tool
	busy    map[any]bool              // agents and workflows that are being built
	part    map[*assembly.Object]bool // workflows that are steps of others
	runs    []assembly.Effect         // calls of agents, in functions of the package
	yesMan  bool                      // the program approves what it should ask about
}

// workflowKinds are the kinds of builders.
var workflowKinds = []string{"workflow", "workflow:sequential", "workflow:concurrent", "workflow:groupchat"}

// agentKinds are the kinds of agents.
var agentKinds = []string{"agent", "agent:workflow"}

func assemble(x *assembly.Assembly) {
	a := &registry{
		Assembly: x, agents: make(map[*assembly.Object]*agent),
		flows: make(map[*assembly.Object]*graph.Workflow), members: make(map[*assembly.Object][]*agent), made: make(map[*assembly.Object]*graph.Tool),
		busy: make(map[any]bool), part: make(map[*assembly.Object]bool),
	}
	a.yesMan = a.approves()
	x.ListTools(x.ObjectsOf("tool", "tool:shell"), a.toolOf)
	builders := x.ObjectsOf(workflowKinds...)
	for _, o := range builders {
		if len(o.Calls("build")) > 0 || x.Used(o) {
			a.flow(o)
		}
	}
	agents := x.ObjectsOf("agent", "agent:workflow")
	for _, o := range agents {
		g := a.agent(o)
		x.Close(o, g.graph.Unknowns)
		if x.Owned(o) {
			x.Program.Agents = append(x.Program.Agents, g.graph)
		}
	}
	for _, o := range builders {
		w := a.flows[o]
		if w == nil {
			continue
		}
		if len(o.Calls("build")) > 0 {
			x.Close(o, w.Unknowns)
		}
		if x.Owned(o) && !a.part[o] {
			x.Program.Workflows = append(x.Program.Workflows, w)
		}
	}
	for _, o := range agents {
		if g := a.agents[o]; x.Owned(o) && !g.part && o.Kind == "agent" {
			x.Program.Workflows = append(x.Program.Workflows, a.alone(g))
		}
	}
}
