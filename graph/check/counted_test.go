package check

// This file compares loops that a counter limits with what follows from it step by step.

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/agentvet/agentvet/graph"
)

// most is a value that is greater than all with which edges compare: those above are like it, and so it is below -most.
const most = 6

// counted returns a random workflow with a counter.
func counted(r *rand.Rand) *graph.Workflow {
	w := &graph.Workflow{Name: "w", Mode: graph.ModeAny, Counters: []graph.Counter{{Name: "c"}}}
	n := 2 + r.Intn(4)
	for i := range n {
		node := graph.Node{Name: fmt.Sprint("n", i), Kind: graph.KindLLM}
		if r.Intn(2) == 0 {
			least := r.Intn(2)
			node.Counts = []graph.Count{{Counter: "c", Least: least, Most: least + r.Intn(2)}}
		} else if v := r.Intn(3); r.Intn(8) == 0 {
			node.Counts = []graph.Count{{Counter: "c", Set: &v}}
		} else if r.Intn(16) == 0 {
			node.Counts = []graph.Count{{Counter: "c", Any: true}}
		}
		w.Nodes = append(w.Nodes, node)
		w.Branches = append(w.Branches, graph.Branch{From: graph.NodeID(i), Complete: true})
		for k := range 1 + r.Intn(2) {
			e := graph.Edge{From: graph.NodeID(i), To: graph.NodeID(r.Intn(n)), Branch: graph.BranchID(i), Label: fmt.Sprint(k), Kind: graph.EdgeConditional}
			if v := r.Intn(most - 1); r.Intn(3) == 0 {
				e.Within = []graph.Within{{Counter: "c", To: &v}}
			} else if r.Intn(4) == 0 {
				e.Within = []graph.Within{{Counter: "c", From: &v}}
			}
			w.Edges = append(w.Edges, e)
		}
	}
	w.Nodes[0].Kind = graph.KindEntry
	if r.Intn(2) == 0 {
		mirrored(w, "c")
	}
	return w
}

// mirrored turns a counter round: what was added to it is taken away.
func mirrored(w *graph.Workflow, name string) {
	minus := func(v *int) *int {
		if v == nil {
			return nil
		}
		n := -*v
		return &n
	}
	for i := range w.Counters {
		if c := &w.Counters[i]; c.Name == name {
			c.Start = -c.Start
		}
	}
	for i := range w.Nodes {
		for k := range w.Nodes[i].Counts {
			if c := &w.Nodes[i].Counts[k]; c.Counter == name {
				c.Least, c.Most, c.Set = -c.Most, -c.Least, minus(c.Set)
			}
		}
	}
	for i := range w.Edges {
		for k := range w.Edges[i].Within {
			if x := &w.Edges[i].Within[k]; x.Counter == name {
				x.From, x.To = minus(x.To), minus(x.From)
			}
		}
	}
}

// after returns the values that a counter may have after a step.
func after(v int, does graph.Count) (list []int) {
	switch {
	case does.Set != nil:
		return []int{*does.Set}
	case does.Any:
		v, does.Least, does.Most = 0, -most, most
	}
	for i := does.Least; i <= does.Most; i++ {
		list = append(list, max(-most, min(v+i, most)))
	}
	return list
}

// goesOn reports whether some run, from any value, never ends among the nodes of w.
func goesOn(w *graph.Workflow) bool {
	type moment struct {
		n graph.NodeID
		v int
	}
	const open, done = 1, 2
	state := make(map[moment]int)
	var visit func(m moment) bool
	visit = func(m moment) bool {
		switch state[m] {
		case open:
			return true
		case done:
			return false
		}
		state[m] = open
		for i := range w.Edges {
			e := &w.Edges[i]
			if e.From != m.n || len(e.Within) > 0 && !e.Within[0].Has(m.v) {
				continue
			}
			for _, v := range after(m.v, w.Nodes[e.To].Does("c")) {
				if visit(moment{e.To, v}) {
					return true
				}
			}
		}
		state[m] = done
		return false
	}
	for n := range w.Nodes {
		for v := -most; v <= most; v++ {
			if visit(moment{graph.NodeID(n), v}) {
				return true
			}
		}
	}
	return false
}

// TestLimited: among the nodes of a workflow that a counter limits, no run goes on for ever.
func TestLimited(t *testing.T) {
	limited, ends := 0, 0
	for seed := range int64(20_000) {
		w := counted(rand.New(rand.NewSource(seed)))
		if err := graph.Check(w); err != nil {
			t.Fatal(err)
		}
		nodes := make([]graph.NodeID, len(w.Nodes))
		for i := range nodes {
			nodes[i] = graph.NodeID(i)
		}
		never := goesOn(w)
		if !never {
			ends++
		}
		if _, ok := newRunner(Options{}).view(w).limitedBy(nodes); ok {
			limited++
			if never {
				t.Fatalf("seed %d: a run goes on for ever\n%s", seed, w.Text())
			}
		}
	}
	t.Log(limited, ends)
	if limited < ends/2 || limited < 500 {
		t.Errorf("%d of %d workflows are limited: the test is no good", limited, ends)
	}
}
