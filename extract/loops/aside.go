package loops

// This file finds questions to a model that are no part of a round: those that a function asks which is handed a call
// and runs it, and of which it does not learn what else to run, nor with what. That a question is handed a pointer to the call, and
// changes it there, is not seen.
//
//	func (a *Agent) execute(call Call) Result {
//		if refused := a.hooks.Before(call); refused { // a model says whether the call is a good idea
//			return Result{}
//		}
//		return a.tools[call.Name].Run(call.Args)
//	}

import (
	"maps"
	"slices"
)

// asides returns such questions, and the functions that run tools and have one of them.
func (c *chart) asides(tools []*tool) (sites map[*site]bool, in []*function) {
	sites = make(map[*site]bool)
	seen := make(map[*function]bool)
	for _, t := range tools {
		if t.site == nil || seen[t.in] || !c.isHandedCalls(t.in) {
			continue
		}
		seen[t.in] = true
		comes, found := c.reaching(map[*function]bool{t.in: true}, nil), false
		for _, s := range t.in.sites {
			asks := c.asksModel(s) || slices.ContainsFunc(s.callees, func(to callee) bool { return c.asks[to.fn] })
			again := slices.ContainsFunc(s.callees, func(to callee) bool { return comes[to.fn] })
			runs := slices.ContainsFunc(tools, func(o *tool) bool { return o.site == s })
			if asks && !again && !runs && !c.bringsCalls(s) && !c.bringsArgs(s, tools) {
				sites[s], found = true, true
			}
		}
		if found {
			in = append(in, t.in)
		}
	}
	return sites, in
}

// isHandedCalls reports whether a function runs calls that others hand to it, each of them.
func (c *chart) isHandedCalls(fn *function) bool {
	by := c.runningSites(fn)
	return len(by) > 0 && !slices.ContainsFunc(by, func(s *site) bool { return !c.carriesArgs(s) && !c.carriesCall(s) })
}

// bringsCalls reports whether names of calls come out of what a call returns.
func (c *chart) bringsCalls(s *site) bool {
	from := slices.DeleteFunc(slices.Clone(s.results), func(p place) bool { return p == noPlace })
	for p := range c.forward(from, true, false, c.fields()).seen {
		if c.names.seen[p] {
			return true
		}
	}
	return false
}

// bringsArgs reports whether what a call returns gets to what a tool of the same function is called with: the model decides about the
// call once more, whatever somebody has said of it before.
func (c *chart) bringsArgs(s *site, tools []*tool) bool {
	from := slices.DeleteFunc(slices.Clone(s.results), func(p place) bool { return p == noPlace })
	got := c.forward(from, true, false, c.fields())
	return slices.ContainsFunc(tools, func(t *tool) bool {
		return t.site != nil && t.in == s.in && slices.ContainsFunc(t.site.args, func(p place) bool { return p != noPlace && got.seen[p] })
	})
}

// leaveOut draws the chart once more without the questions that are no part of a round. Those of a function stay where nobody else
// asks a model who comes to run it: what chooses its calls was not seen then.
func (c *chart) leaveOut(served map[*site]bool, tools []*tool, draw func(served map[*site]bool)) {
	sites, in := c.asides(tools)
	if len(sites) == 0 {
		return
	}
	without := maps.Clone(served)
	maps.Copy(without, sites)
	draw(without)
	again := false
	for _, fn := range in {
		runs := c.reaching(map[*function]bool{fn: true}, nil)
		if slices.ContainsFunc(c.funcs, func(by *function) bool { return runs[by] && c.asks[by] }) {
			continue
		}
		again = true
		maps.DeleteFunc(without, func(s *site, _ bool) bool { return s.in == fn && !served[s] })
	}
	if again {
		draw(without)
	}
}
