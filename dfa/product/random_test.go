package product_test

// This file makes random small workflows.

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/agentvet/agentvet/graph"
)

// A maker makes workflows in which every construct occurs that runs depend on.
type maker struct {
	*rand.Rand
	tools []*graph.Tool
	parts int
	t     *testing.T // of tests that build from texts

	unnamed int  // conditions without an identity so far
	values  bool // calls have arguments, and rules compare them with those of earlier calls
}

func newMaker(seed int64) *maker {
	m := &maker{Rand: rand.New(rand.NewSource(seed))}
	for i, gate := range []graph.GateKind{graph.GateNone, graph.GateNone, graph.GateConfirm, graph.GateConditional} {
		m.tools = append(m.tools, &graph.Tool{Name: fmt.Sprintf("t%d", i), Gate: graph.Gate{Kind: gate}})
	}
	m.tools[1].Events = []string{"tool:alias"}
	return m
}

func (m *maker) chance(percent int) bool { return m.Intn(100) < percent }

// workflow returns a workflow of at most nodes nodes, with bodies nested at most
// depth levels deep.
func (m *maker) workflow(nodes, depth int) *graph.Workflow {
	m.parts++
	w := &graph.Workflow{Name: fmt.Sprintf("w%d", m.parts), Mode: graph.Mode(m.Intn(3))}
	w.Engine = graph.Engine{
		DeadEnd: graph.DeadEnd(m.Intn(4)), EachToken: m.chance(30), BranchShadows: m.chance(10), LastBranchWins: m.chance(10),
	}
	w.Engine.ExitEnds = m.chance(20)
	if supersteps(w) && m.chance(25) {
		w.Engine.StepLimit, w.Engine.LimitIsSuccess = 1+m.Intn(4), m.chance(60)
	}
	var sub *graph.Workflow
	if depth > 0 && m.chance(35) {
		sub = m.workflow(4, depth-1)
	}
	w.Nodes = append(w.Nodes, graph.Node{Name: "s", Kind: graph.KindEntry})
	for range 1 + m.Intn(nodes-2) {
		w.Nodes = append(w.Nodes, m.node(w, sub))
		if m.chance(5) {
			w.Exits = append(w.Exits, graph.NodeID(len(w.Nodes)-1))
		}
	}
	inner := len(w.Nodes)
	for i := 0; i == 0 || i == 1 && m.chance(15); i++ {
		w.Exits = append(w.Exits, graph.NodeID(len(w.Nodes)))
		w.Nodes = append(w.Nodes, graph.Node{Name: fmt.Sprintf("e%d", i), Kind: graph.KindExit})
	}
	for n := range inner {
		m.leave(w, graph.NodeID(n))
	}
	if m.chance(15) {
		w.Interrupts = append(w.Interrupts, graph.Interrupt{Node: graph.NodeID(1 + m.Intn(inner-1)), After: m.chance(40)})
	}
	if m.chance(8) {
		w.Jumps = append(w.Jumps, graph.Jump{From: graph.NodeID(m.Intn(inner)), Target: "gone", Branch: graph.None})
	}
	return w
}

func (m *maker) node(w *graph.Workflow, sub *graph.Workflow) graph.Node {
	n := graph.Node{
		Name: fmt.Sprintf("n%d", len(w.Nodes)), Generated: m.chance(12), Join: m.chance(10), Sink: m.chance(10),
		Kind: []graph.Kind{graph.KindTool, graph.KindTool, graph.KindLLM, graph.KindLLM, graph.KindRouter, graph.KindHuman, graph.KindPassthrough}[m.Intn(7)],
	}
	if sub != nil && m.chance(40) {
		n.Kind, n.Sub = graph.KindSubgraph, sub
		if m.chance(40) {
			n.Bound = m.bound()
		}
		return n
	}
	if n.Kind == graph.KindTool && m.chance(80) || m.chance(30) {
		for range 1 + m.Intn(3) {
			if t := m.tools[m.Intn(len(m.tools))]; !slices.Contains(n.Tools, t) {
				n.Tools = append(n.Tools, t)
			}
		}
		n.Calls = graph.Calls(m.Intn(4))
		if n.Kind == graph.KindLLM && m.chance(50) {
			n.Calls = graph.CallsAny
		}
		if m.values && m.chance(60) {
			m.arguments(&n)
		}
		if m.chance(20) {
			n.Final = []string{n.Tools[0].Name}
		}
	}
	if m.chance(25) {
		n.Bound = m.bound()
	}
	return n
}

