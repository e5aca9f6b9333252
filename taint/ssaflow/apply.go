package ssaflow

// This file puts summaries of callees into their callers.

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/taint"
)

// instantiate puts a copy of s into f, bound to the arguments and the result of k: a
// fresh one, unless calls share it.
func (f *frame) instantiate(k *call, s *taint.Summary, name string) {
	f.loose = f.loose || s.Loose
	shared := f.copies[s]
	if shared == nil {
		shared = f.copySummary(k, s)
	}
	locs := shared.locs
	if shared.calls++; shared.calls == 2 {
		f.loosen(map[ssa.Instruction]bool{shared.at: true})
	}
	defer f.cross(shared.calls > 1)()
	f.bindConditions(k, s, locs)
	for _, n := range s.Control {
		f.controls(k, taint.OpCall, name, locs[n])
	}
	for n, p := range s.Params {
		in := f.edgeAt(k, taint.OpCall, name, k.args[n], locs[p])
		in.drop = f.keptByCallee(k, n)
		f.bind(k, k.types[n], in)
	}
	if k.fun != nil {
		f.bindFree(k, s, locs)
	}
	f.bindResults(k, s, locs, name)
}

// cross says that what becomes one location from now on belongs to several calls, if they do, until what it
// returns is called.
func (f *frame) cross(several bool) (stop func()) {
	if !several {
		return func() {}
	}
	before := f.crossing
	f.crossing = true
	return func() { f.crossing = before }
}

// loosen says that what happens at some calls happens at any time: it happens elsewhere, too.
func (f *frame) loosen(at map[ssa.Instruction]bool) {
	for n := range f.edges {
		f.edges[n].loose = f.edges[n].loose || at[f.edges[n].at]
	}
	for _, k := range f.calls {
		k.loose = k.loose || at[k.at]
	}
}

// copySummary puts a copy of s, as k calls it, into f.
func (f *frame) copySummary(k *call, s *taint.Summary) *sharedCopy {
	f.ncopies++
	f.pay(s.Size())
	loose := k.loose || s.Loose
	locs := f.copyLocs(s)
	shared := &sharedCopy{locs: locs, at: k.at}
	if f.shared {
		if f.copies == nil {
			f.copies = make(map[*taint.Summary]*sharedCopy)
		}
		f.copies[s] = shared
	}
	for _, g := range s.Globals {
		f.unify(f.global(g.Name), locs[g.Loc])
	}
	ends := make(map[int]bool) // what has the data, or does something with it, within the function
	for _, src := range s.Sources {
		ends[src.Loc] = true
	}
	for _, sink := range s.Sinks {
		ends[sink.Loc] = true
	}
	left := f.answered(s)
	f.edges = slices.Grow(f.edges, len(s.Edges))
	for _, e := range s.Edges {
		if left != nil && left(&e) {
			continue
		}
		own := edge{
			from: locs[e.From], to: locs[e.To], fromDeep: e.FromDeep, toDeep: e.ToDeep,
			at: k.at, loose: loose || e.Later, later: e.Later, drop: e.Drop, via: e.Via,
			copy: f.ncopies, fromLoc: e.From, toLoc: e.To,
		}
		if f.shared && !ends[e.From] && !ends[e.To] {
			own.shared = shared
		}
		f.edges = append(f.edges, own)
	}
	for _, c := range s.Calls {
		n := f.copyCall(k, c, locs, loose)
		if f.shared {
			n.shared = shared
		}
		f.calls = append(f.calls, n)
	}
	return shared
}

// pay counts n parts that are added to f, and stops what has become too large.
func (f *frame) pay(n int) {
	f.spent += n
	if f.size += n; f.size > f.copied || f.spent > maxSpent {
		panic(errTooLarge)
	}
}

func (f *frame) copyLocs(s *taint.Summary) []*loc {
	locs := f.newLocs(len(s.Locs))
	nkids := 0
	for n := range s.Locs {
		nkids += len(s.Locs[n].Kids)
	}
	kids := make([]kid, 0, nkids)
	for n := range s.Locs {
		l, first := &s.Locs[n], len(kids)
		for _, k := range l.Kids {
			kids = append(kids, kid{k.Step, locs[k.Loc]})
		}
		locs[n].kids = kids[first:len(kids):len(kids)]
		locs[n].funcs, locs[n].collapsed, locs[n].crossed = l.Funcs, l.Collapsed, l.Crossed
	}
	return locs
}

// bind moves a value between caller and callee: by its type in the caller, or if a
// callee has it from another one, by what is known of its shape.
func (f *frame) bind(k *call, t types.Type, e edge) {
	if t != nil {
		f.move(t, e)
		return
	}
	f.bindShape(e, make(map[[2]*loc]bool))
}

func (f *frame) bindShape(e edge, seen map[[2]*loc]bool) {
	from, to := e.from.find(), e.to.find()
	if seen[[2]*loc{from, to}] || from == to {
		return
	}
	seen[[2]*loc{from, to}] = true
	if from.collapsed != 0 || to.collapsed != 0 { // either may turn out to have more fields
		f.unify(from, to)
		return
	}
	f.edges = append(f.edges, e)
	steps := []string{stepRef} // also what only one of them will refer to later
	for _, k := range slices.Concat(from.kids, to.kids) {
		steps = append(steps, k.step)
	}
	slices.Sort(steps)
	for _, step := range slices.Compact(steps) {
		a, b := f.kid(e.from, step), f.kid(e.to, step)
		if !isField(step) && step != stepElem {
			f.unify(a, b)
			continue
		}
		sub := e
		sub.from, sub.to = a, b
		f.bindShape(sub, seen)
	}
}

