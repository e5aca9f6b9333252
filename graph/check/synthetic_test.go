package check

// This file makes the workflows of the benchmarks: workflow, which looks like
// what programs build, and tangle, in which a third of the steps is at fault.

import (
	"fmt"
	"math"
	"math/rand"

	"github.com/agentvet/agentvet/graph"
)

// edgesPerNode is the density of both kinds of workflows: 10,713 edges at 5,000
// nodes.
const edgesPerNode = 10_713.0 / 5_000

const (
	sectionSize = 50  // nodes of a section, about
	defectEvery = 200 // nodes to one planted defect
	children    = 8   // sections, and supervisors, below one supervisor
)

// workflow returns a workflow of exactly n nodes and round(n*edgesPerNode)
// edges, the same for the same arguments. A tree of supervisors hands over to
// sections, so that paths grow with log n. A section is a plan, then tool loops,
// routers, loops that refine, fan-outs with joins and approved tools in random
// order, then a report that goes back to the supervisor. The density is reached
// by further labelled alternatives of the decisions in a section. With acyclic
// nothing leads back, as engines of mode all demand.
//
// Every defectEvery nodes one defect of defects is planted, in turn.
func workflow(n int, mode graph.Mode, acyclic bool) *graph.Workflow {
	g := &generator{
		w:       &graph.Workflow{Name: fmt.Sprintf("workflow_%d", n), Mode: mode, Exits: []graph.NodeID{1}},
		rnd:     rand.New(rand.NewSource(1)),
		acyclic: acyclic,
		edges:   int(math.Round(float64(n) * edgesPerNode)),
	}
	g.w.Nodes, g.w.Edges = make([]graph.Node, 0, n), make([]graph.Edge, 0, g.edges)
	entry, exit := g.node(graph.KindEntry, "start"), g.node(graph.KindExit, "end")
	sections := max(n/sectionSize, 1)
	supervisors := make([]choice, (sections+children-1)/children)
	for i := range supervisors {
		head := g.node(graph.KindRouter, fmt.Sprintf("supervisor%d", i))
		if i == 0 {
			g.edge(way{from: entry, branch: none}, head)
		} else {
			g.edge(supervisors[(i-1)/children].way(fmt.Sprintf("team%d", i)), head)
		}
		supervisors[i] = g.decide(head)
		g.edge(supervisors[i].way("done"), exit)
	}
	for s := range sections {
		g.section(s, supervisors[s/children], exit, (n-len(g.w.Nodes))/(sections-s))
	}
	g.fill()
	g.complete()
	return g.w
}

// A generator builds one workflow.
type generator struct {
	w       *graph.Workflow
	rnd     *rand.Rand
	acyclic bool
	edges   int // wanted

	name      string         // of the section at hand
	heads     []graph.NodeID // of the blocks of the section, where its decisions may lead
	decisions []choice       // of all sections; those of the section from open on
	open      int
	targets   [][]graph.NodeID // by decision: where else it may lead
}

// A choice is a branch of a node, and how many heads its section had then.
type choice struct {
	n     graph.NodeID
	b     graph.BranchID
	heads int
}

// way returns the alternative of d with a label.
func (d choice) way(label string) way { return way{d.n, d.b, label} }

// A way is where control leaves a node: an edge that still has no target.
type way struct {
	from   graph.NodeID
	branch graph.BranchID
	label  string
}

func always(n graph.NodeID) way { return way{from: n, branch: none} }

func (g *generator) node(kind graph.Kind, name string, tools ...*graph.Tool) graph.NodeID {
	n := graph.NodeID(len(g.w.Nodes))
	g.w.Nodes = append(g.w.Nodes, graph.Node{Name: name, Kind: kind, Tools: tools, Pos: graph.Pos{File: "agent.go", Line: int(n) + 1}})
	return n
}

// step adds a node of the section at hand.
func (g *generator) step(kind graph.Kind, role string, tools ...*graph.Tool) graph.NodeID {
	return g.node(kind, fmt.Sprintf("%s.%s%d", g.name, role, len(g.w.Nodes)), tools...)
}

func (g *generator) tool(name string) *graph.Tool {
	return &graph.Tool{Name: fmt.Sprintf("%s_%s%d", g.name, name, len(g.w.Nodes))}
}

func (g *generator) decide(n graph.NodeID) choice {
	g.w.Branches = append(g.w.Branches, graph.Branch{From: n, Complete: true})
	return choice{n, graph.BranchID(len(g.w.Branches) - 1), len(g.heads)}
}

// choose adds a choice that may get further alternatives.
func (g *generator) choose(n graph.NodeID) choice {
	d := g.decide(n)
	g.decisions = append(g.decisions, d)
	return d
}

func (g *generator) edge(from way, to graph.NodeID) {
	e := graph.Edge{From: from.from, To: to, Kind: graph.EdgeDirect, Branch: from.branch, Label: from.label}
	if e.Branch != none {
		e.Kind = graph.EdgeConditional
	}
	e.Pos = graph.Pos{File: "agent.go", Line: len(g.w.Edges) + 1}
	g.w.Edges = append(g.w.Edges, e)
}

