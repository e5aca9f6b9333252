package check

// This file notes, in one pass over the nodes, what every check asks of each of
// them. A Node is large, and few nodes have what a check looks for: most checks
// need no more of a node than this, and some nothing at all.

import "github.com/agentvet/agentvet/graph"

// A trait is a set of things that a node may be or have.
type trait uint16

const (
	generated  trait = 1 << iota // Node.Generated
	waiting                      // Node.Join
	nested                       // Node.Sub
	dispatcher                   // it runs tools; see runs
	naming                       // undeclaredTools has something to look at
	counting                     // see countsRounds
	limitless                    // see noLimitSet
	dangerous                    // it runs a destructive tool
	unnamed                      // it runs a tool whose name is not known
)

// traitsOf returns the traits of n.
func traitsOf(n *graph.Node) trait {
	var t trait
	if n.Generated {
		t |= generated
	}
	if n.Join {
		t |= waiting
	}
	if n.Sub != nil {
		t |= nested
	}
	for _, tool := range runs(n) {
		t |= dispatcher
		if tool.IsDestructive() {
			t |= dangerous
		}
		if tool.Name == "" {
			t |= unnamed
		}
	}
	if n.Kind == graph.KindTool || len(n.Tools) > 0 || len(n.Final) > 0 || len(n.Missing) > 0 {
		t |= naming
	}
	if countsRounds(n) {
		t |= counting
	}
	if noLimitSet(n) {
		t |= limitless
	}
	return t
}

// findTraits notes kinds and traits, and which nodes are exits: those of kind
// EXIT, those that the workflow lists, and where the engine or the node says so,
// those without successors.
func (v *view) findTraits() {
	v.kinds, v.traits = make([]graph.Kind, v.n), make([]trait, v.n)
	for _, x := range v.w.Exits {
		v.exit[x] = true
	}
	atEnd := v.w.Engine.DeadEnd == graph.DeadEndExits
	for i := range v.w.Nodes {
		n, node := graph.NodeID(i), &v.w.Nodes[i]
		v.kinds[i], v.traits[i] = node.Kind, traitsOf(node)
		v.some |= v.traits[i]
		if node.Kind == graph.KindExit || (atEnd || node.Sink) && len(v.x.Out(n)) == 0 && !v.jump[n] {
			v.exit[n] = true
		}
	}
}

// is reports whether n has one of the traits.
func (v *view) is(n graph.NodeID, t trait) bool { return v.traits[n]&t != 0 }
