package check_test

// This file compares what is excluded because of conditions with all configurations.

import (
	"slices"
	"strconv"
	"testing"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
	"github.com/agentvet/agentvet/graph/feasible"
	"github.com/agentvet/agentvet/graph/verdict"
)

// A config is a configuration of a program: a number, a text, and three conditions of which
// only the identity is known.
type config struct {
	n    int
	mode string
	on   [3]bool
}

// configs are all of them, as far as the conditions tell them apart.
var configs = func() (list []config) {
	for n := -1; n < 4; n++ {
		for _, mode := range []string{"", "a", "b"} {
			for bits := range 8 {
				list = append(list, config{n, mode, [3]bool{bits&1 != 0, bits&2 != 0, bits&4 != 0}})
			}
		}
	}
	return list
}()

// asked are the conditions that edges depend on, with what they are in a configuration. Each
// is one evaluation, from 1.
var asked = func() (list []struct {
	cond graph.Cond
	is   func(config) bool
}) {
	add := func(text string, e *graph.Expr, is func(config) bool) {
		line := len(list) + 1
		c := graph.Cond{Eval: graph.EvalID(line), Text: text, Pos: graph.Pos{File: "w.go", Line: line}, Expr: e}
		list = append(list, struct {
			cond graph.Cond
			is   func(config) bool
		}{c, is})
	}
	compare := func(op graph.ExprOp, typ string, value graph.ValueID, text string) *graph.Expr {
		of := &graph.Expr{Op: graph.ExprState, Type: typ, Value: value, Name: "cfg"}
		return &graph.Expr{Op: op, Type: "bool", Args: []*graph.Expr{of, {Op: graph.ExprConst, Type: typ, Text: text}}}
	}
	for i := range 3 {
		add("cfg.On"+strconv.Itoa(i), nil, func(c config) bool { return c.on[i] })
	}
	for k := range 3 {
		text := strconv.Itoa(k)
		add("cfg.N > "+text, compare(graph.ExprGreater, "int", 1, text), func(c config) bool { return c.n > k })
		add("cfg.N == "+text, compare(graph.ExprEqual, "int", 1, text), func(c config) bool { return c.n == k })
	}
	for _, mode := range []string{"a", "b"} {
		text := strconv.Quote(mode)
		add("cfg.Mode == "+text, compare(graph.ExprEqual, "string", 2, text), func(c config) bool { return c.mode == mode })
	}
	return list
}()

// holds reports whether a guard holds in a configuration.
func (c config) holds(g graph.Guard) bool {
	holds, known := g.Holds(func(e graph.EvalID) (bool, bool) { return asked[e-1].is(c), true })
	return known && holds
}

// asks returns a random guard.
func (m *maker) asks(depth int) graph.Guard {
	var g graph.Guard
	for range 1 + m.Intn(2) {
		if depth > 0 && m.chance(15) {
			g = append(g, graph.Cond{Any: []graph.Guard{m.asks(depth - 1), m.asks(depth - 1)}})
			continue
		}
		c := asked[m.Intn(len(asked))].cond
		c.Neg = m.chance(50)
		g = append(g, c)
	}
	return g
}

// conditional makes some edges of w depend on conditions.
func (m *maker) conditional(w *graph.Workflow) {
	for _, b := range w.All() {
		for i := range b.Edges {
			if e := &b.Edges[i]; e.Branch == graph.None {
				if e.Guard = nil; m.chance(60) {
					e.Guard = m.asks(1)
				}
			}
		}
	}
}

// edgesIn returns the edges that a configuration has; with ignored, also those that the
// engine ignores.
func (o *oracle) edgesIn(c config, ignored bool) (list [][2]int) {
	for i, e := range o.w.Edges {
		a, b := o.ignored(i)
		if o.w.Nodes[e.From].Kind != graph.KindExit && (c.holds(e.Guard) || !e.Optional()) && (ignored || !a && !b) {
			list = append(list, [2]int{int(e.From), int(e.To)})
		}
	}
	return list
}

// stuck returns the nodes that runs come to in a configuration and from which they reach no
// exit; with ignored, edges that the engine ignores are ways to one.
func (o *oracle) stuck(c config, ignored bool) []graph.NodeID {
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
func (o *oracle) explains(list []check.Problem, n graph.NodeID, c config) bool {
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
		m.conditional(w)
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
				if len(b.Doubt.Needs) > 0 && c.holds(b.Doubt.Needs) && !is {
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
		m.conditional(w)
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

// in returns a workflow as a configuration has it: each optional edge is there, or is not.
func (c config) in(w *graph.Workflow, made map[*graph.Workflow]*graph.Workflow) *graph.Workflow {
	if out, ok := made[w]; ok {
		return out
	}
	out := *w
	made[w] = &out
	out.Edges, out.Nodes = nil, slices.Clone(w.Nodes)
	for _, e := range w.Edges {
		if e.Optional() {
			if !c.holds(e.Guard) {
				continue
			}
			e.Guard = nil
		}
		out.Edges = append(out.Edges, e)
	}
	for i := range out.Nodes {
		if sub := out.Nodes[i].Sub; sub != nil {
			out.Nodes[i].Sub = c.in(sub, made)
		}
	}
	return &out
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
		m.conditional(w)
		var found map[string]bool
		for _, p := range check.Run(w, check.Options{Feasible: feasible.Guard}) {
			b := p.Common()
			if p.Rule() != rules.HumanGate || b.Verdict() == verdict.Unknown {
				continue
			}
			count[kindOf(b)]++
			if b.Excluded == nil {
				path := guardOf(b)
				if len(w.All()) == 1 && !slices.ContainsFunc(configs, func(c config) bool { return c.holds(path) }) {
					t.Errorf("seed %d: %s: no configuration has the path to it: %v\n%s", seed, b.Workflow.Nodes[b.Node].Name, path, w.Text())
				}
				continue
			}
			if found == nil {
				found = make(map[string]bool)
				for _, c := range configs {
					for _, step := range ungated(c.in(w, make(map[*graph.Workflow]*graph.Workflow))) {
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
