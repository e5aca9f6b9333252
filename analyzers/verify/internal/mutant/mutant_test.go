package mutant

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// example is ask -> pay -> report, with a branch back from report, and a body in
// which a gated tool is called.
func example() *graph.Workflow {
	body := graph.NewBuilder("body", "test", graph.Pos{})
	body.Node(graph.Node{Name: "in", Kind: graph.KindEntry})
	body.Node(graph.Node{Name: "wipe", Kind: graph.KindTool, Calls: graph.CallsOnce,
		Tools: []*graph.Tool{{Name: "wipe", Gate: graph.Gate{Kind: graph.GateConfirm}}}})
	body.Edge("in", "wipe", graph.Edge{Kind: graph.EdgeDirect})

	b := graph.NewBuilder("w", "test", graph.Pos{})
	b.Workflow().Mode = graph.ModeAll
	b.Node(graph.Node{Name: "s", Kind: graph.KindEntry})
	b.Node(graph.Node{Name: "ask", Kind: graph.KindHuman})
	b.Node(graph.Node{Name: "pay", Kind: graph.KindTool, Calls: graph.CallsOnce, Tools: []*graph.Tool{{Name: "pay"}}})
	b.Node(graph.Node{Name: "clean", Kind: graph.KindSubgraph, Sub: body.Build()})
	b.Node(graph.Node{Name: "e", Kind: graph.KindExit})
	for _, e := range [][2]string{{"s", "ask"}, {"ask", "pay"}, {"pay", "clean"}, {"clean", "e"}} {
		b.Edge(e[0], e[1], graph.Edge{Kind: graph.EdgeDirect})
	}
	return b.Build()
}

// counted is a loop of a step that counts and a router that asks for what it has counted.
func counted() *graph.Workflow {
	b := graph.NewBuilder("w", "test", graph.Pos{})
	b.Workflow().Counters = []graph.Counter{{Name: "rounds", Started: true}, {Name: "idle"}}
	b.Node(graph.Node{Name: "s", Kind: graph.KindEntry})
	b.Node(graph.Node{Name: "draft", Kind: graph.KindLLM, Counts: []graph.Count{{Counter: "rounds", Least: 1, Most: 1}}})
	b.Node(graph.Node{Name: "e", Kind: graph.KindExit})
	b.Edge("s", "draft", graph.Edge{Kind: graph.EdgeDirect})
	two, three := 2, 3
	branch := b.Branch(graph.Branch{From: graph.None, Complete: true})
	b.BranchEdge(branch, "draft", "draft", graph.Edge{Kind: graph.EdgeConditional, Within: []graph.Within{{Counter: "rounds", To: &two}}})
	b.BranchEdge(branch, "draft", "e", graph.Edge{Kind: graph.EdgeConditional, Within: []graph.Within{{Counter: "rounds", From: &three}}})
	return b.Build()
}

func always(graph.Guard) graph.Possibility { return graph.Possibility{} }

// TestLimits: what a workflow counts is one of the things that mistakes are made in.
func TestLimits(t *testing.T) {
	r, o := product.MustCompile("at most 3 node:draft"), product.Options{Feasible: always}
	if res := product.Check(counted(), r, o); res.Verdict != verdict.Holds {
		t.Fatalf("verdict %v of the workflow itself", res.Verdict)
	}
	before := text(t, counted())
	var got []string
	w := counted()
	for m := range All(w) {
		if product.Check(m.Workflow, r, o).Verdict == verdict.Violated {
			got = append(got, m.Kind.String()+": "+m.What)
		}
	}
	if diff := cmp.Diff([]string{"limit dropped: rounds"}, got); diff != "" {
		t.Errorf("found (-want +got):\n%s", diff)
	}
	if text(t, w) != before {
		t.Error("making mutants changed the workflow")
	}
}

func text(t *testing.T, w *graph.Workflow) string {
	t.Helper()
	var b bytes.Buffer
	if err := graph.Encode(&b, w); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestAll: each mistake is made once, the workflow itself stays as it is, and
// each mutant is well formed.
func TestAll(t *testing.T) {
	w := example()
	before := text(t, w)
	var got []string
	for m := range All(w) {
		got = append(got, m.Kind.String()+": "+m.What)
		if err := graph.Check(m.Workflow); err != nil {
			t.Errorf("%s %s: %v", m.Kind, m.What, err)
		}
		if text(t, m.Workflow) == before {
			t.Errorf("%s %s: nothing differs", m.Kind, m.What)
		}
	}
	want := []string{
		`gate dropped: "ask"`, `gate dropped: the confirmation of tool "wipe"`,
		`step skipped: "pay"`, `step skipped: "clean"`, `step skipped: "wipe"`,
		`steps swapped: "ask" and "pay"`, `steps swapped: "pay" and "clean"`,
		`step bypassed: "ask"`, `step bypassed: "pay"`, `step bypassed: "clean"`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("mutants (-want +got):\n%s", diff)
	}
	if text(t, w) != before {
		t.Error("making mutants changed the workflow")
	}
}

// TestKilled holds which mistakes a policy finds.
func TestKilled(t *testing.T) {
	for _, tt := range []struct {
		rule string
		want []string
	}{
		{"human before tool:pay", []string{`gate dropped: "ask"`, `steps swapped: "ask" and "pay"`, `step bypassed: "ask"`}},
		{"tool:pay -> F human", []string{`gate dropped: the confirmation of tool "wipe"`, `step skipped: "clean"`, `step skipped: "wipe"`, `steps swapped: "pay" and "clean"`, `step bypassed: "clean"`}},
		{"at most 3 tool:pay", nil},
	} {
		r := product.MustCompile(tt.rule)
		if res := product.Check(example(), r, product.Options{}); res.Verdict != verdict.Holds {
			t.Fatalf("%q: verdict %v of the workflow itself", tt.rule, res.Verdict)
		}
		var got []string
		for m := range All(example()) {
			if product.Check(m.Workflow, r, product.Options{}).Verdict == verdict.Violated {
				got = append(got, m.Kind.String()+": "+m.What)
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q finds (-want +got):\n%s", tt.rule, diff)
		}
	}
}

// TestStop: a loop over mutants may stop at any of them.
func TestStop(t *testing.T) {
	n := 0
	for range All(example()) {
		n++
		seen := 0
		for range All(example()) {
			if seen++; seen == n {
				break
			}
		}
	}
}
