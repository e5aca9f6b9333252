package check_test

// This file reads the predicates of rules about one step off workflows, and
// checks that the order of nodes and edges does not matter.

import (
	"fmt"
	"slices"
	"testing"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/google/go-cmp/cmp"
)

// local returns what the rules about single steps must say.
func (o *oracle) local() []string {
	w := o.w
	var list []string
	add := func(rule string, args ...any) {
		s := fmt.Sprint(append([]any{rule, " "}, args...)...)
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	for i, e := range w.Edges {
		byBranch, byExit := o.ignored(i)
		kind := w.Nodes[e.From].Kind
		if kind == graph.KindRouter && !w.Nodes[e.From].Generated && e.Branch == graph.None && e.Kind != graph.EdgeLoop && e.Kind != graph.EdgeConditional && !byBranch && !byExit {
			add(rules.RouterShape, e.From)
		}
		if kind == graph.KindExit {
			continue
		}
		if byBranch && e.Branch == graph.None {
			add(rules.ShadowedEdge, "shadowed-by-branch", e.From)
		}
		if byExit {
			add(rules.ShadowedEdge, "shadowed-by-exit", e.From)
		}
	}
	for b, br := range w.Branches {
		replaced := w.Engine.LastBranchWins && o.hasBranch(int(br.From), b)
		if replaced {
			add(rules.ReplacedBranch, b)
			continue
		}
		wild := false
		for i, e := range w.Edges {
			if int(e.Branch) != b {
				continue
			}
			wild = wild || e.Label == ""
			if br.Complete && e.Label != "" && !slices.ContainsFunc(br.Values, func(v graph.Value) bool { return v.Text == e.Label }) {
				add(rules.RouterTarget, i)
			}
		}
		for _, v := range br.Values {
			if !wild && !slices.ContainsFunc(w.Edges, func(e graph.Edge) bool { return int(e.Branch) == b && e.Label == v.Text }) {
				add(rules.RouterValue, b, v.Text)
			}
		}
	}
	for _, j := range w.Jumps {
		add(rules.UndeclaredNode, j.Target)
	}
	for _, x := range w.Interrupts {
		if x.Node == graph.None {
			add(rules.UnknownInterrupt, x.Name)
		}
	}
	for n, node := range w.Nodes {
		if node.Kind == graph.KindTool && len(node.Tools) == 0 && !node.Generated {
			add(rules.UndeclaredTool, n)
		}
	}
	slices.Sort(list)
	return list
}

// TestLocal compares the rules about single steps with the oracle.
func TestLocal(t *testing.T) {
	const seed = 23
	t.Logf("seed %d", seed)
	m := newMaker(seed)
	count := make(map[string]int)
	for i := range 5_000 {
		m.mode = graph.Mode(m.Intn(3))
		w := m.workflow(6, 0)
		var got []string
		for _, p := range flats(check.Run(w, check.Options{})) {
			for _, args := range readings(w, p) {
				count[p.Rule()]++
				got = append(got, fmt.Sprint(append([]any{p.Rule(), " "}, args...)...))
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff((&oracle{w, len(w.Nodes)}).local(), got); diff != "" {
			t.Fatalf("workflow %d (-want +got):\n%s\n%s", i, diff, w.Text())
		}
	}
	t.Log(count)
}

// readings returns what the oracle says of p: the arguments of the predicate of its
// rule, once for each edge where the predicate is about edges. There are none of what
// the oracle does not know.
func readings(w *graph.Workflow, p flat) [][]any {
	one := func(args ...any) [][]any { return [][]any{args} }
	switch p.Rule() {
	case rules.RouterShape:
		return one(p.Node)
	case rules.ShadowedEdge:
		if p.Verdict() == verdict.Unknown {
			return nil // the oracle knows no optional exit
		}
		return one(p.Detail, p.Node)
	case rules.ReplacedBranch:
		return one(int(p.Branch))
	case rules.RouterTarget:
		var list [][]any
		for _, e := range p.Edges {
			list = append(list, one(int(e))...)
		}
		return list
	case rules.RouterValue:
		return one(int(p.Branch), w.Branches[p.Branch].Values[p.Value].Text)
	case rules.UndeclaredNode, rules.UnknownInterrupt:
		return one(p.Name)
	case rules.UndeclaredTool:
		if p.Detail == "tool-not-bound" {
			return nil // see TestRules
		}
		return one(int(p.Node))
	}
	return nil
}

// TestShuffle checks that problems do not depend on the order of nodes and
// edges. Which of several shortest paths is shown may, and which of several
// unbalanced joins of one fork speaks for the others.
func TestShuffle(t *testing.T) {
	const seed = 29
	t.Logf("seed %d", seed)
	m := newMaker(seed)
	for i := range 3_000 {
		m.unknowns = i%2 == 0
		m.mode = graph.Mode(m.Intn(3))
		w := m.workflow(7, i%3)
		o := check.Options{RequireHuman: i%4 == 0, PerCall: i%5 == 0, EachExit: i%7 == 0}
		want, got := summary(w, o), summary(m.permuted(w), o)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("workflow %d (-in order +permuted):\n%s\n%s", i, diff, w.Text())
		}
		if again := summary(w, o); !slices.Equal(want, again) {
			t.Fatalf("workflow %d: two checks of one workflow differ", i)
		}
	}
}

// summary describes the problems of w by names and lengths.
func summary(w *graph.Workflow, o check.Options) []string {
	var list []string
	for _, p := range flats(check.Run(w, o)) {
		if p.Rule() == rules.UnbalancedJoin {
			continue
		}
		var nodes []string
		for _, n := range p.Nodes {
			nodes = append(nodes, w.Nodes[n].Name)
		}
		slices.Sort(nodes)
		if p.Node != graph.None && p.Rule() != rules.ExitUnreachable && len(nodes) == 0 {
			nodes = append(nodes, p.Workflow.Nodes[p.Node].Name)
		}
		list = append(list, fmt.Sprint(p.Rule(), p.Verdict(), p.Detail, nodes, p.Name, len(p.Tools), len(p.Edges)))
	}
	slices.Sort(list)
	return list
}
