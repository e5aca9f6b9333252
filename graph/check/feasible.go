package check

// This file decides problems that depend on which optional edges exist together. A trap
// is one if some configuration of the program has a path to it and no way out of it. The
// question goes to Options.Feasible as a guard that every such configuration meets: that
// one of the edges exists which lead to where the trap is, and that one of the edges does
// not on each way out. It begins with nothing and grows by what the last answer lacked,
// until an answer is such a configuration, or there is none.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// Limits. What needs more is not decided.
const (
	maxConfigurations = 64      // that are looked at for one node
	maxBasin          = 16      // nodes that are asked about one by one
	maxEffort         = 1 << 26 // nodes and edges that all of it may look at, of one workflow
)

// An occurrence is what is known of a configuration in which runs come to a node and, if
// it was asked, find no way out there.
type occurrence struct {
	graph.Possibility
	reach *tree       // CanBe: from the entry, over …
	pass  []bool      // … the edges that the configuration has for sure
	needs graph.Guard // the conditions of the configuration; none can be left out
}

// A quest looks for an occurrence.
type quest struct {
	v      *view
	target graph.NodeID
	ways   []bool // if not nil, no exit may be reachable from there over these edges
	demand graph.Guard
	leads  *tree // backward from the target, over all edges
}

// occurs looks for a configuration in which runs come to a node; with ways, one in which
// they reach no exit from there over these edges.
func (v *view) occurs(can graph.Feasibility, n graph.NodeID, ways []bool) occurrence {
	q := &quest{v: v, target: n, ways: ways, leads: v.backward(func(m graph.NodeID) bool { return m == n }, v.live)}
	for range maxConfigurations {
		if v.effort += v.n + len(v.from); v.effort > maxEffort {
			break
		}
		p := can(q.demand)
		if p.State != graph.CanBe {
			return occurrence{Possibility: p}
		}
		here, more, ok := q.look(p.Decided)
		switch {
		case here:
			pass, _ := q.exist(v.live, p.Decided)
			return occurrence{p, v.forward(pass), pass, q.needs(p.Decided)}
		case !ok:
			return occurrence{Possibility: graph.Possibility{State: graph.CannotBe}} // whatever the conditions are
		}
		q.demand = append(q.demand, more...)
	}
	return occurrence{}
}

// exist returns which edges of a set exist for sure where conditions are decided, and which
// may exist.
func (q *quest) exist(set []bool, decided map[graph.EvalID]bool) (certain, possible []bool) {
	certain, possible = slices.Clone(set), slices.Clone(set)
	decide := func(e graph.EvalID) (holds, known bool) {
		holds, known = decided[e]
		return holds, known
	}
	for e, g := range q.v.guards {
		if g != nil && set[e] {
			holds, known := g.Holds(decide)
			certain[e], possible[e] = known && holds, !known || holds
		}
	}
	return certain, possible
}

// look reports whether runs come to the target where conditions are decided so, and it has
// no way to an exit. If not, it returns what every occurrence meets and this configuration
// does not; ok is false if nothing can.
func (q *quest) look(decided map[graph.EvalID]bool) (here bool, more graph.Guard, ok bool) {
	v := q.v
	if q.ways != nil {
		certain, possible := q.exist(q.ways, decided)
		for _, pass := range [][]bool{certain, possible} {
			if way, found := q.wayOut(pass); found {
				more, ok = v.guardsOf(way).Not()
				return false, more, ok
			}
		}
	}
	pass, _ := q.exist(v.live, decided)
	t := v.forward(pass)
	v.forwardMax(t, pass)
	if t.reached[q.target] {
		return true, nil, true
	}
	var edges []graph.Guard
	for e := range v.from {
		leads := q.leads.reached[v.to[e]] || v.unknown.any
		if v.live[e] && !pass[e] && t.reached[v.from[e]] && !t.reached[v.to[e]] && leads {
			edges = append(edges, v.guards[e])
		}
	}
	more, ok = graph.AnyOf(edges)
	return false, more, ok
}

// wayOut returns the edges of a path from the target to an exit.
func (q *quest) wayOut(pass []bool) (way []graph.EdgeID, found bool) {
	v, n := q.v, q.target
	t := v.backward(func(n graph.NodeID) bool { return v.exit[n] || v.jump[n] }, pass)
	if !t.reached[n] {
		return nil, false
	}
	for ; t.edge[n] != none; n = v.to[t.edge[n]] {
		way = append(way, t.edge[n])
	}
	return way, true
}

// guardsOf returns the guards of edges, all of them.
func (v *view) guardsOf(edges []graph.EdgeID) graph.Guard {
	var all graph.Guard
	for _, e := range edges {
		all = append(all, v.guards[e]...)
	}
	return all
}

