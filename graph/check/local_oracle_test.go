package check_test

// This file reads the predicates of rules about one step off workflows, and
// checks that the order of nodes and edges does not matter.

import (
	"fmt"
	"slices"
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/google/go-cmp/cmp"
)

// local returns what the rules about single steps must say.
func (o *oracle) local() []string {
	w := o.w
	var list []string
	add := func(rule check.Rule, args ...any) {
		s := fmt.Sprint(append([]any{rule, " "}, args...)...)
		if !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	for i, e := range w.Edges {
		byBranch, byExit := o.ignored(i)
		kind := w.Nodes[e.From].Kind
		if kind == graph.KindRouter && !w.Nodes[e.From].Generated && e.Branch == graph.None && e.Kind != graph.EdgeLoop && e.Kind != graph.EdgeConditional && !byBranch && !byExit {
			add(check.RouterShape, e.From)
		}
		if kind == graph.KindExit {
			continue
		}
		if byBranch && e.Branch == graph.None {
			add(check.ShadowedEdge, check.ShadowedByBranch, e.From)
		}
		if byExit {
			add(check.ShadowedEdge, check.ShadowedByExit, e.From)
		}
	}
	for b, br := range w.Branches {
		replaced := w.Engine.LastBranchWins && o.hasBranch(int(br.From), b)
		if replaced {
			add(check.ReplacedBranch, b)
			continue
		}
		wild := false
		for i, e := range w.Edges {
			if int(e.Branch) != b {
				continue
			}
			wild = wild || e.Label == ""
			if br.Complete && e.Label != "" && !slices.ContainsFunc(br.Values, func(v graph.Value) bool { return v.Text == e.Label }) {
				add(check.RouterTarget, i)
			}
		}
		for _, v := range br.Values {
			if !wild && !slices.ContainsFunc(w.Edges, func(e graph.Edge) bool { return int(e.Branch) == b && e.Label == v.Text }) {
				add(check.RouterValue, b, v.Text)
			}
		}
	}
	for _, j := range w.Jumps {
		add(check.UndeclaredNode, j.Target)
	}
	for _, x := range w.Interrupts {
		if x.Node == graph.None {
			add(check.UnknownInterrupt, x.Name)
		}
	}
	for n, node := range w.Nodes {
		if node.Kind == graph.KindTool && len(node.Tools) == 0 && !node.Generated {
			add(check.UndeclaredTool, n)
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
	count := make(map[check.Rule]int)
	for i := range 5_000 {
		m.mode = graph.Mode(m.Intn(3))
		w := m.workflow(6, 0)
		var got []string
		for _, p := range check.Run(w, check.Options{}) {
			var args []any
			switch p.Rule {
			case check.RouterShape:
				args = []any{p.Node}
			case check.ShadowedEdge:
				if p.Verdict == verdict.Unknown {
					continue // the oracle knows no optional exit
				}
				args = []any{p.Detail, p.Node}
			case check.ReplacedBranch:
				args = []any{int(p.Branch)}
			case check.RouterTarget:
				args = []any{int(p.Edge)}
			case check.RouterValue:
				args = []any{int(p.Branch), w.Branches[p.Branch].Values[p.Value].Text}
			case check.UndeclaredNode, check.UnknownInterrupt:
				args = []any{p.Name}
			case check.UndeclaredTool:
				if p.Detail == check.ToolNotBound {
					continue // see TestRules
				}
				args = []any{int(p.Node)}
			default:
				continue
			}
			count[p.Rule]++
			got = append(got, fmt.Sprint(append([]any{p.Rule, " "}, args...)...))
		}
		slices.Sort(got)
		if diff := cmp.Diff((&oracle{w, len(w.Nodes)}).local(), got); diff != "" {
			t.Fatalf("workflow %d (-want +got):\n%s\n%s", i, diff, w.Text())
		}
	}
	t.Log(count)
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
	for _, p := range check.Run(w, o) {
		if p.Rule == check.UnbalancedJoin {
			continue
		}
		var nodes []string
		for _, n := range p.Nodes {
			nodes = append(nodes, w.Nodes[n].Name)
		}
		slices.Sort(nodes)
		if p.Node != graph.None && p.Rule != check.ExitUnreachable && len(nodes) == 0 {
			nodes = append(nodes, p.Workflow.Nodes[p.Node].Name)
		}
		list = append(list, fmt.Sprint(p.Rule, p.Verdict, p.Detail, nodes, p.Name, len(p.Tools), len(p.Edges)))
	}
	slices.Sort(list)
	return list
}
