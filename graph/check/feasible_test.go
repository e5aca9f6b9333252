package check_test

// This file compares what is excluded because of conditions with all configurations.

import (
	"slices"
	"testing"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
	"github.com/agentvet/agentvet/graph/feasible"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/configured"
)

// configs are all configurations.
var configs = configured.All()

// edgesIn returns the edges that a configuration has; with ignored, also those that the
// engine ignores.
func (o *oracle) edgesIn(c configured.Config, ignored bool) (list [][2]int) {
	for i, e := range o.w.Edges {
		a, b := o.ignored(i)
		if o.w.Nodes[e.From].Kind != graph.KindExit && c.Has(&o.w.Edges[i]) && (ignored || !a && !b) {
			list = append(list, [2]int{int(e.From), int(e.To)})
		}
	}
	return list
}

// stuck returns the nodes that runs come to in a configuration and from which they reach no
// exit; with ignored, edges that the engine ignores are ways to one.
func (o *oracle) stuck(c configured.Config, ignored bool) []graph.NodeID {
	come, leave := closure(o.n, o.edgesIn(c, false)), closure(o.n, o.edgesIn(c, ignored))
	var list []graph.NodeID
	for n := range o.n {
		ends := false
		for k := range o.n {
			ends = ends || leave[n][k] && (o.isExit(k) || o.jumps(k))
		}
		if come[o.w.Entry][n] && !ends {
			list = append(list, graph.NodeID(n))
		}
	}
	return list
}

// explains reports whether one of some problems, which is not excluded, says why runs are stuck
// at a node in a configuration: it is about the node, or one to which that leads.
func (o *oracle) explains(list []check.Problem, n graph.NodeID, c configured.Config) bool {
	leads := closure(o.n, o.edgesIn(c, true))
	return slices.ContainsFunc(list, func(p check.Problem) bool {
		b := p.Common()
		if p.Rule() == rules.ExitUnreachable {
			return isTrap(p) && n == o.w.Entry
		}
		return isTrap(p) && leads[n][b.Node]
	})
}

// isTrap reports whether a problem is that runs do not end, and is not excluded.
func isTrap(p check.Problem) bool {
	return slices.Contains(trapRules, p.Rule()) && p.Common().Excluded == nil
}

// trapRules are the rules about runs that do not end.
var trapRules = []string{rules.DeadEnd, rules.ExitUnreachable, rules.Livelock, rules.SilentLoop}

// TestFeasible: a problem is excluded only if no configuration has it; one that needs
// conditions is there in each configuration in which they hold; and what else is found is
// what is found without asking.
func TestFeasible(t *testing.T) {
	count := map[string]int{}
	for seed := range int64(2000 * *times) {
		m := newMaker(seed)
		m.unknowns = seed%5 == 0
		w := m.workflow(6, 0)
		configured.Guards(m.Rand, w)
		o := &oracle{w: w, n: len(w.Nodes)}
		before := check.Run(w, check.Options{})
		after := check.Run(w, check.Options{Feasible: feasible.Guard})
		open := 0
		for _, p := range after {
			b := p.Common()
			if !slices.Contains(trapRules, p.Rule()) {
				continue
			}
			if b.Excluded == nil {
				open++
			}
			count[kindOf(b)]++
			for _, c := range configs {
				at, missed := b.Node, p.Rule() == rules.ExitUnreachable
				if missed {
					at = w.Entry
				}
				is := slices.Contains(o.stuck(c, !missed), at)
				if b.Excluded != nil && is {
					t.Fatalf("seed %d: %s at %d is excluded because of %v, and is there with %+v\n%s", seed, p.Rule(), at, b.Excluded.Clash, c, w.Text())
				}
				if len(b.Doubt.Needs) > 0 && c.Holds(b.Doubt.Needs) && !is {
					t.Fatalf("seed %d: %s at %d needs %v, and is not there with %+v\n%s", seed, p.Rule(), at, b.Doubt.Needs, c, w.Text())
				}
			}
		}
		for _, c := range configs {
			for _, n := range o.stuck(c, true) {
				if o.explains(before, n, c) && !o.explains(after, n, c) {
					t.Fatalf("seed %d: what explains that runs are stuck at %d is excluded, and they are with %+v\n%s", seed, n, c, w.Text())
				}
			}
		}
		found := slices.ContainsFunc(before, isTrap)
		if !found && open > 0 {
			t.Fatalf("seed %d: something is found that is not without asking\n%s", seed, w.Text())
		}
	}
	t.Log(count)
	for _, kind := range []string{"excluded", "needs one", "needs several", "violated"} {
		if count[kind] < 5**times {
			t.Errorf("%d problems are %s: the test is no good", count[kind], kind)
		}
	}
}