// shows reports whether runs come to the target where conditions are decided so, without what
// may be there that is not known, and it has no way to an exit.
func (q *quest) shows(decided map[graph.EvalID]bool) bool {
	here, _, _ := q.look(decided)
	pass, _ := q.exist(q.v.live, decided)
	return here && q.v.forward(pass).reached[q.target]
}

// needs returns the conditions of a configuration without which what it shows may not be,
// in the order of their places. Where only what is not known leads to the target, there are
// none to say.
func (q *quest) needs(decided map[graph.EvalID]bool) graph.Guard {
	if !q.shows(decided) {
		return nil
	}
	var needed graph.Guard
	seen := make(map[graph.EvalID]bool)
	for c := range q.demand.Conditions {
		if holds, known := decided[c.Eval]; known && !seen[c.Eval] {
			seen[c.Eval] = true
			c.Neg = !holds
			needed = append(needed, c)
		}
	}
	for i := 0; i < len(needed); {
		rest := slices.Delete(slices.Clone(needed), i, i+1)
		fewer := make(map[graph.EvalID]bool)
		for _, c := range rest {
			fewer[c.Eval] = !c.Neg
		}
		if q.shows(fewer) {
			needed = rest
			continue
		}
		i++
	}
	slices.SortStableFunc(needed, func(a, b graph.Cond) int { return a.Pos.Compare(b.Pos) })
	return needed
}

// occursAt looks for an occurrence at one of some nodes. It returns the first; if all of
// them cannot be, what excludes the first of them; and an unknown one otherwise.
func (v *view) occursAt(can graph.Feasibility, nodes []graph.NodeID, ways []bool) (graph.NodeID, occurrence) {
	var excluded *occurrence
	if len(nodes) > maxBasin {
		return none, occurrence{}
	}
	for _, n := range nodes {
		o := v.occurs(can, n, ways)
		switch {
		case o.State != graph.CannotBe:
			return n, o
		case excluded == nil:
			excluded = &o
		}
	}
	return none, *excluded
}

// basin returns the nodes of a trap, the nearest to the entry first, and those nodes that
// lead into it of which no configuration is known to reach an exit either.
func (en *ending) basin(trap []graph.NodeID, trapped, pass []bool) []graph.NodeID {
	v := en.v
	into := v.backward(func(n graph.NodeID) bool { return slices.Contains(trap, n) }, pass)
	nodes := []graph.NodeID{nearest(en.reach, trap)}
	for _, n := range into.order {
		if n != nodes[0] && trapped[n] && en.reach.reached[n] {
			nodes = append(nodes, n)
		}
	}
	return nodes
}

// guarded returns the conditions of the optional edges of a path.
func (v *view) guarded(path graph.Witness) graph.Guard {
	var all graph.Guard
	for _, s := range path {
		if s.Edge != none && v.guards != nil {
			all = append(all, v.guards[s.Edge]...)
		}
	}
	return all
}

// feasible returns the base of a problem of a gate with a path to the step whose conditions
// hold together; if there is none, the problem is excluded. Where steps wait, something is
// not known, or a body ends where an edge is missing, fewer edges may mean more paths: then it
// is left as it is.
func (g *gates) feasible(b Base, at site) Base {
	if g.o.Feasible == nil || g.unsure || len(g.views) > 1 || g.o.Feasible(g.guarded(b)).State != graph.CannotBe {
		return b
	}
	var demand graph.Guard
	for range maxConfigurations {
		p := g.o.Feasible(demand)
		if p.State == graph.CannotBe {
			b.Excluded = &Exclusion{Clash: p.Clash, Proof: p.Proof}
		}
		if p.State != graph.CanBe {
			return b
		}
		f := g.newSearch(certain)
		f.exists = func(guard graph.Guard) bool {
			holds, known := guard.Holds(func(e graph.EvalID) (holds, known bool) {
				holds, known = p.Decided[e]
				return holds, known
			})
			return known && holds
		}
		f.start(0)
		f.run()
		if i := slices.IndexFunc(f.states, func(s state) bool { return s.body == at.body && s.n == at.n }); i >= 0 {
			b.Witness = f.path(int32(i))
			g.relate(&b)
			return b
		}
		more, ok := graph.AnyOf(f.missing)
		if !ok {
			return b
		}
		demand = append(demand, more...)
	}
	return b
}

// guarded returns the conditions of the optional edges of the path of a problem.
func (g *gates) guarded(b Base) graph.Guard {
	var all graph.Guard
	for _, s := range b.Witness {
		w := s.In
		if w == nil {
			w = b.Workflow
		}
		if s.Edge != none && w.Edges[s.Edge].Optional() {
			all = append(all, w.Edges[s.Edge].Guard...)
		}
	}
	return all
}
