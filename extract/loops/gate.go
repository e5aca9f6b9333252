package loops

// This file decides whether somebody is asked before a tool runs.

import (
	"regexp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/internal/funcid"
)

// gate returns the gate of a tool of a cycle, and why it is not known whether it holds, if
// that is so. The question stands before the tool runs, or in the tool before it does
// anything; either has to hold on every way. Comes is false if no way leads to the tool.
func (c *chart) gate(cy *cycle, t *tool) (g graph.Gate, why *graph.Unknown, comes bool) {
	j := newJudge(c, cy, t)
	w := &ways{judge: j}
	way := w.to(t.in, t.point())
	comes = true
	if !w.unseen {
		g, why = j.decide(way, false, (*judge).before)
		comes = way.grade != never
	} else {
		g, why = c.unseenGate(w, way)
	}
	c.evades(&g, cy, t, (*judge).before)
	return g, why, comes
}

// before returns the stand of a tool on the ways to it.
func (j *judge) before() stand {
	w := &ways{judge: j}
	return w.to(j.tool.in, j.tool.point())
}

// unseenGate is gate where ways begin that nobody is seen to ask a model on.
func (c *chart) unseenGate(w *ways, way stand) (graph.Gate, *graph.Unknown) {
	j, cy, t := w.judge, w.cy, w.tool
	seen := (&ways{judge: j, only: fromModel}).to(t.in, t.point())
	if seen.grade == free && !seen.asks.IsValid() { // nobody is asked on a way that is seen
		return j.decide(way, false, nil)
	}
	if other := c.accepted(cy, t); other.grade == agreed && seen.grade <= agreed {
		return j.decide(other.or(seen), false, nil)
	}
	return j.decide(way, true, nil)
}

// serverGate returns the gate of a tool of a server, as gate does: its ways begin where the
// function begins that runs it.
func (c *chart) serverGate(cy *cycle, t *tool) (graph.Gate, *graph.Unknown) {
	j := newJudge(c, cy, t)
	g, why := j.decide(j.served(), false, (*judge).served)
	c.evades(&g, cy, t, (*judge).served)
	if at := c.elicits(t); g.Kind == graph.GateNone && why == nil && at.IsValid() {
		g = graph.Gate{Kind: graph.GateConditional, Pos: at}
		why = &graph.Unknown{What: graph.UnknownTools, Node: graph.None, Reason: reason.Of(reason.MayAsk), Pos: at}
	}
	return g, why
}

// elicits returns where the code of a tool of a server may have its client ask the user, by what it calls: in messages
// that are not read.
//
//	answer, asked := req.ElicitResponse("confirm")
func (c *chart) elicits(t *tool) (at graph.Pos) {
	for fn := range c.servedBy(t) {
		for _, s := range fn.sites {
			names := []string{funcid.Name(s.Callee), s.Method}
			for _, to := range s.callees {
				names = append(names, funcid.Name(to.fn.ID))
			}
			if slices.ContainsFunc(names, elicitation.MatchString) && (!at.IsValid() || s.Pos.Compare(at) < 0) {
				at = s.Pos
			}
		}
	}
	return at
}

// elicitation matches the names of functions that have an MCP client ask its user.
var elicitation = regexp.MustCompile(`(?i)elicit`)

// served returns the stand of a tool of a server where it runs.
func (j *judge) served() stand {
	if t := j.tool; t.in.Flow != nil {
		return j.whole(t.in, "").at(t.point())
	}
	return freely
}

// decide returns the gate of a tool by what stands before it, and by what stands in it. Again, if it is
// given, is how a judge finds what stands before.
func (j *judge) decide(before stand, unseen bool, again func(*judge) stand) (graph.Gate, *graph.Unknown) {
	before, all := j.both(before)
	if again != nil {
		g, off := j.switchedOff(all, func(u *judge) stand {
			_, all := u.both(again(u))
			return all
		})
		if off {
			return g, nil
		}
	}
	return j.verdict(all, before.grade == agreed, unseen)
}

// both adds to what stands before a tool what stands around it, and to all of that what stands in it.
func (j *judge) both(way stand) (before, all stand) {
	before = j.underWay(way)
	inside := j.inside(j.tool)
	if inside.grade == never { // nothing was seen that it does
		return before, before
	}
	return before, before.and(inside)
}

// underWay adds to what stands before a tool what stands in the functions around it.
func (j *judge) underWay(before stand) stand {
	for _, s := range j.tool.around {
		if s.in.Flow != nil {
			before = before.and(j.whole(s.in, "").at(point{s.Block, s.Pos}))
		}
	}
	return before
}

