package ingenimax

// This file reads workflows of tasks, each of which names those that it depends on.

import (
	"slices"

	"github.com/agentvet/agentvet/extract"
	"github.com/agentvet/agentvet/graph"
)

// A task is one call of AddTask.
type task struct {
	id    string
	agent extract.Value // the name of the agent that runs it
	needs []string
	open  *extract.Unknown // it may need others
	guard string
	pos   graph.Pos
}

// tasks returns the workflow of tasks that a call makes.
func (a *assembler) tasks(o *extract.Object) *graph.Workflow {
	pos := a.places[o]
	s := extract.NewSketch(extract.FuncName(o.Func), a.Name, start, end, pos)
	w := s.Workflow()
	w.Engine = graph.Engine{DeadEnd: graph.DeadEndExits}
	list, open := a.readTasks(o)
	if u := outside(a, o); u != nil {
		open = u
	}
	crew, more := a.members(a.registryOf(o))
	if len(o.Calls("execute")) == 0 {
		open = &extract.Unknown{Reason: "the program runs the tasks itself"}
	}
	if open != nil {
		s.Unknown(open.Open(graph.UnknownAnything, pos))
	}
	for _, t := range list {
		name, _ := extract.AsString(t.agent)
		i := slices.IndexFunc(crew, func(m member) bool { return m.id == name })
		m := member{id: name, pos: t.pos}
		switch {
		case i >= 0:
			m.agent = crew[i].agent
		case extract.UnknownIn(t.agent) != nil:
			m.agent = extract.UnknownIn(t.agent)
		case more != nil:
			m.agent = more
		default:
			m.agent = &extract.Unknown{Reason: "no agent is registered as " + name}
		}
		a.placeTask(s, t, m)
	}
	connect(s, list, pos)
	return s.Finish()
}

// placeTask adds the node of a task.
func (a *assembler) placeTask(s *extract.Sketch, t task, m member) {
	name := a.placeMember(s, t.id, m)
	n := &s.Workflow().Nodes[s.Lookup(name)]
	n.Name, n.Pos = t.id, t.pos // two tasks with one name are a defect that shows
	if t.open != nil {
		u := t.open.Open(graph.UnknownSources, t.pos)
		u.Node = s.Lookup(name)
		s.Unknown(u)
	}
}

// connect adds the edges: tasks run as soon as all that they need has run.
func connect(s *extract.Sketch, list []task, pos graph.Pos) {
	needed := make(map[string]bool)
	first := 0
	for _, t := range list {
		for _, id := range t.needs {
			needed[id] = true
		}
		if len(t.needs) == 0 && t.open == nil {
			first++
		}
	}
	fan := func(n int) graph.EdgeKind {
		if n > 1 {
			return graph.EdgeParallel
		}
		return graph.EdgeDirect
	}
	for _, t := range list {
		if len(t.needs) == 0 && t.open == nil {
			s.Edge(start, t.id, graph.Edge{Kind: fan(first), Guard: t.guard, Pos: t.pos})
		}
		for _, id := range t.needs {
			s.Edge(id, t.id, graph.Edge{Kind: fan(dependents(list, id)), Guard: t.guard, Pos: t.pos})
		}
		if !needed[t.id] {
			s.Edge(t.id, end, graph.Edge{Kind: graph.EdgeDirect, Pos: pos})
		}
	}
}

func dependents(list []task, id string) int {
	n := 0
	for _, t := range list {
		if slices.Contains(t.needs, id) {
			n++
		}
	}
	return n
}

// readTasks returns the tasks of a workflow, and why there may be others.
func (a *assembler) readTasks(o *extract.Object) (list []task, open *extract.Unknown) {
	for _, op := range o.Calls("task") {
		t := task{agent: op.Arg("agent"), guard: op.Guard.String(), pos: op.At(a.Assembly)}
		id, known := extract.AsString(op.Arg("id"))
		if !known {
			open = &extract.Unknown{Reason: "the name of a task is not known", Pos: t.pos}
			continue
		}
		t.id = id
		elems, more := extract.Elems(op.Arg("dependencies"))
		t.open = more
		for _, e := range elems {
			for _, alt := range extract.Alternatives(e.V) {
				if need, ok := extract.AsString(alt.V); ok {
					t.needs = append(t.needs, need)
				} else if t.open = extract.UnknownIn(alt.V); t.open == nil {
					t.open = &extract.Unknown{Reason: "what it depends on is not known"}
				}
			}
		}
		list = append(list, t)
	}
	return list, open
}

// registryOf returns the registry of the orchestrator that runs the tasks, or, if the
// program runs them itself, the only one that there is.
func (a *assembler) registryOf(o *extract.Object) extract.Value {
	for _, op := range o.Calls("execute") {
		if x, ok := extract.Unwrap(op.Arg("orchestrator")).(*extract.Object); ok {
			return x.Arg("registry")
		}
	}
	if all := a.ObjectsOf("registry"); len(all) == 1 {
		return all[0]
	}
	return &extract.Unknown{Reason: "which registry the agents are in is not known"}
}
