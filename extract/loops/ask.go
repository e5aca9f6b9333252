package loops

// This file looks for what may ask somebody before a tool runs.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
)

// questions says which functions may ask somebody: those that read from a terminal or wait
// for an answer, and those that run them.
func (c *chart) questions() map[*function]bool {
	direct := make(map[*function]bool)
	for _, fn := range c.funcs {
		if len(fn.Waits) > 0 || slices.ContainsFunc(fn.sites, func(s *site) bool { return c.isHuman(s) }) {
			direct[fn] = true
		}
	}
	return c.reaching(direct)
}

// asksModel reports whether a call asks a model: a client's, or one that reads the answer of
// a server into a type of a protocol. What was kept in a file is no answer.
func (f *finder) asksModel(s *site) bool {
	switch s.Kind {
	case valueflow.CallModel:
		return true
	case valueflow.CallDecode:
		return len(f.answers.seen) == 0 || slices.ContainsFunc(s.args, func(p place) bool { return p != noPlace && f.answers.seen[p] })
	}
	return false
}

// asking returns the functions that ask a model, sorted.
func (f *finder) asking() (out []string) {
	for _, fn := range f.funcs {
		if slices.ContainsFunc(fn.sites, f.asksModel) {
			out = append(out, fn.ID)
		}
	}
	return out
}

// questionsOf returns where a cycle asks its model.
func (c *chart) questionsOf(cy *cycle) (out []graph.Pos) {
	if !cy.isRound() {
		return nil
	}
	by := c.runBy(cy)
	for _, s := range c.sites {
		if by[s.in] && c.asksModel(s) {
			out = append(out, s.Pos)
		}
	}
	return out
}

// isHuman reports whether a call asks somebody at the terminal.
func (f *finder) isHuman(s *site) bool {
	return s.Kind == valueflow.CallHuman && (s.Who == valueflow.NoPlace || f.terminal.seen[s.in.at(s.Who)])
}

// gate returns the place of what may ask somebody before a tool of a cycle runs: in the
// tool itself, or on the way from the cycle to it. Whether it does, and whether the tool
// depends on the answer, is not known.
func (c *chart) gate(cy *cycle, t *tool) graph.Pos {
	if fn := c.byID[t.handler]; fn != nil && c.asksUser[fn] {
		return fn.Pos
	}
	if !cy.isRound() {
		return t.in.Pos // what leads here was not seen
	}
	way, from := c.reaching(map[*function]bool{t.in: true}), c.runBy(cy)
	for _, fn := range c.funcs {
		if !way[fn] || !from[fn] {
			continue
		}
		if len(fn.Waits) > 0 {
			return fn.Waits[0]
		}
		for _, s := range fn.sites {
			if fn == cy.in && cy.loop != nil && !slices.Contains(cy.loop.Blocks, s.Block) {
				continue // before the first round, or between two of them
			}
			if t.inline && fn == t.in && !slices.Contains(t.blocks, s.Block) && c.isCase(fn, s.Block) {
				continue // it is about another tool
			}
			if s != t.site && (c.isHuman(s) || s.on != noPlace && s.Answers || c.asksAt(s, way)) {
				return s.Pos
			}
		}
	}
	return graph.Pos{}
}

// isCase reports whether a block stands under a comparison of the name of a call.
func (f *finder) isCase(fn *function, block int32) bool {
	return slices.ContainsFunc(f.looked, func(p *picked) bool {
		return p.in == fn && p.test != nil && slices.Contains(p.test.Blocks, block)
	})
}

// asksAt reports whether a call runs a function that may ask somebody about the call of a
// tool: it is told of it, or says yes or no. It is not on the way itself.
func (c *chart) asksAt(s *site, way map[*function]bool) bool {
	about := s.Answers || c.carriesArgs(s) || slices.ContainsFunc(s.args, func(p place) bool { return p != noPlace && c.names.seen[p] })
	return about && slices.ContainsFunc(s.callees, func(to callee) bool { return c.asksUser[to.fn] && !c.asks[to.fn] && !way[to.fn] })
}

// runBy returns the functions that a cycle comes to run, its own included.
func (c *chart) runBy(cy *cycle) map[*function]bool {
	out := map[*function]bool{cy.in: true}
	var work []*function
	for _, to := range c.calls[cy.in] {
		if cy.loop == nil || slices.Contains(cy.loop.Blocks, to.block) {
			work = append(work, to.fn)
		}
	}
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		if out[fn] {
			continue
		}
		out[fn] = true
		for _, to := range c.calls[fn] {
			work = append(work, to.fn)
		}
	}
	return out
}
