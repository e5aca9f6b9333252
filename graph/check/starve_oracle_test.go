package check_test

// This file checks joins that starve against all runs of small workflows without
// cycles.

import (
	"slices"
	"testing"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
)

// fate is what happens to a node over all runs.
type fate struct {
	runs    bool // in some run
	starves bool // in some run a token comes to it, and it does not run
}

// fates follows all runs. Edges lead to nodes of higher numbers, so nodes run in
// their order; each token is a run of its own and decides by itself, up to two.
func (o *oracle) fates() []fate {
	all := make([]fate, o.n)
	tokens := make([]int, o.n)
	tokens[o.w.Entry] = 1
	var next func(n int)
	next = func(n int) {
		if n == o.n {
			o.note(all, tokens)
			return
		}
		if !o.runs(n, tokens) {
			next(n + 1)
			return
		}
		sets := o.alternatives(n)
		second := [][]int{nil}
		if tokens[n] > 1 && !o.w.Nodes[n].Join {
			second = sets
		}
		for _, a := range sets {
			for _, b := range second {
				taken := slices.Concat(a, b)
				for _, i := range taken {
					tokens[o.w.Edges[i].To]++
				}
				next(n + 1)
				for _, i := range taken {
					tokens[o.w.Edges[i].To]--
				}
			}
		}
	}
	next(0)
	return all
}

// runs reports whether n runs, when the nodes before it have.
func (o *oracle) runs(n int, tokens []int) bool {
	if tokens[n] == 0 {
		return false
	}
	if !o.w.Nodes[n].Join {
		return true
	}
	for _, i := range o.in(n) {
		if a, b := o.ignored(i); !a && !b && !o.runs(int(o.w.Edges[i].From), tokens) {
			return false
		}
	}
	return true
}

func (o *oracle) note(all []fate, tokens []int) {
	for n := range all {
		runs := o.runs(n, tokens)
		all[n].runs = all[n].runs || runs
		all[n].starves = all[n].starves || tokens[n] > 0 && !runs
	}
}

// TestStarved checks that only joins that starve in some run are reported, and
// logs how many that never run are not.
func TestStarved(t *testing.T) {
	const seed = 31
	t.Logf("seed %d", seed)
	m := newMaker(seed)
	m.mode, m.acyclic, m.joins, m.sets = graph.ModeAny, true, true, true
	found, seen, missed := 0, 0, 0
	for i := range 5_000 * *times {
		w := m.workflow(8, 0)
		for n := range w.Nodes {
			w.Nodes[n].Generated = false
		}
		o := &oracle{w, len(w.Nodes)}
		all := o.fates()
		reported := make(map[graph.NodeID]bool)
		for _, p := range flats(check.Run(w, check.Options{})) {
			if p.Rule() != rules.UnbalancedJoin || p.Detail != "join-starved" {
				continue
			}
			found++
			reported[p.Node] = true
			verifyStarved(t, o, p)
			if !all[p.Node].starves {
				t.Fatalf("workflow %d: %s runs whenever a token comes to it\n%s", i, w.Nodes[p.Node].Name, w.Text())
			}
		}
		for n := range w.Nodes {
			if all[n].starves && !all[n].runs && o.reachablePreds(n, all) {
				seen++
				if !reported[graph.NodeID(n)] {
					missed++
				}
			}
		}
	}
	t.Logf("%d found; of %d joins that never run although each predecessor can, %d are not reported themselves", found, seen, missed)
	if found == 0 || missed == seen {
		t.Error("nothing was tested")
	}
}

func (o *oracle) reachablePreds(n int, all []fate) bool {
	for _, i := range o.in(n) {
		if a, b := o.ignored(i); !a && !b && !all[o.w.Edges[i].From].runs {
			return false
		}
	}
	return true
}

// verifyStarved checks the two ways of p: they begin with alternatives of one
// branch and end at the join, the second through the predecessor that is missing.
func verifyStarved(t *testing.T, o *oracle, p flat) {
	t.Helper()
	verifyWitness(t, o.w, p)
	fork := p.Nodes[0]
	at := slices.IndexFunc(p.Witness, func(s graph.Step) bool { return s.Node == fork })
	a, b := p.Witness[at:], p.Second
	if b[0].Node != fork || a[len(a)-1].Node != p.Node || b[len(b)-1].Node != p.Node || b[len(b)-2].Node != p.Nodes[1] {
		t.Fatalf("%s: the ways do not fit\n%s", describe(p), o.w.Text())
	}
	x, y := &o.w.Edges[a[1].Edge], &o.w.Edges[b[1].Edge]
	if x.Branch != p.Branch || y.Branch != p.Branch || a[1].Edge == b[1].Edge {
		t.Fatalf("%s: the ways are no alternatives\n%s", describe(p), o.w.Text())
	}
}
