package plan

// This file compares numbers with the bounds of their fields.

import (
	"math/big"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// A fact is what a condition says of what a name is bound to: it is a number that a comparison holds
// for, or is equal to one.
type fact struct {
	op string
	to *big.Rat
}

func (f fact) equal(g fact) bool { return f.op == g.op && f.to.Cmp(g.to) == 0 }

// negated are the opposites of comparisons that order.
var negated = map[string]string{"<": ">=", "<=": ">", ">": "<=", ">=": "<"}

// largest is up to where all whole numbers are also numbers of 64 bits with a point: who runs a plan
// may compare those.
var largest = new(big.Rat).SetInt64(1 << 53)

// assume notes what a condition says where it holds, or does not. A condition that orders what is no
// number fails, so that nothing follows it.
func (st state) assume(c *Condition, holds bool) {
	if c.Right.Kind != Number || c.Op == OpHas {
		return
	}
	f := fact{c.Op, exact(c.Right.Text)}
	if f.to == nil || new(big.Rat).Abs(f.to).Cmp(largest) > 0 {
		return
	}
	opposite, orders := negated[f.op]
	switch {
	case !holds && orders:
		f.op = opposite
	case holds && f.op == "!=" || !holds && f.op == "==":
		return
	case !holds: // it is not unequal
		f.op = "=="
	}
	st.facts[c.Left.Text] = append(st.facts[c.Left.Text][:len(st.facts[c.Left.Text]):len(st.facts[c.Left.Text])], f)
}

// bounds compares the numbers of an argument with the bounds of its field.
func (a *arguments) bounds(p *graph.Param, v *Value) {
	if len(p.Bounds) == 0 {
		return
	}
	for _, leaf := range v.Leaves(p.Path) {
		for _, l := range p.Bounds {
			a.bound(p, leaf, l)
		}
	}
}

func (a *arguments) bound(p *graph.Param, v *Value, l graph.Limit) {
	to := exact(l.Of) // nil for a name, too
	known := to != nil
	is := (*big.Rat)(nil)
	answer := verdict.Unknown
	switch v.Kind {
	case Number, Text: // a text may be a number in quotes
		if is = exact(strings.TrimSpace(v.Text)); is != nil && known {
			answer = verdict.Violated
			if keeps(l.Op, is.Cmp(to)) {
				answer = verdict.Holds
			}
		}
	case Ref:
		for _, f := range a.facts[v.Text] {
			if known && implies(f, l.Op, to) {
				answer = verdict.Holds
			}
		}
	case List, Object: // that has nothing in it
		return
	}
	if answer == verdict.Holds || v.Kind == Bool {
		return // a truth value is of the wrong type
	}
	out := a.problem(OutOfBound, answer, v.Pos, p.Path)
	out.Want, out.Got, out.Param = l.String(), got(v), p
	if v.Kind == Ref {
		out.Got = "@" + v.Text
	}
}

// keeps reports whether a comparison holds of two numbers that compare so.
func keeps(op string, order int) bool {
	switch op {
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	case ">=":
		return order >= 0
	}
	return op == "==" && order == 0
}

// implies reports whether a number for which f holds also keeps a limit.
func implies(f fact, op string, to *big.Rat) bool {
	order := f.to.Cmp(to)
	switch f.op {
	case "==":
		return keeps(op, order)
	case "<", "<=":
		return op == "<=" && order <= 0 || op == "<" && (order < 0 || f.op == "<" && order == 0)
	case ">", ">=":
		return op == ">=" && order >= 0 || op == ">" && (order > 0 || f.op == ">" && order == 0)
	}
	return false
}

// limits returns the words for the bounds of p.
func limits(p *graph.Param) string {
	var words []string
	for _, l := range p.Bounds {
		words = append(words, l.String())
	}
	return strings.Join(words, ", ")
}
