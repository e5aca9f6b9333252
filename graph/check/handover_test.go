package check_test

// This file checks the rule about agents that hand over to each other in a circle.

import (
	"fmt"
	"math/rand"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
	"github.com/agentvet/agentvet/internal/golden"
)

func TestHandovers(t *testing.T) {
	const pair = "s:entry a:llm b:llm e:exit s>a a?b=b a?e=0 b?a=a b?e=0"
	limit := func(b graph.Bound) func(*graph.Workflow) {
		return engine(graph.Engine{Handovers: b, DeadEnd: graph.DeadEndExits}, graph.ModeAny)
	}
	ends := engine(graph.Engine{DeadEnd: graph.DeadEndExits}, graph.ModeAny)
	var out strings.Builder
	for _, c := range []struct {
		name, line string
		changes    []func(*graph.Workflow)
	}{
		{"two that hand over to each other", pair, changes(agents("a", "b"), ends)},
		{"each has a limit of its own, which begins again", pair, changes(agents("a", "b"), bound(graph.Known(3), "a", "b"), ends)},
		{"the run has a limit", pair, changes(agents("a", "b"), limit(graph.Known(9)))},
		{"the run has some limit", pair, changes(agents("a", "b"), limit(graph.Bound{State: graph.BoundPresent}))},
		{"the limit of the run is off", pair, changes(agents("a", "b"), limit(graph.Bound{State: graph.BoundUnlimited}))},
		{"the engine has a limit of steps", pair, changes(agents("a", "b"), engine(graph.Engine{StepLimit: 9}, graph.ModeAny))},
		{"code decides", pair, changes(agents("a", "b"), router("n < 3", ""), second("n < 3", ""), ends)},
		{"one way", "s:entry a:llm b:llm e:exit s>a a?b=b a?e=0 b>e", changes(agents("a", "b"), ends)},
		{"one is called like a tool", "s:entry a:llm b:llm e:exit s>a a?b=b a?e=0 b>a", changes(agents("a", "b"), ends)},
		{"a sequence hands back", "s:entry a:llm b:llm c:llm e:exit s>a a?b=b a?e=0 b>c c?a=a c?e=0", changes(agents("a", "b", "c"), ends)},
		{"a sequence that is called like a tool", "s:entry a:llm b:llm c:llm e:exit s>a a?b=b a?e=0 b>c c>a", changes(agents("a", "b", "c"), ends)},
		{"to itself", "s:entry a:llm e:exit s>a a?a=again a?e=0", changes(agents("a"), ends)},
		{"two circles", "s:entry a:llm b:llm c:llm d:llm e:exit s>a a?b=b a?c=c b?a=a b?e=0 c?d=d c?e=0 d?c=c d?e=0", changes(agents("a", "b", "c", "d"), ends)},
		{"a human in each round", "s:entry a:llm h:human b:llm e:exit s>a a?h=b a?e=0 h>b b?a=a b?e=0", changes(agents("a", "b"), ends)},
		{"nothing leads there", "s:entry x:llm a:llm b:llm e:exit s>x x>e a?b=b a?e=0 b?a=a b?e=0", changes(agents("a", "b"), ends)},
		{"what one does is not known", pair, changes(agents("a", "b"), unknown(graph.UnknownBody, 2), ends)},
		{"a file that does not say what runs it", pair, changes(agents("a", "b"), engine(graph.Engine{}, graph.ModeUnspecified))},
		{"only without the edges that close cycles does one come before the other",
			"s:entry f:router v:llm y:llm x:llm e:exit s>f f?v=0 f?x=1 v>y y?v=v y?x=x y?e=0 x?y=y x?e=1", changes(agents("v", "y", "x"), ends)},
	} {
		w := build(c.line)
		for _, change := range c.changes {
			change(w)
		}
		fmt.Fprintf(&out, "# %s\n", c.name)
		for _, p := range flats(check.RunAll([]*graph.Workflow{w}, check.Options{})) {
			if p.Rule() == rules.HandoverCycle {
				fmt.Fprintf(&out, "%s\n", describe(p))
			}
		}
	}
	golden.Compare(t, filepath.Join("testdata", "handover.txt"), out.String())
}