func (j *judge) verdict(all stand, before, unseen bool) (graph.Gate, *graph.Unknown) {
	t := j.tool
	unknown := func(why reason.Reason, pos graph.Pos) *graph.Unknown {
		return &graph.Unknown{What: graph.UnknownTools, Node: graph.None, Reason: why, Pos: pos}
	}
	if all.grade == agreed && !all.asks.IsValid() {
		all.asks = t.in.Pos
	}
	switch {
	case all.grade == agreed && before:
		return graph.Gate{Kind: graph.GateCallback, Pos: all.asks}, nil
	case all.grade == agreed:
		return graph.Gate{Kind: graph.GateInterrupt, Pos: all.asks}, nil
	}
	slip, asks := j.slip()
	switch {
	case !all.asks.IsValid() && unseen:
		return graph.Gate{Kind: graph.GateConditional, Pos: t.in.Pos}, unknown(reason.Of(reason.WayUnseen, shortName(t.in.ID)), t.in.Pos)
	case !all.asks.IsValid() && slip.Way == graph.SlipNone && j.own.name != "":
		return graph.Gate{Kind: graph.GateIgnored, Pos: j.own.pos, Slip: graph.Slip{Way: graph.SlipModel, Words: j.own.name}}, nil
	case !all.asks.IsValid() && slip.Way == graph.SlipNone:
		return graph.Gate{}, nil
	case !all.asks.IsValid() && slip.Way != graph.SlipFailure:
		return graph.Gate{Kind: graph.GateIgnored, Pos: asks, Slip: slip}, nil
	}
	g := graph.Gate{Kind: graph.GateConditional, Pos: all.asks}
	if slip.Way != graph.SlipNone {
		g.Pos, g.Slip = asks, slip
	}
	switch {
	case (all.grade == unclear || all.grade == never) && slip.Way != graph.SlipNone: // that is why
	case all.grade == unclear || all.grade == never:
		return g, unknown(reason.Of(reason.MayAsk), all.asks)
	case all.grade == switched:
		return g, unknown(reason.Of(reason.AskedUnless, strings.Join(all.why.states, " and ")), all.asks)
	case unseen:
		return g, unknown(reason.Of(reason.WayUnseen, shortName(t.in.ID)), t.in.Pos)
	}
	return g, nil
}

// onBoth returns the gate of a tool that runs in two places.
func onBoth(g, h graph.Gate) graph.Gate {
	switch {
	case g.Kind == h.Kind || g.Kind == graph.GateConditional:
		return g
	case h.Kind == graph.GateConditional:
		return h
	case !g.Kind.MayHold() && !h.Kind.MayHold(): // one of them is ignored
		if g.Kind == graph.GateNone {
			return h
		}
		return g
	case g.Kind == graph.GateIgnored:
		return graph.Gate{Kind: graph.GateConditional, Pos: g.Pos, Slip: g.Slip}
	case h.Kind == graph.GateIgnored:
		return graph.Gate{Kind: graph.GateConditional, Pos: h.Pos, Slip: h.Slip}
	case g.Kind == graph.GateNone || h.Kind == graph.GateNone:
		return graph.Gate{Kind: graph.GateConditional, Pos: firstAsk(g.Pos, h.Pos)}
	}
	return g
}

// point returns where a tool runs.
func (t *tool) point() point {
	if t.site != nil {
		return point{t.site.Block, t.site.Pos}
	}
	return point{block: t.block}
}

// Ways go from the question to the model to a tool.
type ways struct {
	*judge
	found   map[waypoint]stand // what was found of points …
	gone    map[waypoint]bool  // … and which of them the present round has come to; nil between searches
	grown   bool               // the round has found more
	within  map[passage]stand  // of points, for runs that come to the beginning of their function
	unseen  bool               // one begins where nobody is seen to ask a model
	strange bool               // and with no request
	only    origin
}

// An origin says where the ways begin that are gone.
type origin uint8

const (
	anywhere      origin = iota
	fromModel            // those that begin with a question to the model
	fromElsewhere        // the others
)

// A waypoint is a point of a function.
type waypoint struct {
	fn *function
	at point
}

// to returns the stand of a point of a function on all ways to it. Functions that call each other hang on each
// other: what one round of the search has found is where the next one begins, at first that no way leads
// anywhere, until nothing changes. A round comes to each point once, whatever number of ways lead there.
func (w *ways) to(fn *function, p point) stand {
	key := waypoint{fn, p}
	if w.gone != nil {
		return w.goTo(key)
	}
	if w.found == nil {
		w.found = make(map[waypoint]stand)
	}
	defer func() { w.gone = nil }()
	for {
		w.gone, w.grown = make(map[waypoint]bool), false
		if s := w.goTo(key); !w.grown {
			return s
		}
	}
}

// goTo is to in a round of the search.
func (w *ways) goTo(key waypoint) stand {
	if w.gone[key] {
		return w.found[key]
	}
	w.gone[key] = true
	s, before := w.walk(key.fn, key.at), w.found[key]
	if s.worseThan(before) {
		w.grown = true
	}
	w.found[key] = s
	return s
}