// kindOf says what was found out about a problem.
func kindOf(b *check.Base) string {
	switch {
	case b.Excluded != nil:
		return "excluded"
	case len(b.Doubt.Needs) > 1:
		return "needs several"
	case len(b.Doubt.Needs) == 1:
		return "needs one"
	}
	return b.Verdict().String()
}

// TestUndecided: without an answer, everything is as it is without asking.
func TestUndecided(t *testing.T) {
	nobody := func(graph.Guard) graph.Possibility { return graph.Possibility{} }
	for seed := range int64(500) {
		m := newMaker(seed)
		w := m.workflow(6, 0)
		configured.Guards(m.Rand, w)
		before, after := check.Run(w, check.Options{}), check.Run(w, check.Options{Feasible: nobody})
		if len(before) != len(after) {
			t.Fatalf("seed %d: %d problems, %d without asking", seed, len(after), len(before))
		}
		for i := range before {
			x, y := before[i].Common(), after[i].Common()
			if x.Node != y.Node || x.Verdict() != y.Verdict() || before[i].Rule() != after[i].Rule() || y.Verdict() == verdict.Holds || len(y.Doubt.Needs) > 0 {
				t.Errorf("seed %d: %+v, without asking %+v", seed, y, x)
			}
		}
	}
}

// ungated lists the steps at which a tool certainly runs with no human asked before.
func ungated(w *graph.Workflow) (steps []string) {
	for _, p := range check.Run(w, check.Options{}) {
		if b := p.Common(); p.Rule() == rules.HumanGate && b.Verdict() == verdict.Violated {
			steps = append(steps, b.Workflow.Name+"."+b.Workflow.Nodes[b.Node].Name)
		}
	}
	return steps
}

// TestFeasibleGates: that a tool runs unasked is excluded only if it does in no configuration,
// and where it is not, some configuration has the path that shows it.
func TestFeasibleGates(t *testing.T) {
	count := map[string]int{}
	for seed := range int64(1500 * *times) {
		m := newMaker(seed)
		m.mode = graph.ModeAny
		w := m.workflow(6, int(seed%4/3))
		configured.Guards(m.Rand, w)
		var found map[string]bool
		for _, p := range check.Run(w, check.Options{Feasible: feasible.Guard}) {
			b := p.Common()
			if p.Rule() != rules.HumanGate || b.Verdict() == verdict.Unknown {
				continue
			}
			count[kindOf(b)]++
			if b.Excluded == nil {
				path := guardOf(b)
				if len(w.All()) == 1 && !slices.ContainsFunc(configs, func(c configured.Config) bool { return c.Holds(path) }) {
					t.Errorf("seed %d: %s: no configuration has the path to it: %v\n%s", seed, b.Workflow.Nodes[b.Node].Name, path, w.Text())
				}
				continue
			}
			if found == nil {
				found = make(map[string]bool)
				for _, c := range configs {
					for _, step := range ungated(c.In(w)) {
						found[step] = true
					}
				}
			}
			if step := b.Workflow.Name + "." + b.Workflow.Nodes[b.Node].Name; found[step] {
				t.Errorf("seed %d: %s is excluded because of %v, and some configuration has it\n%s", seed, step, b.Excluded.Clash, w.Text())
			}
		}
	}
	t.Log(count)
	if count["excluded"] < 5**times || count["violated"] < 100**times {
		t.Errorf("%v: the test is no good", count)
	}
}

// guardOf returns the conditions of the optional edges of the path of a problem.
func guardOf(b *check.Base) graph.Guard {
	var all graph.Guard
	for _, s := range b.Witness {
		w := s.In
		if w == nil {
			w = b.Workflow
		}
		if s.Edge != graph.None && w.Edges[s.Edge].Optional() {
			all = append(all, w.Edges[s.Edge].Guard...)
		}
	}
	return all
}
