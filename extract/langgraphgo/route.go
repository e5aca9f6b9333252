package langgraphgo

// This file adds the edges that leave a node: those that the program draws, those
// that a router names, and those that the node itself commands.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// leave adds the edges that leave a step.
func (b *builder) leave(s *assembly.Step) {
	goes, routers := b.command(s), conditions(s.Routers)
	for _, op := range s.Routers[:len(s.Routers)-len(routers)] { // replaced
		b.Choose(s, b.router(s, op))
	}
	sometimes := goes != nil && !goes.Always
	if !sometimes && (len(routers) == 0 || len(routers[0].Guard) == 0) {
		b.draw(s) // dead beside a condition or a command
	}
	if len(routers) > 0 {
		c := b.router(s, routers[0])
		for _, op := range routers[1:] {
			c.Or(b.router(s, op))
		}
		switch {
		case sometimes:
			goes.Or(c)
			b.draw(s)
		case len(routers[0].Guard) > 0:
			b.chooseOr(s, c)
		default:
			b.Choose(s, c)
		}
	}
	switch {
	case sometimes && len(routers) == 0:
		b.chooseOr(s, goes)
	case goes != nil:
		b.Choose(s, goes) // last, as nothing else counts
	}
}

// conditions returns the calls that may have the last word on where a step leads: the last
// one that always happens, and those after it, which happen in some configurations of the
// program.
func conditions(routers []*assembly.Op) []*assembly.Op {
	for i := len(routers) - 1; i >= 0; i-- {
		if len(routers[i].Guard) == 0 {
			return routers[i:]
		}
	}
	return routers
}

// draw adds the edges without a condition.
func (b *builder) draw(s *assembly.Step) {
	edges := s.Ways
	if b.first && len(edges) > 1 {
		edges = edges[:1]
	}
	kind := graph.EdgeDirect
	if len(edges) > 1 {
		kind = graph.EdgeParallel
	}
	for _, w := range edges {
		b.Edge(s.Name, w.To, graph.Edge{Kind: kind, Guard: w.Guard.Data(), Pos: w.Pos})
	}
}

// router reads a router: targets exist nowhere but in its body.
func (b *builder) router(s *assembly.Step, op *assembly.Op) *assembly.Choice {
	body := b.ArgOf(op, "router").Observe()
	c := &assembly.Choice{Func: body.Func, Pos: op.At(b.Assembly)}
	if body.Pos.IsValid() {
		c.Pos = b.At(body.Pos, append(slices.Clone(op.Stack), op.Pos))
	}
	why := &assembly.Unknown{Reason: body.Reason, Pos: body.Pos}
	if body.Known && len(body.Results) > 0 {
		results := b.Result(body, 0)
		if _, complete := b.Decide(c, s, op.Guard, results); complete {
			return c
		}
		why.Reason = reason.Of(reason.RouterValue)
		if u := firstUnknown(results); u != nil && u.State() == "" {
			why.Reason, why.Param = u.Reason, u.Param
		}
	}
	c.Doubt(why, reason.Reason{})
	return c
}

// chooseOr adds the branch of a choice that is not always made: else the edges of the step
// count.
func (b *builder) chooseOr(s *assembly.Step, c *assembly.Choice) {
	c.Multi = c.Multi || len(s.Ways) > 1
	for _, w := range s.Ways {
		c.Targets = append(c.Targets, assembly.Target{To: w.To, Guard: w.Guard.Data(), Declared: true, Pos: w.Pos})
	}
	b.Choose(s, c)
}
