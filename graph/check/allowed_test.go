package check

// This file compares gates of workflows with counters with runs that are made step by step.

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/feasible"
	"github.com/agentvet/agentvet/graph/verdict"
)

// permitted returns a random workflow with a counter, humans and a sensitive tool.
func permitted(r *rand.Rand) *graph.Workflow {
	w := counted(r)
	w.Counters[0].Start, w.Counters[0].Started = r.Intn(2), r.Intn(3) > 0
	tool := &graph.Tool{Name: "pay"}
	for i := range w.Nodes {
		switch n := &w.Nodes[i]; {
		case i == 0 || r.Intn(3) == 0:
		case r.Intn(3) == 0:
			n.Kind = graph.KindHuman
		default:
			n.Kind, n.Tools, n.Calls = graph.KindTool, []*graph.Tool{tool}, graph.CallsOnce
		}
	}
	for i := range w.Edges {
		if e := &w.Edges[i]; len(e.Within) > 0 && e.Within[0].From == nil && r.Intn(2) == 0 {
			e.Within[0].From = e.Within[0].To
		}
	}
	return w
}

// runsUnasked reports for each step whether some run of w comes to it and has met no human, and
// with again, whether it has met none since it ran the tool before.
func runsUnasked(w *graph.Workflow, again bool) []bool {
	type moment struct {
		n    graph.NodeID
		v    int
		paid bool // the tool ran, and no human was asked since
	}
	found := make([]bool, len(w.Nodes))
	seen := make(map[moment]bool)
	var work []moment
	enter := func(n graph.NodeID, v int, paid bool) {
		for _, v := range after(v, w.Nodes[n].Does("c")) {
			m := moment{n, v, paid}
			switch w.Nodes[n].Kind {
			case graph.KindHuman:
				if !again {
					continue
				}
				m.paid = false
			case graph.KindTool:
				found[n] = found[n] || !again || m.paid
				m.paid = true
			}
			if !seen[m] {
				seen[m] = true
				work = append(work, m)
			}
		}
	}
	for v := range most + 1 {
		if c := w.Counters[0]; !c.Started || c.Start == v {
			enter(0, v, false)
		}
	}
	for ; len(work) > 0; work = work[1:] {
		m := work[0]
		for i := range w.Edges {
			if e := &w.Edges[i]; e.From == m.n && (len(e.Within) == 0 || e.Within[0].Has(m.v)) {
				enter(e.To, m.v, m.paid)
			}
		}
	}
	return found
}

// TestAllowed: a tool that some run calls unasked is reported, also where the state decides which
// runs there are.
func TestAllowed(t *testing.T) {
	excluded, reported := 0, 0
	for seed := range int64(5_000) {
		w := permitted(rand.New(rand.NewSource(seed)))
		if err := graph.Check(w); err != nil {
			t.Fatal(err)
		}
		first, again := runsUnasked(w, false), runsUnasked(w, true)
		told := make(map[string]bool)
		for _, p := range Run(w, Options{PerCall: true, Feasible: feasible.Guard, Sensitive: func(*graph.Tool) bool { return true }}) {
			at, ok := siteOf(p, w)
			switch {
			case !ok:
			case p.Common().Verdict() == verdict.Holds:
				excluded++
			default:
				reported++
				told[fmt.Sprint(at.n)] = true
			}
		}
		for n := range w.Nodes {
			if (first[n] || again[n]) && !told[fmt.Sprint(n)] {
				t.Fatalf("seed %d: the tool runs unasked at %d (first %t, again %t), and that is not said\n%s", seed, n, first[n], again[n], w.Text())
			}
		}
	}
	t.Log(excluded, reported)
	if excluded < 250 || reported < 1500 {
		t.Errorf("%d excluded, %d reported: the test is no good", excluded, reported)
	}
}

// TestExcludedAndAgain: that no configuration has a way to a tool past the human does not say that
// the tool cannot run again without one.
func TestExcludedAndAgain(t *testing.T) {
	fast := func(neg bool) graph.Guard { return graph.Guard{{Eval: 1, Neg: neg, Text: "fast"}} }
	tool := []*graph.Tool{{Name: "pay"}}
	w := &graph.Workflow{
		Name: "w", Mode: graph.ModeAny, Exits: []graph.NodeID{4},
		Nodes: []graph.Node{
			{Name: "start", Kind: graph.KindEntry},
			{Name: "skip", Kind: graph.KindLLM},
			{Name: "ask", Kind: graph.KindHuman},
			{Name: "pay", Kind: graph.KindTool, Tools: tool, Calls: graph.CallsOnce},
			{Name: "end", Kind: graph.KindExit},
		},
		Edges: []graph.Edge{
			{From: 0, To: 1, Kind: graph.EdgeDirect, Branch: graph.None, Guard: fast(false)},
			{From: 1, To: 3, Kind: graph.EdgeDirect, Branch: graph.None, Guard: fast(true)},
			{From: 0, To: 2, Kind: graph.EdgeDirect, Branch: graph.None},
			{From: 2, To: 3, Kind: graph.EdgeDirect, Branch: graph.None},
			{From: 3, To: 3, Kind: graph.EdgeLoop, Label: "more"},
			{From: 3, To: 4, Kind: graph.EdgeConditional, Label: "done"},
		},
		Branches: []graph.Branch{{From: 3, Complete: true}},
	}
	if err := graph.Check(w); err != nil {
		t.Fatal(err)
	}
	first, again := false, false
	for _, p := range Run(w, Options{PerCall: true, Feasible: feasible.Guard, Sensitive: func(*graph.Tool) bool { return true }}) {
		switch p := p.(type) {
		case *Ungated:
			first = p.Excluded != nil
		case *UngatedAgain:
			again = p.Node == 3 && p.Verdict() == verdict.Violated
		}
	}
	if !first || !again {
		t.Errorf("the way past the human is excluded: %t; the second call is reported: %t; want both", first, again)
	}
}
