package swarmgo

// This file says what the steps of a graph do, and where they lead.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// describe adds the node of a step.
func (b *builder) describe(n *node) {
	desc, unknowns := graph.Node{Name: n.name, Kind: graph.KindPassthrough, Pos: n.op.At(b.Assembly)}, []graph.Unknown(nil)
	arg := func(name string) assembly.Value { return b.ArgOf(n.op, name) }
	switch n.op.Kind {
	case "node":
		desc, unknowns = b.phases(desc, n, arg("fn"))
	case "node:all":
		fns, more := arg("fns").Elems()
		desc, unknowns = b.phases(desc, n, fns...)
		if more != nil {
			unknowns = append(unknowns, more.Open(graph.UnknownBody, desc.Pos))
		}
	case "node:router":
		desc.Kind = graph.KindRouter
	case "node:made":
		m := &assembly.Peer{Agent: &graph.Agent{Name: arg("name").TextOr(""), Kind: graph.AgentLLM, Framework: b.Name, Bound: oneRound, Pos: desc.Pos}}
		b.functions(m, arg("functions"))
		desc, unknowns = b.model(desc, m)
		b.Program.Agents = append(b.Program.Agents, m.Agent)
	case "node:agent":
		if list := b.known(arg("agent")); len(list) == 1 {
			list[0].Linked, list[0].Part = true, true
			desc, unknowns = b.model(desc, list[0])
			break
		}
		desc.Kind = graph.KindLLM
		unknowns = append(unknowns, arg("agent").Open(graph.UnknownBody, desc.Pos))
	}
	b.Put(desc, unknowns)
}

// known returns the agents that a value may be.
func (a *assembler) known(v assembly.Value) []*assembly.Peer {
	var out []*assembly.Peer
	for _, x := range v.Each() {
		if m := a.agents.Of(x); m != nil {
			out = append(out, m)
		}
	}
	return out
}

// model returns the node of an agent. To whom it hands over counts for nothing: the
// graph goes on along its edges.
func (b *builder) model(n graph.Node, m *assembly.Peer) (graph.Node, []graph.Unknown) {
	desc := assembly.ModelNode(m.Agent)
	desc.Name, desc.Pos = n.Name, n.Pos
	return desc, slices.DeleteFunc(slices.Clone(m.Unknowns), func(u graph.Unknown) bool { return u.What == graph.UnknownTargets })
}

// phases describes a step by its functions, and the agents that they run.
func (b *builder) phases(desc graph.Node, n *node, fns ...assembly.Value) (graph.Node, []graph.Unknown) {
	var list []assembly.Phase
	for i, f := range fns {
		list = append(list, assembly.Phase{Name: fmt.Sprintf("part %d", i+1), Body: f.Observe()})
	}
	if len(list) == 0 {
		return desc, nil
	}
	desc.Func = list[0].Body.Func
	desc, unknowns := b.Describe(desc, append(slices.Clone(n.op.Stack), n.op.Pos), list...)
	for _, ph := range list {
		unknowns = append(unknowns, b.RunAgents(&desc, ph.Body, func(v assembly.Value) *graph.Agent {
			m := b.agents.Of(v)
			if m == nil {
				return nil
			}
			m.Linked, m.Part = true, true
			return m.Agent
		})...)
	}
	return desc, unknowns
}

// A choice collects where a step leads.
type choice struct {
	branch graph.Branch
	edges  []graph.Edge
	to     []string
	open   *assembly.Unknown
}

// add adds a target, or the conditions under which it is one again.
func (c *choice) add(to, label string, e graph.Edge) {
	if i := slices.Index(c.to, to); i >= 0 {
		c.edges[i].Guard = c.edges[i].Guard.Or(e.Guard)
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
		b.Edge(n.name, engine.End, graph.Edge{Kind: graph.EdgeDirect, Pos: pos})
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
		for _, v := range b.Read(e.op.Arg("to")).Under(e.from).Each() {
			if to, known := v.Text(); known {
				c.add(to, to, graph.Edge{Guard: v.Guard.Data(), Pos: e.op.At(b.Assembly)})
			} else {
				c.open = v.Unknown()
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
		b.OpenFor(c.open, graph.UnknownTargets, b.Lookup(n.name), c.branch.Pos)
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
	body := b.ArgOf(e.op, "fn").Observe()
	c.branch.Func = body.Func
	results := b.Result(body, 0)
	if !body.Known || len(results) == 0 {
		c.open = &assembly.Unknown{Reason: body.Reason, Pos: body.Pos}
		b.guess(c, e, pos)
		return
	}
	values, complete := new(assembly.Board).Texts(results, "")
	for _, v := range values {
		if v.Text != "" {
			c.add(v.Text, v.Text, graph.Edge{Guard: v.Guard, Pos: pos})
		}
	}
	if !complete {
		c.open = &assembly.Unknown{Reason: reason.Of(reason.RouterValue), Pos: body.Pos}
		b.guess(c, e, pos)
	}
}

// guess adds the declared target of a conditional edge: programs return it.
func (b *builder) guess(c *choice, e edge, pos graph.Pos) {
	for _, v := range b.ArgOf(e.op, "to").Each() {
		if to, known := v.Text(); known {
			c.add(to, to, graph.Edge{Pos: pos})
		}
	}
}

// routes adds the targets of a router: those of a map, if one of them is there when
// the router is made.
func (b *builder) routes(c *choice, n *node) {
	pos := n.op.At(b.Assembly)
	more := b.Read(n.op.Arg("targets")).Entries(func(key, to assembly.Value) {
		if name, known := to.Text(); known {
			c.add(name, key.TextOr(""), graph.Edge{Guard: to.Guard.Data(), Pos: pos})
		} else {
			c.open = to.Unknown()
		}
	})
	if more != nil {
		c.open = more
	}
}
