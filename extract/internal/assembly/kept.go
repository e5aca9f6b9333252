package assembly

// This file adds counters that a program keeps outside of the state of a workflow.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/tally"
	"github.com/agentvet/agentvet/graph"
)

// CountKept adds the counters of w that its program keeps outside of the state: in what the methods that are its steps are called on,
// and in variables that its functions have captured. funcs are the functions that steps certainly run, and begins says that each run
// begins at the start: one that goes on elsewhere has counted before, or not.
func (a *Assembly) CountKept(w *graph.Workflow, funcs map[graph.NodeID]string, begins bool) {
	if !sequential(w) {
		return
	}
	var steps, routers []string
	for _, id := range funcs {
		if id != "" {
			steps = append(steps, id)
		}
	}
	chooses := make(map[graph.NodeID][]string)
	for _, b := range w.Branches {
		if b.Func != "" {
			routers = append(routers, b.Func)
			chooses[b.From] = append(chooses[b.From], b.Func)
		}
	}
	slices.Sort(steps)
	if len(routers) == 0 {
		return
	}
	list := a.pkg.Kept(slices.Compact(steps), routers)
	for i, k := range list {
		if i > 0 && list[i-1].Name == k.Name || i+1 < len(list) && list[i+1].Name == k.Name {
			continue // two that have one name
		}
		a.keeps(w, k, funcs, chooses, begins)
	}
}

// keeps adds one counter.
func (a *Assembly) keeps(w *graph.Workflow, k tally.Kept, funcs map[graph.NodeID]string, chooses map[graph.NodeID][]string, begins bool) {
	if slices.ContainsFunc(w.Counters, func(c graph.Counter) bool { return c.Name == k.Name }) {
		return
	}
	c := graph.Counter{Name: k.Name, Pos: w.Pos}
	if k.Start != nil && begins {
		c.Start, c.Started = *k.Start, true
	}
	effects := make(map[graph.NodeID]tally.Effect)
	for i := range w.Nodes {
		n := graph.NodeID(i)
		e := k.Adds[funcs[n]] // of no function, nothing
		if routers := chooses[n]; len(routers) == 1 {
			by := k.Adds[routers[0]]
			e.Least, e.Most = e.Least+by.Least, e.Most+by.Most
		}
		if e != (tally.Effect{}) {
			effects[n] = e
		}
	}
	within := make(map[graph.EdgeID]graph.Within)
	for i := range w.Edges {
		e := &w.Edges[i]
		if e.Branch == graph.None || len(chooses[e.From]) != 1 {
			continue
		}
		if end, ok := k.Ends[w.Branches[e.Branch].Func][e.Label]; ok {
			x := graph.Within{Counter: k.Name, To: &end}
			if k.Down {
				x = graph.Within{Counter: k.Name, From: &end}
			}
			within[graph.EdgeID(i)] = x
		}
	}
	if len(effects) > 0 {
		addCounter(w, c, effects, within, false)
	}
}

// BeginsAtStart reports whether each run of what t runs begins at the start.
func (a *Assembly) BeginsAtStart(t Tally) bool {
	r := a.goesOn(t)
	return r.known && len(r.at) == 0
}
