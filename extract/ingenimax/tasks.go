package ingenimax

// This file reads workflows of tasks, each of which names those that it depends on.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// A task is what calls of AddTask make: one, or several of which no run has two.
type task struct {
	id     string
	agent  assembly.Value // the name of the agent that runs it
	needs  []need
	open   *assembly.Unknown // it may need others
	starts bool              // it needs none, under one of its guards
	guards []assembly.Guard  // of the calls
	pos    graph.Pos
}

// A need is a task on which another depends.
type need struct {
	id    string
	guard graph.Guard
}

// tasks returns the workflow of tasks that a call makes.
func (a *crew) tasks(o *assembly.Object) *graph.Workflow {
	pos := a.Place(o)
	s := assembly.NewSketch(assembly.FuncName(o.Func), a.Name, start, end, pos)
	w := s.Workflow()
	w.Engine = graph.Engine{DeadEnd: graph.DeadEndExits}
	list, open := a.readTasks(o)
	if u := a.Escape(o, "it"); u != nil {
		open = u
	}
	if a.Around(o, "tasks:field") {
		open = assembly.Because(reason.MayOverwrite, "code that mentions its tasks")
	}
	registered, more := a.members(a.registryOf(o))
	if len(o.Calls("execute")) == 0 {
		open = assembly.Because(reason.RunsTasks)
	}
	if open != nil {
		s.Unknown(open.Open(graph.UnknownAnything, pos))
	}
	for _, t := range list {
		name, _ := t.agent.Text()
		m := member{id: name, agent: t.agent, pos: t.pos}
		i := slices.IndexFunc(registered, func(m member) bool { return m.id == name })
		switch {
		case i >= 0:
			m.agent = registered[i].agent
		case t.agent.Unknown() != nil:
		case more != nil:
			m.agent = a.Read(more)
		default:
			m.agent = a.NewUnknown(reason.Unregistered, name)
		}
		a.placeTask(s, t, m)
	}
	connect(s, list, pos)
	return s.Finish()
}

// placeTask adds the node of a task.
func (a *crew) placeTask(s *assembly.Sketch, t task, m member) {
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
func (a *crew) readTasks(o *assembly.Object) (list []task, open *assembly.Unknown) {
	for _, op := range o.Calls("task") {
		pos := op.At(a.Assembly)
		id, known := a.ArgOf(op, "id").Text()
		if !known {
			open = &assembly.Unknown{Reason: reason.Of(reason.NameOf, "a task"), Pos: pos}
			continue
		}
		t := task{id: id, agent: a.ArgOf(op, "agent"), guards: []assembly.Guard{op.Guard}, pos: pos}
		t.depend(a.ArgOf(op, "dependencies"))
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
func (t *task) depend(on assembly.Value) {
	list, more := on.List()
	t.open = more
	for _, x := range list {
		if id, known := x.Text(); known {
			t.needs = append(t.needs, need{id, x.Guard.Data()})
		} else {
			t.open = x.Why(reason.DependsOnTask)
		}
	}
	t.starts = len(t.needs) == 0 && t.open == nil
}

// excludes reports whether no run has both t and a call under a guard.
func (t *task) excludes(g assembly.Guard) bool {
	return !slices.ContainsFunc(t.guards, func(h assembly.Guard) bool { return !h.Excludes(g) })
}

// join adds another call for the same task, in place of which no run has t.
func (t *task) join(u task) {
	t.needs = append(t.needs, u.needs...)
	t.guards = append(t.guards, u.guards...)
	t.starts = t.starts || u.starts
	if t.open == nil {
		t.open = u.open
	}
	x, _ := t.agent.Text()
	if y, _ := u.agent.Text(); x != y {
		t.agent = t.agent.Instead(&assembly.Unknown{Reason: reason.Of(reason.SeveralAgents), Pos: u.pos})
	}
}

// registryOf returns the registry of the orchestrator that runs the tasks, or, if the
// program runs them itself, the only one that there is.
func (a *crew) registryOf(o *assembly.Object) assembly.Value {
	for _, op := range o.Calls("execute") {
		if x := a.ArgOf(op, "orchestrator").Object(); x != nil {
			return a.Arg(x, "registry")
		}
	}
	if all := a.ObjectsOf("registry"); len(all) == 1 {
		return a.Read(all[0])
	}
	return a.NewUnknown(reason.Registry)
}
