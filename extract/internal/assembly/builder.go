package assembly

// This file says of a builder what its workflow does not show: whether it may still grow.

import (
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// Unfinished returns what is not known of a builder that is not compiled where it is
// seen: nothing, unless an importer of the package can get hold of it and go on.
func (a *Assembly) Unfinished(o *interp.Object) []graph.Unknown {
	if !a.Leaves(o) {
		return nil
	}
	return []graph.Unknown{{
		Node: graph.None, Reason: reason.Of(reason.Unfinished), Param: true, Pos: o.At(a),
	}}
}
