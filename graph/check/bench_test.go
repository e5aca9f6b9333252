package check

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/agentvet/agentvet/graph"
)

// A benchCase is a kind of workflow and what is asked about it.
type benchCase struct {
	name     string
	clean    bool // it has the planted defects only
	options  Options
	workflow func(n int) *graph.Workflow
}

// benchCases lists the kinds of workflows, in both modes, with and without the
// rule of human gates.
func benchCases() []benchCase {
	var list []benchCase
	for _, gates := range []bool{false, true} {
		options, suffix := Options{}, "gates=off"
		if gates {
			options, suffix = Options{RequireHuman: true, Sensitive: isSensitive}, "gates=on"
		}
		for _, mode := range []graph.Mode{graph.ModeAny, graph.ModeAll} {
			at := fmt.Sprintf("mode=%v/%s", mode, suffix)
			list = append(list,
				benchCase{"shape=workflow/" + at, true, options, func(n int) *graph.Workflow { return workflow(n, mode, false) }},
				benchCase{"shape=acyclic/" + at, true, options, func(n int) *graph.Workflow { return workflow(n, mode, true) }},
				benchCase{"shape=tangle/" + at, false, options, func(n int) *graph.Workflow { return tangle(n, mode) }})
		}
	}
	return list
}

// benchSizes are the numbers of nodes of the workflows.
var benchSizes = []int{1_000, 5_000, 10_000, 100_000, 1_000_000}

// BenchmarkRun checks workflows of 2.1426 edges a node.
func BenchmarkRun(b *testing.B) {
	for _, c := range benchCases() {
		for _, n := range benchSizes {
			b.Run(fmt.Sprintf("%s/nodes=%d", c.name, n), func(b *testing.B) { benchRun(b, c.workflow(n), c.options) })
		}
	}
}

// BenchmarkLoops checks workflows like those of BenchmarkRun in which a function of
// the program decides at each branch, so that loops of models are looked for.
func BenchmarkLoops(b *testing.B) {
	for _, mode := range []graph.Mode{graph.ModeAny, graph.ModeAll} {
		for _, n := range benchSizes {
			b.Run(fmt.Sprintf("mode=%v/nodes=%d", mode, n), func(b *testing.B) {
				w := workflow(n, mode, false)
				for i := range w.Branches {
					w.Branches[i].Func = "agent.route"
				}
				benchRun(b, w, Options{})
			})
		}
	}
}

func benchRun(b *testing.B, w *graph.Workflow, o Options) {
	runtime.GC() // what the generator left behind
	b.ReportAllocs()
	problems := 0
	for b.Loop() {
		problems = len(Run(w, o))
	}
	b.ReportMetric(float64(problems), "problems")
	b.ReportMetric(float64(len(w.Edges)), "edges")
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
