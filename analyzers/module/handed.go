package module

// This file tells what tools do themselves from what they do by way of other tools.

import (
	"slices"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/extract/loops"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/taint"
)

// handedOn tells what tools do themselves from what they do by way of another tool, which the program calls with what it has from
// the first: the tool itself, or something that may call any tool, as far as is known.
//
//	return shell.Run(ctx, args)
//	verdict := registry.Execute("judge", answer)
func (m *Module) handedOn(a *loops.Agent, flows []taint.Flow) (own, calls, by []taint.Flow) {
	handler := make(map[graph.Pos]string) // by the place of a tool
	serves := make(map[string]bool)
	shared := make(map[string]bool) // code of several tools
	for i, t := range a.Agent.Tools {
		if id := topLevel(a.Runs[i].Func); id != "" {
			shared[id] = serves[id]
			handler[t.Pos], serves[id] = id, true
		}
	}
	for _, f := range flows {
		other := 0 // the first hop in the code of another tool
		if isEffect(&f) {
			for i, h := range f.Hops {
				fn := m.around(h.Pos)
				if i > 0 && fn != nil && serves[topLevel(fn.ID)] && topLevel(fn.ID) != handler[f.Source.Pos] {
					other = i
					break
				}
			}
		}
		switch {
		case other == 0:
			own = append(own, f)
		case !shared[handler[f.Source.Pos]] && m.callsIt(f.Hops[:other], f.Hops[other].Pos, handler[f.Source.Pos]):
			calls = append(calls, f)
		default:
			by = append(by, f)
		}
	}
	return own, calls, by
}

// callsIt reports whether the last of some hops in the function with an identity, or in one that stands in it, is in code that
// calls the function around a position by its name.
func (m *Module) callsIt(hops []taint.Hop, to graph.Pos, id string) bool {
	callee := topLevel(m.around(to).ID)
	for _, h := range slices.Backward(hops) {
		if from := m.around(h.Pos); from != nil && topLevel(from.ID) == id {
			return slices.ContainsFunc(from.Calls, func(c valueflow.Call) bool { return c.Callee == callee })
		}
	}
	return false
}

// whoSaid returns the number of the finding at the same place that is as sure as f, and not silenced: -1 if there is none.
func whoSaid(findings []saidBefore, f *report.Finding) int {
	return slices.IndexFunc(findings, func(o saidBefore) bool {
		return o.Rule == f.Rule && o.Pos == f.Pos && o.Suppressed == nil && saysAsMuch(&o.Finding, f)
	})
}
