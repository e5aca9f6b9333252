package product_test

import (
	"fmt"
	"math/rand"
	"slices"
	"strconv"
	"testing"

	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/feasible"
	"github.com/agentvet/agentvet/graph/verdict"
)

// A passing is a random workflow about one number of the state, from 0 to most, that some steps pass to a tool.
type passing struct {
	*graph.Workflow
	start int           // what it is at the start, -1 for any
	sets  []*int        // by step: what the step sets it to, most+1 for anything
	needs []*graph.Test // by edge: what it needs, and whether that has to be true
	is    []bool
}

func newPassing(r *rand.Rand) *passing {
	p := &passing{start: r.Intn(most+2) - 1}
	w := &graph.Workflow{Name: "w", Mode: graph.ModeAny, Engine: graph.Engine{DeadEnd: graph.DeadEndFails}}
	p.Workflow = w
	var tests []*graph.Test
	for _, op := range []string{"<", "<=", ">", ">=", "=="} {
		if r.Intn(2) == 0 {
			tests = append(tests, &graph.Test{Of: "m.S.X", Op: op, With: strconv.Itoa(r.Intn(most))})
		}
	}
	n := 3 + r.Intn(4)
	for i := range n {
		node := graph.Node{Name: fmt.Sprint("n", i), Kind: graph.KindLLM}
		var set *int
		if v := r.Intn(most + 2); i > 0 && r.Intn(3) == 0 {
			set = &v
		}
		if i > 0 && r.Intn(2) == 0 {
			node.Kind, node.Calls, node.Tools = graph.KindTool, graph.CallsOnce, []*graph.Tool{{Name: "pay"}}
			if set == nil || r.Intn(4) == 0 { // one that sets it passes what it was or what it is: nothing is known then
				node.Passes = []graph.Pass{{Tool: "pay", Path: "x", Of: "m.S.X"}}
			}
		}
		p.sets = append(p.sets, set)
		for _, t := range tests {
			if set != nil {
				c := graph.Count{Counter: t.String(), Any: true}
				if *set <= most {
					v := count(holds(t, *set))
					c = graph.Count{Counter: t.String(), Set: &v}
				}
				node.Counts = append(node.Counts, c)
			}
		}
		w.Nodes = append(w.Nodes, node)
	}
	w.Nodes[0].Kind, w.Nodes[n-1].Kind, w.Nodes[n-1].Tools, w.Nodes[n-1].Calls, w.Nodes[n-1].Passes = graph.KindEntry, graph.KindExit, nil, graph.CallsUnspecified, nil
	w.Exits = []graph.NodeID{graph.NodeID(n - 1)}
	for _, t := range tests {
		c := graph.Counter{Name: t.String(), Truth: true, Test: t}
		if p.start >= 0 {
			c.Started, c.Start = true, count(holds(t, p.start))
		}
		w.Counters = append(w.Counters, c)
	}
	for from := range n - 1 {
		b := graph.BranchID(len(w.Branches))
		w.Branches = append(w.Branches, graph.Branch{From: graph.NodeID(from), Func: "route", Complete: true})
		for k := range 1 + r.Intn(3) {
			e := graph.Edge{From: graph.NodeID(from), To: graph.NodeID(1 + r.Intn(n-1)), Kind: graph.EdgeConditional, Branch: b, Label: fmt.Sprint(k)}
			var t *graph.Test
			is := r.Intn(2) == 0
			if len(tests) > 0 && r.Intn(3) > 0 {
				t = tests[r.Intn(len(tests))]
				v := count(is)
				e.Within = []graph.Within{{Counter: t.String(), From: &v, To: &v}}
			}
			p.needs, p.is = append(p.needs, t), append(p.is, is)
			w.Edges = append(w.Edges, e)
		}
	}
	return p
}

func count(is bool) int {
	if is {
		return 1
	}
	return 0
}

func holds(t *graph.Test, x int) bool {
	with, _ := strconv.Atoi(t.With)
	return map[string]bool{"<": x < with, "<=": x <= with, ">": x > with, ">=": x >= with, "==": x == with}[t.Op]
}

// passes reports whether some run calls the tool with a number of which a test is true: each step passes what the number
// is before it.
func (p *passing) passes(t *graph.Test) bool {
	type moment struct {
		n graph.NodeID
		x int
	}
	seen := make(map[moment]bool)
	var work []moment
	found := false
	enter := func(n graph.NodeID, x int) {
		if len(p.Nodes[n].Tools) > 0 {
			found = found || len(p.Nodes[n].Passes) == 0 || holds(t, x)
		}
		then := []int{x}
		if set := p.sets[n]; set != nil {
			if then = []int{*set}; *set > most {
				then = nil
				for v := range most + 1 {
					then = append(then, v)
				}
			}
		}
		for _, v := range then {
			if m := (moment{n, v}); !seen[m] {
				seen[m] = true
				work = append(work, m)
			}
		}
	}
	for v := range most + 1 {
		if p.start < 0 || p.start == v {
			enter(p.Entry, v)
		}
	}
	for ; len(work) > 0; work = work[1:] {
		for i := range p.Edges {
			if m := work[0]; p.Edges[i].From == m.n && (p.needs[i] == nil || holds(p.needs[i], m.x) == p.is[i]) {
				enter(p.Edges[i].To, m.x)
			}
		}
	}
	return found
}

// TestFacts: a rule about an argument that is a number of the state holds only if no run breaks it.
func TestFacts(t *testing.T) {
	r := rand.New(rand.NewSource(9))
	proved, open := 0, 0
	for i := range 4000 {
		p := newPassing(r)
		test := &graph.Test{Op: []string{"<", "<=", ">", ">=", "=="}[r.Intn(5)], With: strconv.Itoa(r.Intn(most))}
		rule := product.MustCompile("never tool:pay(x " + test.Op + " " + test.With + ")")
		res := product.Check(p.Workflow, rule, product.Options{Feasible: feasible.Guard})
		breaks := p.passes(test)
		switch {
		case res.Verdict == verdict.Holds && breaks:
			t.Fatalf("%d: %s is said to hold of\n%s", i, rule.Source, p.Text())
		case res.Verdict == verdict.Holds && res.Excluded != nil:
			proved++
			if !slices.ContainsFunc(p.Workflow.Nodes, func(n graph.Node) bool { return len(n.Passes) > 0 }) && len(res.Excluded.Counters) == 0 {
				t.Errorf("%d: nothing says why", i)
			}
		case !breaks:
			open++
		}
	}
	t.Log(proved, "proved,", open, "left open")
	if proved < 100 {
		t.Errorf("%d proved: the test is no good", proved)
	}
}
