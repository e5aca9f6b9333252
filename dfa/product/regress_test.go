package product_test

// This file keeps the smallest workflows on which a verdict was wrong once, with the
// right ones. The referee agrees with each.

import (
	"testing"

	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// node returns the node of the name, for a test to change.
func node(w *graph.Workflow, name string) *graph.Node {
	for i := range w.Nodes {
		if w.Nodes[i].Name == name {
			return &w.Nodes[i]
		}
	}
	panic("no node " + name)
}

// edge returns the first edge between two nodes.
func edge(w *graph.Workflow, from, to string) *graph.Edge {
	for i := range w.Edges {
		if e := &w.Edges[i]; w.Nodes[e.From].Name == from && w.Nodes[e.To].Name == to {
			return e
		}
	}
	panic("no edge " + from + " -> " + to)
}

// id returns the number of the node of the name.
func id(w *graph.Workflow, name string) graph.NodeID {
	for i := range w.Nodes {
		if w.Nodes[i].Name == name {
			return graph.NodeID(i)
		}
	}
	panic("no node " + name)
}

func join(name string) func(*graph.Workflow) {
	return func(w *graph.Workflow) { node(w, name).Join = true }
}

func TestRegressions(t *testing.T) {
	within := func(mode graph.Mode, text string, changes ...func(*graph.Workflow)) func(*graph.Workflow) {
		return func(w *graph.Workflow) {
			sub := product.Build(t, mode, text)
			for _, change := range changes {
				change(sub)
			}
			node(w, "body").Kind, node(w, "body").Sub = graph.KindSubgraph, sub
		}
	}
	limit := func(n int, success bool) func(*graph.Workflow) {
		return func(w *graph.Workflow) { w.Engine.StepLimit, w.Engine.LimitIsSuccess = n, success }
	}
	optional := func(from, to, guard string) func(*graph.Workflow) {
		return func(w *graph.Workflow) { edge(w, from, to).Guard = graph.PlainGuard(guard) }
	}
	engine := func(g graph.Engine) func(*graph.Workflow) { return func(w *graph.Workflow) { w.Engine = g } }
	type changes = []func(*graph.Workflow)
	for _, tt := range []struct {
		name, text string
		mode       graph.Mode
		changes    changes
		rule       string
		want       verdict.Verdict
	}{
		{"a join does not wait for a step whose edge may not exist", "s -> j\nn -> j\nj -> e", graph.ModeAny,
			changes{join("j"), optional("n", "j", "c")}, "human before node:j", verdict.Violated},
		{"a join waits for a step whose edge may exist", "s -> j\nn -> j\nj -> e", graph.ModeAny,
			changes{join("j"), optional("n", "j", "c")}, "ltlf: F node:j", verdict.Violated},
		{"a join that leads to itself starves, also if an exit ends the run then", "s -> j\nj => j, e", graph.ModeAny,
			changes{join("j"), engine(graph.Engine{ExitEnds: true})}, "G !node:j", verdict.Holds},
		{"a join waits for steps that decide for another way", "s => a, b\na -> j, e\nb -> j\nj -> e", graph.ModeAny,
			changes{join("j")}, "ltlf: !node:j W (O node:a && O node:b)", verdict.Holds},
		{"a join of alternatives starves", "s -> a, b\na -> j\nb -> j\nj -> e", graph.ModeAny,
			changes{join("j")}, "G !node:j", verdict.Holds},
		{"a join of one step runs", "s -> j\nj -> e", graph.ModeAny,
			changes{join("j")}, "G !node:j", verdict.Violated},
		{"the engine stops the run before it is violated", "x: tool t\ns -> n\nn -> x\nx -> m\nm -> n", graph.ModeAny,
			changes{limit(3, false)}, "never tool:t after tool:t", verdict.Unknown},
		{"the engine does not stop the run before it is violated", "x: tool t\ns -> n\nn -> x\nx -> m\nm -> n", graph.ModeAny,
			changes{limit(7, false)}, "never tool:t after tool:t", verdict.Violated},
		{"the engine ends the run before what is owed", "s -> a\na -> b\nb -> c", graph.ModeAny,
			changes{limit(2, true)}, "node:a -> F node:c", verdict.Unknown},
		{"the run is over before the limit", "s -> a\na -> b\nb -> c", graph.ModeAny,
			changes{limit(4, true)}, "node:a -> F node:c", verdict.Holds},
		{"the engine ends a body, and the run goes on", "x: tool rm\ns -> body\nbody -> x", graph.ModeAny,
			changes{within(graph.ModeAny, "h: human\ns -> a\na -> a, h\nh -> e", limit(5, true))}, "human before tool:rm", verdict.Unknown},
		{"a loop that the engine ends is left", "h: human\ns -> body\nbody -> h", graph.ModeAny,
			changes{within(graph.ModeAny, "s -> a\na -> a", limit(5, true))}, "node:a -> F human", verdict.Unknown},
		{"a body that is a loop", "s -> body\nbody -> e", graph.ModeAny,
			changes{within(graph.ModeAny, "s -> a\na -> e"), func(w *graph.Workflow) { node(w, "body").Bound = graph.Known(2) }}, "at most 1 node:a", verdict.Violated},
		{"a body that is a loop has a bound", "s -> body\nbody -> e", graph.ModeAny,
			changes{within(graph.ModeAny, "s -> a\na -> e"), func(w *graph.Workflow) { node(w, "body").Bound = graph.Known(2) }}, "at most 2 node:a", verdict.Holds},
		{"bounds are counted up to a limit", "s -> body\nbody -> e", graph.ModeAny,
			changes{within(graph.ModeAny, "s -> a\na -> e"), func(w *graph.Workflow) { node(w, "body").Bound = graph.Known(65) }}, "at most 65 node:a", verdict.Unknown},
		{"the bound of a model is that of its rounds", "m: llm look\ns -> m\nm -> n\nn -> m, e", graph.ModeAny,
			changes{func(w *graph.Workflow) { node(w, "m").Bound = graph.Known(1) }}, "ltlf: G(node:m -> WX !node:m)", verdict.Holds},
		{"the bound of a model in a loop is that of the loop", "m: llm look\ns -> m\nm -> n\nn -> m, e", graph.ModeAny,
			changes{func(w *graph.Workflow) { node(w, "m").Bound, edge(w, "n", "m").Kind = graph.Known(1), graph.EdgeLoop }},
			"ltlf: G(node:m -> WX !node:m)", verdict.Violated},
		{"a loop has a bound", "m: llm look\ns -> m\nm -> n\nn -> m, e", graph.ModeAny,
			changes{func(w *graph.Workflow) { node(w, "m").Bound, edge(w, "n", "m").Kind = graph.Known(2), graph.EdgeLoop }},
			"at most 2 node:n", verdict.Holds},
		{"an edge without a value may be taken with other values, or not", "s -> a, x", graph.ModeAny,
			changes{func(w *graph.Workflow) {
				edge(w, "s", "a").Label = ""
				b := &w.Branches[0]
				b.Multi, b.Complete, b.Values, b.Together = true, true, []graph.Value{{Text: "a"}, {Text: "x"}}, [][]string{{"a", "x"}}
			}}, "ltlf: F node:a", verdict.Violated},
		{"what value takes an edge without one is not known", "s -> a, x", graph.ModeAny,
			changes{func(w *graph.Workflow) { edge(w, "s", "a").Label = "" }}, "decision:no before node:a", verdict.Unknown},
		{"an edge that is declared for another branch", "s -> a, x", graph.ModeAny,
			changes{func(w *graph.Workflow) {
				b := &w.Branches[0]
				b.Shared, b.Complete, b.Values = true, true, []graph.Value{{Text: "a"}}
			}}, "G !node:x", verdict.Holds},
		{"a router decides before an exit ends the run", "s -> r\nr -> a, b\nr -> e", graph.ModeAny,
			changes{engine(graph.Engine{ExitEnds: true})}, "G !decision:a", verdict.Violated},
		{"optional edges under one condition exist together", "s => a, b", graph.ModeAny,
			changes{optional("s", "a", "c"), optional("s", "b", "c")}, "ltlf: F node:a -> F node:b", verdict.Holds},
		{"equal conditions in two places", "s -> n\ns -> a\nn -> b", graph.ModeAny,
			changes{optional("s", "a", "c"), optional("n", "b", "c")}, "ltlf: F node:a -> F node:b", verdict.Unknown},
		{"a body begins anew each time", "s -> body\nbody -> body, e", graph.ModeAny,
			changes{within(graph.ModeAny, "s => a, b\na => j\nb => j", join("j"), engine(graph.Engine{EachToken: true}))}, "node:a before each node:j", verdict.Holds},
		{"a tool step without tools calls one", "x: tool\ns -> x", graph.ModeAny,
			nil, "G !tool", verdict.Violated},
		{"an interrupt before a body", "s -> body\nbody -> e", graph.ModeAny,
			changes{within(graph.ModeAny, "s -> a\na -> e"), func(w *graph.Workflow) { w.Interrupts = []graph.Interrupt{{Node: id(w, "body")}} }}, "human before node:a", verdict.Holds},
		{"an interrupt behind a body", "s -> body\nbody -> n", graph.ModeAny,
			changes{within(graph.ModeAny, "s -> a\na -> e"), func(w *graph.Workflow) { w.Interrupts = []graph.Interrupt{{Node: id(w, "body"), After: true}} }}, "human before node:n", verdict.Holds},
		{"a run may end at an exit that leads on", "s -> a\na -> b", graph.ModeAny,
			changes{func(w *graph.Workflow) { w.Exits = append(w.Exits, id(w, "a")) }}, "node:a -> F node:b", verdict.Violated},
		{"a model that has answered is not asked again", "m: llm look,done\ns -> m", graph.ModeAny,
			changes{func(w *graph.Workflow) { node(w, "m").Final = []string{"done"} }}, "never kind:llm after tool:done", verdict.Holds},
		{"a step runs a second time before the first run is over", "s => a, b\na -> x\nb -> x", graph.ModeAny,
			changes{engine(graph.Engine{EachToken: true}), func(w *graph.Workflow) { w.Interrupts = []graph.Interrupt{{Node: id(w, "x")}} }}, "human before each node:x", verdict.Unknown},
		{"a loop sends a second token before the first run is over", "s -> p\np -> x\np -> p, e", graph.ModeAll,
			changes{func(w *graph.Workflow) {
				w.Interrupts = []graph.Interrupt{{Node: id(w, "x")}}
				edge(w, "p", "p").Kind, node(w, "p").Bound = graph.EdgeLoop, graph.Known(2)
			}}, "human before each node:x", verdict.Unknown},
		{"a run that fails ends another of the same step", "x: tool t,u\ns => a, b\na -> x\nb -> x", graph.ModeAny,
			changes{engine(graph.Engine{EachToken: true, DeadEnd: graph.DeadEndFails})}, "at most 1 node:x", verdict.Unknown},
		{"a token that comes to a join too early ends there", "a: step\ns => a, b\na -> j, e\nb -> j\nj -> e", graph.ModeAny,
			changes{join("j"), engine(graph.Engine{EachToken: true})}, "ltlf: F node:j", verdict.Violated},
		{"an exit ends what another token leads to, or comes late", "a: step\ns => a, b\na -> e\nb -> x", graph.ModeAll,
			changes{engine(graph.Engine{ExitEnds: true})}, "G !node:x", verdict.Violated},
		{"a step may wait for a second token, or not", "j: step\nk: step\ns => a, b\na -> j\nb -> j\nj -> k", graph.ModeUnspecified,
			nil, "ltlf: F(node:k && X F node:k)", verdict.Violated},
		{"what waits for itself does not wait for another body", "s => body, other\nother -> h\nh: human", graph.ModeAll,
			changes{within(graph.ModeAll, "s => a, b\na -> b\nb -> a")}, "human before node:a", verdict.Violated},
		{"what a step decides behind its calls", "m: llm look\ns -> m\nm -> a, b", graph.ModeAny,
			nil, "ltlf: G(node:m -> !decision:a)", verdict.Holds},
		{"a decision is no step", "m: llm look\ns -> m\nm -> a, b\na -> h\nb -> h\nh: human", graph.ModeAny,
			nil, "node:m -> F[<=1] decision:a", verdict.Violated},
		{"code calls more tools than are kept in mind", "x: tool a,b,c,d,f,g\ns -> x", graph.ModeAny,
			changes{func(w *graph.Workflow) { node(w, "x").Calls = graph.CallsOnce }}, "at most 1 tool:a", verdict.Unknown},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w := product.Build(t, tt.mode, tt.text)
			for _, change := range tt.changes {
				change(w)
			}
			if err := graph.Check(w); err != nil {
				t.Fatal(err)
			}
			res := product.Check(w, product.MustCompile(tt.rule), product.Options{})
			if res.Verdict != tt.want {
				t.Errorf("%q: verdict %d, want %d (%s)", tt.rule, res.Verdict, tt.want, res.Doubt.Why)
			}
			j := newJudge(w)
			if why := j.disagreement(tt.rule, product.Options{}); why != "" || !j.whole {
				t.Errorf("%q: the referee says: %s, all of it %t", tt.rule, why, j.whole)
			}
		})
	}
}
