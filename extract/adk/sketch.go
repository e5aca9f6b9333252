package adk

// This file builds workflows in which a node goes to exactly one of its targets:
// those that agents make of agents.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// sketch is a workflow under construction. A node with one arrow gets an
// unconditional edge, a node with several gets one branch.
type sketch struct {
	*graph.Builder
	names  map[*agent]string
	taken  map[string]bool
	arrows map[string][]arrow
	order  []string // nodes with arrows
}

// arrow is a target of a node.
type arrow struct {
	to, label, guard string
	kind             graph.EdgeKind
	pos              graph.Pos
}

// newSketch returns a workflow with its two ends.
func newSketch(name string, pos graph.Pos) *sketch {
	s := &sketch{
		Builder: graph.NewBuilder(name, "adk", pos),
		names:   make(map[*agent]string), taken: make(map[string]bool), arrows: make(map[string][]arrow),
	}
	s.Workflow().Mode = graph.ModeAll
	s.Workflow().Engine.DeadEnd = graph.DeadEndExits
	s.node(graph.Node{Name: start, Kind: graph.KindEntry, Pos: pos})
	return s
}

// node adds a node under a name that is free, which it returns.
func (s *sketch) node(n graph.Node) string {
	name := n.Name
	for i := 2; s.taken[n.Name]; i++ {
		n.Name = fmt.Sprintf("%s#%d", name, i)
	}
	s.taken[n.Name] = true
	s.Builder.Node(n)
	return n.Name
}

// arrow adds a target, once.
func (s *sketch) arrow(from string, to arrow) {
	if len(s.arrows[from]) == 0 {
		s.order = append(s.order, from)
	}
	if !slices.ContainsFunc(s.arrows[from], func(x arrow) bool { return x.to == to.to }) {
		s.arrows[from] = append(s.arrows[from], to)
	}
}

// finish adds the end and the edges.
func (s *sketch) finish() *graph.Workflow {
	s.node(graph.Node{Name: end, Kind: graph.KindExit, Pos: s.Workflow().Pos})
	for _, from := range s.order {
		arrows := s.arrows[from]
		if len(arrows) == 1 {
			x := arrows[0]
			s.Edge(from, x.to, graph.Edge{Kind: x.kindOr(graph.EdgeDirect), Guard: x.guard, Pos: x.pos})
			continue
		}
		br := s.Branch(graph.Branch{From: s.Lookup(from), Pos: s.Workflow().Nodes[s.Lookup(from)].Pos})
		for _, x := range arrows {
			s.BranchEdge(br, from, x.to, graph.Edge{Kind: x.kindOr(graph.EdgeConditional), Label: x.label, Guard: x.guard, Pos: x.pos})
		}
	}
	return s.Build()
}

func (x arrow) kindOr(def graph.EdgeKind) graph.EdgeKind {
	if x.kind == graph.EdgeInvalid {
		return def
	}
	return x.kind
}

// agent adds the node of an agent, once, and returns its name.
func (s *sketch) agent(a *assembler, g *agent) string {
	if name, ok := s.names[g]; ok {
		return name
	}
	n, u := a.agentNode(g)
	name := s.node(n)
	s.names[g] = name
	if u != nil {
		u.Node = s.Lookup(name)
		s.Unknown(*u)
	}
	return name
}
