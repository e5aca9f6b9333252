package check

// This file finds agents that can hand over to each other for ever: the model of one
// chooses the other, and a model on the way from there chooses the first again.
//
// Two kinds of circles count. Either each of its agents hands over to the next, or an
// agent hands over to one that comes before it on every way from the entry, whatever lies
// in between. That an agent which another one calls like a tool goes back to its caller
// is no hand-over: no model chooses it.

import "github.com/agentvet/agentvet/graph"

// handovers reports each circle of hand-overs once. The cost is linear, but for the
// witnesses.
func (r *runner) handovers(en *ending) []Problem {
	v := en.v
	switch limit := v.w.Engine.Handovers.State; {
	case v.w.Engine.StepLimit > 0, limit == graph.BoundKnown, limit == graph.BoundPresent:
		return nil
	}
	flags := &v.scratch.flags
	h := &handing{v: v, reach: en.reach, hand: flags.take(len(v.from)), asks: flags.take(v.n)}
	defer flags.give(h.hand, h.asks)
	if !h.find(r) {
		return nil
	}
	return append(h.among(), h.back()...)
}

// A handing searches one workflow.
type handing struct {
	v     *view
	reach *tree
	hand  []bool // the edge is a hand-over of a model, and no human sees each
	asks  []bool // no run of the node goes on without a human; known if there is a hand-over
	comp  []int32
}

// find notes the hand-overs, and whether there are any.
func (h *handing) find(r *runner) (some bool) {
	v := h.v
	for e, b := range v.choice {
		from, to := v.from[e], v.to[e]
		if b == none || !v.live[e] || v.kind[e] == graph.EdgeLoop || !h.reach.certainly(from) || !isAgent(&v.w.Nodes[to]) {
			continue
		}
		if v.byModel(&v.w.Branches[b]) {
			h.hand[e], some = true, true
		}
	}
	if !some {
		return false
	}
	for n := range h.asks {
		h.asks[n] = r.alwaysAsks(v, graph.NodeID(n))
	}
	for e := range h.hand {
		h.hand[e] = h.hand[e] && !h.asks[v.from[e]] && !h.asks[v.to[e]]
	}
	return true
}

// among returns the circles in which each agent hands over to the next.
func (h *handing) among() []Problem {
	v := h.v
	in := v.scratch.flags.take(v.n)
	defer v.scratch.flags.give(in)
	for _, n := range h.reach.order[:h.reach.known] {
		in[n] = true
	}
	var count int
	h.comp, count = v.components(in, h.hand)
	first := make([]graph.NodeID, count)
	for c := range first {
		first[c] = none
	}
	for _, n := range h.reach.order[:h.reach.known] { // the nearest comes first
		if c := h.comp[n]; first[c] == none {
			first[c] = n
		}
	}
	inside := make([]bool, len(h.hand))
	circle := make([]bool, count)
	for e, is := range h.hand {
		if c := h.comp[v.from[e]]; is && c == h.comp[v.to[e]] {
			inside[e], circle[c] = true, true
		}
	}
	var list []Problem
	for c, n := range first {
		if circle[c] {
			list = h.report(list, n, inside)
		}
	}
	return list
}

// back returns the circles that are closed by a hand-over to an agent that comes before on
// every way from the entry. Those that among returns are not among them.
func (h *handing) back() []Problem {
	v := h.v
	d := newDAG(v, v.live)
	defer d.release()
	dom := newDomTree(d)
	defer v.scratch.doms.give(dom.at)
	var list []Problem
	seen := make(map[graph.NodeID]bool)
	for e, is := range h.hand {
		from, to := v.from[e], v.to[e]
		if !is || seen[to] || h.comp[from] == h.comp[to] || !dom.over(to, from) {
			continue
		}
		pass := make([]bool, len(v.live)) // no way to the agent
		for x, live := range v.live {
			pass[x] = live && v.to[x] != to
		}
		if v.forward(pass).reached[from] {
			continue // only without the edges that close cycles
		}
		seen[to], pass[e] = true, true // the circle closes over e
		for x := range pass {
			pass[x] = pass[x] && !h.asks[v.from[x]]
		}
		list = h.report(list, to, pass)
	}
	return list
}

// over reports whether a dominates b.
func (t *domTree) over(a, b graph.NodeID) bool {
	return t.at[a].depth <= t.at[b].depth && t.ancestor(b, t.at[a].depth) == a
}

// report adds the circle through n over the edges that pass.
func (h *handing) report(list []Problem, n graph.NodeID, pass []bool) []Problem {
	p := &HandoverCycle{base(h.v.w, n)}
	if p.Witness, p.Cycle = h.v.lasso(h.reach, n, pass); p.Cycle == none {
		return list
	}
	if h.v.saysNothing() {
		p.Doubt = Doubt{Why: WhyCount, Edge: none}
	}
	for _, s := range p.Witness[p.Cycle:] {
		if cause := h.v.unknown.of(h.v.unknown.body, s.Node); cause != none {
			p.because(h.v, cause)
		}
	}
	return append(list, p)
}
