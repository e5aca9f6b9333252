package temporalio

// This file makes a workflow of a workflow function: a step for each activity, each
// workflow that it runs, and each time that it waits for somebody.

import (
	"cmp"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// function is a workflow function, and what became of it.
type function struct {
	*workflows
	*assembly.Sketch
	body     *assembly.Behaviour
	steps    *assembly.Course
	pos      graph.Pos
	placed   map[string][]string // nodes by the place of the step
	workflow *graph.Workflow
	agent    bool // a model is asked in it
}

// function returns the workflow of a function, nil for one that runs itself.
func (a *workflows) function(id string) *function {
	if f := a.functions[id]; f != nil || a.open[id] {
		return f
	}
	a.open[id] = true
	defer delete(a.open, id)
	b := a.Declared(id).Observe()
	name := typeName(id)
	if o := a.registered(id); o != nil {
		name = cmp.Or(a.Arg(o, "name").TextOr(""), name)
	}
	f := &function{
		workflows: a, body: b, pos: b.Pos, placed: make(map[string][]string),
		Sketch: assembly.NewSketch(name, a.Name, start, end, b.Pos),
	}
	a.functions[id] = f
	if b.Course != nil {
		f.read()
	}
	if !b.Known {
		f.Unknown(graph.Unknown{What: graph.UnknownAnything, Node: graph.None, Reason: b.Reason, Pos: b.Pos})
	}
	f.workflow = f.Finish()
	return f
}

// read adds the steps of the function.
func (f *function) read() {
	f.steps = overlap(f.Assembly, f.body.Course)
	for _, st := range f.steps.Steps {
		if st.Kind == "again" { // it begins anew
			st.Next = f.steps.First
		}
	}
	ordered := *f.body
	ordered.Course = f.steps
	f.Course(&ordered, f.place)
}

// within reports whether the function of f runs as a part of the function of g: what
// it does happens there, too, in a call.
func (f *function) within(g *function) bool {
	if f == g || f.steps == nil || g.steps == nil || len(f.steps.Steps) == 0 {
		return false
	}
	return !slices.ContainsFunc(f.steps.Steps, func(s *assembly.CourseStep) bool {
		return !slices.ContainsFunc(g.steps.Steps, func(t *assembly.CourseStep) bool {
			n := len(t.Stack) - len(s.Stack)
			return n > 0 && s.Pos == t.Pos && slices.Equal(t.Stack[n:], s.Stack)
		})
	})
}

// place returns the nodes of a step, none for what does not count. Another round of
// a loop is the same step.
func (f *function) place(st *assembly.CourseStep) []string {
	n := graph.Node{Pos: f.At(st.Pos, st.Stack)}
	key := place(st.Pos, st.Stack)
	if names := f.placed[key]; names != nil {
		return names
	}
	switch st.Kind {
	case "activity":
		f.placed[key] = f.activities(st, n)
	case "child":
		f.placed[key] = f.children(st, n)
	case "again":
		f.placed[key] = f.again(st, n)
	case "nexus":
		n.Kind, n.Name = graph.KindPassthrough, f.StepArg(st, "name").TextOr(assembly.OpaqueName(n.Pos))
		f.placed[key] = []string{f.unknownStep(n, assembly.Because(reason.RunsUnseen, "an operation"))}
	case "receive", "select", "await":
		if kind, name := f.wait(st); kind != graph.KindInvalid {
			n.Kind, n.Name = kind, name
			f.placed[key] = []string{f.Place(n)}
		}
	}
	return f.placed[key]
}

// children adds the workflows that a step may run.
func (f *function) children(st *assembly.CourseStep, n graph.Node) []string {
	var names []string
	for _, x := range f.StepArg(st, "fn").Each() {
		names = append(names, f.child(x, n))
	}
	return names
}

func (f *function) child(v assembly.Value, n graph.Node) string {
	id := funcOf(v)
	if name, ok := v.Text(); ok && id == "" {
		n.Name = name
		id = f.named(f.names, name)
	}
	n.Kind = graph.KindPassthrough
	if id == "" {
		n.Name = cmp.Or(n.Name, assembly.OpaqueName(n.Pos))
		return f.unknownStep(n, v.Why(reason.NoneSeen, "workflow"))
	}
	inner := f.function(id)
	n.Name = typeName(id)
	if inner == nil || inner.workflow == nil {
		return f.unknownStep(n, assembly.Because(reason.Itself, "workflow"))
	}
	f.agent = f.agent || inner.agent
	n.Name, n.Kind, n.Sub = inner.Workflow().Name, graph.KindSubgraph, inner.workflow
	return f.Place(n)
}

// again adds the step at which a workflow begins anew, or goes on as another.
func (f *function) again(st *assembly.CourseStep, n graph.Node) []string {
	if id := funcOf(f.StepArg(st, "fn")); id != "" && !f.open[id] {
		st.Next = []int{assembly.CourseEnd}
		return f.children(st, n)
	}
	n.Name, n.Kind = "continue as new", graph.KindPassthrough
	return []string{f.Place(n)}
}

// unknownStep adds a node of which only the reason is known why nothing is.
func (f *function) unknownStep(n graph.Node, u *assembly.Unknown) string {
	return f.put(n, []graph.Unknown{u.Open(graph.UnknownBody, n.Pos)})
}

// put adds a node, with what is not known of it.
func (f *function) put(n graph.Node, unknowns []graph.Unknown) string {
	name := f.Place(n)
	for _, u := range unknowns {
		u.Node = f.Lookup(name)
		f.Unknown(u)
	}
	return name
}
