package check

// This file is the table of checks: which function finds what breaks which rule.

import (
	"cmp"
	"slices"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
)

// A check is a function that finds all that breaks some rules in one workflow: one
// rule mostly, several where one search answers several questions.
type check struct {
	rules []string
	find  func(*pass) []Problem
}

// checks returns all checks, mostly in the order of their rules.
func checks() []check {
	return []check{
		{[]string{rules.Unbounded}, func(p *pass) []Problem { return p.unbounded(p.ending) }},
		{[]string{rules.HandoverCycle}, func(p *pass) []Problem { return p.handovers(p.ending) }},
		{[]string{rules.DeadEnd, rules.ExitUnreachable, rules.Livelock, rules.SilentLoop}, func(p *pass) []Problem { return p.ending.problems(p.o) }},
		{[]string{rules.HumanGate}, (*pass).humanGate},
		{[]string{rules.Unconfirmable}, (*pass).unconfirmable},
		{[]string{rules.LostAnswer}, (*pass).lostAnswers},
		{[]string{rules.GateIgnored}, (*pass).ignoredAnswers},
		{[]string{rules.GateNotAwaited}, (*pass).notAwaited},
		{[]string{rules.Undecided}, func(p *pass) []Problem { return p.malformed }},
		{[]string{rules.ReplacedBranch}, func(p *pass) []Problem { return p.v.replacedBranches() }},
		{[]string{rules.RouterShape}, func(p *pass) []Problem { return p.v.routerShape() }},
		{[]string{rules.RouterTarget, rules.RouterValue}, func(p *pass) []Problem { return p.v.routerValues() }},
		{[]string{rules.ShadowedEdge}, func(p *pass) []Problem { return p.v.shadowedEdges() }},
		{[]string{rules.UnbalancedJoin, rules.OverlappingRuns}, func(p *pass) []Problem { return p.v.unbalancedJoins(p.ending.reach) }},
		{[]string{rules.UndeclaredNode}, func(p *pass) []Problem { return p.v.undeclaredNodes() }},
		{[]string{rules.UndeclaredTool}, func(p *pass) []Problem { return p.v.undeclaredTools() }},
		{[]string{rules.UnknownInterrupt}, func(p *pass) []Problem { return p.v.unknownInterrupts() }},
		{[]string{rules.Unreachable}, func(p *pass) []Problem { return p.ending.unreachable(p.o, p.namesTwice()) }},
	}
}

// Rules returns the IDs of the rules that the checks are about, sorted.
func Rules() []string {
	var ids []string
	for _, c := range checks() {
		ids = append(ids, c.rules...)
	}
	slices.Sort(ids)
	return ids
}

// A pass is what the checks of one workflow know of it.
type pass struct {
	*runner
	v         *view
	ending    *ending
	root      bool      // the workflow is no body of a step, or it is checked alone
	malformed []Problem // names that nodes share
}

// run returns the problems of w after those in list, sorted.
func (r *runner) run(w *graph.Workflow, list []Problem, root bool) []Problem {
	v := r.view(w)
	p := &pass{runner: r, v: v, ending: newEnding(v, !root), root: root, malformed: list}
	var found []Problem
	for _, c := range r.checks {
		found = append(found, c.find(p)...)
	}
	return finish(found)
}

// humanGate checks the gates at a root only: bodies are gated through the nodes at
// which they stand.
func (p *pass) humanGate() []Problem {
	if !p.root {
		return nil
	}
	return p.allowed(humanGate(p.v.w, p.o, p.view))
}

// namesTwice returns the names that several nodes have, if that was found; mostly it
// was not, and nothing is counted.
func (p *pass) namesTwice() map[string]bool {
	if len(p.malformed) == 0 {
		return nil
	}
	seen, twice := make(map[string]bool), make(map[string]bool)
	for i := range p.v.w.Nodes {
		name := p.v.w.Nodes[i].Name
		twice[name] = seen[name]
		seen[name] = true
	}
	return twice
}

// finish sorts problems by rule and place, and gives each a witness: without a path,
// the step at fault is it. Problems of one rule at one place keep their order.
func finish(list []Problem) []Problem {
	if !slices.IsSortedFunc(list, compare) {
		slices.SortStableFunc(list, compare)
	}
	steps := make(graph.Witness, len(list))
	for i, p := range list {
		if b := p.Common(); b.Witness == nil && b.Node != none {
			steps[i] = graph.Step{Node: b.Node, Edge: none}
			b.Witness = steps[i : i+1 : i+1]
		}
	}
	return list
}

func compare(a, b Problem) int {
	if a.Rule() != b.Rule() {
		return cmp.Compare(a.Rule(), b.Rule())
	}
	if x, y := a.Common().Node, b.Common().Node; x != y {
		return cmp.Compare(x, y)
	}
	x, y := a.place(), b.place()
	return cmp.Or(
		cmp.Compare(x.branch, y.branch), cmp.Compare(x.edge, y.edge), cmp.Compare(x.value, y.value), cmp.Compare(x.name, y.name),
	)
}
