package check_test

import (
	"fmt"
	"math/rand"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// A maker makes random small workflows: every construct that the checks look
// at occurs, most of the time in a wrong place.
type maker struct {
	*rand.Rand
	unknowns bool
	acyclic  bool
	joins    bool // some nodes wait, whatever the mode
	sets     bool // what some branches return together is known
	mode     graph.Mode
	tools    []*graph.Tool
	count    int
}

func newMaker(seed int64) *maker {
	m := &maker{Rand: rand.New(rand.NewSource(seed))}
	for i, gate := range []graph.GateKind{graph.GateNone, graph.GateNone, graph.GateConfirm, graph.GateConditional} {
		m.tools = append(m.tools, &graph.Tool{
			Name:  fmt.Sprintf("t%d", i),
			Hints: graph.Hints{Destructive: graph.HintOf(i != 1)},
			Gate:  graph.Gate{Kind: gate},
		})
	}
	return m
}

func (m *maker) chance(percent int) bool { return m.Intn(100) < percent }

// workflow returns a workflow of at most nodes nodes, with bodies nested at
// most depth levels deep.
func (m *maker) workflow(nodes, depth int) *graph.Workflow {
	m.count++
	n := 2 + m.Intn(nodes-1)
	w := &graph.Workflow{Name: fmt.Sprintf("w%d", m.count), Mode: m.mode}
	var subs []*graph.Workflow
	if depth > 0 && m.chance(60) {
		subs = append(subs, m.workflow(nodes-2, depth-1))
	}
	for i := range n {
		w.Nodes = append(w.Nodes, m.node(i, subs))
		if k := w.Nodes[i].Kind; k == graph.KindExit && m.chance(90) || m.chance(3) {
			w.Exits = append(w.Exits, graph.NodeID(i))
		}
	}
	m.engine(w)
	m.edges(w)
	m.rest(w)
	return w
}

func (m *maker) node(i int, subs []*graph.Workflow) graph.Node {
	node := graph.Node{Name: fmt.Sprintf("n%d", i), Kind: graph.KindLLM, Generated: m.chance(10)}
	if i == 0 {
		node.Kind = graph.KindEntry
		return node
	}
	node.Kind = []graph.Kind{
		graph.KindExit, graph.KindTool, graph.KindTool, graph.KindLLM, graph.KindRouter, graph.KindHuman, graph.KindPassthrough,
	}[m.Intn(7)]
	if node.Kind != graph.KindExit && m.chance(40) {
		for range 1 + m.Intn(2) {
			node.Tools = append(node.Tools, m.tools[m.Intn(len(m.tools))])
		}
	}
	node.Calls = graph.Calls(m.Intn(4))
	node.Join = m.joins && m.chance(20)
	if len(subs) > 0 && m.chance(40) && node.Kind != graph.KindExit {
		node.Kind, node.Sub, node.Tools = graph.KindSubgraph, subs[m.Intn(len(subs))], nil
	}
	return node
}

func (m *maker) engine(w *graph.Workflow) {
	w.Engine = graph.Engine{DeadEnd: graph.DeadEnd(m.Intn(4)), LimitIsSuccess: m.chance(20)}
	if m.chance(30) {
		w.Engine.ExitEnds = m.chance(50)
		w.Engine.BranchShadows = m.chance(50)
		w.Engine.LastBranchWins = m.chance(50)
	}
}

func (m *maker) edges(w *graph.Workflow) {
	n := len(w.Nodes)
	for range m.Intn(3) {
		from := graph.NodeID(m.Intn(n))
		b := graph.Branch{From: from, Multi: m.chance(30), Complete: m.chance(50)}
		for range m.Intn(3) {
			b.Values = append(b.Values, graph.Value{Text: string(rune('a' + m.Intn(4)))})
		}
		if m.sets && b.Multi && b.Complete && len(b.Values) > 0 {
			b.Together = m.together(b.Values)
		}
		w.Branches = append(w.Branches, b)
	}
	for range n/2 + m.Intn(2*n) {
		from, to := m.Intn(n), m.Intn(n)
		if m.acyclic {
			if from == to {
				continue
			}
			from, to = min(from, to), max(from, to)
		}
		e := graph.Edge{From: graph.NodeID(from), To: graph.NodeID(to), Kind: graph.EdgeDirect, Branch: graph.None}
		for b := range w.Branches {
			if w.Branches[b].From == e.From && m.chance(60) {
				e.Branch, e.Kind = graph.BranchID(b), graph.EdgeConditional
				if m.chance(70) {
					e.Label = string(rune('a' + m.Intn(4)))
				}
			}
		}
		if e.Branch == graph.None && m.chance(12) {
			e.Guard = m.guard(len(w.Edges))
		}
		if !m.acyclic && m.chance(8) {
			e.Kind = graph.EdgeLoop
		}
		w.Edges = append(w.Edges, e)
	}
}

// guard returns the guard of edge n: of which only the text is known, or one of conditions
// with an identity, one of which may have none.
func (m *maker) guard(n int) graph.Guard {
	if m.chance(50) {
		return graph.PlainGuard([]string{"c", "!c", "!(c)", "d"}[m.Intn(4)])
	}
	if m.chance(5) {
		return graph.Guard{{Text: fmt.Sprint("u", n), Pos: graph.Pos{File: "u.go", Line: 1 + n}}}
	}
	cond := func(id int) graph.Cond {
		return graph.Cond{Eval: graph.EvalID(id), Text: fmt.Sprint("x", id), Neg: m.chance(50)}
	}
	switch m.Intn(4) {
	case 0:
		return graph.Guard{cond(1), cond(2)}
	case 1:
		return graph.Guard{{Any: []graph.Guard{{cond(1)}, {cond(2)}}}}
	}
	return graph.Guard{cond(1 + m.Intn(2))}
}

// together returns sets that have each of the values, or nil.
func (m *maker) together(values []graph.Value) [][]string {
	var one, each [][]string
	for i, v := range values {
		if i == 0 {
			one = append(one, nil)
		}
		one[0] = append(one[0], v.Text)
		each = append(each, []string{v.Text})
	}
	return [][][]string{nil, one, each}[m.Intn(3)]
}

func (m *maker) rest(w *graph.Workflow) {
	n := len(w.Nodes)
	if m.chance(15) {
		node := graph.NodeID(m.Intn(n + 1))
		if int(node) == n {
			node = graph.None
		}
		w.Interrupts = append(w.Interrupts, graph.Interrupt{Name: "i", Node: node, After: m.chance(40)})
	}
	if m.chance(12) {
		w.Jumps = append(w.Jumps, graph.Jump{From: graph.NodeID(m.Intn(n)), Source: "x", Target: []string{"gone", "lost"}[m.Intn(2)], Branch: graph.None})
	}
	if !m.unknowns || m.chance(50) {
		return
	}
	u := graph.Unknown{What: graph.UnknownKind(m.Intn(6)), Node: graph.NodeID(m.Intn(n)), Reason: reason.Words("test")}
	if u.What == graph.UnknownAnything || w.Nodes[u.Node].Kind == graph.KindExit {
		u.What, u.Node = graph.UnknownAnything, graph.None
	}
	w.Unknowns = append(w.Unknowns, u)
}

// permuted returns w with nodes and edges in another order; bodies stay.
func (m *maker) permuted(w *graph.Workflow) *graph.Workflow {
	s := *w
	to := m.Perm(len(w.Nodes))
	move := func(n graph.NodeID) graph.NodeID {
		if n == graph.None {
			return n
		}
		return graph.NodeID(to[n])
	}
	s.Nodes = make([]graph.Node, len(w.Nodes))
	for i := range w.Nodes {
		s.Nodes[to[i]] = w.Nodes[i]
	}
	s.Entry = move(w.Entry)
	s.Exits = nil
	for _, x := range w.Exits {
		s.Exits = append(s.Exits, move(x))
	}
	s.Branches = append([]graph.Branch(nil), w.Branches...)
	for i := range s.Branches {
		s.Branches[i].From = move(s.Branches[i].From)
	}
	s.Edges = append([]graph.Edge(nil), w.Edges...)
	for i := range s.Edges {
		s.Edges[i].From, s.Edges[i].To = move(s.Edges[i].From), move(s.Edges[i].To)
	}
	m.Shuffle(len(s.Edges), func(i, j int) { s.Edges[i], s.Edges[j] = s.Edges[j], s.Edges[i] })
	s.Interrupts = append([]graph.Interrupt(nil), w.Interrupts...)
	for i := range s.Interrupts {
		s.Interrupts[i].Node = move(s.Interrupts[i].Node)
	}
	s.Jumps = append([]graph.Jump(nil), w.Jumps...)
	for i := range s.Jumps {
		s.Jumps[i].From = move(s.Jumps[i].From)
	}
	s.Unknowns = append([]graph.Unknown(nil), w.Unknowns...)
	for i := range s.Unknowns {
		s.Unknowns[i].Node = move(s.Unknowns[i].Node)
	}
	return &s
}
