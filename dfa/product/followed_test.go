package product_test

import (
	"math/rand"
	"testing"

	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/feasible"
	"github.com/agentvet/agentvet/graph/verdict"
)

// TestRandomStarts goes along paths with what they say that the counters start with: all edges can be taken, unless the path says
// that it is not known. What steps may leave in counters is chosen by the edges that follow.
func TestRandomStarts(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	chosen, open := 0, 0
	for range 3000 {
		w := counting(r)
		res := product.Check(w, product.MustCompile("at most 2 node:n1"), product.Options{Feasible: feasible.Guard})
		if res.Verdict != verdict.Violated {
			continue
		}
		if len(res.Unfollowed) > 0 {
			open++
			continue
		}
		chosen += len(res.Starts)
		for _, c := range w.Counters {
			value, known := c.Start, true
			if !c.Started {
				value = 0
			}
			for _, k := range res.Starts {
				if k.Counter.Name == c.Name {
					value = k.Value
				}
			}
			for i, s := range res.Path {
				if s.Edge == graph.None && i > 0 {
					continue
				}
				if s.Edge != graph.None && known {
					for _, x := range w.Edges[s.Edge].Within {
						if x.Counter == c.Name && !x.Has(value) {
							t.Fatalf("%s is %d where %s is needed, started with %v:\n%s", c.Name, value, x, res.Starts, w.Text())
						}
					}
				}
				switch does := w.Nodes[s.Node].Does(c.Name); {
				case does.Set != nil:
					value, known = *does.Set, true
				case does.Any || does.Least != does.Most:
					known = false
				default:
					value += does.Most
				}
			}
		}
	}
	if chosen == 0 {
		t.Errorf("no start was chosen; %d paths are open", open)
	}
}

// TestUnfollowed: a path says which of its conditions are not followed, and only those.
func TestUnfollowed(t *testing.T) {
	w := &graph.Workflow{
		Name: "w", Mode: graph.ModeAny, Exits: []graph.NodeID{3},
		Nodes: []graph.Node{{Name: "start", Kind: graph.KindEntry}, {Name: "work", Kind: graph.KindLLM}, {Name: "pay", Kind: graph.KindLLM}, {Name: "end", Kind: graph.KindExit}},
		Edges: []graph.Edge{
			{From: 0, To: 1, Kind: graph.EdgeDirect, Branch: graph.None},
			{From: 1, To: 2, Kind: graph.EdgeConditional, Label: "pay", Unfollowed: []graph.Unfollowed{{Text: "n > 3"}}},
			{From: 1, To: 3, Kind: graph.EdgeConditional, Label: "end", Unfollowed: []graph.Unfollowed{{Text: "!(n > 3)"}}},
			{From: 2, To: 1, Kind: graph.EdgeDirect, Branch: graph.None},
		},
		Branches: []graph.Branch{{From: 1, Func: "route", Complete: true}},
	}
	for rule, want := range map[string][]graph.Unfollowed{
		"never node:pay":     {{Text: "n > 3"}},
		"at most 1 node:pay": {{Text: "n > 3"}},
		"never node:work":    nil,
		"ltlf: F node:pay":   {{Text: "!(n > 3)"}},
	} {
		res := product.Check(w, product.MustCompile(rule), product.Options{Feasible: feasible.Guard})
		if res.Verdict != verdict.Violated || len(res.Unfollowed) != len(want) || len(want) > 0 && res.Unfollowed[0] != want[0] {
			t.Errorf("%s: %v, %v, want %v", rule, res.Verdict, res.Unfollowed, want)
		}
	}
}
