package check

import (
	"fmt"
	"math/rand"
	"testing"

	"github.com/agentvet/agentvet/graph"
)

// synthetic returns a random workflow like those of Agentproof's
// scripts/benchmark_scale.py: n steps (40% LLM, 30% TOOL, 20% ROUTER, 10% HUMAN)
// between an entry and an exit, an edge from the entry to the first three, 2n
// random edges (20% conditional) without loops at one step and without
// repeats, and an edge to the exit from each step that has none.
func synthetic(n int, seed int64) *graph.Workflow {
	rnd := rand.New(rand.NewSource(seed))
	w := &graph.Workflow{Name: fmt.Sprintf("synthetic_%d", n), Entry: 0, Exits: []graph.NodeID{graph.NodeID(n + 1)}}
	w.Nodes = make([]graph.Node, n+2)
	w.Nodes[0] = graph.Node{Name: "__start__", Kind: graph.KindEntry}
	w.Nodes[n+1] = graph.Node{Name: "__end__", Kind: graph.KindExit}
	for i := 1; i <= n; i++ {
		node := graph.Node{Name: fmt.Sprintf("n%d", i-1), Kind: graph.KindHuman}
		switch k := rnd.Float64(); {
		case k < 0.4:
			node.Kind = graph.KindLLM
		case k < 0.7:
			node.Kind = graph.KindTool
			node.Tools = []*graph.Tool{{Name: fmt.Sprintf("tool_%d", i-1)}}
		case k < 0.9:
			node.Kind = graph.KindRouter
		}
		w.Nodes[i] = node
	}
	leaves := make([]bool, n+2)
	branch := make(map[graph.NodeID]graph.BranchID)
	seen := make(map[[2]graph.NodeID]bool, 2*n)
	add := func(from, to int, conditional bool) {
		e := graph.Edge{From: graph.NodeID(from), To: graph.NodeID(to), Kind: graph.EdgeDirect, Branch: graph.None}
		if key := [2]graph.NodeID{e.From, e.To}; seen[key] {
			return
		} else {
			seen[key] = true
		}
		if conditional {
			b, ok := branch[e.From]
			if !ok {
				b = graph.BranchID(len(w.Branches))
				branch[e.From] = b
				w.Branches = append(w.Branches, graph.Branch{From: e.From})
			}
			e.Kind, e.Branch = graph.EdgeConditional, b
		}
		w.Edges = append(w.Edges, e)
		leaves[from] = true
	}
	for i := 1; i <= min(3, n); i++ {
		add(0, i, rnd.Float64() < 0.3)
	}
	for range 2 * n {
		if from, to := 1+rnd.Intn(n), 1+rnd.Intn(n+1); from != to {
			add(from, to, rnd.Float64() < 0.2)
		}
	}
	for i := 1; i <= n; i++ {
		if !leaves[i] {
			add(i, n+1, false)
		}
	}
	return w
}

// BenchmarkRun checks synthetic workflows with default options.
func BenchmarkRun(b *testing.B) {
	for _, n := range []int{1_000, 5_000, 10_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := synthetic(n, 42)
			b.ReportAllocs()
			problems := 0
			for b.Loop() {
				problems = len(Run(w, Options{}))
			}
			b.ReportMetric(float64(problems), "problems")
			b.ReportMetric(float64(len(w.Edges)), "edges")
		})
	}
}

// BenchmarkRunAny checks the same workflows for unbalanced joins as well.
func BenchmarkRunAny(b *testing.B) {
	for _, n := range []int{5_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			w := synthetic(n, 42)
			w.Mode = graph.ModeAny
			for b.Loop() {
				Run(w, Options{})
			}
		})
	}
}

// BenchmarkGates asks for a human before a tenth of the tools.
func BenchmarkGates(b *testing.B) {
	for _, n := range []int{5_000, 100_000} {
		w := synthetic(n, 42)
		o := Options{RequireHuman: true, Sensitive: func(t *graph.Tool) bool { return t.Name[len(t.Name)-1] == '0' }}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				Run(w, o)
			}
		})
	}
}

// BenchmarkShapes checks shapes on which careless algorithms are quadratic: a
// chain, a ring without exit, two chains that meet at every step, a star of dead
// ends.
func BenchmarkShapes(b *testing.B) {
	const n = 100_000
	for _, shape := range []string{"chain", "ring", "ladder", "star"} {
		w := shaped(shape, n)
		b.Run(shape, func(b *testing.B) {
			for b.Loop() {
				Run(w, Options{})
			}
		})
	}
}

func shaped(shape string, n int) *graph.Workflow {
	w := &graph.Workflow{Name: shape, Mode: graph.ModeAny, Exits: []graph.NodeID{graph.NodeID(n - 1)}}
	for i := range n {
		w.Nodes = append(w.Nodes, graph.Node{Name: fmt.Sprint(i), Kind: graph.KindLLM})
	}
	w.Nodes[0].Kind, w.Nodes[n-1].Kind = graph.KindEntry, graph.KindExit
	add := func(from, to int) {
		w.Edges = append(w.Edges, graph.Edge{From: graph.NodeID(from), To: graph.NodeID(to), Kind: graph.EdgeDirect, Branch: graph.None})
	}
	for i := range n - 1 {
		switch shape {
		case "chain":
			add(i, i+1)
		case "ring":
			add(i, (i+1)%(n-1))
		case "ladder":
			add(i, i+1)
			add(i, min(i+2, n-1))
		case "star":
			add(0, i+1)
		}
	}
	return w
}
