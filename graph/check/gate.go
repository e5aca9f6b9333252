package check

// This file finds paths on which a tool runs and no human was asked.
//
// The search goes through the workflow and the bodies of its SUBGRAPH nodes. A
// token that has met no human arrives at a SUBGRAPH node, enters the body, and
// leaves the node only if the body can be passed without a human; whether it
// can is found first, for each body once. So the cost is linear in the size of
// the workflow and its distinct bodies, although a body may stand at many nodes.
//
// Each search is done twice if something is unknown: once over what is certain,
// and once over everything that is possible, for the verdict Unknown.

import (
	"cmp"
	"fmt"
	"path"
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// Named returns a function for Options.Sensitive that holds for tools whose
// name matches one of the globs (path.Match: * ? and [a-z]). The error says
// which glob is malformed.
func Named(globs ...string) (func(*graph.Tool) bool, error) {
	for _, g := range globs {
		if _, err := path.Match(g, ""); err != nil {
			return nil, fmt.Errorf("tool name %q: %w", g, err)
		}
	}
	return func(t *graph.Tool) bool {
		for _, g := range globs {
			if ok, _ := path.Match(g, t.Name); ok {
				return true
			}
		}
		return false
	}, nil
}

// A gates checks one workflow and all that is inside it.
type gates struct {
	o        Options
	scratch  *scratch
	views    []*view // the workflow and its bodies
	index    map[*graph.Workflow]int32
	sites    [][]site     // where each body stands
	passable [2][]*search // by level: how each body is passed, nil if it is not
	finite   [2][2][]bool // by search.chosen and level: whether the run of each body ends, with or without humans
	joins    []joinGates  // what waiting at joins means, by body
	unsure   bool         // the two levels may differ
}

type site struct {
	body int32
	n    graph.NodeID
}

// A level says what a search takes for a way.
type level int

const (
	certain  level = iota // what every completion has
	possible              // what some completion has
)

// humanGate returns the problems of the gates of root. The views of bodies are
// made with viewOf.
func humanGate(root *graph.Workflow, o Options, viewOf func(*graph.Workflow) *view) []Problem {
	v := viewOf(root)
	g := &gates{o: o, scratch: v.scratch, index: make(map[*graph.Workflow]int32), views: []*view{v}}
	all := []*graph.Workflow{root}
	if v.some&nested != 0 {
		all = root.All()
	}
	for _, w := range all[1:] {
		g.views = append(g.views, viewOf(w))
	}
	if !o.RequireHuman && !g.anySensitive() {
		return nil
	}
	for i, w := range all {
		g.index[w] = int32(i)
		v := g.views[i]
		g.unsure = g.unsure || v.unknown.any || v.unknown.tools != nil || v.anyWaits() || g.anyUnnamed(v)
	}
	g.findSites()
	g.joins = make([]joinGates, len(all))
	g.passable = [2][]*search{make([]*search, len(all)), make([]*search, len(all))}
	for i := range g.finite {
		g.finite[i] = [2][]bool{make([]bool, len(all)), make([]bool, len(all))}
	}
	for _, b := range g.innermostFirst() {
		g.summarize(b)
	}
	var list []Problem
	if o.RequireHuman {
		list = g.missing(list)
	}
	list, reported := g.first(list)
	if o.PerCall {
		list = g.again(list, reported)
	}
	return list
}

// anySensitive reports whether any tool could need a gate.
func (g *gates) anySensitive() bool {
	for _, v := range g.views {
		if v.some&dangerous != 0 {
			return true
		}
		if g.o.Sensitive != nil && (len(v.w.Unknowns) > 0 || v.runsAny(func(t *graph.Tool) bool { return g.isSensitive(t) || g.isUnnamed(t) })) {
			return true
		}
	}
	return false
}

// runsAny reports whether some step may run a tool for which f holds.
func (v *view) runsAny(f func(*graph.Tool) bool) bool {
	for i := range v.n {
		if n := graph.NodeID(i); v.is(n, dispatcher) && slices.ContainsFunc(v.w.Nodes[n].Tools, f) {
			return true
		}
	}
	return false
}

// runs returns the tools that a step may run, not those that it only offers to a
// model.
func runs(n *graph.Node) []*graph.Tool {
	if n.Calls == graph.CallsNone {
		return nil
	}
	return n.Tools
}

func (g *gates) isSensitive(t *graph.Tool) bool {
	if t.IsDestructive() || g.o.Sensitive == nil || t.Name == "" {
		return t.IsDestructive()
	}
	return g.o.Sensitive(t)
}

// isUnnamed reports whether the name of t, which is not known, could make it
// sensitive.
func (g *gates) isUnnamed(t *graph.Tool) bool {
	return g.o.Sensitive != nil && t.Name == "" && !g.isSensitive(t)
}

// anyUnnamed reports whether w may run a tool that isUnnamed.
func (g *gates) anyUnnamed(v *view) bool {
	return g.o.Sensitive != nil && v.some&unnamed != 0 && v.runsAny(g.isUnnamed)
}

func (g *gates) findSites() {
	g.sites = make([][]site, len(g.views))
	for b, v := range g.views {
		for i := range v.n {
			if n := graph.NodeID(i); v.is(n, nested) {
				k := g.index[v.w.Nodes[n].Sub]
				g.sites[k] = append(g.sites[k], site{int32(b), n})
			}
		}
	}
}

// innermostFirst lists the bodies so that each comes after those inside it.
// The root, which is nobody's body, comes last.
func (g *gates) innermostFirst() []int32 {
	inside := make([]int, len(g.views)) // bodies inside that are not listed yet
	for k := range g.sites {
		for _, s := range g.sites[k] {
			inside[s.body]++
		}
	}
	var order []int32
	for b := range g.views {
		if inside[b] == 0 {
			order = append(order, int32(b))
		}
	}
	for i := 0; i < len(order); i++ {
		for _, s := range g.sites[order[i]] {
			if inside[s.body]--; inside[s.body] == 0 {
				order = append(order, s.body)
			}
		}
	}
	return order
}

// summarize finds out how body b can be passed without a human.
func (g *gates) summarize(b int32) {
	g.joins[b] = g.waiting(b)
	if b == 0 {
		return
	}
	for _, l := range g.levels() {
		f := g.newSearch(l)
		f.single = true
		f.start(b)
		if f.run(); f.end != none {
			g.passable[l][b] = f
		}
		for _, chosen := range []bool{false, true} {
			if chosen && !g.o.RequireHuman {
				continue
			}
			f = g.newSearch(l)
			f.single, f.blind, f.chosen = true, true, chosen
			f.start(b)
			f.run()
			g.finite[form(chosen)][l][b] = f.end != none
		}
	}
	if !g.unsure {
		g.passable[possible][b] = g.passable[certain][b]
	}
}

func (g *gates) levels() []level {
	if g.unsure {
		return []level{certain, possible}
	}
	return []level{certain}
}

// asks reports whether a human is asked before n runs.
func (g *gates) asks(b int32, n graph.NodeID) bool { return g.views[b].asks(n) }

// holds reports whether a human is asked before n runs, and n and what follows wait for the answer.
func (g *gates) holds(b int32, n graph.NodeID) bool {
	return g.asks(b, n) && !g.views[b].w.Engine.RunsOn
}

func (v *view) asks(n graph.NodeID) bool {
	return v.before[n] || v.kinds[n] == graph.KindHuman
}

// leaves reports whether a token that ran n may leave it unasked, whatever its
// body is: no interrupt after it, and no tool that it always calls and that asks.
func (g *gates) leaves(b int32, n graph.NodeID) bool { return g.views[b].leavesUnasked(n) }

func (v *view) leavesUnasked(n graph.NodeID) bool {
	if v.w.Engine.RunsOn {
		return true // what follows does not wait for the answer
	}
	if v.after[n] || !v.is(n, dispatcher) {
		return !v.after[n]
	}
	node := &v.w.Nodes[n]
	return len(node.Tools) > 1 || !node.Tools[0].Gated() || node.Calls == graph.CallsAny || !v.toolsKnown(n)
}

// ends reports whether the run of a body may end at n.
func (v *view) ends(n graph.NodeID) bool {
	if v.exit[n] {
		return true
	}
	return len(v.x.Out(n)) == 0 && !v.jump[n] && v.w.Engine.DeadEnd != graph.DeadEndFails
}

// missing reports that no human is reachable. A step behind a target that no value of
// its router selects is not.
func (g *gates) missing(list []Problem) []Problem {
	f := g.newSearch(certain)
	f.blind, f.chosen = true, true
	f.start(0)
	defer f.release()
	for i := 0; i < len(f.states); i++ {
		if g.hasHuman(f.states[i]) {
			return list
		}
		f.step(int32(i))
	}
	root := g.views[0]
	p := &NoHuman{base(root.w, none)}
	last := int32(0)
	for i, s := range f.states {
		if s.body == 0 {
			last = int32(i)
			if root.exit[s.n] {
				break
			}
		}
	}
	p.Witness = f.path(last)
	if why := g.mayHaveHuman(); why != nil {
		p.Doubt = Doubt{Why: WhyUnknown, Unknown: why, Edge: none}
	}
	return append(list, p)
}

// hasHuman reports whether a human stands at a state.
func (g *gates) hasHuman(s state) bool {
	v := g.views[s.body]
	if g.asks(s.body, s.n) || v.after[s.n] || !v.is(s.n, dispatcher) {
		return g.asks(s.body, s.n) || v.after[s.n]
	}
	for _, t := range runs(&v.w.Nodes[s.n]) {
		if t.Gated() || t.Gate.Kind == graph.GateConditional && v.toolsKnown(s.n) {
			return true
		}
	}
	return false
}

// mayHaveHuman returns an unknown that may be a human or lead to one, or nil.
func (g *gates) mayHaveHuman() *graph.Unknown {
	if !g.unsure {
		return nil
	}
	f := g.newSearch(possible)
	f.blind, f.chosen = true, true
	f.start(0)
	f.run()
	for i, s := range f.states {
		v := g.views[s.body]
		u := &v.unknown
		switch {
		case u.anything != none:
			return v.unknownAt(u.anything)
		case u.of(u.body, s.n) != none:
			return v.unknownAt(u.body[s.n])
		case u.of(u.tools, s.n) != none:
			return v.unknownAt(u.tools[s.n])
		case g.hasHuman(s):
			return f.reason[i].unknown
		}
	}
	return nil
}

// A call is a step with the sensitive tools that it may call unasked.
type call struct {
	state
	tools []*graph.Tool
	why   reason // why the tools, not the path, are unknown
}

// calls returns the sensitive tools that run unasked at s, with certainty or
// possibly. Of a step whose tools are not all known, a gate that asks in some cases
// may be one that always does.
func (g *gates) calls(s state, l level) (call, bool) {
	v := g.views[s.body]
	c := call{state: s}
	if l == certain && !v.is(s.n, dispatcher) {
		return c, false
	}
	for _, t := range runs(&v.w.Nodes[s.n]) {
		open := t.Gate.Kind == graph.GateConditional && !v.toolsKnown(s.n)
		if !g.isSensitive(t) || t.Gated() || open && l == certain || contains(c.tools, t) {
			continue
		}
		c.tools = append(c.tools, t)
		if open {
			c.why = v.toolsOpen(s.n)
		}
	}
	if len(c.tools) > 0 || l == certain || g.o.Sensitive == nil {
		return c, len(c.tools) > 0
	}
	for _, t := range runs(&v.w.Nodes[s.n]) {
		if g.isUnnamed(t) && !t.Gated() {
			c.tools, c.why = append(c.tools, t), reason{why: WhyTool}
			return c, true
		}
	}
	c.why = v.toolsOpen(s.n)
	return c, c.why.why != WhyNone
}

// toolsOpen returns why not all tools of n are known, no reason if they are.
func (v *view) toolsOpen(n graph.NodeID) reason {
	for _, list := range [][]int32{v.unknown.tools, v.unknown.body} {
		if i := v.unknown.of(list, n); i != none {
			return reason{why: WhyUnknown, unknown: v.unknownAt(i)}
		}
	}
	return reason{}
}

// first reports each step at which sensitive tools can run with no human since
// the entry. It returns the steps of problems that are not excluded.
func (g *gates) first(list []Problem) ([]Problem, map[site]bool) {
	reported := make(map[site]bool)
	for _, l := range g.levels() {
		f := g.newSearch(l)
		f.start(0)
		f.run()
		for i, s := range f.states {
			at := site{s.body, s.n}
			if l == certain && g.views[s.body].unknown.of(g.views[s.body].unknown.body, s.n) != none {
				continue // what it does, and whether it asks, is not known
			}
			if c, ok := g.calls(s, l); ok && !reported[at] {
				reported[at] = true
				list = append(list, &Ungated{g.feasible(g.ungated(f, int32(i), c, l), at), c.tools})
			}
		}
		f.release()
	}
	for _, p := range list {
		if b := p.Common(); b.Excluded != nil {
			delete(reported, site{g.index[b.Workflow], b.Node})
		}
	}
	return list, reported
}

// ungated returns the base of the problem that the i-th state of f shows.
func (g *gates) ungated(f *search, i int32, c call, l level) Base {
	b := base(g.views[c.body].w, c.n)
	b.Witness = f.path(i)
	g.relate(&b)
	if l == possible {
		why := f.reasonAt(i).or(c.why)
		b.Doubt = Doubt{Why: cmp.Or(why.why, WhyUnknown), Unknown: why.unknown, Edge: none}
		if why.why == WhyJoin && why.in == b.Workflow {
			b.Doubt.Edge = why.edge
		}
	}
	return b
}

// relate names the workflow of each step of p's witness relative to that of p:
// a search names it relative to the root.
func (g *gates) relate(p *Base) {
	root := g.views[0].w
	if p.Workflow == root {
		return
	}
	for i := range p.Witness {
		switch s := &p.Witness[i]; s.In {
		case nil:
			s.In = root
		case p.Workflow:
			s.In = nil
		}
	}
}
