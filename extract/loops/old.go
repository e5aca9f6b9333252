package loops

// This file tells answers about a call from those that were given before the model made it.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
)

// isOld reports whether a term may have, where it is used, the value that it had before the
// points where runs begin: what was answered then is about something else.
func (o *order) isOld(t *valueflow.Term) bool {
	var p point
	switch {
	case t.Op == valueflow.TermOneOf && len(t.From) > 0:
		p.block = t.Of // at its beginning
	case t.Op == valueflow.TermResult || t.Op == valueflow.TermAnswer && t.Of >= 0:
		s := o.fn.sites[t.Of]
		p = point{s.Block, s.Pos}
	case t.Op == valueflow.TermReceived || t.Op == valueflow.TermAnswer:
		p = point{t.Index, graph.Pos{File: o.fn.Pos.File, Line: int(t.Pos), Col: 1}}
	default:
		return false
	}
	for _, begin := range o.from {
		if p.block != begin.block {
			if o.fn.leads(begin.block, o.use, []int32{p.block}) {
				return true
			}
			continue
		}
		if p.pos.Compare(begin.pos) >= 0 {
			continue
		}
		if o.use == p.block || slices.ContainsFunc(o.fn.Flow.Next[p.block], func(b int32) bool { return o.fn.leads(b, o.use, []int32{p.block}) }) {
			return true
		}
	}
	return false
}

// dominates reports whether a block runs before another one in any case.
func (o *order) dominates(b, other int32) bool {
	return b == other || !o.fn.leads(0, other, []int32{b})
}
