package loops

// This file finds questions after which a tool runs if the answer does not come in time.
//
//	select {
//	case ok := <-answers:
//		if !ok {
//			return "denied"
//		}
//	case <-time.After(time.Minute): // and on it goes
//	}

import (
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
)

// isUntimely reports whether exit i of a block leads to what is done where an answer comes, in a world where none comes in time, or to
// what is done where none does, in another one.
func (o *order) isUntimely(b int32, i int) bool {
	if o.world == anyAnswer || i != 0 {
		return false
	}
	return slices.ContainsFunc(o.fn.Flow.Timed, func(t valueflow.Timed) bool {
		return slices.ContainsFunc(t.Cases, func(c valueflow.TimedCase) bool { return c.Block == b && c.Late != (o.world == late) })
	})
}

// lateSlip returns where a function waits for an answer that decides about a point, and comes there if there is none in time.
func (w *worlds) lateSlip(v arrival) (graph.Slip, graph.Pos) {
	for _, t := range v.order.fn.Flow.Timed {
		from := point{t.Block, t.From}
		if !v.followsPoint(from) {
			continue
		}
		yes, no, untimely := w.afterPoint(answersYes, v, from), w.afterPoint(answersNo, v, from), w.afterPoint(late, v, from)
		if yes.comes && !no.comes && untimely.comes && !yes.doubt && !no.doubt && !untimely.doubt {
			return graph.Slip{Way: graph.SlipLate, Pos: v.at.pos}, t.Pos
		}
	}
	return graph.Slip{}, graph.Pos{}
}
