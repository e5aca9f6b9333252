package report

// This file finds the way of a finding in the workflow again, for those who draw it.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// A Place is where a step of a witness stands in a workflow.
type Place struct {
	In   *graph.Workflow // the workflow or one of its bodies; nil if the step is nowhere in it
	Node graph.NodeID
	Edge graph.EdgeID // on which the way gets there, or None
	sure bool         // the words or the position of the step say so, not its name alone
}

// Way returns where the steps of f stand in w: one place for each. A finding tells the names and
// positions of its steps, as it travels between processes without the workflow.
func (f *Finding) Way(w *graph.Workflow) []Place {
	places := make([]Place, len(f.Witness))
	last := Place{Node: graph.None}
	for i, s := range f.Witness {
		places[i] = place(w, last, s)
		if places[i].In != nil {
			last = places[i]
		}
	}
	return places
}

// Passes counts the steps of f that stand in w for sure: of several workflows of one name, the
// one with the most is meant.
func (f *Finding) Passes(w *graph.Workflow) int {
	n := 0
	for _, p := range f.Way(w) {
		if p.sure {
			n++
		}
	}
	return n
}

// place returns where s stands after last: at the end of an edge that the step is worded or
// positioned as, else at a node that stands at its position or, of those, is near.
func place(w *graph.Workflow, last Place, s Step) Place {
	nowhere := Place{Node: graph.None, Edge: graph.None}
	if s.Node == "" {
		return nowhere
	}
	if in := last.In; in != nil {
		if e := edgeTo(in, last.Node, s); e != graph.None {
			return Place{In: in, Node: in.Edges[e].To, Edge: e, sure: true}
		}
	}
	near := w.All()
	if last.In != nil {
		near = slices.Insert(near, 0, last.In)
	}
	best := nowhere
	for _, in := range near {
		for i := range in.Nodes {
			n := &in.Nodes[i]
			if n.Name != s.Node {
				continue
			}
			at := Place{In: in, Node: graph.NodeID(i), Edge: graph.None, sure: n.Pos.IsValid() && n.Pos == s.Pos}
			if at.sure {
				return at
			}
			if best.In == nil {
				best = at
			}
		}
	}
	return best
}

// edgeTo returns the edge of a node that leads to a step: the one in its words, else the first one at
// its position.
func edgeTo(in *graph.Workflow, from graph.NodeID, s Step) graph.EdgeID {
	found := graph.EdgeID(graph.None)
	for i := range in.Edges {
		e := &in.Edges[i]
		if e.From != from || e.To < 0 || int(e.To) >= len(in.Nodes) || in.Nodes[e.To].Name != s.Node {
			continue
		}
		if e.Pos.IsValid() && e.Pos != s.Pos {
			continue
		}
		if s.Text == "then "+arrival(in, &in.Nodes[e.To], e) {
			return graph.EdgeID(i)
		}
		if found == graph.None {
			found = graph.EdgeID(i)
		}
	}
	return found
}
