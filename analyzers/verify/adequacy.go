package verify

// This file tests policies: whether they say anything about a program.
//
// A policy that holds may hold for want of an occasion, or because nothing could
// make it fail. Three questions are asked: does each name of it name something
// (resolution), can what it is about happen (vacuity), and is there a mistake in a
// workflow that it would find (discrimination: see internal/mutant).

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify/internal/mutant"
	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/feasible"
	"github.com/agentvet/agentvet/graph/verdict"
)

// maxMutants is the number of mutants of one workflow that are tried: each is
// checked like a workflow.
const maxMutants = 2000

// An Adequacy is what a policy says about the workflows in its scope.
type Adequacy struct {
	Rule      *policy.Rule
	Unmatched []Unmatched
	Rows      []AdequacyRow
	Err       error // the policy is too large to be checked
}

// An Unmatched is an atom that no event of any workflow in scope matches.
type Unmatched struct {
	Atom  *syntax.Atom
	Names []string // what atoms of its kind could name
	// Certain: all events are known, so that it matches nothing indeed.
	Certain bool
}

// An AdequacyRow is what a policy says about one workflow.
type AdequacyRow struct {
	Workflow *graph.Workflow
	Result   *product.Result
	// Vacuous: the policy holds because what it is about cannot happen here.
	Vacuous bool
	// Mutants is the number of mistakes that were tried, if the policy holds and
	// is not vacuous; Found are those that it finds.
	Mutants int
	Found   []Mistake
	// Turns are the events of the policy that can happen here, and those that cannot.
	Turns []Turn
}

// Outcome says in a word or two what the policy says about the workflow.
func (r *AdequacyRow) Outcome() string {
	switch {
	case r.Result.Verdict == verdict.Violated:
		return "violated"
	case r.Result.Verdict == verdict.Unknown:
		return "unknown"
	case r.Vacuous:
		return "cannot happen"
	case len(r.Found) == 0:
		return "protects nothing"
	}
	return "holds"
}

// Detail says more of the outcome.
func (r *AdequacyRow) Detail() string {
	switch {
	case r.Result.Verdict == verdict.Unknown:
		return report.OrderDoubt(r.Result.Doubt)
	case r.Mutants > 0:
		text := fmt.Sprintf("finds %d of %d mistakes", len(r.Found), r.Mutants)
		if len(r.Found) > 0 {
			text += fmt.Sprintf(", as %s: %s", r.Found[0].Kind, r.Found[0].What)
		}
		return text
	}
	return ""
}

// Leans says on which conditions the policy leans here: those without which it would not hold, and those that keep its events from
// happening, one a line.
func (r *AdequacyRow) Leans() (lines []string) {
	if r.Result.Verdict == verdict.Holds && r.Result.Excluded != nil {
		lines = append(lines, "it holds"+report.ExcludedBy(r.Result.Excluded))
	}
	for _, t := range r.Turns {
		if t.By != nil {
			lines = append(lines, report.Turn(t.Event, t.After)+" cannot happen"+report.ExcludedBy(t.By))
		}
	}
	return lines
}

// A Mistake is a mutant without its workflow.
type Mistake struct {
	Kind mutant.Kind
	What string
	Pos  graph.Pos
}

// Protects reports whether the policy is violated by some workflow, or would be by
// a mistake in one, so that it does say something.
func (a *Adequacy) Protects() bool {
	return slices.ContainsFunc(a.Rows, func(r AdequacyRow) bool {
		return r.Result.Verdict == verdict.Violated || len(r.Found) > 0
	})
}

// Passed reports whether all names are resolved and the policy protects
// something.
func (a *Adequacy) Passed() bool { return a.Err == nil && len(a.Unmatched) == 0 && a.Protects() }

// State says what is wrong with the policy, or "ok".
func (a *Adequacy) State() string {
	switch {
	case a.Rule.Builtin && !a.Passed():
		return "not needed here" // nobody asked for it
	case a.Err != nil:
		return "not checked: " + a.Err.Error()
	case len(a.Unmatched) > 0:
		return "names what is not there"
	case !a.Protects():
		return "protects nothing"
	}
	return "ok"
}

// An Owned is a workflow and the path of the package that builds it.
type Owned struct {
	Workflow *graph.Workflow
	Package  string
}

// Adequate tests a policy on the workflows of a program. Its cost is that of
// checking each workflow in scope once for each of its mutants.
func Adequate(r *policy.Rule, all []Owned) *Adequacy {
	a := &Adequacy{Rule: r}
	scope := inScope(r, all)
	a.Unmatched = unmatched(r.Rule.Named(), scope)
	compiled, err := product.Compile(r.Rule)
	if err != nil {
		a.Err = err
		return a
	}
	for _, w := range scope {
		row, err := adequacy(r, compiled, w)
		if err != nil {
			a.Err = err
			return a
		}
		a.Rows = append(a.Rows, row)
	}
	return a
}

// inScope returns the workflows that a policy is for.
func inScope(r *policy.Rule, all []Owned) []*graph.Workflow {
	var scope []*graph.Workflow
	for _, o := range all {
		if sound(o.Workflow) && r.Scope.Covers(o.Workflow.Name, o.Package, agentsOf(o.Workflow)...) {
			scope = append(scope, o.Workflow)
		}
	}
	return scope
}

