package product

// This file decides which optional edges exist. They depend on conditions; edges whose
// conditions are one exist accordingly.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
)

// conditionKey tells conditions apart.
type conditionKey struct {
	of check.Condition
	at place // of one that is only known by its text: what reads alike elsewhere may be another
}

// findConditions lists the conditions of the optional edges.
func (n *net) findConditions() {
	known := make(map[conditionKey]int)
	texts := make(map[string]int)
	add := func(c graph.Cond, at place) graph.Cond {
		of, negated := check.ConditionOf(c)
		key := conditionKey{of, at}
		if of.Eval != 0 {
			key.at = none
		}
		i, found := known[key]
		if !found || of == (check.Condition{}) {
			i = len(n.conditions)
			known[key] = i
			n.conditions = append(n.conditions, n.alike(i, c, of, texts))
			n.asked = append(n.asked, c)
		}
		c.Eval, c.Neg = graph.EvalID(i+1), negated
		return c
	}
	for i := range n.bodies {
		b := &n.bodies[i]
		for j := range b.w.Edges {
			e := &b.w.Edges[j]
			if !e.Optional() || !b.edges.Live[j] {
				continue
			}
			if b.guards == nil {
				b.guards = make([]graph.Guard, len(b.w.Edges))
			}
			b.guards[j] = e.Guard.Map(func(c graph.Cond) graph.Cond { return add(c, b.first+place(e.From)) })
		}
	}
}

// alike returns the first condition that may be the one with index i.
func (n *net) alike(i int, c graph.Cond, of check.Condition, texts map[string]int) int {
	if of.Eval != 0 || c.Unsaid() {
		return i
	}
	text := of.Text
	if text == "" {
		text = c.Text
	}
	first, found := texts[text]
	if !found {
		texts[text] = i
		return i
	}
	n.shared = true
	return first
}

// decidesAhead reports whether it matters, before anything runs, which optional
// edges exist: some steps wait for what comes along them.
func (n *net) decidesAhead() bool {
	if len(n.conditions) == 0 {
		return false
	}
	return slices.ContainsFunc(n.bodies, func(b body) bool { return b.waits }) || slices.ContainsFunc(n.joins, func(p place) bool {
		b, _ := n.of(p)
		return slices.ContainsFunc(b.edges.Index.In(n.id(p)), func(e graph.EdgeID) bool { return b.w.Edges[e].Optional() })
	})
}

// split adds the edge e to those of the choices under which its guard holds. It decides
// what the guard asks and a choice has not decided, and gives up what would be more than
// maxAlternatives.
func split(list []choice, g graph.Guard, e graph.EdgeID) (out []choice) {
	for _, c := range list {
		out = c.split(out, g, e)
	}
	return out
}

func (c choice) split(out []choice, g graph.Guard, e graph.EdgeID) []choice {
	if len(out) > maxAlternatives {
		return out
	}
	holds, known := g.Holds(c.decided)
	next, ok := c.undecided(g)
	if !known && ok {
		bit := uint64(1) << (next.Eval - 1)
		yes, no := c, c
		yes.assumed, no.assumed = c.assumed|bit, c.assumed|bit
		yes.value |= bit
		if next.Neg {
			yes, no = no, yes
		}
		return no.split(yes.split(out, g, e), g, e)
	}
	if !known || holds {
		out = append(out, choice{append(slices.Clone(c.edges), e), c.assumed, c.value})
	}
	if !known || !holds {
		out = append(out, c)
	}
	return out
}

// decided is a graph.Decide.
func (c choice) decided(e graph.EvalID) (holds, known bool) {
	i := e - 1
	return c.value>>i&1 != 0, i < maxConditions && c.assumed>>i&1 != 0
}

// undecided returns the first condition of g that the choice could decide and has not.
func (c choice) undecided(g graph.Guard) (graph.Cond, bool) {
	for cond := range g.Conditions {
		if _, known := c.decided(cond.Eval); !known && cond.Eval <= maxConditions {
			return cond, true
		}
	}
	return graph.Cond{}, false
}

// decideNext decides a condition that is not decided yet. It reports false if there
// is none.
func (t *tokens) decideNext(m *marking, yield func(move)) bool {
	for i := range min(len(t.conditions), maxConditions) {
		if m.assumed>>i&1 != 0 || t.together && t.conditions[i] != i {
			continue
		}
		for value := range uint64(2) {
			next := m.clone()
			next.assumed |= 1 << i
			next.value |= value << i
			if t.related.excludes(next.assumed, next.value) {
				continue
			}
			yield(move{to: t.intern(next), at: none, edge: none})
		}
		return true
	}
	return false
}

// exists reports whether control can pass along an edge of b. An optional edge of
// which this is not decided does not count.
func (t *tokens) exists(m *marking, b *body, e graph.EdgeID) bool {
	if !b.edges.Live[e] || !b.w.Edges[e].Optional() {
		return b.edges.Live[e]
	}
	holds, known := b.guards[e].Holds(func(id graph.EvalID) (holds, known bool) {
		i := int(id - 1)
		if t.together {
			i = t.conditions[i]
		}
		return m.value>>i&1 != 0, i < maxConditions && m.assumed>>i&1 != 0
	})
	return known && holds
}

// decidedConditions returns what a choice takes to be decided, as bits of
// marking.assumed and value; ok is false if it decides alike conditions differently where
// they are one.
func (t *tokens) decidedConditions(c *choice) (assumed, value uint64, ok bool) {
	if !t.exact || !t.together {
		return c.assumed & t.exactly(), c.value, true
	}
	for i := range min(len(t.conditions), maxConditions) {
		if c.assumed>>i&1 == 0 {
			continue
		}
		first, is := t.conditions[i], c.value>>i&1
		if assumed>>first&1 != 0 && value>>first&1 != is {
			return 0, 0, false
		}
		assumed |= 1 << first
		value |= is << first
	}
	return assumed, value, true
}
