package verify

// This file says which events of a policy can happen at all, and after which others: the transitions of its automaton that some run takes.
// What none takes, though the steps and ways of the workflow alone would allow it, is kept from happening by conditions, which are named:
// the policy leans on them.

import (
	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/feasible"
	"github.com/agentvet/agentvet/graph/verdict"
)

// maxTurnAtoms is of how many events of a policy it is asked after which others they come.
const maxTurnAtoms = 6

// A Turn is an event that a policy names, at any time or after another one.
type Turn struct {
	Event, After *syntax.Atom // After is nil for at any time
	// Happens is Holds if some run shows it, Violated if no run does, else Unknown.
	Happens verdict.Verdict
	// By is what keeps it from happening, if that is not the steps and ways alone.
	By *product.Exclusion
}

// turns returns the turns of a policy in a workflow.
func turns(w *graph.Workflow, r *syntax.Rule) (out []Turn, err error) {
	var atoms []*syntax.Atom
	seen := make(map[string]bool)
	for _, a := range r.Atoms() {
		if a = a.Plain(); !seen[a.String()] && len(atoms) < maxTurnAtoms {
			seen[a.String()] = true
			atoms = append(atoms, a)
		}
	}
	on := product.On(w)
	ask := func(t Turn, never *syntax.Rule) (Turn, error) {
		rule, err := product.Compile(never)
		if err != nil {
			return t, err
		}
		res := on.Check(rule, product.Options{Feasible: feasible.Guard})
		switch res.Verdict {
		case verdict.Holds:
			t.Happens, t.By = verdict.Violated, res.Excluded
		case verdict.Violated:
			t.Happens = verdict.Holds
		default:
			t.Happens = verdict.Unknown
		}
		return t, nil
	}
	formula := func(a *syntax.Atom) *syntax.Formula { return &syntax.Formula{Op: syntax.OpAtom, Atom: a} }
	for _, a := range atoms {
		t, err := ask(Turn{Event: a}, &syntax.Rule{Form: syntax.FormNever, Operands: []*syntax.Formula{formula(a)}})
		if err != nil {
			return nil, err
		}
		if out = append(out, t); t.Happens == verdict.Violated {
			continue // nor after anything
		}
		for _, b := range atoms {
			t, err := ask(Turn{Event: a, After: b}, &syntax.Rule{Form: syntax.FormNeverAfter, Operands: []*syntax.Formula{formula(a), formula(b)}})
			if err != nil {
				return nil, err
			}
			out = append(out, t)
		}
	}
	return out, nil
}
