package loops

// This file tells apart what a function runs that it is handed:
//
//	err := retry(func() error { answer, err = client.Ask(ctx, history); return err })
//	err = retry(func() error { result, err = tool.Run(call.Args); return err })
//
// The loop of retry asks a model, and runs tools, but never both: the one call of retry hands it
// the first, the other one the second. So who hands over a function runs it. Where one call brings
// both, the loop is that of an agent, and the function runs all that it is handed.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
)

// A handing is a function that another one gets and runs in a block, by a call of that one.
type handing struct {
	block int32
	fn    *function
	by    *site
}

// A handedTo is a parameter of a function.
type handedTo struct {
	fn    *function
	param int
}

// A pass is a call that may run a function, or comes to do so.
type pass struct {
	at *site
	fn *function
}

// hands finds the functions that are handed over, where calls hand over different ones. Some sites
// serve tools, and some functions run all.
func (c *chart) hands(serving map[*site]bool, whole map[string]bool) {
	c.handed, c.passed, c.handsOn = make(map[*function][]handing), make(map[pass]bool), make(map[*function][]*site)
	for _, s := range c.sites {
		if s.on == noPlace || s.Method != "" || len(s.callees) < 2 || serving[s] || whole[outermost(s.in)] {
			continue
		}
		for _, to := range c.paramsAt(s.on) {
			for _, callee := range s.callees {
				by := c.handing(to, callee.fn)
				if len(by) == 0 || len(by) == len(c.callers[to.fn]) {
					continue // each call does
				}
				for _, at := range by {
					c.handed[s.in] = append(c.handed[s.in], handing{s.Block, callee.fn, at})
					c.passed[pass{s, callee.fn}] = true
					c.handOver(at, callee.fn, to.param, make(map[*site]bool))
				}
			}
		}
	}
}

// paramsAt returns the parameters of which a function at a place is one, nil if it may be
// another one: of the function that has the place, or of that in which this one stands.
func (c *chart) paramsAt(at place) (out []handedTo) {
	seen := map[place]bool{at: true}
	for work := []place{at}; len(work) > 0; {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		name := c.net.names[p]
		if len(c.made[p]) > 0 || name != "" && !c.isParam(p) && !strings.HasPrefix(name, "c") {
			return nil
		}
		if c.isParam(p) {
			fn := c.byID[ownerOf(name)]
			i := slices.Index(fn.params, p)
			if fn == nil || i < 0 {
				return nil
			}
			out = append(out, handedTo{fn, i})
			continue
		}
		for _, e := range c.in[p] {
			switch {
			case e.kind != moves || e.loose:
				return nil
			case !seen[e.other]:
				seen[e.other] = true
				work = append(work, e.other)
			}
		}
	}
	return out
}

// handing returns the calls that hand over a function.
func (c *chart) handing(to handedTo, fn *function) (out []*site) {
	for _, s := range c.callers[to.fn] {
		for _, callee := range s.callees {
			args := c.params(s, callee)
			if callee.fn == to.fn && to.param < len(args) && args[to.param] != noPlace && c.mayBe(args[to.param], fn) {
				out = append(out, s)
				break
			}
		}
	}
	return out
}

// mayBe reports whether a function may be at a place. Where many calls hand over many functions, each place is
// asked about for each of them.
func (n *net) mayBe(at place, fn *function) bool {
	ids, known := n.funcsAt[at]
	if !known {
		for _, v := range n.values(at) {
			if v.fn != "" {
				ids = append(ids, v.fn)
			}
		}
		slices.Sort(ids)
		ids = slices.Compact(ids)
		if n.funcsAt == nil {
			n.funcsAt = make(map[place][]string)
		}
		n.funcsAt[at] = ids
	}
	_, found := slices.BinarySearch(ids, fn.ID)
	return found
}

// handOver notes that a call hands over a function, and so comes to run it; what only passes it
// on is in between.
func (c *chart) handOver(s *site, fn *function, param int, seen map[*site]bool) {
	if seen[s] {
		return
	}
	seen[s] = true
	for _, callee := range s.callees {
		args := c.params(s, callee)
		if param >= len(args) || args[param] == noPlace {
			continue
		}
		for _, to := range c.paramsAt(args[param]) {
			by := c.handing(to, fn)
			if len(by) == 0 || len(by) == len(c.callers[to.fn]) {
				continue
			}
			for _, at := range by {
				c.handOver(at, fn, to.param, seen)
			}
			return
		}
	}
	if !slices.Contains(c.handsOn[fn], s) {
		c.handsOn[fn] = append(c.handsOn[fn], s)
	}
}

// runs reports whether a call comes to run a function, by itself or by what it hands over.
func (c *chart) runs(s *site, fn *function) bool {
	return s.runs(fn) && !c.passed[pass{s, fn}] || slices.Contains(c.handsOn[fn], s)
}

// runningSites returns the calls that come to run a function, by themselves or by what they hand over.
func (c *chart) runningSites(fn *function) []*site {
	own := slices.DeleteFunc(slices.Clone(c.callers[fn]), func(s *site) bool { return c.passed[pass{s, fn}] })
	return append(own, c.handsOn[fn]...)
}

// handings returns, by the function in which others stand, the calls that hand functions to it.
func (c *chart) handings() map[string][]*site {
	out := make(map[string][]*site)
	for _, in := range c.funcs {
		for _, h := range c.handed[in] {
			if to := outermost(in); !slices.Contains(out[to], h.by) {
				out[to] = append(out[to], h.by)
			}
		}
	}
	return out
}

// together adds the functions with a loop that asks a model, and runs one of some tools, by what one
// call hands them, and reports whether there is another one.
func (c *chart) together(tools []*tool, whole map[string]bool) (more bool) {
	by := c.handings()
	for _, fn := range c.funcs {
		for i := range fn.Loops {
			l := &fn.Loops[i]
			if l.UntilError || whole[outermost(fn)] || !slices.ContainsFunc(by[outermost(fn)], func(at *site) bool { return c.bothAt(fn, l, at, tools) }) {
				continue
			}
			whole[outermost(fn)], more = true, true
		}
	}
	return more
}

// bothAt reports whether a loop asks a model and runs a tool if its function is called at a site.
func (c *chart) bothAt(fn *function, l *valueflow.Loop, at *site, tools []*tool) bool {
	run := c.inHand(fn, l, at)
	asks := slices.ContainsFunc(fn.sites, func(s *site) bool { return c.asksModel(s) && slices.Contains(l.Blocks, s.Block) }) ||
		slices.ContainsFunc(c.funcs, func(to *function) bool { return run[to] && c.direct[to] })
	return asks && slices.ContainsFunc(tools, func(t *tool) bool { return run[t.in] || t.in == fn && slices.Contains(l.Blocks, t.block) })
}

// inHand returns the functions that a loop comes to run if its function is called at a site, but
// not by way of this function.
func (c *chart) inHand(fn *function, l *valueflow.Loop, at *site) map[*function]bool {
	out := make(map[*function]bool)
	var work []*function
	add := func(in *function, is func(int32) bool) {
		for _, to := range c.calls[in] {
			if is(to.block) {
				work = append(work, to.fn)
			}
		}
		for _, h := range c.handed[in] {
			if h.by == at && is(h.block) {
				work = append(work, h.fn)
			}
		}
	}
	add(fn, func(block int32) bool { return slices.Contains(l.Blocks, block) })
	for len(work) > 0 {
		to := work[len(work)-1]
		work = work[:len(work)-1]
		if !out[to] && to != fn {
			out[to] = true
			add(to, func(int32) bool { return true })
		}
	}
	return out
}
