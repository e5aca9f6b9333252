package ssaflow

// This file says what is assumed of code that nothing is known of.

import (
	"go/types"
	"slices"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// unknown does what any function might do with what it is given: put anything that
// it can reach into its results and into the memory that it can reach, return that
// memory, and call the functions that it gets hold of, now or later. It gets at what these
// have captured by calling them only. See isHolder for secrets in libraries.
func (f *frame) unknown(k *call, name string) {
	g := &given{frame: f, call: k, name: name, asked: f.asked(k), out: outOf(k), mix: f.newLoc(), back: f.newLoc()}
	g.open, g.hands = g.mix, g.mix
	g.start(g.mix)
	if f.isLibrary(k) {
		g.open, g.hands = f.newLoc(), f.newLoc()
		g.start(g.open)
		g.put(taint.OpCall, g.hands)
	}
	for n := range k.args {
		g.take(n)
	}
	for n := range g.refs {
		g.write(n)
	}
	g.answer()
	for _, ref := range g.refs {
		f.callbacks(k, ref.loc, g)
	}
	for n, t := range k.types {
		g.leaveCalls(t, k.args[n], 0)
	}
	g.offer()
}

// outOf returns what unknown code does with its results: of the standard library, it is known
// well enough that it is nobody's guard.
func outOf(k *call) taint.Op {
	if k.common != nil {
		if fn := k.common.StaticCallee(); fn != nil && isStandardFunc(fn) && !mayFilter(k) {
			return taint.OpReturn
		}
	}
	return taint.OpUnread
}

// start adds to a location what unknown code gets beside its arguments: what functions
// return that it calls, and what decides whether it runs.
func (g *given) start(to *loc) {
	g.edges = append(g.edges, g.edgeAt(g.call, taint.OpReturn, g.name, g.back, to))
	g.controls(g.call, taint.OpCall, g.name, to)
}

// given is what one call gives to unknown code.
type given struct {
	*frame
	call  *call
	name  string
	asked int      // see asked
	out   taint.Op // what it does with its results
	mix   *loc     // all of it
	// If a library is called, without the secrets of holders, and without those of
	// clients: what it writes elsewhere, and what it hands to functions. Else mix.
	open, hands *loc
	back        *loc // what functions return that it calls
	refs        []reference
}

// reference is memory that an argument refers to.
type reference struct {
	loc    *loc
	arg    int
	isFunc bool // nothing can be written there
	// isContext: a library writes nothing there: what it has for others to find in a context, it puts into another one.
	isContext bool
}

// holds reports whether argument n of k is a holder.
func (k *call) holds(n int) bool { return k.received && n == 0 || isHolder(k.types[n]) }

// take gives unknown code the argument n.
func (g *given) take(n int) {
	k := g.call
	g.read(n, g.mix, false)
	switch {
	case g.open == g.mix:
	case !k.holds(n):
		g.read(n, g.open, false)
	case !g.isClient(k.types[n]):
		g.read(n, g.hands, false)
	}
	g.refer(k.types[n], k.args[n], n)
}

// refer notes the memory that a value of type t at a location, a part of argument n, refers to.
func (g *given) refer(t types.Type, l *loc, n int) {
	if isRef(t) {
		_, isFunc := underOf(t).(*types.Signature)
		g.refs = append(g.refs, reference{g.kid(l, stepRef), n, isFunc, isContext(t)})
		return
	}
	for _, c := range g.parts(t) {
		if g.holdsRefs(c.typ) {
			g.refer(c.typ, g.kid(l, c.step), n)
		}
	}
}

// read adds that anything of argument n gets to a location, and perhaps to what can be
// reached from there.
func (g *given) read(n int, to *loc, deep bool) {
	in := g.edgeAt(g.call, taint.OpCall, g.name, g.call.args[n], to)
	in.fromDeep, in.toDeep, in.outside, in.drop = true, deep, true, g.keptByCallee(g.call, n)
	if isPlainNumber(g.call.types[n]) {
		in.drop = in.drop.Union(numberMarks) // whatever it is made part of
	}
	g.edges = append(g.edges, in)
}

// write says that unknown code puts anything into the memory of an argument.
func (g *given) write(ref int) {
	r := g.refs[ref]
	if r.isFunc || r.isContext && g.open != g.mix {
		return
	}
	before := len(g.edges)
	g.put(taint.OpCall, r.loc)
	for n := range g.call.args {
		if n != r.arg && g.call.holds(n) && !g.isClient(g.call.types[n]) && n >= g.asked {
			g.read(n, r.loc, true)
		}
	}
	if !g.isLibrary(g.call) { // libraries have functions for that, as Unmarshal is one
		g.isPossible(before, taint.OpPut)
	}
}

// isPossible says of the edges from a number on that they are no more than possible.
func (g *given) isPossible(from int, op taint.Op) {
	for n := from; n < len(g.edges); n++ {
		e := &g.edges[n]
		e.drop, e.hop.Op = e.drop.Union(notApart), op
	}
}

// put adds that anything but secrets of holders gets to what can be reached from a
// location.
func (g *given) put(op taint.Op, to *loc) {
	e := g.edgeAt(g.call, op, g.name, g.open, to)
	e.toDeep, e.outside = true, true
	g.edges = append(g.edges, e)
	if g.mix != g.open {
		e.from, e.drop = g.mix, secretOnly
		g.edges = append(g.edges, e)
	}
}

// answer: the results hold anything, errors no secrets of holders, and what a client
// answers none of its own, and what it was asked only perhaps: it may be what others say.
func (g *given) answer() {
	k := g.call
	result := func(t types.Type, l *loc) {
		if t != nil && isError(t) {
			g.put(g.out, l)
			return
		}
		if g.asked > 0 {
			before := len(g.edges)
			g.put(g.out, l)
			for n := g.asked; n < len(k.args); n++ {
				g.read(n, l, true)
				g.edges[len(g.edges)-1].loose = true // it may have kept what is written there afterwards
			}
			g.isPossible(before, taint.OpAnswer)
			return
		}
		out := g.edgeAt(k, g.out, g.name, g.mix, l)
		out.toDeep = true
		g.edges = append(g.edges, out)
	}
	switch t := k.typ.(type) {
	case *types.Tuple:
		for i := range t.Len() {
			part := g.kid(k.result, stepPart(i))
			result(t.At(i).Type(), part)
			g.share(t.At(i).Type(), part)
		}
	case nil: // a call of a callee, which has made the parts of what it takes
		result(nil, k.result)
		for _, l := range parts(k.result) {
			g.share(nil, l)
		}
	default:
		result(t, k.result)
		g.share(t, k.result)
	}
}

// share says that a result of type t refers to the memory of any argument; what a client
// answers refers to none.
func (g *given) share(t types.Type, result *loc) {
	if !isRef(t) || t != nil && isError(t) || g.asked > 0 {
		return
	}
	_, isFunc := underOf(t).(*types.Signature)
	for _, ref := range g.refs {
		to := g.kid(result, stepRef)
		switch {
		case len(g.keptByCallee(g.call, ref.arg)) > 0:
			continue // the secret in it stays there
		case t != nil && ref.isFunc != isFunc: // it keeps the function, as an option does, or the list that it ranges over
			to = g.kid(to, stepKept(ref.arg))
		case t != nil && ref.isContext && !isContext(t): // it keeps the context, and writes nothing there
			to = g.kid(to, stepContext(ref.arg))
		}
		g.unify(to, ref.loc)
	}
}

func underOf(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return t.Underlying()
}

// leaveCalls is leaveCall for the functions that a value of type t at l is, or has in fields
// that are set here.
func (g *given) leaveCalls(t types.Type, l *loc, depth int) {
	if t == nil || depth > maxFields {
		return
	}
	if sig, ok := t.Underlying().(*types.Signature); ok {
		g.leaveCall(sig, g.kid(l, stepRef))
		return
	}
	if ptr, ok := t.Underlying().(*types.Pointer); ok {
		t, l = ptr.Elem(), g.kid(l, stepRef)
	}
	if !isStruct(t) {
		return
	}
	for _, c := range g.parts(t) {
		if l.find().has(c.step) && g.holdsRefs(c.typ) {
			g.leaveCalls(c.typ, g.kid(l, c.step), depth+1)
		}
	}
}

// leaveCall leaves it to callers to call a function with anything that is given, if they
// provide it. One that is known here is called by callHanded.
func (g *given) leaveCall(sig *types.Signature, fun *loc) {
	k := g.call
	n := &call{
		at: k.at, pos: k.pos, via: k.via, origin: k.origin, fun: fun, result: g.newLoc(), control: k.control,
		loose: true, handed: true, done: make(map[string]bool),
	}
	for range sig.Params().Len() {
		arg := g.newLoc()
		in := g.edgeAt(n, taint.OpCall, "", g.hands, arg)
		in.toDeep = true
		g.edges = append(g.edges, in)
		n.args, n.types = append(n.args, arg), append(n.types, nil)
	}
	g.returned(n, "", n.result)
	g.calls = append(g.calls, n)
}

// returned says that unknown code gets what a function returns that it calls.
func (g *given) returned(k *call, name string, result *loc) {
	out := g.edgeAt(k, taint.OpReturn, name, result, g.back)
	out.fromDeep = true
	g.edges = append(g.edges, out)
}

// parts returns l and the fields of it by value.
func parts(l *loc) []*loc {
	out := []*loc{l.find()}
	for n := 0; n < len(out); n++ {
		for _, kid := range out[n].kids {
			if k := kid.loc.find(); (isField(kid.step) || kid.step == stepElem) && !slices.Contains(out, k) {
				out = append(out, k)
			}
		}
	}
	return out
}

func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// callbacks says that unknown code may call what can be reached from root with data that it
// is given, or its own if that is nil, at any time.
func (f *frame) callbacks(k *call, root *loc, g *given) {
	f.handed = append(f.handed, handed{root: root, given: g, call: k, done: make(map[string]bool)})
}

// release says that code which is not known may call functions that can be reached from
// root, at any time, with arguments of its own.
func (f *frame) release(root *loc) {
	k := &call{loose: true}
	if f.fn != nil {
		k.pos, k.origin = f.fn.Pos(), f.pos(f.fn.Pos())
	}
	f.callbacks(k, root, nil)
}

// released returns where a function leaves data to its callers: what it returns, and
// what they can see.
func (f *frame) released() []*loc { return slices.Concat(f.results, f.params) }

// handed is memory that unknown code may call functions of, with data that it is given
// unless that is nil.
type handed struct {
	root  *loc
	given *given
	call  *call
	done  map[string]bool
}

// calledBack is a function that unknown code has been handed.
type calledBack struct {
	obj      *loc
	id       string
	released bool // to callers, who have arguments of their own for it
}

// callHanded applies the functions that unknown code has been handed and reports
// whether there were any new ones.
func (f *frame) callHanded() (more bool) {
	if !f.markLeads() {
		return false
	}
	var reached []*loc
	for n := 0; n < len(f.handed); n++ {
		h := f.handed[n]
		if h.root.find().leads != f.leads {
			continue
		}
		reached = f.reachMarked(h.root, reached[:0])
		for _, obj := range reached {
			for _, id := range slices.Clone(obj.funcs) {
				if h.done[id] {
					continue
				}
				h.done[id] = true
				key := calledBack{obj, id, h.given == nil}
				if old, again := f.called[key]; again {
					if old != nil { // two pieces of unknown code that share a function
						f.unify(old.hands, h.given.hands)
						f.unify(old.back, h.given.back)
					}
					continue
				}
				more = true
				f.called[key] = h.given
				f.callBack(h, obj, id)
			}
		}
	}
	return more
}

// markLeads marks those locations that unknown code has been handed and that a function can be
// reached from, and reports whether there are any. Most often there are none.
func (f *frame) markLeads() (any bool) {
	var roots []*loc
	for _, h := range f.handed {
		roots = append(roots, h.root)
	}
	all := f.reach(roots...)
	f.leads++
	for _, l := range all {
		if len(l.funcs) > 0 {
			l.leads, any = f.leads, true
		}
	}
	for more := any; more; { // most locations come before what they lead to: a few rounds are enough
		more = false
		for _, l := range slices.Backward(all) {
			if l.leads != f.leads && slices.ContainsFunc(l.kids, func(k kid) bool { return k.loc.find().leads == f.leads }) {
				l.leads, more = f.leads, true
			}
		}
	}
	return any
}

// reachMarked adds to all the root and what can be reached from it by way of what markLeads has marked.
func (f *frame) reachMarked(root *loc, all []*loc) []*loc {
	f.walks++
	first := len(all)
	all = append(all, root.find())
	all[first].visited = f.walks
	for i := first; i < len(all); i++ {
		for _, k := range all[i].kids {
			if l := k.loc.find(); l.leads == f.leads && l.visited != f.walks {
				l.visited = f.walks
				all = append(all, l)
			}
		}
	}
	return all
}

// callBack says that unknown code calls the function id with anything that it is given, and
// does with its results what it likes.
func (f *frame) callBack(h handed, obj *loc, id string) {
	s, rows := f.summary(id, f.fn), f.rowsOf(id)
	if s == nil && len(rows) == 0 {
		return
	}
	f.loose = true
	f.pay(1)
	k := *h.call
	k.fun, k.loose, k.args, k.types, k.result, k.typ, k.common = obj, true, nil, nil, f.newLoc(), nil, nil
	n := arity(rows)
	if s != nil {
		n = len(s.Params)
	}
	for range n {
		arg := f.newLoc()
		if h.given != nil {
			in := f.edgeAt(&k, taint.OpCall, funcid.Name(id), h.given.hands, arg)
			in.toDeep = true
			f.edges = append(f.edges, in)
		}
		k.args, k.types = append(k.args, arg), append(k.types, nil)
	}
	if !f.library(&k, id, false) && s != nil {
		f.instantiate(&k, s, funcid.Name(id))
	}
	if h.given == nil { // what it returns is released in turn, and functions may return each other for ever
		f.handed = append(f.handed, handed{root: k.result, call: h.call, done: h.done})
	} else {
		h.given.returned(&k, funcid.Name(id), k.result)
	}
}

// arity returns how many arguments rows speak of.
func arity(rows []*library.Data) (n int) {
	most := func(places []library.Place) {
		for _, p := range places {
			switch {
			case p.Result:
			case p.Index == library.Each:
				n = max(n, 1)
			default:
				n = max(n, p.Index+1)
			}
		}
	}
	for _, r := range rows {
		most(r.Places)
		for _, pass := range r.Passes {
			most(pass.From)
			most(pass.To)
		}
	}
	return n
}
