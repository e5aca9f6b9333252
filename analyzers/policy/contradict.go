package policy

// This file finds rules that no run can keep, and pairs of rules that no run can keep both.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/syntax"
)

// maxContradictions is the number of pairs that are looked at: each is compiled.
const maxContradictions = 20_000

// Contradictions returns a mistake for each of the rules that no run keeps in which anything
// happens, and for each pair of rules for the same workflows that no such run keeps both. A
// rule that is too large to be compiled is in none of them. Atoms may hold together as
// formulas like: what it returns is certain, and there may be more.
func Contradictions(all []*Rule) ErrorList {
	var list ErrorList
	var kept, demanding []*Rule
	for _, r := range all {
		possible, demands := satisfiable(r.Rule)
		switch {
		case !possible:
			list = append(list, &Error{Pos: r.Pos, Msg: fmt.Sprintf("no run can keep the policy %q", r.Name)})
			continue
		case demands:
			demanding = append(demanding, r)
		}
		kept = append(kept, r)
	}
	// A run of one event of which nothing holds keeps two rules if it keeps each.
	pairs := 0
	for _, a := range demanding {
		for _, b := range kept {
			if a == b || slices.Contains(demanding, b) && slices.Index(kept, b) < slices.Index(kept, a) || !overlap(&a.Scope, &b.Scope) {
				continue
			}
			if pairs++; pairs > maxContradictions {
				return list.Sorted()
			}
			if possible, _ := satisfiable(&syntax.Rule{Form: syntax.FormAnd, Args: []*syntax.Rule{a.Rule, b.Rule}}); possible {
				continue
			}
			first, second := a, b
			if first.Pos.Compare(second.Pos) > 0 || first.Builtin {
				first, second = second, first
			}
			if second.Builtin {
				first, second = second, first
			}
			msg := fmt.Sprintf("no run can keep both the policy %q and %q", second.Name, first.Name)
			if first.Pos.Line > 0 && first.Pos.File == second.Pos.File {
				msg += fmt.Sprintf(" on line %d", first.Pos.Line)
			}
			list = append(list, &Error{Pos: second.Pos, Msg: msg})
		}
	}
	return list.Sorted()
}

// satisfiable reports whether some run in which something happens keeps r, and whether not
// every such run does in which nothing happens that r speaks of.
func satisfiable(r *syntax.Rule) (possible, demands bool) {
	d, err := dfa.CompileRule(r)
	if err != nil || d.Unfolding() {
		return true, false
	}
	none := dfa.Symbol(0)
	all := dfa.Symbol(1)<<len(d.Atoms) - 1
	d.Each(d.Start, none, all, func(q dfa.State) bool {
		possible = possible || !d.Violating(q)
		return !possible
	})
	return possible, !d.Accepting(d.Next(d.Start, none))
}

// overlap reports whether two scopes have the same workflows, or one has all.
func overlap(a, b *Scope) bool {
	same := func(a, b []Glob) bool {
		return len(a) == 0 || len(b) == 0 || slices.EqualFunc(a, b, func(x, y Glob) bool { return x.Text == y.Text })
	}
	return same(a.Workflows, b.Workflows) && same(a.Packages, b.Packages) && same(a.Agents, b.Agents)
}