// TestHandoverCircles compares the rule with its definition, on random small workflows:
// either hand-overs alone lead from an agent back to it, or one leads to an agent without
// which nothing reaches the one that hands over.
func TestHandoverCircles(t *testing.T) {
	found := 0
	for seed := range int64(3000) {
		r := rand.New(rand.NewSource(seed))
		o := newHandoverOracle(r)
		got := 0
		for _, p := range check.Run(o.w, check.Options{}) {
			if p.Rule() != rules.HandoverCycle {
				continue
			}
			got++
			b := p.Common()
			circle := b.Witness[b.Cycle:]
			if first, last := circle[0], circle[len(circle)-1]; first.Node != b.Node || last.Node != b.Node || !o.hand[last.Edge] {
				t.Fatalf("seed %d: the circle %v does not close by a hand-over to %d\n%s", seed, circle, b.Node, o.w.Text())
			}
		}
		if want := o.circle(); want != (got > 0) {
			t.Fatalf("seed %d: %d circles found, want some: %v\n%s", seed, got, want, o.w.Text())
		}
		if got > 0 {
			found++
		}
	}
	if found < 500 || found > 2500 {
		t.Errorf("%d of 3000 workflows have a circle: the sample says little", found)
	}
}

// A handoverOracle is a random workflow of agents, and its edges once more.
type handoverOracle struct {
	w        *graph.Workflow
	from, to []int
	hand     map[graph.EdgeID]bool
	n        int
}

func newHandoverOracle(r *rand.Rand) *handoverOracle {
	o := &handoverOracle{hand: make(map[graph.EdgeID]bool), n: 3 + r.Intn(4)}
	o.w = &graph.Workflow{Name: "w", Mode: graph.ModeAny, Engine: graph.Engine{DeadEnd: graph.DeadEndExits}}
	o.w.Nodes = append(o.w.Nodes, graph.Node{Name: "n0", Kind: graph.KindEntry})
	o.edge(0, o.any(r), graph.None)
	if r.Intn(2) == 0 {
		o.edge(0, o.any(r), graph.None)
	}
	for i := 1; i < o.n; i++ {
		name := fmt.Sprintf("n%d", i)
		o.w.Nodes = append(o.w.Nodes, graph.Node{Name: name, Kind: graph.KindLLM, Calls: graph.CallsAny, Agent: name})
		if r.Intn(3) == 0 {
			o.edge(i, o.any(r), graph.None)
			continue
		}
		for k := range r.Intn(3) {
			if k == 0 {
				o.w.Branches = append(o.w.Branches, graph.Branch{From: graph.NodeID(i)})
			}
			o.edge(i, o.any(r), graph.BranchID(len(o.w.Branches)-1))
		}
	}
	return o
}

// any returns one of the agents.
func (o *handoverOracle) any(r *rand.Rand) int { return 1 + r.Intn(o.n-1) }

func (o *handoverOracle) edge(from, to int, branch graph.BranchID) {
	kind := graph.EdgeDirect
	if branch != graph.None {
		kind = graph.EdgeConditional
	}
	o.hand[graph.EdgeID(len(o.from))] = branch != graph.None
	o.from, o.to = append(o.from, from), append(o.to, to)
	o.w.Edges = append(o.w.Edges, graph.Edge{From: graph.NodeID(from), To: graph.NodeID(to), Kind: kind, Branch: branch})
}

// reach lists the nodes that edges lead to from a node, which itself is not among them
// unless one leads back.
func (o *handoverOracle) reach(from int, pass func(e int) bool) map[int]bool {
	reached := make(map[int]bool)
	for changed := true; changed; {
		changed = false
		for e := range o.from {
			if (o.from[e] == from || reached[o.from[e]]) && pass(e) && !reached[o.to[e]] {
				reached[o.to[e]], changed = true, true
			}
		}
	}
	return reached
}

func (o *handoverOracle) circle() bool {
	live := o.reach(0, func(int) bool { return true })
	for n := 1; n < o.n; n++ {
		byHand := func(e int) bool { return o.hand[graph.EdgeID(e)] }
		if live[n] && o.reach(n, byHand)[n] {
			return true
		}
		without := o.reach(0, func(e int) bool { return o.to[e] != n })
		for e := range o.from {
			if byHand(e) && o.to[e] == n && live[o.from[e]] && !without[o.from[e]] {
				return true
			}
		}
	}
	return false
}
