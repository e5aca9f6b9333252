package product_test

// This file says what a node does when it runs: which events, in which order.

import (
	"slices"

	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/graph"
)

// running is the event of a run of n that calls nothing.
func running(n *graph.Node) product.What {
	switch {
	case n.Kind == graph.KindEntry || n.Kind == graph.KindExit || n.Kind == graph.KindSubgraph:
		return product.Pass
	case n.Generated && n.Kind == graph.KindHuman:
		return product.Ask
	case n.Generated:
		return product.Pass
	}
	return product.Run
}

func calls(n *graph.Node) bool { return len(n.Tools) > 0 && n.Calls != graph.CallsNone }

// plain reports whether all that n does is one event.
func plain(w *graph.Workflow, n graph.NodeID) bool {
	return !calls(&w.Nodes[n]) && !interrupted(w, n, false) && !interrupted(w, n, true)
}

// one reports whether the run of n is the call of its tool.
func one(n *graph.Node) bool {
	return len(n.Tools) == 1 && (n.Calls == graph.CallsOnce || n.Calls == graph.CallsUnspecified)
}

// rounds reports whether n is a model that is asked again after its calls.
func rounds(n *graph.Node) bool { return n.Kind == graph.KindLLM && n.Calls == graph.CallsAny }

// final reports whether the result of t is the answer of the model n.
func final(n *graph.Node, t *graph.Tool) bool { return rounds(n) && slices.Contains(n.Final, t.Name) }

// begin returns how n begins.
func (r referee) begin(st step, n *graph.Node, does func(product.What, *graph.Tool, step) turn) []turn {
	over := step{node: st.node, stage: behind}
	switch {
	case !calls(n):
		return []turn{does(running(n), nil, over)}
	case !one(n):
		return []turn{does(running(n), nil, step{node: st.node, stage: calling, round: 1})}
	}
	t, what := n.Tools[0], product.RunAndCall
	if running(n) == product.Pass {
		what = product.Call
	}
	if st.asked != nil {
		return []turn{does(what, t, over), does(running(n), nil, over)}
	}
	var list []turn
	if t.Gate.Kind != graph.GateNone {
		st.asked = t
		list = append(list, does(product.Ask, nil, st))
	}
	if t.Gate.Kind == graph.GateNone || t.Gate.Kind == graph.GateConditional {
		list = append(list, does(what, t, over))
	}
	return list
}

// call returns how n goes on calling its tools.
func (r referee) call(w *graph.Workflow, st step, does func(product.What, *graph.Tool, step) turn) []turn {
	n := &w.Nodes[st.node]
	if t := st.asked; t != nil {
		st.asked = nil
		called := st
		called.final = st.final || final(n, t)
		return onlyCalls([]turn{does(product.Call, t, called), does(product.Pass, nil, st)})
	}
	var list []turn
	for i, t := range n.Tools {
		then := st
		if n.Calls == graph.CallsOnce {
			if st.used>>i&1 != 0 {
				continue
			}
			then.used |= 1 << i
		}
		if t.Gate.Kind == graph.GateNone || t.Gate.Kind == graph.GateConditional {
			called := then
			called.final = then.final || final(n, t)
			list = append(list, does(product.Call, t, called))
		}
		if t.Gate.Kind != graph.GateNone {
			then.asked = t
			list = append(list, does(product.Ask, nil, then))
		}
	}
	list = append(onlyCalls(list), does(product.Pass, nil, step{node: st.node, stage: behind}))
	if rounds(n) && !st.final {
		// The bound of a step in a loop of edges is that of the loop.
		looped := slices.ContainsFunc(w.Edges, func(e graph.Edge) bool {
			return e.Kind == graph.EdgeLoop && (e.From == st.node || e.To == st.node)
		})
		limit := n.Bound.State == graph.BoundKnown && !looped
		if !limit || st.round < n.Bound.N {
			then := st
			if limit {
				then.round++
			}
			list = append(list, does(running(n), nil, then))
		}
	}
	return list
}

func onlyCalls(list []turn) []turn {
	for i := range list {
		list[i].calls = true
	}
	return list
}
