package assembly

// This file collects the nodes of a Chart and what the program says follows them, so that
// a framework can say what becomes of it all when it has seen every call.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// A Step is a node as the program adds it, and what it says follows it.
type Step struct {
	Name    string
	Op      *Op        // that adds it; nil for a name that no call adds
	Body    *Behaviour // what its function does, nil if it has none
	Moves   bool       // its function may say itself what follows
	Ways    []Way      // without a condition, in order
	Routers []*Op      // with one

	Labels map[string][]string // what the step calls its targets
}

// A Way is an edge that the program draws without a condition.
type Way struct {
	To    string
	Guard Guard
	Pos   graph.Pos
}

// Place adds the node of a call, under each name that it may have.
func (c *Chart) Place(op *Op, describe func(*Step) (graph.Node, []graph.Unknown)) {
	pos := op.At(c.a)
	for _, x := range c.a.Read(op.Arg("name")).Each() {
		name, ok := x.Text()
		if ok && name == c.end {
			continue // no engine runs it
		}
		if !ok {
			name = OpaqueName(op.Pos)
		}
		s := &Step{Name: name, Op: op}
		n, unknowns := describe(s)
		if old := c.names[name]; old != nil && old.Op.Guard.Excludes(op.Guard) {
			c.otherwise(old, s, n, unknowns)
			continue
		}
		c.steps, c.names[name] = append(c.steps, s), s
		id := c.Put(n, unknowns)
		if ok {
			continue
		}
		c.Open(x, graph.UnknownSources, id, pos)
		c.Open(x, graph.UnknownTargets, id, pos)
		if op.Loop {
			c.Open(x, graph.UnknownAnything, graph.None, pos)
		}
	}
}

// otherwise handles a node that another configuration of the program adds under the same
// name: what the name stands for depends on it.
func (c *Chart) otherwise(old, s *Step, n graph.Node, unknowns []graph.Unknown) {
	id := c.Lookup(old.Name)
	known := &c.Workflow().Nodes[id]
	if n.Kind == known.Kind && n.Sub == nil && known.Sub == nil && len(unknowns) == 0 && !s.Moves && !old.Moves {
		for _, t := range n.Tools {
			if !slices.Contains(known.Tools, t) {
				known.Tools = append(known.Tools, t)
			}
		}
		return
	}
	other := Because(reason.OtherFunction, s.Op.Guard.String())
	c.OpenFor(other, graph.UnknownBody, id, s.Op.At(c.a))
	if s.Moves || old.Moves {
		c.OpenFor(other, graph.UnknownTargets, id, s.Op.At(c.a))
	}
}

// Step returns the step of a name, one without a node if nothing adds it.
func (c *Chart) Step(name string) *Step {
	if s := c.names[name]; s != nil {
		return s
	}
	s := &Step{Name: name}
	c.names[name] = s
	return s
}

// Steps returns the nodes in the order of the calls that add them.
func (c *Chart) Steps() []*Step { return c.steps }

// Sources returns the steps that something may follow: those with a node in the order of
// their calls, without those that a later node replaces, then the others by name.
func (c *Chart) Sources() []*Step {
	list := slices.DeleteFunc(slices.Clone(c.steps), func(s *Step) bool { return c.names[s.Name] != s })
	var rest []string
	for name, s := range c.names {
		if s.Op == nil {
			rest = append(rest, name)
		}
	}
	slices.Sort(rest)
	for _, name := range rest {
		list = append(list, c.names[name])
	}
	return list
}

// Connect adds an edge to the steps that it may start from. Engines collect what is next in
// a set, so a second edge between the same nodes only adds the conditions under which there
// is one.
func (c *Chart) Connect(from, to Value, pos graph.Pos) {
	c.Pairs(from, to, pos, func(source, target string, g Guard) {
		s := c.Step(source)
		i := slices.IndexFunc(s.Ways, func(w Way) bool { return w.To == target })
		if i < 0 {
			s.Ways = append(s.Ways, Way{target, g, pos})
		} else {
			s.Ways[i].Guard = s.Ways[i].Guard.Or(g)
		}
		c.Board.Crowded = c.Board.Crowded || len(s.Ways) > 1
	})
}

// Route adds a router to the steps that it may belong to.
func (c *Chart) Route(from Value, op *Op) {
	for _, x := range from.Each() {
		if name, ok := x.Text(); ok {
			s := c.Step(name)
			s.Routers = append(s.Routers, op)
			continue
		}
		c.Open(x, graph.UnknownAnything, graph.None, op.At(c.a))
	}
}
