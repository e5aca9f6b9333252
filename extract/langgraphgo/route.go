package langgraphgo

// This file adds the edges that leave a node: those that the program draws, those
// that a router names, and those that the node itself commands.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// leave adds the edges that leave a step.
func (b *builder) leave(s *step) {
	goes, replaced, routers := b.command(s), s.routers, s.conditions()
	replaced = replaced[:len(replaced)-len(routers)]
	for _, op := range replaced {
		b.choose(s, b.router(s, op))
	}
	sometimes := goes != nil && !goes.always
	if !sometimes && (len(routers) == 0 || len(routers[0].Guard) == 0) {
		b.draw(s) // dead beside a condition or a command
	}
	if len(routers) > 0 {
		c := b.router(s, routers[0])
		for _, op := range routers[1:] {
			c.or(b.router(s, op))
		}
		switch {
		case sometimes:
			goes.or(c)
			b.draw(s)
		case len(routers[0].Guard) > 0:
			b.chooseOr(s, c)
		default:
			b.choose(s, c)
		}
	}
	switch {
	case sometimes && len(routers) == 0:
		b.chooseOr(s, goes)
	case goes != nil:
		b.choose(s, goes) // last, as nothing else counts
	}
}

// conditions returns the calls that may have the last word on where the step
// leads: the last one that always happens, and those after it, which happen in
// some configurations of the program.
func (s *step) conditions() []*interp.Op {
	for i := len(s.routers) - 1; i >= 0; i-- {
		if len(s.routers[i].Guard) == 0 {
			return s.routers[i:]
		}
	}
	return s.routers
}

// draw adds the edges without a condition.
func (b *builder) draw(s *step) {
	edges := s.edges
	if b.first && len(edges) > 1 {
		edges = edges[:1]
	}
	for _, w := range edges {
		kind := graph.EdgeDirect
		if len(edges) > 1 {
			kind = graph.EdgeParallel
		}
		b.Edge(s.name, w.to, graph.Edge{Kind: kind, Guard: w.guard.String(), Pos: w.pos})
	}
}

// choice is a decision: what a router returns, or what a node commands.
type choice struct {
	fn       string
	pos      graph.Pos
	values   []graph.Value
	complete bool
	multi    bool
	always   bool // commands only: the node never leaves it to its edges
	reason   *interp.Unknown
}

// router reads a router: targets exist nowhere but in its body.
func (b *builder) router(s *step, op *interp.Op) *choice {
	body := b.Observe(op.Arg("router"))
	c := &choice{fn: body.Func, pos: op.At(b.Assembly), complete: body.Known && len(body.Results) > 0}
	if body.Pos.IsValid() {
		c.pos = b.At(body.Pos, append(slices.Clone(op.Stack), op.Pos))
	}
	c.reason = &interp.Unknown{Reason: body.Reason, Pos: body.Pos}
	if c.complete {
		c.values, c.complete = b.board.Texts(under(op.Guard, body.Results[0]), s.name)
		c.reason.Reason = "its router returns a value that is not known"
		if u := firstUnknown(body.Results[0]); u != nil && u.State == "" {
			c.reason.Reason, c.reason.Param = u.Reason, u.Param
		}
	}
	c.complete = c.complete && len(c.values) > 0
	for i := range c.values {
		c.values[i].Guard = joinGuards(op.Guard.String(), c.values[i].Guard)
	}
	return c
}

// under returns the results of a function that exists only under a condition:
// what other ways make of the variables that it captures does not count.
func under(guard interp.Guard, results []interp.Alt) []interp.Alt {
	var out []interp.Alt
	for _, alt := range results {
		if exclusive(alt.Guard, guard) {
			continue
		}
		given := func(c interp.Cond) bool { return slices.Contains(guard, c) }
		out = append(out, interp.Alt{V: alt.V, Guard: slices.DeleteFunc(slices.Clone(alt.Guard), given)})
	}
	return out
}

// firstUnknown returns the first result that is not known.
func firstUnknown(results []interp.Alt) *interp.Unknown {
	for _, alt := range results {
		if u := asUnknown(alt.V); u != nil {
			return u
		}
	}
	return nil
}

func joinGuards(g, h string) string {
	if g == "" || h == "" {
		return g + h
	}
	return g + " && " + h
}

// choose adds the branch of a choice, an edge for each value.
func (b *builder) choose(s *step, c *choice) graph.BranchID {
	id := b.Branch(graph.Branch{
		From: b.Lookup(s.name), Func: c.fn, Multi: c.multi, Values: c.values, Complete: c.complete, Pos: c.pos,
	})
	for _, v := range c.values {
		b.BranchEdge(id, s.name, v.Text, graph.Edge{Kind: graph.EdgeConditional, Label: v.Text, Guard: v.Guard, Pos: c.pos})
	}
	if !c.complete {
		b.Unknown(unknown(graph.UnknownTargets, b.Lookup(s.name), c.reason, c.pos))
	}
	return id
}

// chooseOr adds the branch of a choice that is not always made: else the edges of
// the step count.
func (b *builder) chooseOr(s *step, c *choice) {
	c.multi = c.multi || len(s.edges) > 1
	id := b.choose(s, c)
	for _, w := range s.edges {
		b.BranchEdge(id, s.name, w.to, graph.Edge{Kind: graph.EdgeConditional, Guard: w.guard.String(), Pos: w.pos})
	}
}

// or adds what another choice may choose in place of c.
func (c *choice) or(d *choice) {
	for _, v := range d.values {
		c.add(v)
	}
	c.multi = c.multi || d.multi
	if !d.complete {
		c.complete, c.reason = false, d.reason
	}
}

func (c *choice) add(v graph.Value) {
	if !slices.ContainsFunc(c.values, func(x graph.Value) bool { return x.Text == v.Text }) {
		c.values = append(c.values, v)
	}
}

// command reads the Goto of the commands that a node returns, nil if it returns
// none.
func (b *builder) command(s *step) *choice {
	if s.body == nil || b.first || len(s.body.Results) == 0 {
		return nil
	}
	c := &choice{fn: s.body.Func, pos: b.At(s.body.Pos, append(slices.Clone(s.op.Stack), s.op.Pos)), complete: true, always: s.body.Known}
	some := false
	for _, r := range results(s.body) {
		cmd, ok := r.V.(*interp.Struct)
		if !ok || cmd.Type != command || !c.goTo(&b.board, s.name, r, interp.Field(cmd, "Goto")) {
			c.always = false
			continue
		}
		some = true
	}
	if !some {
		return nil
	}
	return c
}

// goTo adds the targets of one Goto; it reports whether there are any.
func (c *choice) goTo(board *assembly.Board, from string, r result, v interp.Value) bool {
	some := false
	for _, alt := range r.read(v) {
		if interp.IsZero(alt.V) && interp.DynamicType(alt.V) == "" {
			c.always = false
			continue
		}
		some = true
		targets := []interp.Alt{alt}
		if interp.DynamicType(alt.V) == "[]string" {
			elems, more := interp.Elems(alt.V)
			targets, c.multi = elems, c.multi || len(elems) > 1 || more != nil
			if more != nil {
				c.complete, c.reason = false, more
			}
		}
		var list []interp.Alt
		for _, t := range targets {
			for _, x := range r.read(t.V) {
				list = append(list, interp.Alt{V: x.V, Guard: slices.Concat(r.Guard, t.Guard, x.Guard)})
			}
		}
		values, complete := board.Texts(list, from)
		for _, x := range values {
			c.add(x)
		}
		if !complete {
			c.complete, c.reason = false, firstUnknown(list)
		}
	}
	return some
}
