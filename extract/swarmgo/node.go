package swarmgo

// This file says what the steps of a graph do, and where they lead.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// describe adds the node of a step.
func (b *builder) describe(n *node) {
	desc, unknowns := graph.Node{Name: n.name, Kind: graph.KindPassthrough, Pos: n.op.At(b.Assembly)}, []graph.Unknown(nil)
	stack := append(slices.Clone(n.op.Stack), n.op.Pos)
	switch n.op.Kind {
	case "node":
		desc, unknowns = b.phases(desc, stack, n.op.Arg("fn"))
	case "node:all":
		elems, more := interp.Elems(n.op.Arg("fns"))
		var fns []interp.Value
		for _, e := range elems {
			fns = append(fns, e.V)
		}
		desc, unknowns = b.phases(desc, stack, fns...)
		if more != nil {
			unknowns = append(unknowns, more.Open(graph.UnknownBody, desc.Pos))
		}
	case "node:router":
		desc.Kind = graph.KindRouter
	case "node:made":
		name, _ := interp.AsString(n.op.Arg("name"))
		g := &agent{graph: &graph.Agent{Name: name, Kind: graph.AgentLLM, Framework: b.Name, Bound: oneRound, Pos: desc.Pos}}
		b.functions(g, n.op.Arg("functions"))
		desc, unknowns = b.model(n, g)
		b.Program.Agents = append(b.Program.Agents, g.graph)
	case "node:agent":
		if list := b.known(n.op.Arg("agent")); len(list) == 1 {
			list[0].used, list[0].part = true, true
			desc, unknowns = b.model(n, list[0])
			break
		}
		desc.Kind = graph.KindLLM
		unknowns = append(unknowns, unsure(n.op.Arg("agent"), graph.UnknownBody, desc.Pos))
	}
	id := b.Node(desc)
	for _, u := range unknowns {
		u.Node = id
		b.Unknown(u)
	}
}

// model returns the node of an agent. To whom it hands over counts for nothing: the
// graph goes on along its edges.
func (b *builder) model(n *node, g *agent) (graph.Node, []graph.Unknown) {
	desc := assembly.ModelNode(g.graph)
	desc.Name, desc.Pos = n.name, n.op.At(b.Assembly)
	unknowns := slices.DeleteFunc(slices.Clone(g.graph.Unknowns), func(u graph.Unknown) bool { return u.What == graph.UnknownTargets })
	return desc, unknowns
}

// phases describes a step by its functions, and the agents that they run.
func (b *builder) phases(n graph.Node, stack []graph.Pos, fns ...interp.Value) (graph.Node, []graph.Unknown) {
	var list []assembly.Phase
	for i, f := range fns {
		list = append(list, assembly.Phase{Name: fmt.Sprintf("part %d", i+1), Body: b.Observe(f)})
	}
	if len(list) == 0 {
		return n, nil
	}
	n.Func = list[0].Body.Func
	n, unknowns := b.Describe(n, stack, list...)
	for _, ph := range list {
		unknowns = append(unknowns, b.RunAgents(&n, ph.Body, func(v assembly.Value) *graph.Agent {
			g := b.agents[v.Literal()]
			if g == nil {
				return nil
			}
			g.used, g.part = true, true
			return g.graph
		})...)
	}
	return n, unknowns
}

// A choice collects where a step leads.
type choice struct {
	branch graph.Branch
	edges  []graph.Edge
	to     []string
	open   *interp.Unknown
}

func (c *choice) add(to, label string, e graph.Edge) {
	if slices.Contains(c.to, to) {
		return
	}
	e.Kind, e.Label = graph.EdgeConditional, label
	c.to, c.edges = append(c.to, to), append(c.edges, e)
}

// leave adds the edges of a step, of which the engine takes the first that leads
// anywhere: an edge without a condition does, and one with a condition goes to the
// step that this names, whatever its own target is.
func (b *builder) leave(n *node) {
	pos := n.op.At(b.Assembly)
	if n.exit {
		b.Edge(n.name, end, graph.Edge{Kind: graph.EdgeDirect, Pos: pos})
		return
	}
	c := &choice{branch: graph.Branch{From: b.Lookup(n.name), Pos: pos}}
	if n.op.Kind == "node:router" {
		b.routes(c, n)
	}
	for _, e := range n.edges {
		if e.op.Kind == "branch" {
			b.condition(c, e)
			continue
		}
		for _, alt := range interp.Alternatives(e.op.Arg("to")) {
			if to, known := interp.AsString(alt.V); known {
				c.add(to, to, graph.Edge{Guard: slices.Concat(e.from, alt.Guard).Data(), Pos: e.op.At(b.Assembly)})
			} else {
				c.open = interp.UnknownIn(alt.V)
			}
		}
		if len(e.from) == 0 {
			break
		}
	}
	b.close(n, c)
}

// close adds what a choice has collected.
func (b *builder) close(n *node, c *choice) {
	if c.open != nil {
		u := c.open.Open(graph.UnknownTargets, c.branch.Pos)
		u.Node = b.Lookup(n.name)
		b.Unknown(u)
	}
	if len(c.edges) == 1 && len(c.branch.Values) == 0 && c.open == nil {
		e := c.edges[0]
		e.Kind, e.Label = graph.EdgeDirect, ""
		b.Edge(n.name, c.to[0], e)
		return
	}
	if len(c.edges) == 0 {
		return
	}
	br := b.Branch(c.branch)
	for i, e := range c.edges {
		b.BranchEdge(br, n.name, c.to[i], e)
	}
}

// condition adds the steps that a condition names. Where it fails or names none, the
// engine tries the next edge: whether it does so is not seen.
func (b *builder) condition(c *choice, e edge) {
	pos := e.op.At(b.Assembly)
	var body *interp.Behaviour
	b.Lasting(func() { body = b.Observe(e.op.Arg("fn")) })
	c.branch.Func = body.Func
	if !body.Known || len(body.Results) == 0 {
		c.open = &interp.Unknown{Reason: body.Reason, Pos: body.Pos}
		b.guess(c, e, pos)
		return
	}
	values, complete := new(assembly.Board).Texts(b.Result(body, 0), "")
	for _, v := range values {
		if v.Text != "" {
			c.add(v.Text, v.Text, graph.Edge{Guard: v.Guard, Pos: pos})
		}
	}
	if !complete {
		c.open = &interp.Unknown{Reason: "its condition returns a name that is not known", Pos: body.Pos}
		b.guess(c, e, pos)
	}
}

// guess adds the declared target of a conditional edge: programs return it.
func (b *builder) guess(c *choice, e edge, pos graph.Pos) {
	for _, alt := range interp.Alternatives(e.op.Arg("to")) {
		if to, known := interp.AsString(alt.V); known {
			c.add(to, to, graph.Edge{Pos: pos})
		}
	}
}

// routes adds the targets of a router: those of a map, if one of them is there when
// the router is made.
func (b *builder) routes(c *choice, n *node) {
	pos := n.op.At(b.Assembly)
	more := interp.Entries(n.op.Arg("targets"), func(key, to interp.Value, g interp.Guard) {
		label, _ := interp.AsString(key)
		if name, known := interp.AsString(to); known {
			c.add(name, label, graph.Edge{Guard: g.Data(), Pos: pos})
		} else {
			c.open = interp.UnknownIn(to)
		}
	})
	if more != nil {
		c.open = more
	}
}
