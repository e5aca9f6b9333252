package ingenimax

// This file reads functions of the program: those that run in place of an agent, and
// those that offer tools to a model themselves. It also finds out who approves plans.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// functions adds the functions that offer tools to a model, outside of agents.
func (a *assembler) functions() {
	done := make(map[string]bool)
	for _, o := range a.ObjectsOf("llm") {
		if !a.Owned(o) || !offers(o.Arg("tools")) || a.seen[place(o.Pos, o.Stack)] || o.Root == "" || done[o.Root] {
			continue
		}
		done[o.Root] = true
		a.add(o, a.code(assembly.FuncName(o.Root), a.ObserveRoot(o.Root), o.At(a.Assembly)))
	}
}

// offers reports whether a call offers tools that its function does not get from a
// caller.
func offers(list interp.Value) bool {
	elems, more := interp.Elems(list)
	return len(elems) > 0 || more != nil && !more.Param
}

// code returns the workflow of what a function does.
func (a *assembler) code(name string, b *interp.Behaviour, pos graph.Pos) *graph.Workflow {
	s := assembly.NewSketch(name, a.Name, start, end, pos)
	c := &coder{assembler: a, Sketch: s, name: name, body: b, placed: make(map[string][]string)}
	if b.Flow != nil {
		s.Flow(b, c.place)
	}
	if !b.Known {
		s.Unknown(graph.Unknown{What: graph.UnknownAnything, Node: graph.None, Reason: b.Reason, Pos: pos})
	}
	return s.Finish()
}

// coder makes nodes of the steps of a function.
type coder struct {
	*assembler
	*assembly.Sketch
	name   string
	body   *interp.Behaviour
	agents int                 // how many calls of models with tools there are
	placed map[string][]string // nodes by the place of the step
}

// place returns the nodes of a step, none for what does not count. Another round of
// a loop is the same step.
func (c *coder) place(st *interp.FlowStep) []string {
	n := graph.Node{Pos: c.At(st.Pos, st.Stack)}
	key := place(st.Pos, st.Stack)
	if names := c.placed[key]; names != nil {
		return names
	}
	switch st.Kind {
	case "run":
		c.placed[key] = c.runs(st, n)
	case "llm":
		c.seen[key] = true
		c.placed[key] = []string{c.asks(st, n)}
	case "tool":
		c.placed[key] = c.uses(st, n)
	case "human":
		if c.body.AsksHuman(st.Effect) {
			n.Name, n.Kind = fmt.Sprintf("human:%d", n.Pos.Line), graph.KindHuman
			c.placed[key] = []string{c.Place(n)}
		}
	}
	return c.placed[key]
}

// runs adds the agents that a step may run.
func (c *coder) runs(st *interp.FlowStep, n graph.Node) []string {
	var names []string
	for _, alt := range interp.Alternatives(st.Args["agent"]) {
		o, ok := interp.Unwrap(alt.V).(*interp.Object)
		if !ok || o.Kind != "agent" && o.Kind != "agent:file" {
			n.Name, n.Kind = opaqueName(n.Pos), graph.KindPassthrough
			names = append(names, c.unknownStep(c.Sketch, n, interp.UnknownIn(alt.V)))
			continue
		}
		g := c.agent(o)
		names = append(names, c.step(c.Sketch, g.graph.Name, g))
	}
	return names
}

// asks adds a call of a model: an agent of its own, if it has tools.
func (c *coder) asks(st *interp.FlowStep, n graph.Node) string {
	n.Name, n.Kind = fmt.Sprintf("model:%d", n.Pos.Line), graph.KindLLM
	list, hasTools := st.Args["tools"]
	if !hasTools {
		return c.Place(n)
	}
	g := &agent{graph: &graph.Agent{Name: c.name, Kind: graph.AgentLLM, Framework: c.Name, Pos: n.Pos}}
	if c.agents++; c.agents > 1 {
		g.graph.Name = fmt.Sprintf("%s#%d", c.name, c.agents)
	}
	c.addTools(g, list)
	elems, _ := interp.Elems(st.Args["options"])
	for _, e := range elems {
		switch o := interp.Unwrap(e.V).(type) {
		case *interp.Object:
			if o.Kind == "opt:max" {
				g.max = o.Arg("max")
			}
		case interp.FuncValue: // an option of the program's own
			g.max = &interp.Unknown{}
		}
	}
	g.graph.Bound = rounds(g.max)
	c.Program.Agents = append(c.Program.Agents, g.graph)
	m := assembly.ModelNode(g.graph)
	m.Name = n.Name
	return c.PlaceModel(g.graph, m)
}

// uses adds the tools that the program itself runs at a step.
func (c *coder) uses(st *interp.FlowStep, n graph.Node) []string {
	var names []string
	for _, alt := range interp.Alternatives(st.Args["tool"]) {
		t := c.tool(alt.V)
		if t == nil || t.Name == "" {
			n.Name, n.Kind = opaqueName(n.Pos), graph.KindPassthrough
			names = append(names, c.unknownStep(c.Sketch, n, interp.UnknownIn(alt.V)))
			continue
		}
		n.Name, n.Kind, n.Tools, n.Calls = t.Name, graph.KindTool, []*graph.Tool{t}, graph.CallsOnce
		names = append(names, c.Place(n))
	}
	return names
}

// approvals finds the agents whose plans a function makes and approves with nobody
// asked in between.
func (a *assembler) approvals() {
	done := make(map[string]bool)
	for _, o := range a.ObjectsOf("approve") {
		if o.Root == "" || done[o.Root] {
			continue
		}
		done[o.Root] = true
		b := a.ObserveRoot(o.Root)
		for _, st := range b.Flow.Steps {
			if st.Kind == "run" && a.approves(b, st) {
				a.approve(st.Args["agent"])
			}
		}
	}
}

// approves reports whether control can go from a step that makes a plan to one that
// approves a plan of that agent, past all humans.
func (a *assembler) approves(b *interp.Behaviour, from *interp.FlowStep) bool {
	rest := interp.Flow{First: from.Next, Steps: b.Flow.Steps}
	return rest.Reaches(
		func(s *interp.FlowStep) bool {
			return s.Kind == "approve" && mayBeSame(s.Args["agent"], from.Args["agent"])
		},
		func(s *interp.FlowStep) bool { return b.AsksHuman(s.Effect) },
	)
}

func (a *assembler) approve(v interp.Value) {
	for _, alt := range interp.Alternatives(v) {
		o, ok := interp.Unwrap(alt.V).(*interp.Object)
		if !ok {
			a.anyOf = true
			continue
		}
		if o = a.counterpart(o); !slices.Contains(a.approved, o) {
			a.approved = append(a.approved, o)
		}
	}
}

// mayBeSame reports whether two values may be one object.
func mayBeSame(v, w interp.Value) bool {
	for _, x := range interp.Alternatives(v) {
		for _, y := range interp.Alternatives(w) {
			o, known := interp.Unwrap(x.V).(*interp.Object)
			p, both := interp.Unwrap(y.V).(*interp.Object)
			if o == p || !known || !both {
				return true
			}
		}
	}
	return false
}
