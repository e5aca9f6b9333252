package stepwise

import (
	_ "embed"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

//go:embed stepwise.txt
var rows string

// Framework returns what agentvet knows of stepwise.
func Framework() *assembly.Framework {
	return &assembly.Framework{Name: "stepwise", Table: library.NewTable("stepwise.txt", rows), Assemble: assemble}
}

// engine is how stepwise runs a flow: one step after the other, until one has no successor.
var engine = assembly.Engine{Engine: graph.Engine{DeadEnd: graph.DeadEndExits}, Mode: graph.ModeAny, Start: "START", End: "END"}

func assemble(a *assembly.Assembly) {
	a.ListTools(a.ObjectsOf("tool"), a.ToolOf)
	for _, o := range a.ObjectsOf("flow") {
		w := flow(a, o)
		a.Close(o, w.Unknowns)
		if a.Owned(o) {
			a.Program.Workflows = append(a.Program.Workflows, w)
		}
	}
}

// flow returns the workflow of a flow.
func flow(a *assembly.Assembly, o *assembly.Object) *graph.Workflow {
	c := a.Chart(a.Arg(o, "name").TextOr(assembly.FuncName(o.Func)), a.Place(o), engine)
	for _, op := range o.Calls("step") {
		c.Place(op, func(s *assembly.Step) (graph.Node, []graph.Unknown) { return step(a, op, s) })
	}
	c.Enter(o.Calls("start"), "name")
	for _, op := range o.Calls("then") {
		c.Connect(a.ArgOf(op, "from"), a.ArgOf(op, "to"), op.At(a))
	}
	for _, op := range o.Calls("route") {
		c.Route(a.ArgOf(op, "from"), op)
	}
	for _, s := range c.Sources() {
		c.Follow(s, "fn")
	}
	c.Escapes(o, "the flow")
	return assembly.Routers(c.Build())
}

// step describes the step that a call adds: what its function does, with the tools that an
// option gives it.
func step(a *assembly.Assembly, op *assembly.Op, s *assembly.Step) (graph.Node, []graph.Unknown) {
	n := graph.Node{Name: s.Name, Func: a.ArgOf(op, "fn").Func(), Pos: op.At(a)}
	n, unknowns := a.Describe(n, append(slices.Clone(op.Stack), op.Pos), assembly.Phase{Name: "run", Body: a.ArgOf(op, "fn").Observe()})
	return a.Equip(n, a.ArgOf(op, "options"), unknowns)
}