// bindFree binds what the function captured, which stands at its object under the
// identity of the function.
func (f *frame) bindFree(k *call, s *taint.Summary, locs []*loc) {
	for n, p := range s.Free {
		for _, kid := range slices.Clone(k.fun.find().kids) {
			step := kid.step
			id, ok := strings.CutPrefix(step, "b:")
			if ok && strings.HasSuffix(id, stepFree("", n)[2:]) && f.summary(strings.TrimSuffix(id, stepFree("", n)[2:]), f.fn) == s {
				f.bindShape(f.edgeAt(k, taint.OpCapture, "", f.kid(k.fun, step), locs[p]), make(map[[2]*loc]bool))
			}
		}
		if k.fun.find().collapsed&taint.CollapsedCaptures != 0 {
			f.unify(k.fun, locs[p])
		}
	}
}

func (f *frame) bindResults(k *call, s *taint.Summary, locs []*loc, name string) {
	tuple, _ := k.typ.(*types.Tuple)
	for n, r := range s.Results {
		to, t := k.result, k.typ
		switch {
		case tuple != nil && n < tuple.Len():
			to, t = f.kid(k.result, stepPart(n)), tuple.At(n).Type()
		case len(s.Results) > 1:
			to, t = f.kid(k.result, stepPart(n)), nil
		}
		e := f.edgeAt(k, taint.OpReturn, name, locs[r], to)
		f.bind(k, t, e)
	}
}

// copyCall returns the call c of a callee as a call of f.
func (f *frame) copyCall(k *call, c taint.Call, locs []*loc, loose bool) *call {
	n := &call{
		at: k.at, pos: k.pos, fun: locs[c.Fun], method: c.Method, key: c.Iface,
		result: locs[c.Result], loose: loose || c.Loose, origin: c.Pos, done: make(map[string]bool),
		via: taint.TrimHops(append([]taint.Hop{{Op: taint.OpCall, Name: c.Method, Pos: c.Pos}}, k.via...)),
	}
	n.held, n.done[c.Held] = c.Held, c.Held != ""
	if !f.shared { // else it is the call of others, too, who may give other texts
		n.texts = f.argTextsOf(k, c.Texts)
	}
	for _, a := range c.Args {
		n.args = append(n.args, locs[a])
		n.types = append(n.types, nil)
	}
	for _, at := range c.Control {
		n.control = locs[at]
	}
	return n
}

// sourceLoc returns the location of a source under a condition, one for all its copies.
func (f *frame) sourceLoc(src taint.Source, cond taint.Cond) *loc {
	for _, s := range f.sources {
		if s.Cond == cond && s.Source.Same(src) {
			return f.nodes[s.Loc]
		}
	}
	f.nodes = append(f.nodes, f.newLoc())
	f.sources = append(f.sources, taint.SourceAt{Source: src, Loc: len(f.nodes) - 1, Cond: cond})
	return f.nodes[len(f.nodes)-1]
}

// sinkLoc returns the location of a sink under a condition, one for all its copies.
func (f *frame) sinkLoc(sink taint.Sink, cond taint.Cond) *loc {
	for _, s := range f.sinks {
		if s.Cond == cond && s.Sink == sink {
			return f.nodes[s.Loc]
		}
	}
	f.nodes = append(f.nodes, f.newLoc())
	f.sinks = append(f.sinks, taint.SinkAt{Sink: sink, Loc: len(f.nodes) - 1, Cond: cond})
	return f.nodes[len(f.nodes)-1]
}

// addSource says that everything in to comes from a source, under a condition if there is one.
func (f *frame) addSource(name string, labels taint.Labels, to *loc, e edge, when ...taint.Cond) {
	src := taint.Source{Name: name, Labels: labels, Pos: f.hopOf(&e).Pos}
	e.to, e.toDeep = to, true
	for _, cond := range always(when) {
		e.from = f.sourceLoc(src, cond)
		f.edges = append(f.edges, e)
	}
}

// addSink says that everything in from reaches a sink, under a condition if there is one.
func (f *frame) addSink(s taint.Sink, from *loc, e edge, when ...taint.Cond) {
	if kind := s.Beside(); kind != "" {
		f.addSink(taint.Sink{Name: s.Name, Kind: kind}, from, e, when...)
	}
	s.Pos = f.hopOf(&e).Pos
	s = f.oneUnread(s)
	e.from, e.fromDeep = from, true
	if s.Kind == taint.KindAct || s.Kind == taint.KindMayAct {
		e.effect = s.Name
	}
	for _, cond := range always(when) {
		e.to = f.sinkLoc(s, cond)
		f.edges = append(f.edges, e)
	}
}

// always returns conditions, the one for all calls if there are none.
func always(when []taint.Cond) []taint.Cond {
	if len(when) == 0 {
		return []taint.Cond{{}}
	}
	return when
}
