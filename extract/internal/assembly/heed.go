package assembly

// This file finds the steps of a workflow that ask somebody, and the steps that act after them although nobody agreed.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// A Coded is the code of a workflow whose steps get what the step before them has returned, and a context. What is not in it is
// not understood: no way through it is judged.
type Coded struct {
	Steps   map[graph.NodeID]StepCode
	Routers map[graph.BranchID]Value
	Handing interp.Handing // how the steps hand on the state
}

// StepCode is the function of a step, and what it does.
type StepCode struct {
	Func Value
	Body *Behaviour
	Goes bool // it always chooses the next step itself, by a command
}

// Limits of what is looked at: steps on a way, and ways from one step.
const (
	maxLegs = 4
	maxWays = 24
)

// Heed notes at each step of a workflow that asks somebody which steps act after it although nobody agreed. A step whose
// question holds none of them back is no human step.
func (a *Assembly) Heed(w *graph.Workflow, code Coded) {
	for i := range w.Nodes {
		n := graph.NodeID(i)
		c, ok := code.Steps[n]
		if !ok || w.Nodes[i].Kind != graph.KindHuman || c.Body == nil || !c.Body.Known || !c.Body.Asks() {
			continue
		}
		h := &heeding{a: a, w: w, code: code, confirms: a.DropsAnswers(c.Body) || a.KeepsAgreement(c.Body), acts: make(map[graph.NodeID]bool)}
		h.follow(n, nil, []interp.Leg{{Step: c.Func.v}})
		if len(h.past) == 0 {
			continue
		}
		w.Nodes[i].Past = h.past
		if !h.holds() {
			w.Nodes[i].Kind = graph.KindPassthrough
		}
	}
}

// heeding follows the ways from one step that asks.
type heeding struct {
	a        *Assembly
	w        *graph.Workflow
	code     Coded
	confirms bool // it asks whether to go on
	ways     int
	past     []graph.Past
	acts     map[graph.NodeID]bool // the steps that act after it: whether nobody has to agree
}

// holds reports whether the question may hold back some step that acts.
func (h *heeding) holds() bool {
	for _, past := range h.acts {
		if !past {
			return true
		}
	}
	return h.ways >= maxWays
}

// follow tries the ways on from the last of some legs, at a node.
func (h *heeding) follow(at graph.NodeID, path []graph.EdgeID, legs []interp.Leg) {
	branched := slices.ContainsFunc(h.w.Edges, func(e graph.Edge) bool { return e.From == at && e.Branch != graph.None })
	for i := range h.w.Edges {
		e := &h.w.Edges[i]
		if e.From != at || h.isOn(path, e.To) || branched && e.Branch == graph.None && h.w.Engine.BranchShadows {
			continue
		}
		last := legs[len(legs)-1]
		switch {
		case e.Branch != graph.None && h.code.Steps[at].Goes:
			last.Goes, last.To = true, e.Label
		case e.Branch != graph.None:
			router, ok := h.code.Routers[e.Branch]
			if !ok || h.w.Branches[e.Branch].Multi {
				h.open(e.To)
				continue
			}
			last.Router, last.To = router.v, e.Label
		case branched || e.Optional() || e.Kind == graph.EdgeParallel:
			h.open(e.To)
			continue
		}
		next := append(slices.Clone(legs[:len(legs)-1]), last)
		h.step(e.To, append(slices.Clone(path), graph.EdgeID(i)), next)
	}
}

// isOn reports whether a path leads through a node, or begins there.
func (h *heeding) isOn(path []graph.EdgeID, n graph.NodeID) bool {
	return slices.ContainsFunc(path, func(id graph.EdgeID) bool { return h.w.Edges[id].To == n || h.w.Edges[id].From == n })
}

// open notes that nothing is known of the ways that go on with a step.
func (h *heeding) open(n graph.NodeID) {
	if _, ok := h.acts[n]; !ok && h.isActing(n) {
		h.acts[n] = false
	}
}

// isActing reports whether a step acts: it has tools that run unasked, or runs a command, changes files or asks a database itself.
func (h *heeding) isActing(n graph.NodeID) bool {
	if slices.ContainsFunc(h.w.Nodes[n].Tools, func(t *graph.Tool) bool { return !t.Gated() }) {
		return true
	}
	c, ok := h.code.Steps[n]
	return ok && len(h.w.Nodes[n].Tools) == 0 && c.Func.ObserveDoing(nil, nil).Acts()
}

// joins reports whether several edges lead to a node.
func (h *heeding) joins(n graph.NodeID) bool {
	edges := 0
	for i := range h.w.Edges {
		if h.w.Edges[i].To == n {
			edges++
		}
	}
	return edges > 1
}

// step goes on to a node, and finds out whether it acts although nobody agreed.
func (h *heeding) step(n graph.NodeID, path []graph.EdgeID, legs []interp.Leg) {
	stops := func(x graph.Interrupt) bool {
		return x.Node == n && !x.After || x.Node == h.w.Edges[path[len(path)-1]].From && x.After
	}
	if slices.ContainsFunc(h.w.Interrupts, stops) || h.w.Nodes[n].Kind == graph.KindExit {
		return
	}
	if h.w.Mode == graph.ModeAll && h.joins(n) { // it gets what several steps return
		h.open(n)
		return
	}
	c, known := h.code.Steps[n]
	if known && (c.Body == nil || c.Body.Has("human")) {
		return // asks again
	}
	if !known && h.w.Nodes[n].Kind != graph.KindTool {
		h.open(n)
		return
	}
	leg := interp.Leg{}
	if known {
		leg.Step = c.Func.v
	}
	legs = append(slices.Clone(legs), leg)
	if h.isActing(n) && h.ways < maxWays {
		h.ways++
		slip, asks := h.a.ObserveLegs(legs, h.code.Handing).SlipOfLegs(h.confirms)
		switch {
		case slip.Way == graph.SlipNone:
			h.open(n)
		case !h.acts[n]:
			h.acts[n] = true
			h.past = append(h.past, graph.Past{Path: path, Slip: graph.Slip{Way: slip.Way, Words: slip.Words}, Pos: asks})
		}
	}
	if known && len(legs) < maxLegs {
		h.follow(n, path, legs)
	}
}