// walk finds what to is asked for a point, by the points that lead there.
func (w *ways) walk(fn *function, p point) stand {
	from := w.starts(fn, p)
	if len(from) > 0 && w.only == fromElsewhere {
		return stand{}
	}
	if fn.Flow == nil {
		if len(from) > 0 {
			return freely
		}
		return w.callersOf(fn, func(given) stand { return freely })
	}
	if len(from) > 0 {
		return w.orderOf(fn, "", from).at(p)
	}
	return w.callersOf(fn, func(with given) stand { return w.from(fn, with, p) })
}

// A passage is a run through a function to a point of it, with some arguments.
type passage struct {
	to   waypoint
	with given
}

// from returns the stand of a point for runs that come to the beginning of its function.
func (w *ways) from(fn *function, with given, p point) stand {
	key := passage{waypoint{fn, p}, with}
	s, ok := w.within[key]
	if !ok {
		if w.within == nil {
			w.within = make(map[passage]stand)
		}
		s = w.whole(fn, with).at(p)
		w.within[key] = s
	}
	return s
}

// callersOf returns the stand of a function on all ways to it, and in it.
func (w *ways) callersOf(fn *function, in func(given) stand) stand {
	var out stand
	found := false
	for _, by := range w.funcs {
		if w.cy.isRound() && !w.by[by] {
			continue
		}
		for _, to := range w.calls[by] {
			if to.fn != fn || by == w.cy.in && w.cy.loop != nil && !slices.Contains(w.cy.loop.Blocks, to.block) || w.namesItself(by, to) {
				continue
			}
			found = true
			p, with, check := w.calling(by, to)
			if way := w.to(by, p); way.grade != never {
				out = out.or(way.and(in(with).behind(check)))
			}
		}
	}
	if !found {
		w.unseen = true
		w.strange = w.strange || !fn.isRequested(w.chart)
		if w.only == fromModel {
			return stand{}
		}
		return in("")
	}
	return out
}

// namesItself reports whether a function hands over a constant as the name of a tool: it is
// the program that wants it to run, and no model.
func (w *ways) namesItself(by *function, to called) bool {
	found := false
	for _, s := range by.sites {
		for _, c := range s.callees {
			if s.Block != to.block || c.fn != to.fn {
				continue
			}
			if found = w.hasConstantName(s, c); !found {
				return false
			}
		}
	}
	return found
}

func (w *ways) hasConstantName(s *site, c callee) bool {
	for i, arg := range w.net.params(s, c) {
		param := w.paramOf(c, i)
		if param == noPlace || arg == noPlace || !w.names.seen[param] {
			continue
		}
		isText := slices.ContainsFunc(w.made[arg], func(v value) bool { return v.isText })
		if isText && !slices.ContainsFunc(w.in[arg], func(e edge) bool { return e.kind != returns }) {
			return true
		}
	}
	return false
}

// calling returns where a function calls another one, the decisions that it hands over, and where a check is made on which these hang: see
// checked.
func (w *ways) calling(by *function, to called) (point, given, graph.Pos) {
	for _, s := range by.sites {
		for _, c := range s.callees {
			if s.Block != to.block || c.fn != to.fn {
				continue
			}
			if by.Flow == nil {
				return point{s.Block, s.Pos}, "", graph.Pos{}
			}
			o := w.whole(by, "")
			return point{s.Block, s.Pos}, o.handed(s, c), o.checked(s)
		}
	}
	return point{block: to.block}, "", graph.Pos{}
}

// starts returns the points of a function at which a model is asked before a point of it.
func (w *ways) starts(fn *function, p point) (out []point) {
	isIn := func(block int32) bool {
		return fn != w.cy.in || w.cy.loop == nil || slices.Contains(w.cy.loop.Blocks, block)
	}
	for _, s := range fn.sites {
		at := point{s.Block, s.Pos}
		if !isIn(s.Block) || at == p || s == w.tool.site {
			continue
		}
		asks := w.asksModel(s) || slices.ContainsFunc(s.callees, func(c callee) bool { return w.judge.asks[c.fn] && slices.Contains(w.calls[fn], called{s.Block, c.fn}) })
		if asks && w.comesTo(fn, at, p) {
			out = append(out, at)
		}
	}
	if len(out) == 0 && fn == w.cy.in && w.cy.loop != nil {
		out = append(out, point{block: w.cy.loop.Blocks[0]})
	}
	return out
}

// comesTo reports whether a function may come from one point to another.
func (w *ways) comesTo(fn *function, from, to point) bool {
	if fn.Flow == nil || from.before(to) {
		return true
	}
	return slices.ContainsFunc(fn.Flow.Next[from.block], func(b int32) bool { return fn.leads(b, to.block, nil) })
}
