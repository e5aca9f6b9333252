package product_test

// This file makes workflows on which a test fails smaller.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// shrink returns w with as much left out as possible, so that it still fails.
func shrink(w *graph.Workflow, fails func(*graph.Workflow) bool) *graph.Workflow {
	for again := true; again; {
		again = false
		for _, smaller := range simpler(w) {
			if graph.Check(smaller) == nil && fails(smaller) {
				w, again = smaller, true
				break
			}
		}
	}
	return w
}

// simpler returns workflows that have one thing less than w.
func simpler(w *graph.Workflow) []*graph.Workflow {
	var list []*graph.Workflow
	try := func(change func(*graph.Workflow)) {
		s := *w
		s.Nodes, s.Edges, s.Branches = slices.Clone(w.Nodes), slices.Clone(w.Edges), slices.Clone(w.Branches)
		change(&s)
		list = append(list, &s)
	}
	for i := range w.Edges {
		try(func(s *graph.Workflow) { s.Edges = slices.Delete(s.Edges, i, i+1) })
		if len(w.Edges[i].Guard) > 0 {
			try(func(s *graph.Workflow) { s.Edges[i].Guard = nil })
		}
	}
	for i := range w.Nodes {
		n := &w.Nodes[i]
		if graph.NodeID(i) != w.Entry {
			list = append(list, withoutNode(w, graph.NodeID(i)))
		}
		if len(n.Tools) > 0 {
			try(func(s *graph.Workflow) { s.Nodes[i].Tools = n.Tools[1:] })
		}
		if n.Sub != nil {
			try(func(s *graph.Workflow) { s.Nodes[i].Sub, s.Nodes[i].Kind = nil, graph.KindPassthrough })
			for _, sub := range simpler(n.Sub) {
				try(func(s *graph.Workflow) { s.Nodes[i].Sub = sub })
			}
		}
		if n.Generated || n.Join || n.Sink || n.Bound != (graph.Bound{}) {
			try(func(s *graph.Workflow) { s.Nodes[i].Generated = false })
			try(func(s *graph.Workflow) { s.Nodes[i].Join = false })
			try(func(s *graph.Workflow) { s.Nodes[i].Sink = false })
			try(func(s *graph.Workflow) { s.Nodes[i].Bound = graph.Bound{} })
		}
	}
	if len(w.Interrupts) > 0 {
		try(func(s *graph.Workflow) { s.Interrupts = nil })
	}
	for i := range w.Jumps {
		try(func(s *graph.Workflow) { s.Jumps = slices.Delete(slices.Clone(w.Jumps), i, i+1) })
	}
	for i := range w.Branches {
		b := &w.Branches[i]
		if b.From != graph.None {
			try(func(s *graph.Workflow) { s.Branches[i].From = graph.None })
		}
		if b.Together != nil {
			try(func(s *graph.Workflow) { s.Branches[i].Together = nil })
		}
		if b.Shared {
			try(func(s *graph.Workflow) { s.Branches[i].Shared = false })
		}
		if b.Multi && b.Together == nil {
			try(func(s *graph.Workflow) { s.Branches[i].Multi = false })
		}
		for k := range b.Values {
			if b.Together == nil {
				try(func(s *graph.Workflow) { s.Branches[i].Values = slices.Delete(slices.Clone(b.Values), k, k+1) })
			}
		}
	}
	if w.Engine != (graph.Engine{}) {
		for _, change := range []func(*graph.Engine){
			func(g *graph.Engine) { g.DeadEnd = 0 }, func(g *graph.Engine) { g.ExitEnds = false }, func(g *graph.Engine) { g.EachToken = false },
			func(g *graph.Engine) { g.StepLimit, g.LimitIsSuccess = 0, false }, func(g *graph.Engine) { g.LimitIsSuccess = false },
			func(g *graph.Engine) { g.BranchShadows = false }, func(g *graph.Engine) { g.LastBranchWins = false },
		} {
			try(func(s *graph.Workflow) { change(&s.Engine) })
		}
	}
	return slices.DeleteFunc(list, func(s *graph.Workflow) bool { return s.Text() == w.Text() })
}

// withoutNode returns w without n and all that is at it.
func withoutNode(w *graph.Workflow, n graph.NodeID) *graph.Workflow {
	s := *w
	at := func(m *graph.NodeID) bool {
		if *m == n {
			return true
		}
		if *m > n {
			*m--
		}
		return false
	}
	s.Nodes = slices.Delete(slices.Clone(w.Nodes), int(n), int(n)+1)
	at(&s.Entry)
	s.Exits, s.Edges, s.Interrupts, s.Jumps, s.Unknowns = nil, nil, nil, nil, nil
	for _, x := range w.Exits {
		if !at(&x) {
			s.Exits = append(s.Exits, x)
		}
	}
	for _, e := range w.Edges {
		if from, to := at(&e.From), at(&e.To); !from && !to {
			s.Edges = append(s.Edges, e)
		}
	}
	s.Branches = slices.Clone(w.Branches)
	for i := range s.Branches {
		if at(&s.Branches[i].From) {
			s.Branches[i].From = graph.None
		}
	}
	for _, i := range w.Interrupts {
		if !at(&i.Node) {
			s.Interrupts = append(s.Interrupts, i)
		}
	}
	for _, j := range w.Jumps {
		if !at(&j.From) {
			s.Jumps = append(s.Jumps, j)
		}
	}
	for _, u := range w.Unknowns {
		if !at(&u.Node) {
			s.Unknowns = append(s.Unknowns, u)
		}
	}
	return &s
}
