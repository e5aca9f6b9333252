package loops

// This file decides whether somebody is asked before a tool runs.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// gate returns the gate of a tool of a cycle, and why it is not known whether it holds, if
// that is so. The question stands before the tool runs, or in the tool before it does
// anything; either has to hold on every way. Comes is false if no way leads to the tool.
func (c *chart) gate(cy *cycle, t *tool) (g graph.Gate, why *graph.Unknown, comes bool) {
	j := newJudge(c, cy, t)
	w := &ways{judge: j}
	way := w.to(t.in, t.point())
	if !w.unseen {
		g, why = j.decide(way, false, (*judge).before)
		return g, why, way.grade != never
	}
	g, why = c.unseenGate(w, way)
	return g, why, true
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
	return j.decide(j.served(), false, (*judge).served)
}

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
			p, with := w.calling(by, to)
			if way := w.to(by, p); way.grade != never {
				out = out.or(way.and(in(with)))
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

// calling returns where a function calls another one, and the decisions that it hands over.
func (w *ways) calling(by *function, to called) (point, given) {
	for _, s := range by.sites {
		for _, c := range s.callees {
			if s.Block != to.block || c.fn != to.fn {
				continue
			}
			if by.Flow == nil {
				return point{s.Block, s.Pos}, ""
			}
			return point{s.Block, s.Pos}, w.whole(by, "").handed(s, c)
		}
	}
	return point{block: to.block}, ""
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

// inside returns the stand of what a tool does: never if nothing was seen that it does.
func (j *judge) inside(t *tool) stand {
	d := &doing{judge: j, open: make(map[*function]int), found: make(map[doneWith]stand), stood: make(map[pointWith]stand)}
	if fn := j.byID[t.handler]; fn != nil {
		now, later := d.by(fn, nil, ""), d.later(fn)
		if later.grade != never && d.deedOf(fn) != valueflow.DeedActs {
			return later // what it reads before is no reason to ask
		}
		return now.or(later)
	}
	if t.inline {
		return d.by(t.in, t.blocks, "")
	}
	return stand{}
}

// later returns the stand of what a tool leaves to others to do, by functions that it makes and
// does not call: never if there is nothing.
//
//	return "", &NeedsConfirmation{Run: func() error { return os.Remove(path) }}
func (d *doing) later(fn *function) (out stand) {
	for _, made := range d.funcs {
		if made == fn || outermost(made) != fn.ID || d.deedOf(made) == valueflow.DeedUnknown {
			continue
		}
		for _, s := range d.callers[made] {
			if outermost(s.in) != fn.ID {
				w := &ways{judge: d.judge}
				out = out.or(w.to(s.in, point{s.Block, s.Pos}).and(d.by(made, nil, "")))
			}
		}
	}
	return out
}

// Doing goes through what a tool does.
type doing struct {
	*judge
	open   map[*function]int // what is being found, by how much was before it
	found  map[doneWith]stand
	stood  map[pointWith]stand
	lowest int // of what is being found, the first that was come to again
	steps  int
}

// A doneWith is a function and what its caller has decided.
type doneWith struct {
	fn   *function
	with given
}

// A pointWith is a point of it.
type pointWith struct {
	doneWith
	at point
}

// maxDone is how many functions are looked into for what a tool does. Those that call each other are looked into on each way
// that leads there, as what is being found on the way counts for nothing.
const maxDone = 1000

// A deed is something that a function does, itself or by another function.
type deed struct {
	at   point
	by   *site // nil for itself
	args bool  // with the model's arguments
	does valueflow.Deed
}

// by returns the stand of what a function does, in some blocks if they are given.
func (d *doing) by(fn *function, blocks []int32, with given) stand {
	key := doneWith{fn, with}
	if at, isOpen := d.open[fn]; isOpen {
		d.lowest = min(d.lowest, at)
		return stand{}
	}
	if out, known := d.found[key]; known && len(blocks) == 0 {
		return out
	}
	if d.steps++; d.steps > maxDone {
		return stand{grade: unclear, why: cause{pos: fn.Pos}}
	}
	before, depth := d.lowest, len(d.open)
	d.open[fn], d.lowest = depth, depth
	out := d.byItself(fn, blocks, with)
	delete(d.open, fn)
	if d.lowest >= depth && len(blocks) == 0 { // it does not hang on what is being found
		d.found[key] = out
	}
	d.lowest = min(before, d.lowest)
	return out
}

// byItself is by for a function that is neither being looked into nor known.
func (d *doing) byItself(fn *function, blocks []int32, with given) stand {
	all := d.deeds(fn, blocks)
	telling := d.telling(all)
	var out stand
	for _, e := range telling {
		out = out.or(d.deed(fn, blocks, with, e))
	}
	if out.grade != agreed {
		return out
	}
	for _, e := range all {
		if slices.Contains(telling, e) || e.does != valueflow.DeedActs && !e.args || e.does == valueflow.DeedReads {
			continue
		}
		if s := d.deed(fn, blocks, with, e); s.grade > agreed {
			return stand{grade: unclear, asks: out.asks, why: cause{pos: e.at.pos}}
		}
	}
	return out
}

// deed returns the stand of something that a function does.
func (d *doing) deed(fn *function, blocks []int32, with given, e deed) stand {
	s := freely
	if fn.Flow != nil {
		s = d.within(fn, blocks, with, e.at)
	}
	if e.by != nil && s.grade > agreed {
		s = s.and(d.called(fn, e.by))
	}
	return s
}

// within returns the stand of a point in a function, from the first of some blocks if they
// are given.
func (d *doing) within(fn *function, blocks []int32, with given, p point) stand {
	if len(blocks) == 0 {
		key := pointWith{doneWith{fn, with}, p}
		s, known := d.stood[key]
		if !known {
			s = d.whole(fn, with).at(p)
			d.stood[key] = s
		}
		return s
	}
	from := []point{{block: blocks[0]}}
	return d.orderOf(fn, with, from).at(p)
}

// called returns the stand of what a call does.
func (d *doing) called(fn *function, s *site) stand {
	var out stand
	for _, c := range s.callees {
		if d.asks[c.fn] { // an agent, whose tools have gates of their own
			return freely
		}
		with := given("")
		if fn.Flow != nil {
			with = d.whole(fn, "").handed(s, c)
		}
		out = out.or(d.by(c.fn, nil, with))
	}
	if out.grade == never {
		return freely
	}
	return out
}

// deeds returns what a function does or may do.
func (d *doing) deeds(fn *function, blocks []int32) (out []deed) {
	isIn := func(b int32) bool { return len(blocks) == 0 || slices.Contains(blocks, b) }
	isArg := func(p place) bool { return p != noPlace && d.args.seen[p] }
	for _, u := range fn.Outside {
		if isIn(u.Block) {
			args := slices.ContainsFunc(u.Args, func(p valueflow.Place) bool { return p != valueflow.NoPlace && isArg(fn.at(p)) })
			out = append(out, deed{point{u.Block, u.Pos}, nil, args, u.Does})
		}
	}
	for _, s := range fn.sites {
		does := d.does(s)
		if isIn(s.Block) && does != valueflow.DeedUnknown {
			out = append(out, deed{point{s.Block, s.Pos}, s, d.carriesArgs(s) || isArg(s.on), does})
		}
	}
	return out
}

// does returns the most that a call of the program does.
func (d *doing) does(s *site) (out valueflow.Deed) {
	if s.Kind == valueflow.CallRemote {
		return valueflow.DeedActs
	}
	for _, c := range s.callees {
		out = max(out, d.deedOf(c.fn))
	}
	return out
}

// telling leaves of some deeds those that a question would be about: what changes something,
// if anything does, and of that what gets the model's arguments, if anything does.
func (d *doing) telling(all []deed) []deed {
	for _, is := range []func(deed) bool{
		func(e deed) bool { return e.does == valueflow.DeedActs },
		func(e deed) bool { return e.does == valueflow.DeedUnknown && e.args },
		func(e deed) bool { return e.does == valueflow.DeedReads },
	} {
		some := slices.DeleteFunc(slices.Clone(all), func(e deed) bool { return !is(e) })
		if given := slices.DeleteFunc(slices.Clone(some), func(e deed) bool { return !e.args }); len(given) > 0 {
			return given
		}
		if len(some) > 0 {
			return some
		}
	}
	return nil
}

// deedOf returns the most that a function does, itself or by others.
func (c *chart) deedOf(fn *function) valueflow.Deed {
	if c.deedBy == nil {
		c.deedBy = make(map[*function]valueflow.Deed)
		for changed := true; changed; {
			changed = false
			for _, f := range c.funcs {
				if d := c.deedNow(f); d > c.deedBy[f] {
					c.deedBy[f], changed = d, true
				}
			}
		}
	}
	return c.deedBy[fn]
}

func (c *chart) deedNow(fn *function) (out valueflow.Deed) {
	for _, u := range fn.Outside {
		out = max(out, u.Does)
	}
	for _, s := range fn.sites {
		if s.Kind == valueflow.CallRemote {
			return valueflow.DeedActs
		}
		for _, to := range s.callees {
			out = max(out, c.deedBy[to.fn])
		}
	}
	return out
}
