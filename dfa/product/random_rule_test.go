package product_test

// This file makes random rules over what occurs in a workflow.

import (
	"fmt"

	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/graph"
)

// rule returns a rule, as text.
func (m *maker) rule(w *graph.Workflow) string {
	if m.chance(15) {
		return fmt.Sprintf("(%s) %s (%s)", m.pattern(w), []string{"AND", "OR"}[m.Intn(2)], m.pattern(w))
	}
	return m.pattern(w)
}

func (m *maker) pattern(w *graph.Workflow) string {
	a, b, c := m.atom(w), m.atom(w), m.atom(w)
	switch m.Intn(16) {
	case 0:
		return "G !" + a
	case 1, 2:
		return a + " -> F " + b
	case 3:
		return fmt.Sprintf("%s -> F[<=%d] %s", a, m.Intn(4), b)
	case 4:
		return a + " -> F " + b + " -> F " + c
	case 5:
		return a + " U " + b
	case 6:
		return a + " before " + b
	case 7:
		return a + " before each " + b
	case 8:
		return "never " + a + " after " + b
	case 9:
		return fmt.Sprintf("at most %d %s", 1+m.Intn(2), a)
	case 10:
		return fmt.Sprintf("at least %d %s before %s", 1+m.Intn(2), a, b)
	case 11:
		return a + " only between " + b + " and " + c
	}
	return "ltlf: " + m.formula(2+m.Intn(6), []string{a, b}).String()
}

// atom returns an atom that holds of something in w, most of the time.
func (m *maker) atom(w *graph.Workflow) string {
	parts := w.All()
	if m.values && m.chance(60) {
		pick := func(list ...string) string { return list[m.Intn(len(list))] }
		return fmt.Sprintf("tool:t%d(%s %s %s of tool:%s)", m.Intn(4), pick("n", "n", "k", "n[]"), pick("==", "!="), pick("n", "n", "k", "n[]", "result.n"),
			pick("t0", "t1", "t2", "t3", "alias", "t0(k == 1)", "*"))
	}
	part := parts[m.Intn(len(parts))]
	n := part.Nodes[m.Intn(len(part.Nodes))]
	switch m.Intn(12) {
	case 0, 1, 2, 3:
		if len(n.Tools) > 0 {
			return "tool:" + n.Tools[m.Intn(len(n.Tools))].Name
		}
		return "node:" + n.Name
	case 4, 5:
		return "node:" + n.Name
	case 6, 7:
		return "human"
	case 8:
		return "kind:" + n.Kind.String()
	case 9:
		return "decision:" + string(rune('a'+m.Intn(3)))
	case 10:
		return []string{"tool:*", "tool:alias", "tool", "router"}[m.Intn(4)]
	}
	return fmt.Sprintf("tool:t%d", m.Intn(4)) + []string{"", "(n > 1)"}[m.Intn(2)]
}

// formula returns a formula of about the size over the atoms.
func (m *maker) formula(size int, atoms []string) *syntax.Formula {
	if size <= 1 {
		f, err := syntax.ParseFormula(atoms[m.Intn(len(atoms))])
		if err != nil {
			panic(err)
		}
		return f
	}
	op := syntax.OpNot + syntax.Op(m.Intn(int(syntax.OpSince-syntax.OpNot)+1))
	switch op {
	case syntax.OpAnd, syntax.OpOr, syntax.OpImplies, syntax.OpIff, syntax.OpUntil, syntax.OpWeakUntil, syntax.OpRelease, syntax.OpSince:
		left := 1 + m.Intn(size-1)
		return syntax.Of(op, m.formula(left, atoms), m.formula(size-left, atoms))
	}
	f := syntax.Of(op, m.formula(size-1, atoms))
	if (op == syntax.OpFinally || op == syntax.OpGlobally) && m.chance(40) {
		f.Bounded, f.K = true, m.Intn(4)
	}
	return f
}
