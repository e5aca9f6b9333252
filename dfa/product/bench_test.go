package product

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// decisions returns a workflow of n steps, each of which goes on to one of one to
// three others, mostly ahead and sometimes back; two edges a step, as in the
// graphs that Agentproof measures. One step in ten calls a tool.
func decisions(n int) *graph.Workflow {
	rng := rand.New(rand.NewSource(1))
	w := &graph.Workflow{Name: "decisions", Mode: graph.ModeAny, Nodes: make([]graph.Node, 0, n+2)}
	tools := []*graph.Tool{{Name: "read"}, {Name: "write"}, {Name: "send"}}
	w.Nodes = append(w.Nodes, graph.Node{Name: "s", Kind: graph.KindEntry})
	for i := range n {
		node := graph.Node{Name: fmt.Sprint("n", i), Kind: graph.KindLLM}
		switch i % 10 {
		case 1:
			node.Kind, node.Tools, node.Calls = graph.KindTool, tools[i/10%3:i/10%3+1], graph.CallsOnce
		case 2, 3, 4:
			node.Kind = graph.KindRouter
		}
		w.Nodes = append(w.Nodes, node)
	}
	exit := graph.NodeID(n + 1)
	w.Nodes = append(w.Nodes, graph.Node{Name: "e", Kind: graph.KindExit})
	w.Exits = []graph.NodeID{exit}
	w.Edges = append(w.Edges, graph.Edge{From: 0, To: 1, Kind: graph.EdgeDirect, Branch: graph.None})
	for i := 1; i <= n; i++ {
		from := graph.NodeID(i)
		ways := 1 + i%3
		next := min(from+1, exit)
		if ways == 1 {
			w.Edges = append(w.Edges, graph.Edge{From: from, To: next, Kind: graph.EdgeDirect, Branch: graph.None})
			continue
		}
		br := graph.BranchID(len(w.Branches))
		w.Branches = append(w.Branches, graph.Branch{From: from})
		for k := range ways {
			to := next
			if k > 0 {
				to = graph.NodeID(max(1, min(int(exit), i+rng.Intn(40)-4)))
			}
			w.Edges = append(w.Edges, graph.Edge{From: from, To: to, Kind: graph.EdgeConditional, Branch: br, Label: fmt.Sprint("to", k)})
		}
	}
	return w
}

// BenchmarkCheck measures the product of rules that hold or that are not violated
// before the end, so that all of it is seen; the layout of the workflow is part
// of it.
func BenchmarkCheck(b *testing.B) {
	for _, n := range []int{50, 5000, 1000000} {
		w := decisions(n)
		for _, rule := range []string{"G !tool:rm", "tool:rm -> F human", "a U tool:rm", "tool:read before node:none", "kind:llm -> F kind:tool"} {
			r := MustCompile(rule)
			b.Run(fmt.Sprintf("nodes=%d/edges=%d/rule=%s", n, len(w.Edges), strings.ReplaceAll(rule, " ", "_")), func(b *testing.B) {
				for b.Loop() {
					Check(w, r, Options{})
				}
			})
		}
	}
}

// BenchmarkConjunction measures fifty prohibitions joined by AND, compiled and
// checked.
func BenchmarkConjunction(b *testing.B) {
	var parts []string
	for i := range 50 {
		parts = append(parts, fmt.Sprintf("(G !tool:forbidden_%d)", i))
	}
	rule := syntax.MustParse(strings.Join(parts, " AND "))
	w := decisions(200)
	for b.Loop() {
		r, err := Compile(rule)
		if err != nil {
			b.Fatal(err)
		}
		if res := Check(w, r, Options{}); res.Verdict != verdict.Holds {
			b.Fatal(res)
		}
	}
}

// BenchmarkParallel measures workflows whose sections fork into branches.
func BenchmarkParallel(b *testing.B) {
	for _, width := range []int{2, 4, 8} {
		w := sections(50, width, 3)
		r := MustCompile("human before node:none")
		b.Run(fmt.Sprintf("sections=50/branches=%d/steps=3", width), func(b *testing.B) {
			pairs := 0
			for b.Loop() {
				pairs = Check(w, r, Options{}).Pairs
			}
			b.ReportMetric(float64(pairs), "pairs")
		})
	}
}

