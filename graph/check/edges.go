package check

// This file says what the engine of a workflow makes of its edges, for other
// engines of analysis.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// Edges is what the engine of a workflow makes of its edges.
type Edges struct {
	Live   []bool // a token can pass, in some configuration, even if another one ends the run then
	Absent []bool // some configuration lacks it; nil if each has all
	Exit   []bool // by node: runs end there as they should
	Index  *graph.Index
}

// EdgesOf returns what the engine of w makes of its edges. It is linear. The
// workflow is well formed but for names.
func EdgesOf(w *graph.Workflow) Edges {
	v := newView(w, new(scratch))
	live := v.live
	if v.cut != nil {
		live = slices.Clone(live)
		for i, cut := range v.cut {
			live[i] = live[i] || cut && v.declared[i]
		}
	}
	return Edges{Live: live, Absent: v.absent, Exit: v.exit, Index: v.x}
}
