package langgraphgo

// This file says what a node leaves in the state, and where it says that the run goes on.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph/reason"
)

// command is the type whose values change the state and name the next nodes.
const command = root + "/graph.Command"

// leaves notes what a node leaves in the state: what its function changes in the state that
// it gets, and what it returns in place of it.
func (b *builder) leaves(s *assembly.Step) {
	var ways []assembly.Return
	for _, r := range b.results(s.Body) {
		if r.Type() == command {
			s.Moves = true
			ways = append(ways, r.Parts(r.Field("Update"))...)
		} else {
			ways = append(ways, r)
		}
	}
	b.Board.WriteReturns(s.Name, ways, s.Body.Final, s.Body.Known)
}

// results returns what an observed function may return first, structs in place of pointers
// to them.
func (b *builder) results(body *assembly.Behaviour) []assembly.Return {
	var out []assembly.Return
	for _, r := range b.Returns(body) {
		out = append(out, r.Parts(r.Value)...)
	}
	return out
}

// command reads the Goto of the commands that a node returns, nil if it returns none.
func (b *builder) command(s *assembly.Step) *assembly.Choice {
	if s.Body == nil || b.first || len(s.Body.Results) == 0 {
		return nil
	}
	c := &assembly.Choice{Func: s.Body.Func, Pos: b.At(s.Body.Pos, append(slices.Clone(s.Op.Stack), s.Op.Pos)), Always: s.Body.Known}
	some := false
	for _, r := range b.results(s.Body) {
		if r.Type() == command && b.goTo(c, s, r) {
			some = true
		} else {
			c.Always = false
		}
	}
	if !some {
		return nil
	}
	return c
}

// goTo adds the targets of one command; it reports whether it has any.
func (b *builder) goTo(c *assembly.Choice, s *assembly.Step, r assembly.Return) bool {
	some := false
	for _, to := range r.Read(r.Field("Goto")) {
		if to.IsZero() && to.Held() == "" {
			c.Always = false
			continue
		}
		some = true
		targets := []assembly.Value{to}
		if to.Held() == "[]string" {
			list, more := to.Elems()
			targets, c.Multi = list, c.Multi || len(list) > 1 || more != nil
			if more != nil {
				c.Doubt(more, more.Reason)
			}
		}
		var names []assembly.Value
		for _, t := range targets {
			names = append(names, r.Read(t)...)
		}
		if _, complete := b.Decide(c, s, nil, names); !complete {
			c.Doubt(firstUnknown(names), reason.Of(reason.NotKnown))
		}
	}
	return some
}

// firstUnknown returns the first value that is not known.
func firstUnknown(list []assembly.Value) *assembly.Unknown {
	for _, x := range list {
		if u := x.Unknown(); u != nil {
			return u
		}
	}
	return nil
}