// sections returns a workflow of sections, each of which forks into branches of
// steps that meet again.
func sections(count, branches, steps int) *graph.Workflow {
	bld := graph.NewBuilder("sections", "test", graph.Pos{})
	bld.Workflow().Mode = graph.ModeAll
	bld.Node(graph.Node{Name: "s", Kind: graph.KindEntry})
	last := "s"
	for c := range count {
		join := fmt.Sprint("join", c)
		bld.Node(graph.Node{Name: join, Kind: graph.KindPassthrough})
		for br := range branches {
			from := last
			for st := range steps {
				name := fmt.Sprint("n", c, "_", br, "_", st)
				bld.Node(graph.Node{Name: name, Kind: graph.KindLLM})
				bld.Edge(from, name, graph.Edge{Kind: graph.EdgeParallel})
				from = name
			}
			bld.Edge(from, join, graph.Edge{Kind: graph.EdgeDirect})
		}
		last = join
	}
	bld.Node(graph.Node{Name: "e", Kind: graph.KindExit})
	bld.Edge(last, "e", graph.Edge{Kind: graph.EdgeDirect})
	return bld.Build()
}

// BenchmarkSmall measures 2,000 small graphs in Agentproof's own form, which says nothing of
// how steps wait for each other: a step with two edges that no router chooses forks, and what
// it leads to may run any number of times. The rules are the built-in one, which speaks of
// what does not happen there, and some that speak of what does.
func BenchmarkSmall(b *testing.B) {
	rng := rand.New(rand.NewSource(7))
	var list []*graph.Workflow
	for i := range 2000 {
		w, err := graph.Decode("small.json", []byte(agentproof(rng, i)))
		if err != nil {
			b.Fatal(err)
		}
		list = append(list, w)
	}
	for _, rule := range []string{
		"ltlf: G(outward -> !Y(!human S untrusted))", "human before tool:rm", "at most 3 tool:deploy", "tool:fetch -> F tool:write",
	} {
		r := MustCompile(rule)
		of := 100
		if strings.HasPrefix(rule, "ltlf:") {
			of = len(list)
		}
		b.Run(fmt.Sprintf("graphs=%d/rule=%s", of, strings.ReplaceAll(rule, " ", "_")), func(b *testing.B) {
			unknown := 0
			for b.Loop() {
				unknown = 0
				for _, w := range list[:of] {
					if Check(w, r, Options{}).Verdict == verdict.Unknown {
						unknown++
					}
				}
			}
			b.ReportMetric(float64(unknown), "unknown")
		})
	}
}

// agentproof returns a graph of 3 to 12 steps, most of which lead to the next one and some to
// up to two others.
func agentproof(rng *rand.Rand, number int) string {
	kinds := []string{"tool", "tool", "tool", "tool", "llm", "llm", "llm", "llm", "router", "router", "human", "passthrough"}
	tools := []string{"read", "search", "fetch", "write", "send_mail", "deploy", "rm"}
	n := 3 + rng.Intn(10)
	name := func(i int) string {
		if i >= n {
			return "end"
		}
		return fmt.Sprint("n", max(0, i))
	}
	nodes, edges := `{"id": "start", "kind": "entry"}`, `{"source": "start", "target": "n0", "kind": "direct"}`
	for i := range n {
		kind := kinds[rng.Intn(len(kinds))]
		with := ""
		if kind == "tool" {
			with = fmt.Sprintf(`, "tools": [%q]`, tools[rng.Intn(len(tools))])
		}
		nodes += fmt.Sprintf(`, {"id": "n%d", "kind": %q%s}`, i, kind, with)
		seen := make(map[string]bool)
		for k := range []int{1, 1, 1, 2, 2, 3}[rng.Intn(6)] {
			to := name(i + 1)
			if k > 0 {
				to = name(i + rng.Intn(11) - 3)
			}
			if seen[to] {
				continue
			}
			seen[to] = true
			how := `"direct"`
			if kind == "router" {
				how = fmt.Sprintf(`"conditional", "condition": %q`, to)
			}
			edges += fmt.Sprintf(`, {"source": "n%d", "target": %q, "kind": %s}`, i, to, how)
		}
	}
	return fmt.Sprintf(`{"name": "g%d", "framework": "langgraph", "entry_id": "start", "exit_ids": ["end"], "nodes": [%s, {"id": "end", "kind": "exit"}], "edges": [%s]}`, number, nodes, edges)
}
