package check

// This file finds tools that run again although no human was asked since they
// last ran (Options.PerCall). One search for each sensitive tool: the cost is
// linear for one tool.

import "github.com/agentvet/agentvet/graph"

// again reports each step at which a sensitive tool can run again unasked,
// except those that reported has: they miss a gate altogether.
func (g *gates) again(list []Problem, reported map[site]bool) []Problem {
	reach := g.reach(certain)
	tools, at := g.calledAt(reach)
	for _, t := range tools {
		list = g.repeats(list, t, at[t], reach, reported)
	}
	for _, l := range g.levels() {
		since := reach
		if l == possible {
			since = g.reach(l)
		}
		for _, t := range tools {
			f := g.newSearch(l)
			f.since = since
			for _, i := range at[t] {
				f.from(reach.states[i])
			}
			f.run()
			list = g.runsAgain(list, t, f, reach, at[t], reported)
		}
	}
	return list
}

// reach returns the search of everything that can run, humans or not.
func (g *gates) reach(l level) *search {
	f := g.newSearch(l)
	f.blind = true
	f.start(0)
	f.run()
	return f
}

// calledAt returns the sensitive tools without a gate that can run, in the
// order of a search from the entry, and the states of that search at which they
// do.
func (g *gates) calledAt(reach *search) ([]*graph.Tool, map[*graph.Tool][]int32) {
	var tools []*graph.Tool
	at := make(map[*graph.Tool][]int32)
	for i, s := range reach.states {
		c, _ := g.calls(s, certain)
		for _, t := range c.tools {
			if at[t] == nil {
				tools = append(tools, t)
			}
			at[t] = append(at[t], int32(i))
		}
	}
	return tools, at
}

// repeats reports steps that may call t twice in one run of the step, because
// a model decides how often.
func (g *gates) repeats(list []Problem, t *graph.Tool, at []int32, reach *search, reported map[site]bool) []Problem {
	for _, i := range at {
		s := reach.states[i]
		node := &g.views[s.body].w.Nodes[s.n]
		many := node.Calls == graph.CallsAny || node.Calls == graph.CallsUnspecified && len(node.Tools) > 1
		here := site{s.body, s.n}
		if !many || reported[here] {
			continue
		}
		reported[here] = true
		c, _ := g.calls(s, certain)
		p := &UngatedAgain{g.ungated(reach, i, c, certain), c.tools}
		p.Cycle = len(p.Witness) - 1
		p.Witness = append(p.Witness, graph.Step{Node: s.n, Edge: none, In: p.Witness[p.Cycle].In})
		list = append(list, p)
	}
	return list
}

// runsAgain reports the steps with t that f arrived at.
func (g *gates) runsAgain(list []Problem, t *graph.Tool, f, reach *search, from []int32, reported map[site]bool) []Problem {
	for i := len(from); i < len(f.states); i++ {
		s := f.states[i]
		here := site{s.body, s.n}
		if reported[here] {
			continue
		}
		c, _ := g.calls(s, certain)
		if !contains(c.tools, t) {
			continue
		}
		reported[here] = true
		start := int32(i)
		for f.prev[start] != none {
			start = f.prev[start]
		}
		p := &UngatedAgain{g.ungated(f, int32(i), c, f.level), []*graph.Tool{t}}
		since := p.Witness[1:]
		p.Witness = reach.path(from[start])
		p.Cycle = len(p.Witness) - 1
		g.relate(&p.Base)
		p.Witness = append(p.Witness, since...)
		list = append(list, p)
	}
	return list
}