// arguments says what calls of n pass, all of it or a part.
func (m *maker) arguments(n *graph.Node) {
	args := make(map[string]any)
	for _, t := range n.Tools {
		one := make(map[string]any)
		for _, name := range []string{"n", "k"} {
			if m.chance(60) {
				one[name] = 1 + m.Intn(2)
			}
		}
		if m.chance(20) {
			one["n"] = []int{1, 2}[:m.Intn(3)]
		}
		args[t.Name] = one
	}
	text, err := json.Marshal(args)
	if err != nil {
		panic(err)
	}
	n.Args, n.Exact = string(text), m.chance(60)
}

func (m *maker) bound() graph.Bound {
	if m.chance(20) {
		return graph.Bound{State: []graph.BoundState{graph.BoundUnlimited, graph.BoundPresent}[m.Intn(2)]}
	}
	return graph.Known(1 + m.Intn(3))
}

// target returns a node, other than the entry.
func (m *maker) target(w *graph.Workflow) graph.NodeID {
	return graph.NodeID(1 + m.Intn(len(w.Nodes)-1))
}

// guard returns a guard of which only the text is known, or one of conditions with an
// identity, one of which may have none.
func (m *maker) guard() graph.Guard {
	if m.chance(50) {
		return graph.PlainGuard([]string{"c", "!c", "!(c)", "d"}[m.Intn(4)])
	}
	cond := func() graph.Cond {
		if m.chance(10) {
			m.unnamed++
			return graph.Cond{Text: fmt.Sprint("u", m.unnamed), Neg: m.chance(50), Pos: graph.Pos{File: "u.go", Line: m.unnamed}}
		}
		id := 1 + m.Intn(2)
		return graph.Cond{Eval: graph.EvalID(id), Text: fmt.Sprint("x", id), Neg: m.chance(50)}
	}
	g := graph.Guard{cond()}
	switch m.Intn(4) {
	case 0:
		g = append(g, cond())
	case 1:
		g = graph.Guard{{Any: []graph.Guard{g, {cond(), cond()}}}}
	}
	return g
}

// leave adds the edges that leave n.
func (m *maker) leave(w *graph.Workflow, n graph.NodeID) {
	plain := func() {
		e := graph.Edge{From: n, To: m.target(w), Kind: graph.EdgeDirect, Branch: graph.None}
		if m.chance(8) {
			e.Guard = m.guard()
		}
		w.Edges = append(w.Edges, e)
	}
	switch k := m.Intn(20); {
	case k < 1: // a dead end
	case k < 8:
		plain()
	case k < 12:
		plain()
		plain()
	case k < 17:
		m.branch(w, n)
	case k < 18:
		m.branch(w, n)
		m.branch(w, n)
	default:
		m.branch(w, n)
		plain()
	}
}

// branch adds a branch of n, perhaps with the way back of a loop.
func (m *maker) branch(w *graph.Workflow, n graph.NodeID) {
	b := graph.BranchID(len(w.Branches))
	br := graph.Branch{From: n, Multi: m.chance(30), Complete: m.chance(60)}
	kind := graph.EdgeConditional
	if !br.Multi && m.chance(25) {
		kind = graph.EdgeLoop
	}
	size := 1 + m.Intn(3)
	if kind == graph.EdgeLoop {
		size = 2
	}
	for i := range size {
		e := graph.Edge{From: n, To: m.target(w), Kind: kind, Branch: b}
		if value := string(rune('a' + i)); !m.chance(8) {
			e.Label = value
			br.Values = append(br.Values, graph.Value{Text: value})
		}
		w.Edges = append(w.Edges, e)
		kind = graph.EdgeConditional
	}
	if br.Complete && len(br.Values) > 1 && m.chance(15) {
		br.Shared, br.Values = true, br.Values[1:] // the first is of another branch
	}
	if m.chance(12) {
		br.Values = append(br.Values, graph.Value{Text: "z"})
		if br.Complete && m.chance(50) {
			w.Jumps = append(w.Jumps, graph.Jump{From: n, Target: "gone", Branch: b, Label: "z"})
		}
	}
	if br.Multi && br.Complete && m.chance(40) {
		for i, v := range br.Values {
			if i == 0 || m.chance(50) {
				br.Together = append(br.Together, nil)
			}
			last := len(br.Together) - 1
			br.Together[last] = append(br.Together[last], v.Text)
		}
	}
	w.Branches = append(w.Branches, br)
}
