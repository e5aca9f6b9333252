package check

// This file says which optional edges exist together. It goes by the identity of the
// conditions in their guards.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

// A Condition is one on which optional edges depend: one evaluation of a condition of a
// program or, in a file that says no more of it, all that read alike. The zero Condition
// stands for one that shares nothing with any other.
type Condition struct {
	Eval graph.EvalID
	Text string
}

// ConditionOf returns the condition that c is about, and whether c is its opposite.
func ConditionOf(c graph.Cond) (of Condition, negated bool) {
	if c.Eval != 0 {
		return Condition{Eval: c.Eval}, c.Neg
	}
	if c.Pos.IsValid() || c.Expr != nil || c.Unsaid() {
		return Condition{}, c.Neg
	}
	text := strings.TrimSpace(c.Text)
	rest, not := strings.CutPrefix(text, "!")
	if operand := strings.TrimSpace(rest); not && (inner(operand) != operand || !isJoined(operand)) {
		return Condition{Text: inner(operand)}, !c.Neg
	}
	return Condition{Text: inner(text)}, c.Neg
}

// inner returns what stands in the parentheses around all of a condition.
func inner(text string) string {
	in, open := strings.CutPrefix(text, "(")
	in, closed := strings.CutSuffix(in, ")")
	if open && closed && !strings.ContainsAny(in, "()") {
		return strings.TrimSpace(in)
	}
	return text
}

// isJoined reports whether an operator stands in a condition, to which a ! before it would
// not apply.
func isJoined(text string) bool {
	return slices.ContainsFunc([]string{"&&", "||", "==", "!=", "<", ">"}, func(op string) bool { return strings.Contains(text, op) })
}

// identified returns the guards of the optional edges with an identity for each condition:
// the evaluation, if it has one.
func (v *view) identified() []graph.Guard {
	ids := make(map[Condition]graph.EvalID)
	last := graph.EvalID(0)
	for i := range v.w.Edges {
		for c := range v.w.Edges[i].Guard.Conditions {
			last = max(last, c.Eval)
		}
	}
	id := func(c graph.Cond) graph.Cond {
		if c.Eval != 0 {
			return c
		}
		of, negated := ConditionOf(c)
		n := ids[of]
		if n == 0 {
			last++
			n = last
			if of != (Condition{}) {
				ids[of] = n
			}
		}
		c.Eval, c.Neg = n, negated
		return c
	}
	guards := make([]graph.Guard, len(v.w.Edges))
	for i := range v.w.Edges {
		if e := &v.w.Edges[i]; e.Optional() {
			guards[i] = e.Guard.Map(id)
		}
	}
	return guards
}

// maxRivals is how many edges are looked at that may exist where another one does not.
const maxRivals = 32

// A side is a condition that holds, or does not.
type side struct {
	n    graph.NodeID
	eval graph.EvalID
	neg  bool
}

// findAbsent marks the optional edges that a configuration lacks. Those of one node that
// exclude each other and leave no case out count as one edge that is always there.
func (v *view) findAbsent() {
	v.guards = v.identified()
	on := make(map[side][]graph.EdgeID)
	for i, g := range v.guards {
		for c := range g.Conditions {
			s := side{v.w.Edges[i].From, c.Eval, c.Neg}
			if list := on[s]; len(list) == 0 || list[len(list)-1] != graph.EdgeID(i) {
				on[s] = append(list, graph.EdgeID(i))
			}
		}
	}
	v.absent = make([]bool, len(v.w.Edges))
	for i := range v.guards {
		if v.guards[i] != nil {
			v.absent[i] = !v.covered(graph.EdgeID(i), on)
		}
	}
}

// covered reports whether an optional edge exists unless another one of its node does
// that excludes it.
func (v *view) covered(e graph.EdgeID, on map[side][]graph.EdgeID) bool {
	seen := []graph.EdgeID{e}
	ways := []graph.Guard{v.guards[e]}
	for c := range v.guards[e].Conditions {
		for _, rival := range on[side{v.w.Edges[e].From, c.Eval, !c.Neg}] {
			if slices.Contains(seen, rival) {
				continue
			}
			if seen = append(seen, rival); len(seen) > maxRivals {
				return false
			}
			if v.guards[e].Excludes(v.guards[rival]) {
				ways = append(ways, v.guards[rival])
			}
		}
	}
	return len(ways) > 1 && graph.Exhaustive(ways)
}
