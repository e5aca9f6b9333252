package ingenimax

// This file reads functions of the program: those that run in place of an agent, and
// those that offer tools to a model themselves. It also finds out who approves plans.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// functions adds the functions that offer tools to a model, outside of agents.
func (a *crew) functions() {
	done := make(map[string]bool)
	for _, o := range a.ObjectsOf("llm") {
		if !a.Owned(o) || !offers(a.Arg(o, "tools")) || a.seen[assembly.Spot(o.Pos, o.Stack)] || o.Root == "" || done[o.Root] {
			continue
		}
		done[o.Root] = true
		a.add(o, a.code(assembly.FuncName(o.Root), a.ObserveRoot(o.Root), o.At(a.Assembly)))
	}
}

// offers reports whether a call offers tools that its function does not get from a
// caller.
func offers(list assembly.Value) bool {
	elems, more := list.List()
	return len(elems) > 0 || more != nil && !more.Param
}

// code returns the workflow of what a function does.
func (a *crew) code(name string, b *assembly.Behaviour, pos graph.Pos) *graph.Workflow {
	s := assembly.NewSketch(name, a.Name, start, end, pos)
	c := &coder{crew: a, Sketch: s, name: name, body: b, placed: make(map[string][]string)}
	if b.Course != nil {
		s.Course(b, c.place)
	}
	if !b.Known {
		s.Unknown(graph.Unknown{What: graph.UnknownAnything, Node: graph.None, Reason: b.Reason, Pos: pos})
	}
	return s.Finish()
}

// coder makes nodes of the steps of a function.
type coder struct {
	*crew
	*assembly.Sketch
	name   string
	body   *assembly.Behaviour
	agents int                 // how many calls of models with tools there are
	placed map[string][]string // nodes by the place of the step
}

// place returns the nodes of a step, none for what does not count. Another round of
// a loop is the same step.
func (c *coder) place(st *assembly.CourseStep) []string {
	n := graph.Node{Pos: c.At(st.Pos, st.Stack)}
	key := assembly.Spot(st.Pos, st.Stack)
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
			c.placed[key] = []string{c.Place(assembly.HumanAt(n.Pos))}
		}
	}
	return c.placed[key]
}

// runs adds the agents that a step may run.
func (c *coder) runs(st *assembly.CourseStep, n graph.Node) []string {
	var names []string
	for _, x := range c.StepArg(st, "agent").Each() {
		g := c.agentOf(x)
		if g == nil {
			names = append(names, c.unseen(n, x))
			continue
		}
		names = append(names, c.step(c.Sketch, g.graph.Name, g))
	}
	return names
}

// unseen adds the node of a step of which nothing is known.
func (c *coder) unseen(n graph.Node, v assembly.Value) string {
	n.Name, n.Kind = assembly.OpaqueName(n.Pos), graph.KindPassthrough
	return c.PlaceUnseen(n, v)
}

// asks adds a call of a model: an agent of its own, if it has tools.
func (c *coder) asks(st *assembly.CourseStep, n graph.Node) string {
	n = assembly.ModelAt(n.Pos)
	list := c.StepArg(st, "tools")
	if !list.Given() {
		return c.Place(n)
	}
	g := &agent{graph: &graph.Agent{Name: c.name, Kind: graph.AgentLLM, Framework: c.Name, Pos: n.Pos}}
	if c.agents++; c.agents > 1 {
		g.graph.Name = fmt.Sprintf("%s#%d", c.name, c.agents)
	}
	c.addTools(g, list)
	options, _ := c.StepArg(st, "options").List()
	for _, opt := range options {
		if opt.Object("opt:max") != nil {
			g.limit(opt)
		} else if opt.IsFunc() { // an option of the program's own
			g.max = opt
		}
	}
	g.graph.Bound = rounds(g.max)
	c.Program.Agents = append(c.Program.Agents, g.graph)
	m := assembly.ModelNode(g.graph)
	m.Name = n.Name
	return c.PlaceModel(g.graph, m)
}

// uses adds the tools that the program itself runs at a step.
func (c *coder) uses(st *assembly.CourseStep, n graph.Node) []string {
	var names []string
	for _, x := range c.StepArg(st, "tool").Each() {
		t := c.tool(x)
		if t == nil || t.Name == "" {
			names = append(names, c.unseen(n, x))
			continue
		}
		n.Name, n.Kind, n.Tools, n.Calls = t.Name, graph.KindTool, []*graph.Tool{t}, graph.CallsOnce
		names = append(names, c.Place(n))
	}
	return names
}

// approvals finds the agents whose plans a function makes and approves with nobody
// asked in between.
func (a *crew) approvals() {
	done := make(map[string]bool)
	for _, o := range a.ObjectsOf("approve") {
		if o.Root == "" || done[o.Root] {
			continue
		}
		done[o.Root] = true
		b := a.ObserveRoot(o.Root)
		for _, st := range b.Course.Steps {
			if st.Kind == "run" && a.approves(b, st) {
				a.approve(a.StepArg(st, "agent"))
			}
		}
	}
}

// approves reports whether control can go from a step that makes a plan to one that
// approves a plan of that agent, past all humans.
func (a *crew) approves(b *assembly.Behaviour, from *assembly.CourseStep) bool {
	rest := assembly.Course{First: from.Next, Steps: b.Course.Steps}
	return rest.Reaches(
		func(s *assembly.CourseStep) bool {
			return s.Kind == "approve" && mayBeSame(a.StepArg(s, "agent"), a.StepArg(from, "agent"))
		},
		func(s *assembly.CourseStep) bool { return b.AsksHuman(s.Effect) },
	)
}

func (a *crew) approve(v assembly.Value) {
	for _, x := range v.Each() {
		o := x.Object()
		if o == nil {
			a.anyOf = true
			continue
		}
		if o = a.Original(o); !slices.Contains(a.approved, o) {
			a.approved = append(a.approved, o)
		}
	}
}

// mayBeSame reports whether two values may be one object.
func mayBeSame(v, w assembly.Value) bool {
	for _, x := range v.Each() {
		for _, y := range w.Each() {
			if o, p := x.Object(), y.Object(); o == p || o == nil || p == nil {
				return true
			}
		}
	}
	return false
}
