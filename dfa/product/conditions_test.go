package product_test

import (
	"testing"

	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// TestConditions: edges exist as the evaluations of their conditions say, whatever the
// text of these is.
func TestConditions(t *testing.T) {
	on := func(eval int) graph.Cond {
		return graph.Cond{Eval: graph.EvalID(eval), Text: "q", Pos: graph.Pos{File: "w.go", Line: 1}}
	}
	off := func(eval int) graph.Cond {
		c := on(eval)
		c.Neg = true
		return c
	}
	type when struct {
		from, to string
		guard    graph.Guard
	}
	for _, test := range []struct {
		name, text string
		edges      []when
		rule       string
		want       verdict.Verdict
	}{
		{"two evaluations of what reads alike", "s => a, b", []when{{"s", "a", graph.Guard{on(1)}}, {"s", "b", graph.Guard{on(2)}}},
			"ltlf: F node:a -> F node:b", verdict.Violated},
		{"one evaluation", "s => a, b", []when{{"s", "a", graph.Guard{on(1)}}, {"s", "b", graph.Guard{on(1)}}},
			"ltlf: F node:a -> F node:b", verdict.Holds},
		{"one evaluation in two places", "s -> n\ns -> a\nn -> b", []when{{"s", "a", graph.Guard{on(1)}}, {"n", "b", graph.Guard{on(1)}}},
			"ltlf: F node:a -> F node:b", verdict.Holds},
		{"both sides of one evaluation", "s => a, b", []when{{"s", "a", graph.Guard{on(1)}}, {"s", "b", graph.Guard{off(1)}}},
			"ltlf: F node:a || F node:b", verdict.Holds},
		{"both sides of two evaluations", "s => a, b", []when{{"s", "a", graph.Guard{on(1)}}, {"s", "b", graph.Guard{off(2)}}},
			"ltlf: F node:a || F node:b", verdict.Violated},
		{"if, else if, else: one", "s => a, b, c", []when{{"s", "a", graph.Guard{on(1)}}, {"s", "b", graph.Guard{off(1), on(2)}}, {"s", "c", graph.Guard{off(1), off(2)}}},
			"ltlf: F node:a || F node:b || F node:c", verdict.Holds},
		{"if, else if, else: no two", "s => a, b, c", []when{{"s", "a", graph.Guard{on(1)}}, {"s", "b", graph.Guard{off(1), on(2)}}, {"s", "c", graph.Guard{off(1), off(2)}}},
			"ltlf: !(F node:a && F node:b) && !(F node:b && F node:c)", verdict.Holds},
		{"a condition within another one", "s => a, b", []when{{"s", "a", graph.Guard{on(1)}}, {"s", "b", graph.Guard{on(1), on(2)}}},
			"ltlf: F node:b -> F node:a", verdict.Holds},
		{"a condition within another one may fail", "s => a, b", []when{{"s", "a", graph.Guard{on(1)}}, {"s", "b", graph.Guard{on(1), on(2)}}},
			"ltlf: F node:a -> F node:b", verdict.Violated},
		{"a choice of conditions", "s => a, b", []when{{"s", "a", graph.Guard{{Any: []graph.Guard{{on(1)}, {on(2)}}}}}, {"s", "b", graph.Guard{off(1), off(2)}}},
			"ltlf: F node:a || F node:b", verdict.Holds},
		{"evaluations of which nothing is known", "s => a, b", []when{{"s", "a", graph.Guard{on(0)}}, {"s", "b", graph.Guard{on(0)}}},
			"ltlf: F node:a -> F node:b", verdict.Unknown},
		{"conditions without words", "s => a, b", []when{{"s", "a", graph.PlainGuard("…")}, {"s", "b", graph.PlainGuard("…")}},
			"ltlf: F node:a -> F node:b", verdict.Violated},
	} {
		w := product.Build(t, graph.ModeAny, test.text)
		for _, e := range test.edges {
			edge(w, e.from, e.to).Guard = e.guard
		}
		got := product.On(w).Check(product.MustCompile(test.rule), product.Options{})
		if got.Verdict != test.want {
			t.Errorf("%s: %s: %v (%v), want %v", test.name, test.rule, got.Verdict, got.Doubt, test.want)
		}
	}
}
