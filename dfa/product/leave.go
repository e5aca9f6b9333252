package product

// This file says in which ways a step can be left.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// plain reports whether a run of the node sends one token along one edge: it
// has one unconditional edge, or one branch, all values of which lead somewhere.
func (b *body) plain(id graph.NodeID) bool {
	br := b.firstBranch[id]
	if b.stops(id) || br != none && (b.nextBranch[br] != none || b.w.Branches[br].Multi || b.w.Branches[br].Complete || len(b.w.Jumps) > 0) {
		return false
	}
	count := 0
	for _, e := range b.edges.Index.Out(id) {
		edge := &b.w.Edges[e]
		if !b.edges.Live[e] {
			continue
		}
		if edge.Branch != br || edge.Optional() {
			return false
		}
		count++
	}
	return count == 1 || count > 1 && br != none
}

// stops reports whether a run may end at a node that other edges lead on from:
// it is an exit, but not of kind EXIT.
func (b *body) stops(id graph.NodeID) bool {
	return b.edges.Exit[id] && len(b.edges.Index.Out(id)) > 0
}

// A choice is one way to leave a step: the edges that it takes, none if the token
// ends there.
type choice struct {
	edges []graph.EdgeID
	// Of net.conditions, up to maxConditions: those that this choice takes to be decided, and
	// those of them that hold.
	assumed, value uint64
}

// leave returns the ways to leave p.
func (n *net) leave(p place) []choice {
	if c, ok := n.choices[p]; ok {
		return c
	}
	c := n.alternatives(p)
	n.choices[p] = c
	return c
}

func (n *net) alternatives(p place) []choice {
	b, _ := n.of(p)
	id := n.id(p)
	out := n.configurations(p, b, id)
	for br := b.firstBranch[id]; br != none; br = b.nextBranch[br] {
		options := n.options(p, b, br)
		if len(options) == 0 {
			continue
		}
		if len(out)*len(options) > maxAlternatives {
			n.wide = p
			break
		}
		var next []choice
		for _, c := range out {
			for _, o := range options {
				next = append(next, choice{slices.Concat(c.edges, o), c.assumed, c.value})
			}
		}
		out = next
	}
	if b.stops(id) {
		out = append(out, choice{})
	}
	return out
}

// configurations returns the sets of unconditional edges of a node, one for each
// way in which the conditions of the optional ones may be decided.
func (n *net) configurations(p place, b *body, id graph.NodeID) []choice {
	out := []choice{{}}
	for _, e := range b.edges.Index.Out(id) {
		edge := &b.w.Edges[e]
		if edge.Branch != none || !b.edges.Live[e] {
			continue
		}
		if !edge.Optional() {
			for i := range out {
				out[i].edges = append(out[i].edges[:len(out[i].edges):len(out[i].edges)], e)
			}
			continue
		}
		if out = split(out, b.guards[e], e); len(out) > maxAlternatives {
			n.wide = p
			break
		}
	}
	return out
}

// options returns the sets of edges that one decision of a branch may take. The
// empty set stands for a value that leads nowhere.
func (n *net) options(p place, b *body, br graph.BranchID) [][]graph.EdgeID {
	branch := &b.w.Branches[br]
	var edges []graph.EdgeID
	for _, e := range b.edges.Index.Out(branch.From) {
		if b.w.Edges[e].Branch == br && b.edges.Live[e] {
			edges = append(edges, e)
		}
	}
	var out [][]graph.EdgeID
	switch {
	case !branch.Multi:
		for _, e := range edges {
			out = append(out, []graph.EdgeID{e})
		}
	case branch.Together != nil:
		out = n.together(p, b.w, branch, edges)
	default:
		out = n.subsets(p, edges)
	}
	if branch.Together == nil && b.leadsNowhere(br, edges) {
		out = append(out, nil)
	}
	return out
}

// together returns the sets of edges that the known sets of values select. Which
// values take the edges that have none is not known.
func (n *net) together(p place, w *graph.Workflow, branch *graph.Branch, edges []graph.EdgeID) [][]graph.EdgeID {
	open := slices.DeleteFunc(slices.Clone(edges), func(e graph.EdgeID) bool { return w.Edges[e].Label != "" })
	others := append(n.subsets(p, open), nil)
	var out [][]graph.EdgeID
	for _, set := range branch.Together {
		var taken []graph.EdgeID
		for _, e := range edges {
			if l := w.Edges[e].Label; l != "" && slices.Contains(set, l) {
				taken = append(taken, e)
			}
		}
		for _, more := range others {
			all := slices.Concat(taken, more)
			known := slices.ContainsFunc(out, func(s []graph.EdgeID) bool { return slices.Equal(s, all) })
			if !known && (len(all) > 0 || len(open) == 0) {
				out = append(out, all)
			}
		}
	}
	return out
}

// subsets returns the non-empty subsets of edges.
func (n *net) subsets(p place, edges []graph.EdgeID) [][]graph.EdgeID {
	if len(edges) > 11 { // 2^12 is too many
		n.wide = p
		return [][]graph.EdgeID{edges}
	}
	var out [][]graph.EdgeID
	for set := 1; set < 1<<len(edges); set++ {
		var taken []graph.EdgeID
		for i, e := range edges {
			if set>>i&1 != 0 {
				taken = append(taken, e)
			}
		}
		out = append(out, taken)
	}
	return out
}

// leadsNowhere reports whether a value of the branch is known to have no edge:
// it jumps to a node that does not exist, or no edge has its label.
func (b *body) leadsNowhere(br graph.BranchID, edges []graph.EdgeID) bool {
	if slices.ContainsFunc(b.w.Jumps, func(j graph.Jump) bool { return j.Branch == br }) {
		return true
	}
	branch := &b.w.Branches[br]
	if !branch.Complete || len(edges) == 0 {
		return false
	}
	return slices.ContainsFunc(branch.Values, func(v graph.Value) bool {
		return !slices.ContainsFunc(edges, func(e graph.EdgeID) bool {
			l := b.w.Edges[e].Label
			return l == "" || l == v.Text
		})
	})
}