func (g *generator) join(from []way, to graph.NodeID) {
	for _, f := range from {
		g.edge(f, to)
	}
}

// maxBlock is the most nodes that one block or one defect has.
const maxBlock = 6

// section adds a section of exactly size nodes.
func (g *generator) section(s int, supervisor choice, exit graph.NodeID, size int) {
	g.name, g.heads, g.open = fmt.Sprintf("s%d", s), g.heads[:0], len(g.decisions)
	end := len(g.w.Nodes) + size
	plan := g.step(graph.KindLLM, "plan")
	g.edge(supervisor.way(g.name), plan)
	ends := []way{always(plan)}
	const period = defectEvery / sectionSize
	if s%period == period-1 {
		ends = defects[s/period%len(defects)].plant(g, ends)
	}
	for len(g.w.Nodes)+maxBlock < end {
		g.heads = append(g.heads, graph.NodeID(len(g.w.Nodes)))
		ends = blocks[g.rnd.Intn(len(blocks))](g, ends)
	}
	for len(g.w.Nodes)+1 < end {
		ends = g.chain(ends)
	}
	report := g.step(graph.KindLLM, "report")
	g.join(ends, report)
	if g.acyclic {
		g.edge(always(report), exit)
	} else {
		g.edge(always(report), supervisor.n)
	}
	g.offer(report)
}

// offer notes where the decisions of the section may lead besides.
func (g *generator) offer(report graph.NodeID) {
	for _, d := range g.decisions[g.open:] {
		heads := append([]graph.NodeID{report}, g.heads...)
		if g.acyclic {
			heads = append(heads[:1], g.heads[d.heads:]...)
		}
		g.rnd.Shuffle(len(heads), func(i, j int) { heads[i], heads[j] = heads[j], heads[i] })
		g.targets = append(g.targets, heads)
	}
}

// fill gives the decisions further alternatives, one each in turn, until there
// are enough edges.
func (g *generator) fill() {
	leads := make(map[way]bool) // the label stands for the target here
	key := func(b graph.BranchID, to graph.NodeID) way { return way{to, b, ""} }
	for i := range g.w.Edges {
		leads[key(g.w.Edges[i].Branch, g.w.Edges[i].To)] = true
	}
	for round := 0; len(g.w.Edges) < g.edges; round++ {
		found := false
		for i, d := range g.decisions {
			if round >= len(g.targets[i]) || len(g.w.Edges) == g.edges {
				continue
			}
			found = true
			if to := g.targets[i][round]; to != d.n && !leads[key(d.b, to)] {
				g.edge(d.way(fmt.Sprintf("also%d", round)), to)
			}
		}
		if !found {
			panic("too few decisions for the density")
		}
	}
}

// complete lists the values of the decisions: the labels of their edges, but
// for those that a defect has added or leaves out.
func (g *generator) complete() {
	for i := range g.w.Edges {
		if e := &g.w.Edges[i]; e.Branch != none && e.Label != strayLabel {
			b := &g.w.Branches[e.Branch]
			b.Values = append(b.Values, graph.Value{Text: e.Label})
		}
	}
}

// blocks are what a section consists of. Each adds at most maxBlock nodes after
// the ways that lead to it, and returns the ways that leave it. Its first node
// is the only one that others may lead to.
var blocks = []func(*generator, []way) []way{
	(*generator).chain, (*generator).toolLoop, (*generator).toolLoop, (*generator).route,
	(*generator).route, (*generator).refine, (*generator).fanOut, (*generator).approve,
}

// chain is one step.
func (g *generator) chain(from []way) []way {
	n := g.step(graph.KindLLM, "step")
	g.join(from, n)
	return []way{always(n)}
}

// toolLoop is a model that is offered tools and the step that runs them.
func (g *generator) toolLoop(from []way) []way {
	tools := []*graph.Tool{g.tool("search"), g.tool("fetch")}
	model := g.step(graph.KindLLM, "model", tools...)
	g.join(from, model)
	run := g.step(graph.KindTool, "tools", tools...)
	g.w.Nodes[run].Calls = graph.CallsAny
	d := g.choose(model)
	g.edge(d.way("call"), run)
	if g.acyclic {
		return []way{d.way("final"), always(run)}
	}
	g.edge(always(run), model)
	return []way{d.way("final")}
}

// route is a router with two to four handlers.
func (g *generator) route(from []way) []way {
	router := g.step(graph.KindRouter, "route")
	g.join(from, router)
	d := g.choose(router)
	var ends []way
	for i := range 2 + g.rnd.Intn(3) {
		handler := g.step(graph.KindLLM, "handle")
		g.edge(d.way(fmt.Sprintf("case%d", i)), handler)
		ends = append(ends, always(handler))
	}
	return ends
}

