package check

// This file plants the defects of the synthetic workflows, and checks that the
// workflows are what they say: so large, with these defects and no others.

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
)

// A defect is planted between the ways that lead to a block and those that
// leave it.
type defect struct {
	rule  string
	mode  graph.Mode // the mode that makes it one; unspecified if every mode does
	gates bool       // it is one only if gates are asked for
	plant func(*generator, []way) []way
}

// strayLabel is the label of an edge that its router never chooses.
const strayLabel = "stray"

var defects = []defect{
	{rule: rules.DeadEnd, plant: func(g *generator, from []way) []way {
		d := g.switchAt(from)
		g.edge(d.way("drop"), g.step(graph.KindTool, "drop", g.tool("drop")))
		return []way{d.way("next")}
	}},
	{rule: rules.Livelock, plant: func(g *generator, from []way) []way {
		d := g.switchAt(from)
		ask, wait := g.step(graph.KindLLM, "ask"), g.step(graph.KindLLM, "wait")
		g.edge(d.way("ask"), ask)
		g.edge(always(ask), wait)
		g.edge(always(wait), ask)
		return []way{d.way("next")}
	}},
	{rule: rules.Unreachable, plant: func(g *generator, from []way) []way {
		return append(from, always(g.step(graph.KindLLM, "lost")))
	}},
	{rule: rules.RouterValue, plant: func(g *generator, from []way) []way {
		d := g.switchAt(from)
		g.w.Branches[d.b].Values = []graph.Value{{Text: "forgotten"}}
		return []way{d.way("next")}
	}},
	{rule: rules.RouterTarget, plant: func(g *generator, from []way) []way {
		d := g.switchAt(from)
		return []way{d.way("next"), d.way(strayLabel)}
	}},
	{rule: rules.UndeclaredTool, plant: func(g *generator, from []way) []way {
		n := g.step(graph.KindTool, "bare")
		g.join(from, n)
		return []way{always(n)}
	}},
	{rule: rules.UndeclaredNode, plant: func(g *generator, from []way) []way {
		n := g.step(graph.KindLLM, "jump")
		g.join(from, n)
		g.w.Jumps = append(g.w.Jumps, graph.Jump{From: n, Source: g.w.Nodes[n].Name, Target: g.name + ".typo", Branch: none})
		return []way{always(n)}
	}},
	{rule: rules.RouterShape, plant: func(g *generator, from []way) []way {
		d := g.switchAt(from)
		return []way{d.way("next"), always(d.n)}
	}},
	{rule: rules.UnbalancedJoin, mode: graph.ModeAny, plant: func(g *generator, from []way) []way {
		split := g.step(graph.KindPassthrough, "split")
		g.join(from, split)
		short, first, second := g.step(graph.KindLLM, "short"), g.step(graph.KindLLM, "first"), g.step(graph.KindLLM, "second")
		merge := g.step(graph.KindLLM, "merge")
		g.edge(always(split), short)
		g.edge(always(split), first)
		g.edge(always(first), second)
		g.edge(always(short), merge)
		g.edge(always(second), merge)
		return []way{always(merge)}
	}},
	{rule: rules.HumanGate, gates: true, plant: func(g *generator, from []way) []way {
		n := g.step(graph.KindTool, "purge", g.sensitive())
		g.join(from, n)
		return []way{always(n)}
	}},
}

// switchAt adds a router of a defect.
func (g *generator) switchAt(from []way) choice {
	n := g.step(graph.KindRouter, "switch")
	g.join(from, n)
	return g.decide(n)
}

// planted returns how often each rule is broken in a workflow of n nodes.
func planted(n int, mode graph.Mode, gates bool) map[string]int {
	count := make(map[string]int)
	for i := range n / sectionSize / (defectEvery / sectionSize) {
		d := &defects[i%len(defects)]
		if (d.mode == graph.ModeUnspecified || d.mode == mode) && (gates || !d.gates) {
			count[d.rule]++
		}
	}
	return count
}

func TestWorkflow(t *testing.T) {
	for _, n := range []int{1_000, 5_000, 20_000} {
		for _, c := range benchCases() {
			t.Run(fmt.Sprintf("%s/nodes=%d", c.name, n), func(t *testing.T) {
				w := c.workflow(n)
				if edges := int(math.Round(float64(n) * edgesPerNode)); len(w.Nodes) != n || len(w.Edges) != edges {
					t.Errorf("%d nodes, %d edges, want %d, %d", len(w.Nodes), len(w.Edges), n, edges)
				}
				if c.clean {
					count := make(map[string]int)
					for _, p := range Run(w, c.options) {
						count[p.Rule()]++
					}
					if diff := cmp.Diff(planted(n, w.Mode, c.options.Sensitive != nil), count); diff != "" {
						t.Errorf("problems (-planted +found):\n%s", diff)
					}
				}
			})
		}
	}
}

// isSensitive is the rule of the benchmarks for sensitive tools.
func isSensitive(t *graph.Tool) bool { return strings.Contains(t.Name, "_delete") }
