package ingenimax

// This file reads workflows of tasks, each of which names those that it depends on.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// A task is what calls of AddTask make: one, or several of which no run has two.
type task struct {
	id     string
	agent  interp.Value // the name of the agent that runs it
	needs  []need
	open   *interp.Unknown // it may need others
	starts bool            // it needs none, under one of its guards
	guards []interp.Guard  // of the calls
	pos    graph.Pos
}

// A need is a task on which another depends.
type need struct {
	id    string
	guard graph.Guard
}

// tasks returns the workflow of tasks that a call makes.
func (a *assembler) tasks(o *interp.Object) *graph.Workflow {
	pos := a.places[o]
	s := assembly.NewSketch(assembly.FuncName(o.Func), a.Name, start, end, pos)
	w := s.Workflow()
	w.Engine = graph.Engine{DeadEnd: graph.DeadEndExits}
	list, open := a.readTasks(o)
	if u := outside(a, o); u != nil {
		open = u
	}
	crew, more := a.members(a.registryOf(o))
	if len(o.Calls("execute")) == 0 {
		open = &interp.Unknown{Reason: "the program runs the tasks itself"}
	}
	if open != nil {
		s.Unknown(open.Open(graph.UnknownAnything, pos))
	}
	for _, t := range list {
		name, _ := interp.AsString(t.agent)
		i := slices.IndexFunc(crew, func(m member) bool { return m.id == name })
		m := member{id: name, pos: t.pos}
		switch {
		case i >= 0:
			m.agent = crew[i].agent
		case interp.UnknownIn(t.agent) != nil:
			m.agent = interp.UnknownIn(t.agent)
		case more != nil:
			m.agent = more
		default:
			m.agent = &interp.Unknown{Reason: "no agent is registered as " + name}
		}
		a.placeTask(s, t, m)
	}
	connect(s, list, pos)
	return s.Finish()
}

// placeTask adds the node of a task.
func (a *assembler) placeTask(s *assembly.Sketch, t task, m member) {
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
func connect(s *assembly.Sketch, list []task, pos graph.Pos) {
	followers := make(map[string]int) // how many tasks need one; START for those that need none
	for _, t := range list {
		for _, n := range t.needs {
			followers[n.id]++
		}
		if t.starts {
			followers[start]++
		}
	}
	edge := func(from string, guard graph.Guard, t task) {
		kind := graph.EdgeDirect
		if followers[from] > 1 {
			kind = graph.EdgeParallel
		}
		s.Edge(from, t.id, graph.Edge{Kind: kind, Guard: guard, Pos: t.pos})
	}
	for _, t := range list {
		if t.starts {
			var guard graph.Guard
			if len(t.guards) == 1 {
				guard = t.guards[0].Data()
			}
			edge(start, guard, t)
		}
		for _, n := range t.needs {
			edge(n.id, n.guard, t)
		}
		if followers[t.id] == 0 {
			s.Edge(t.id, end, graph.Edge{Kind: graph.EdgeDirect, Pos: pos})
		}
	}
}

// readTasks returns the tasks of a workflow, and why there may be others.
func (a *assembler) readTasks(o *interp.Object) (list []task, open *interp.Unknown) {
	for _, op := range o.Calls("task") {
		pos := op.At(a.Assembly)
		id, known := interp.AsString(op.Arg("id"))
		if !known {
			open = &interp.Unknown{Reason: "the name of a task is not known", Pos: pos}
			continue
		}
		t := task{id: id, agent: op.Arg("agent"), guards: []interp.Guard{op.Guard}, pos: pos}
		t.depend(op)
		i := slices.IndexFunc(list, func(x task) bool { return x.id == id && x.excludes(op.Guard) })
		if i < 0 {
			list = append(list, t)
		} else {
			list[i].join(t)
		}
	}
	return list, open
}

// depend reads what a task depends on.
func (t *task) depend(op *interp.Op) {
	elems, more := interp.Elems(op.Arg("dependencies"))
	t.open = more
	for _, e := range elems {
		for _, alt := range interp.Alternatives(e.V) {
			id, known := interp.AsString(alt.V)
			switch {
			case known:
				t.needs = append(t.needs, need{id, slices.Concat(op.Guard, e.Guard, alt.Guard).Data()})
			case interp.UnknownIn(alt.V) != nil:
				t.open = interp.UnknownIn(alt.V)
			default:
				t.open = &interp.Unknown{Reason: "what it depends on is not known"}
			}
		}
	}
	t.starts = len(t.needs) == 0 && t.open == nil
}

// excludes reports whether no run has both t and a call under a guard.
func (t *task) excludes(g interp.Guard) bool {
	return !slices.ContainsFunc(t.guards, func(h interp.Guard) bool { return !h.Excludes(g) })
}

// join adds another call for the same task, in place of which no run has t.
func (t *task) join(u task) {
	t.needs = append(t.needs, u.needs...)
	t.guards = append(t.guards, u.guards...)
	t.starts = t.starts || u.starts
	if t.open == nil {
		t.open = u.open
	}
	x, _ := interp.AsString(t.agent)
	if y, _ := interp.AsString(u.agent); x != y {
		t.agent = &interp.Unknown{Reason: "one of several agents runs it", Pos: u.pos}
	}
}

// registryOf returns the registry of the orchestrator that runs the tasks, or, if the
// program runs them itself, the only one that there is.
func (a *assembler) registryOf(o *interp.Object) interp.Value {
	for _, op := range o.Calls("execute") {
		if x, ok := interp.Unwrap(op.Arg("orchestrator")).(*interp.Object); ok {
			return x.Arg("registry")
		}
	}
	if all := a.ObjectsOf("registry"); len(all) == 1 {
		return all[0]
	}
	return &interp.Unknown{Reason: "which registry the agents are in is not known"}
}