// refine is a draft that a critic sends back until it is good.
func (g *generator) refine(from []way) []way {
	draft := g.step(graph.KindLLM, "draft")
	g.join(from, draft)
	critic := g.step(graph.KindRouter, "critic")
	g.edge(always(draft), critic)
	d := g.choose(critic)
	if g.acyclic {
		polish := g.step(graph.KindLLM, "polish")
		g.edge(d.way("revise"), polish)
		return []way{d.way("accept"), always(polish)}
	}
	g.edge(d.way("revise"), draft)
	g.w.Edges[len(g.w.Edges)-1].Kind = graph.EdgeLoop
	return []way{d.way("accept")}
}

// fanOut is a split into two to four workers and their join.
func (g *generator) fanOut(from []way) []way {
	split := g.step(graph.KindPassthrough, "split")
	g.join(from, split)
	workers := make([]graph.NodeID, 2+g.rnd.Intn(3))
	for i := range workers {
		workers[i] = g.step(graph.KindTool, "work", g.tool("work"))
		g.edge(always(split), workers[i])
		g.w.Edges[len(g.w.Edges)-1].Kind = graph.EdgeParallel
	}
	merge := g.step(graph.KindPassthrough, "merge")
	for _, n := range workers {
		g.edge(always(n), merge)
	}
	return []way{always(merge)}
}

// approve is a sensitive tool behind a human who may refuse it.
func (g *generator) approve(from []way) []way {
	human := g.step(graph.KindHuman, "approve")
	g.join(from, human)
	act := g.step(graph.KindTool, "act", g.sensitive())
	d := g.choose(human)
	g.edge(d.way("yes"), act)
	return []way{d.way("no"), always(act)}
}

func (g *generator) sensitive() *graph.Tool { return g.tool("delete") }

// tangle returns a random workflow of as many nodes and edges as workflow, like
// those of Agentproof's scripts/benchmark_scale.py: steps (40% LLM, 30% TOOL,
// 20% ROUTER, 10% HUMAN) between an entry and an exit, an edge from the entry to
// the first three, random edges (20% conditional) without loops at one step and
// without repeats, and an edge to the exit from each step that has none.
func tangle(n int, mode graph.Mode) *graph.Workflow {
	rnd := rand.New(rand.NewSource(42))
	exit := graph.NodeID(n - 1)
	w := &graph.Workflow{Name: fmt.Sprintf("tangle_%d", n), Mode: mode, Exits: []graph.NodeID{exit}}
	w.Nodes = make([]graph.Node, n)
	w.Nodes[0], w.Nodes[exit] = graph.Node{Name: "start", Kind: graph.KindEntry}, graph.Node{Name: "end", Kind: graph.KindExit}
	for i := 1; i < n-1; i++ {
		w.Nodes[i] = tangleStep(rnd, i)
	}
	leads := make([]bool, n)
	branch := make(map[graph.NodeID]graph.BranchID)
	seen := make(map[[2]graph.NodeID]bool, 2*n)
	open := n - 2 // steps without an edge
	add := func(from, to graph.NodeID, conditional bool) {
		e := graph.Edge{From: from, To: to, Kind: graph.EdgeDirect, Branch: none}
		if from == to || seen[[2]graph.NodeID{from, to}] {
			return
		}
		seen[[2]graph.NodeID{from, to}] = true
		if conditional {
			b, ok := branch[from]
			if !ok {
				b = graph.BranchID(len(w.Branches))
				branch[from] = b
				w.Branches = append(w.Branches, graph.Branch{From: from})
			}
			e.Kind, e.Branch = graph.EdgeConditional, b
		}
		w.Edges = append(w.Edges, e)
		if from != 0 && !leads[from] {
			leads[from] = true
			open--
		}
	}
	for i := range min(3, n-2) {
		add(0, graph.NodeID(i+1), rnd.Float64() < 0.3)
	}
	for want := int(math.Round(float64(n) * edgesPerNode)); len(w.Edges)+open < want; {
		add(graph.NodeID(1+rnd.Intn(n-2)), graph.NodeID(1+rnd.Intn(n-1)), rnd.Float64() < 0.2)
	}
	for i := graph.NodeID(1); i < exit; i++ {
		if !leads[i] {
			add(i, exit, false)
		}
	}
	return w
}

func tangleStep(rnd *rand.Rand, i int) graph.Node {
	node := graph.Node{Name: fmt.Sprintf("n%d", i), Kind: graph.KindHuman}
	switch k := rnd.Float64(); {
	case k < 0.4:
		node.Kind = graph.KindLLM
	case k < 0.7:
		node.Kind = graph.KindTool
		name := "tool_%d"
		if i%10 == 0 {
			name = "tool_delete_%d"
		}
		node.Tools = []*graph.Tool{{Name: fmt.Sprintf(name, i)}}
	case k < 0.9:
		node.Kind = graph.KindRouter
	}
	return node
}
