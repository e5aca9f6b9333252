package loops

// This file tells which code runs for a name where there is an object of that name, and code that
// compares it:
//
//	if call.Name == "load" {
//		return load(call) // and not the object, which is there to be offered
//	}
//	return tools[call.Name].Run(call.Args)

import (
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// Reached says to which tools of a cycle ways lead.
type reached struct {
	*chart
	cy    *cycle
	gates map[*tool]gated
}

// A gated is what chart.gate returns.
type gated struct {
	gate  graph.Gate
	why   *graph.Unknown
	comes bool
}

// gate is chart.gate, found once. Where an object is that no way leads to, and it was not understood
// what runs for its name, nobody knows who is asked.
func (r *reached) gate(t *tool) (graph.Gate, *graph.Unknown, bool) {
	g := r.find(t)
	if r.isPassed(t) {
		why := &graph.Unknown{What: graph.UnknownTools, Node: graph.None, Reason: reason.Of(reason.Compared, t.name), Pos: t.chosen}
		return graph.Gate{Kind: graph.GateConditional, Pos: t.chosen}, why, false
	}
	return g.gate, g.why, g.comes
}

func (r *reached) find(t *tool) gated {
	g, known := r.gates[t]
	if !known {
		g.gate, g.why, g.comes = r.chart.gate(r.cy, t)
		r.gates[t] = g
	}
	return g
}

// lead reports whether a way leads to an object of a name.
func (r *reached) lead(name string) bool {
	return slices.ContainsFunc(r.cy.tools, func(o *tool) bool { return !o.inline && o.name == name && r.find(o).comes })
}

// isPassed reports whether a tool is an object, and who compares its name comes past all objects
// of it.
func (r *reached) isPassed(t *tool) bool {
	return !t.inline && t.name != "" && slices.ContainsFunc(r.funcs, func(fn *function) bool { return r.compares(fn, t.name) }) && !r.lead(t.name)
}

// compares reports whether a function compares what a model calls with a name.
func (r *reached) compares(fn *function, name string) bool {
	return slices.ContainsFunc(fn.Tests, func(t valueflow.Test) bool {
		return t.X != valueflow.NoPlace && r.names.seen[fn.at(t.X)] && r.text(fn, t.Y) == name
	})
}

// instead returns the code that runs for the name of an object, if it is understood and no way leads
// to the object.
func (r *reached) instead(t *tool) *tool {
	if !r.isPassed(t) {
		return nil
	}
	i := slices.IndexFunc(r.cy.tools, func(o *tool) bool {
		return o.inline && o.name == t.name && (!o.unclear && o.handler != "" || r.isOnly(o)) && r.find(o).comes
	})
	if i < 0 {
		return nil
	}
	return r.cy.tools[i]
}

// isOnly reports whether a model is told of a tool by name, and nothing else of a cycle runs for
// that name: then the code under the comparison is the tool, whatever it does.
func (r *reached) isOnly(t *tool) bool {
	return len(t.blocks) > 0 && t.name != "" && hasOffer(r.offered, t.name) &&
		!slices.ContainsFunc(r.cy.tools, func(o *tool) bool {
			return o != t && o.name == t.name && (o.inline && (t.idle || !o.idle) || !o.inline && r.find(o).comes)
		})
}

// isAside reports whether nothing stands where code compares a name, and the code that runs for it
// is elsewhere.
func (r *reached) isAside(t *tool) bool {
	return t.idle && slices.ContainsFunc(r.cy.tools, func(o *tool) bool { return o.inline && !o.idle && o.name == t.name && r.isOnly(o) })
}

// isElsewhere reports whether ways lead to other code for the name of a tool.
func (r *reached) isElsewhere(t *tool) bool {
	return t.name != "" && slices.ContainsFunc(r.cy.tools, func(o *tool) bool { return o != t && o.name == t.name && r.find(o).comes })
}
