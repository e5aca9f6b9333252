package unroll_test

import (
	"testing"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/unroll"
)

// loop returns start -> work -> work … -> end, which counts and ends after some rounds.
func loop() *graph.Workflow {
	last := 3
	return &graph.Workflow{
		Name: "w", Mode: graph.ModeAny, Exits: []graph.NodeID{2},
		Nodes: []graph.Node{
			{Name: "start", Kind: graph.KindEntry},
			{Name: "work", Kind: graph.KindLLM, Counts: []graph.Count{{Counter: "n", Least: 1, Most: 1}}},
			{Name: "end", Kind: graph.KindExit},
		},
		Edges: []graph.Edge{
			{From: 0, To: 1, Kind: graph.EdgeDirect, Branch: graph.None},
			{From: 1, To: 1, Kind: graph.EdgeLoop, Within: []graph.Within{{Counter: "n", To: &last}}},
			{From: 1, To: 2, Kind: graph.EdgeConditional},
		},
		Branches: []graph.Branch{{From: 1, Complete: true}},
		Counters: []graph.Counter{{Name: "n", Started: true}},
	}
}

func TestOf(t *testing.T) {
	u := unroll.Of(loop())
	if u == nil {
		t.Fatal("not unrolled")
	}
	if err := graph.Check(u.Workflow); err != nil && !onlyNames(err) {
		t.Error(err)
	}
	works := 0
	for _, of := range u.Node {
		if of == 1 {
			works++
		}
	}
	if works != 4 || len(u.Branches) != 4 || len(u.Edge) != len(u.Edges) || len(u.Workflow.Counters) != 0 {
		t.Errorf("work is there %d times, with %d branches, want 4:\n%s", works, len(u.Branches), u.Text())
	}
}

// TestRange: of a step that adds one or two, it is known when the least that there may be is too much. One that may add nothing goes on for ever,
// and so does, for all that is known, one after which the counter is one of 34 numbers: from 2 to 35, in the second round.
func TestRange(t *testing.T) {
	for _, tt := range []struct{ least, most, works int }{{1, 2, 4}, {2, 3, 2}, {1, 31, 4}, {1, 32, 0}, {0, 1, 0}, {-1, 2, 0}} {
		w := loop()
		w.Nodes[1].Counts[0] = graph.Count{Counter: "n", Least: tt.least, Most: tt.most}
		works := 0
		if u := unroll.Of(w); u != nil {
			for _, of := range u.Node {
				if of == 1 {
					works++
				}
			}
		}
		if works != tt.works {
			t.Errorf("%d to %d: work is there %d times, want %d", tt.least, tt.most, works, tt.works)
		}
	}
}

func onlyNames(err error) bool {
	list, ok := err.(graph.ErrorList)
	return ok && !list.HasOther(graph.CodeDuplicateNode)
}

// TestNotUnrolled: where something else may happen to the counter than the workflow says, or
// where it has no end, nothing is unrolled.
func TestNotUnrolled(t *testing.T) {
	for name, change := range map[string]func(*graph.Workflow){
		"no counter":       func(w *graph.Workflow) { w.Counters = nil },
		"start":            func(w *graph.Workflow) { w.Counters[0].Started = false },
		"maybe nothing":    func(w *graph.Workflow) { w.Nodes[1].Counts[0].Least = 0 },
		"no end":           func(w *graph.Workflow) { w.Edges[1].Within = nil },
		"an end elsewhere": func(w *graph.Workflow) { w.Edges[1].Within[0].Counter = "m" },
		"far too much": func(w *graph.Workflow) {
			w.Nodes[1].Counts = nil
			w.Nodes[0].Counts = []graph.Count{{Counter: "n", Least: 1 << 31, Most: 1 << 31}}
		},
		"mode":             func(w *graph.Workflow) { w.Mode = graph.ModeAll },
		"join":             func(w *graph.Workflow) { w.Nodes[1].Join = true },
		"several at once":  func(w *graph.Workflow) { w.Branches[0].Multi = true },
		"side by side":     func(w *graph.Workflow) { w.Edges = append(w.Edges, graph.Edge{From: 0, To: 2, Branch: graph.None}) },
		"anything unknown": func(w *graph.Workflow) { w.Unknowns = []graph.Unknown{{What: graph.UnknownAnything, Node: graph.None}} },
		"targets unknown":  func(w *graph.Workflow) { w.Unknowns = []graph.Unknown{{What: graph.UnknownTargets, Node: 1}} },
	} {
		w := loop()
		change(w)
		if u := unroll.Of(w); u != nil {
			t.Errorf("%s: unrolled to\n%s", name, u.Text())
		}
	}
}
