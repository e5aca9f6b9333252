package check_test

// This file checks unbalanced joins: each witness by itself, and on workflows
// without cycles against all runs.

import (
	"slices"
	"testing"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
)

// TestJoins checks that every witness is genuine, and that on workflows without
// cycles a run exists in which the join is reached twice. How many such joins
// the check does not see is logged.
func TestJoins(t *testing.T) {
	const seed = 19
	t.Logf("seed %d", seed)
	m := newMaker(seed)
	m.mode, m.sets = graph.ModeAny, true
	seen, missed, found := 0, 0, 0
	for i := range 6_000 {
		m.acyclic = i%3 != 0
		w := m.workflow(7, 0)
		o := &oracle{w, len(w.Nodes)}
		reported := make(map[graph.NodeID]bool)
		for _, p := range flats(check.Run(w, check.Options{})) {
			if p.Rule() == rules.UnbalancedJoin {
				found++
				reported[p.Node] = true
				verifyJoin(t, o, p)
			}
		}
		if !m.acyclic {
			continue
		}
		times := o.arrivals()
		for n := range w.Nodes {
			id := graph.NodeID(n)
			twice := len(times[n]) > 1
			if reported[id] && !twice {
				t.Fatalf("workflow %d: no run reaches %s twice\n%s", i, w.Nodes[n].Name, w.Text())
			}
			if twice && len(o.in(n)) > 1 && !w.Nodes[n].Generated && (w.Nodes[n].Kind != graph.KindExit || w.Engine.ExitEnds) {
				seen++
				if !reported[id] {
					missed++
				}
			}
		}
	}
	t.Logf("%d found; of %d joins that some run reaches twice, %d are not reported themselves", found, seen, missed)
}

func (o *oracle) in(n int) []int {
	var list []int
	for i, e := range o.w.Edges {
		if int(e.To) == n {
			list = append(list, i)
		}
	}
	return list
}

// verifyJoin checks the two paths of p.
func verifyJoin(t *testing.T, o *oracle, p flat) {
	t.Helper()
	verifyWitness(t, o.w, p)
	fork := p.Nodes[0]
	at := slices.IndexFunc(p.Witness, func(s graph.Step) bool { return s.Node == fork })
	a, b := p.Witness[at:], p.Second
	if b[0].Node != fork || a[len(a)-1].Node != p.Node || b[len(b)-1].Node != p.Node || len(a) == len(b) {
		t.Fatalf("%s: the paths do not fit\n%s", describe(p), o.w.Text())
	}
	inner := make(map[graph.NodeID]bool)
	for _, path := range [][]graph.Step{a, b} {
		for k, s := range path[1:] {
			e := o.w.Edges[s.Edge]
			x, y := o.ignored(int(s.Edge))
			if e.From != path[k].Node || e.To != s.Node || x || y || e.Kind == graph.EdgeLoop || e.Optional() {
				t.Fatalf("%s: a path uses a wrong edge\n%s", describe(p), o.w.Text())
			}
			if s.Node != p.Node && inner[s.Node] {
				t.Fatalf("%s: the paths share a step\n%s", describe(p), o.w.Text())
			}
			inner[s.Node] = true
		}
	}
	e1, e2 := o.w.Edges[a[1].Edge], o.w.Edges[b[1].Edge]
	if a[1].Edge == b[1].Edge || e1.Branch == e2.Branch && e1.Branch != graph.None && !o.w.Branches[e1.Branch].Multi {
		t.Fatalf("%s: the first edges exclude each other\n%s", describe(p), o.w.Text())
	}
}

// arrivals returns for each node of an acyclic workflow the most different
// steps at which one run comes to it, over runs that nothing cuts off.
func (o *oracle) arrivals() []map[int]bool {
	most := make([]map[int]bool, o.n)
	var run func(active map[int]bool, step int, times []map[int]bool)
	run = func(active map[int]bool, step int, times []map[int]bool) {
		now := make([]map[int]bool, o.n)
		var nodes []int
		for n := range now {
			now[n] = make(map[int]bool)
			for s := range times[n] {
				now[n][s] = true
			}
			if active[n] {
				now[n][step] = true
				nodes = append(nodes, n)
			}
			if len(now[n]) > len(most[n]) {
				most[n] = now[n]
			}
		}
		if len(nodes) == 0 {
			return
		}
		nexts := []map[int]bool{{}}
		for _, n := range nodes {
			var more []map[int]bool
			for _, next := range nexts {
				for _, set := range o.alternatives(n) {
					with := make(map[int]bool)
					for k := range next {
						with[k] = true
					}
					for _, i := range set {
						with[int(o.w.Edges[i].To)] = true
					}
					more = append(more, with)
				}
			}
			nexts = more
		}
		for _, next := range nexts {
			run(next, step+1, now)
		}
	}
	run(map[int]bool{int(o.w.Entry): true}, 0, make([]map[int]bool, o.n))
	return most
}
