package product_test

import (
	"fmt"
	"testing"

	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/feasible"
	"github.com/agentvet/agentvet/graph/verdict"
)

// modules returns a workflow of parts of seven steps, one behind the other, each of which may only send what a human has approved: that
// depends on a field of the state. A path leads past the human in each; that it cannot be taken is what there is to prove. Further fields are
// written everywhere and asked nowhere that matters. If stale is a part, its draft does not set the field back.
//
//	draft -> review -> gate -> {send | approve -> gate2 | revise -> review} -> archive
func modules(parts, flags, stale int) *graph.Workflow {
	const approved, retries = "m.S.Approved", "m.S.Retries"
	w := &graph.Workflow{Name: "modules", Mode: graph.ModeAny, Engine: graph.Engine{DeadEnd: graph.DeadEndFails}}
	w.Counters = []graph.Counter{{Name: approved, Started: true}, {Name: retries, Started: true}}
	for i := range flags {
		w.Counters = append(w.Counters, graph.Counter{Name: fmt.Sprintf("m.S.F%02d", i), Started: true})
	}
	send, draft := &graph.Tool{Name: "send"}, &graph.Tool{Name: "draft"}
	node := func(n graph.Node) graph.NodeID {
		n.Name = fmt.Sprint(n.Name, len(w.Nodes))
		for i := range flags / 10 {
			v := (len(w.Nodes) + i) % 2
			n.Counts = append(n.Counts, graph.Count{Counter: fmt.Sprintf("m.S.F%02d", (len(w.Nodes)+7*i)%flags), Set: &v})
		}
		w.Nodes = append(w.Nodes, n)
		return graph.NodeID(len(w.Nodes) - 1)
	}
	edge := func(from, to graph.NodeID, branch graph.BranchID, within ...graph.Within) {
		kind := graph.EdgeDirect
		if branch != graph.None {
			kind = graph.EdgeConditional
		}
		w.Edges = append(w.Edges, graph.Edge{From: from, To: to, Kind: kind, Branch: branch, Label: fmt.Sprint(len(w.Edges)), Within: within})
	}
	router := func(n graph.NodeID) graph.BranchID {
		w.Branches = append(w.Branches, graph.Branch{From: n, Func: "route", Complete: true})
		return graph.BranchID(len(w.Branches) - 1)
	}
	zero, one, two, three := 0, 1, 2, 3
	set := func(counter string, v *int) graph.Count { return graph.Count{Counter: counter, Set: v} }
	is := func(counter string, from, to *int) graph.Within {
		return graph.Within{Counter: counter, From: from, To: to}
	}

	last := node(graph.Node{Name: "start", Kind: graph.KindEntry})
	for i := range parts {
		begin := graph.Node{Name: "draft", Kind: graph.KindTool, Tools: []*graph.Tool{draft}, Calls: graph.CallsOnce, Counts: []graph.Count{set(approved, &zero), set(retries, &zero)}}
		if i == stale {
			begin.Counts = begin.Counts[1:]
		}
		d := node(begin)
		review := node(graph.Node{Name: "review", Kind: graph.KindLLM})
		gate := node(graph.Node{Name: "gate", Kind: graph.KindRouter})
		approve := node(graph.Node{Name: "approve", Kind: graph.KindHuman, Counts: []graph.Count{set(approved, &one)}})
		revise := node(graph.Node{Name: "revise", Kind: graph.KindLLM, Counts: []graph.Count{{Counter: retries, Least: 1, Most: 1}}})
		out := node(graph.Node{Name: "send", Kind: graph.KindTool, Tools: []*graph.Tool{send}, Calls: graph.CallsOnce})
		archive := node(graph.Node{Name: "archive", Kind: graph.KindLLM})
		edge(last, d, graph.None)
		edge(d, review, graph.None)
		edge(review, gate, graph.None)
		r := router(gate)
		edge(gate, out, r, is(approved, &one, nil))
		edge(gate, approve, r, is(retries, &three, nil))
		edge(gate, revise, r, is(retries, nil, &two))
		edge(revise, review, graph.None)
		edge(approve, gate, graph.None)
		edge(out, archive, graph.None)
		last = archive
	}
	exit := node(graph.Node{Name: "end", Kind: graph.KindExit})
	w.Exits = []graph.NodeID{exit}
	edge(last, exit, graph.None)
	return w
}

// BenchmarkModules measures what it takes to prove that none of many paths past a human can be taken, and to find the one that can.
func BenchmarkModules(b *testing.B) {
	rule := product.MustCompile("ltlf: G(tool:send -> (!tool:draft S human))")
	for _, parts := range []int{7, 71, 714} {
		for _, flags := range []int{0, 20, 50} {
			for _, stale := range []int{-1, parts - 1} {
				w := modules(parts, flags, stale)
				want := verdict.Holds
				if stale >= 0 {
					want = verdict.Violated
				}
				b.Run(fmt.Sprintf("nodes=%d/flags=%d/stale=%t", 7*parts, flags, stale >= 0), func(b *testing.B) {
					for b.Loop() {
						if res := product.Check(w, rule, product.Options{Feasible: feasible.Guard}); res.Verdict != want {
							b.Fatal(res.Verdict)
						}
					}
				})
			}
		}
	}
}

// BenchmarkNothingToRefute measures what it costs to ask whether paths can be taken where nothing says that they cannot: of a rule that holds,
// and of one that is broken by a run of which no condition is known.
func BenchmarkNothingToRefute(b *testing.B) {
	w := modules(71, 0, -1)
	w.Counters = nil
	for i := range w.Nodes {
		w.Nodes[i].Counts = nil
	}
	for i := range w.Edges {
		w.Edges[i].Within = nil
	}
	for _, of := range []struct {
		rule string
		want verdict.Verdict
	}{{"ltlf: G(tool:send -> O tool:draft)", verdict.Holds}, {"ltlf: G(tool:send -> (!tool:draft S human))", verdict.Violated}} {
		rule := product.MustCompile(of.rule)
		for _, asked := range []bool{false, true} {
			var opts product.Options
			if asked {
				opts.Feasible = feasible.Guard
			}
			b.Run(fmt.Sprintf("%s/asked=%t", of.want, asked), func(b *testing.B) {
				for b.Loop() {
					if res := product.Check(w, rule, opts); res.Verdict != of.want {
						b.Fatal(res.Verdict)
					}
				}
			})
		}
	}
}