// Vacuous returns a finding for each policy that is for no workflow, and for each
// atom that matches nothing in the scope of its policy. Built-in policies are left
// out: they speak of what a program may well not have.
func Vacuous(rules []*policy.Rule, all []Owned) []report.Finding {
	var out []report.Finding
	for _, r := range rules {
		if r.Builtin || len(all) == 0 {
			continue
		}
		scope := inScope(r, all)
		if len(scope) == 0 {
			out = append(out, *report.OutOfScope(aboutRule(r), r.Pos))
			continue
		}
		for _, u := range unmatched(r.Rule.Named(), scope) {
			if u.Atom.Kind == syntax.AtomHuman {
				continue // not misspelt: that nobody is asked is what the policy is about
			}
			out = append(out, *vacuousAtom(r, u))
		}
	}
	return out
}

func vacuousAtom(r *policy.Rule, u Unmatched) *report.Finding {
	pos := r.Pos
	if u.Atom.Pos.Line > 0 {
		pos.Line, pos.Col = u.Atom.Pos.Line, u.Atom.Pos.Col
	}
	return report.Vacuous(aboutRule(r), pos, u.Atom, u.Names, u.Certain)
}

// adequacy tests a policy on one workflow.
func adequacy(r *policy.Rule, compiled *product.Rule, w *graph.Workflow) (AdequacyRow, error) {
	o := product.Options{Unfair: r.Unfair(), Feasible: feasible.Guard}
	row := AdequacyRow{Workflow: w, Result: product.Check(w, compiled, o)}
	var err error
	if row.Turns, err = turns(w, r.Rule); err != nil || row.Result.Verdict != verdict.Holds {
		return row, err
	}
	vacuous, err := cannotHappen(w, r.Rule)
	if err != nil || vacuous {
		row.Vacuous = vacuous
		return row, err
	}
	for m := range mutant.All(w) {
		if row.Mutants == maxMutants {
			break
		}
		row.Mutants++
		if product.Check(m.Workflow, compiled, o).Verdict == verdict.Violated {
			row.Found = append(row.Found, Mistake{m.Kind, m.What, m.Pos})
		}
	}
	return row, nil
}

// cannotHappen reports whether no part of a policy can be violated for want of an
// occasion: nothing that triggers it happens in any run.
func cannotHappen(w *graph.Workflow, r *syntax.Rule) (bool, error) {
	on := product.On(w)
	for _, part := range parts(r) {
		trigger := part.Trigger()
		if trigger == nil {
			return false, nil
		}
		never, err := product.Compile(&syntax.Rule{Form: syntax.FormNever, Operands: []*syntax.Formula{occasion(trigger)}})
		if err != nil {
			return false, err
		}
		if on.Check(never, product.Options{Feasible: feasible.Guard}).Verdict != verdict.Holds {
			return false, nil
		}
	}
	return true, nil
}

// occasion returns a trigger without its comparisons with earlier calls: the call is the occasion, and which values it has
// is what the policy is about.
func occasion(f *syntax.Formula) *syntax.Formula {
	out := *f
	if f.Atom != nil {
		out.Atom = f.Atom.Plain()
	}
	out.Args = nil
	for _, arg := range f.Args {
		out.Args = append(out.Args, occasion(arg))
	}
	return &out
}

// parts returns the rules that r joins, by AND or OR.
func parts(r *syntax.Rule) []*syntax.Rule {
	if len(r.Args) == 0 {
		return []*syntax.Rule{r}
	}
	var out []*syntax.Rule
	for _, arg := range r.Args {
		out = append(out, parts(arg)...)
	}
	return out
}

// unmatched returns the atoms that no event of the workflows matches.
func unmatched(atoms []*syntax.Atom, scope []*graph.Workflow) []Unmatched {
	left := slices.Clone(atoms)
	var events []dfa.Event
	certain := true
	for _, w := range scope {
		certain = certain && !hidesTools(&graph.Program{Workflows: []*graph.Workflow{w}})
		events = append(events, product.Events(w)...)
	}
	for i := range events {
		left = slices.DeleteFunc(left, func(a *syntax.Atom) bool {
			holds, _ := dfa.Match(a, &events[i])
			return holds
		})
	}
	var out []Unmatched
	for _, a := range left {
		out = append(out, Unmatched{a, namesFor(a.Kind, events), certain})
	}
	return out
}

// namesFor returns what an atom of the kind could name, sorted.
func namesFor(k syntax.AtomKind, events []dfa.Event) []string {
	var names []string
	add := func(list ...string) { names = append(names, list...) }
	for i := range events {
		switch e := &events[i]; k {
		case syntax.AtomTool:
			add(e.Tool)
		case syntax.AtomNode:
			add(e.Node)
		case syntax.AtomKindOf, syntax.AtomAction:
			add(e.Kind)
		case syntax.AtomAgent:
			add(e.Agent)
		case syntax.AtomCap:
			add(e.Caps...)
		case syntax.AtomDecision:
			add(e.Decision)
		case syntax.AtomTag:
			add(e.Tags...)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	return slices.DeleteFunc(names, func(s string) bool { return s == "" })
}
