package assembly

// This file draws what follows a step in engines without surprises: all of its edges, or, if
// it has a router, what this returns.

import (
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// Follow draws what follows a step: the choice of its routers, which are functions in an
// argument of that name, or else its edges. Without either the way ends there.
func (c *Chart) Follow(s *Step, fn string) {
	for _, op := range s.Routers {
		body := c.a.ArgOf(op, fn).Observe()
		ch := &Choice{Func: body.Func, Pos: op.At(c.a)}
		if _, complete := c.Decide(ch, s, op.Guard, c.a.Result(body, 0)); !complete || !body.Known {
			ch.Doubt(nil, reason.Of(reason.RouterValue))
		}
		c.Choose(s, ch)
	}
	if len(s.Routers) > 0 {
		return
	}
	kind := graph.EdgeDirect
	if len(s.Ways) > 1 {
		kind = graph.EdgeParallel
	}
	for _, w := range s.Ways {
		c.Edge(s.Name, w.To, graph.Edge{Kind: kind, Guard: w.Guard.Data(), Pos: w.Pos})
	}
}

// Equip gives a step the tools in a list of options, for its model or its function to call.
func (a *Assembly) Equip(n graph.Node, options Value, unknowns []graph.Unknown) (graph.Node, []graph.Unknown) {
	open := func(u *Unknown) { unknowns = append(unknowns, u.Open(graph.UnknownTools, n.Pos)) }
	options.Options(func(opt Value) {
		tools, more := a.Tools(opt.Arg("tools"))
		if n.Tools = append(n.Tools, tools...); more != nil {
			open(more)
		}
	}, open)
	if len(n.Tools) == 0 {
		return n, unknowns
	}
	if n.Calls = graph.CallsAny; n.Kind == graph.KindPassthrough {
		n.Kind = graph.KindTool
	}
	return n, unknowns
}
