package ssaflow

// This file says what is assumed of code that nothing is known of.

import (
	"go/types"
	"slices"

	"github.com/agentvet/agentvet/taint"
)

// unknown does what any function might do with what it is given: put anything that
// it can reach into its results and into the memory that it can reach, return that
// memory, and call the functions that it gets hold of, now or later. But see isHolder for
// secrets in libraries.
func (f *frame) unknown(k *call, name string) {
	g := &given{frame: f, call: k, name: name, mix: f.newLoc()}
	g.open = g.mix
	if f.callsLibrary(k) {
		g.open = f.newLoc()
		f.controls(k, taint.OpCall, name, g.open)
	}
	f.controls(k, taint.OpCall, name, g.mix)
	for n := range k.args {
		g.take(n)
	}
	for n := range g.refs {
		g.write(n)
	}
	g.answer()
	for _, ref := range g.refs {
		f.callbacks(k, ref.loc, g.mix)
	}
	for n, t := range k.types {
		if sig, ok := underOf(t).(*types.Signature); ok {
			f.leaveCall(k, sig, f.kid(k.args[n], stepRef), g.mix)
		}
	}
	f.offer(k, g.mix)
}

// given is what one call gives to unknown code.
type given struct {
	*frame
	call *call
	name string
	mix  *loc // all of it
	open *loc // without the secrets of holders, if a library is called; else mix
	refs []reference
}

// reference is memory that an argument refers to.
type reference struct {
	loc *loc
	arg int
}

// holds reports whether argument n of k is a holder.
func (k *call) holds(n int) bool { return k.received && n == 0 || isHolder(k.types[n]) }

// take gives unknown code the argument n.
func (g *given) take(n int) {
	k := g.call
	g.read(n, g.mix, false)
	if g.open != g.mix && !k.holds(n) {
		g.read(n, g.open, false)
	}
	if isRef(k.types[n]) {
		g.refs = append(g.refs, reference{g.kid(k.args[n], stepRef), n})
	}
}

// read adds that anything of argument n gets to a location, and perhaps to what can be
// reached from there.
func (g *given) read(n int, to *loc, deep bool) {
	in := g.edgeAt(g.call, taint.OpCall, g.name, g.call.args[n], to)
	in.fromDeep, in.toDeep, in.drop = true, deep, g.keptByCallee(g.call, n)
	g.edges = append(g.edges, in)
}

// write says that unknown code puts anything into the memory of an argument.
func (g *given) write(ref int) {
	r := g.refs[ref]
	g.put(taint.OpCall, r.loc)
	for n := range g.call.args {
		if n != r.arg && g.call.holds(n) {
			g.read(n, r.loc, true)
		}
	}
}

// put adds that anything but secrets of holders gets to what can be reached from a
// location.
func (g *given) put(op taint.Op, to *loc) {
	e := g.edgeAt(g.call, op, g.name, g.open, to)
	e.toDeep = true
	g.edges = append(g.edges, e)
	if g.mix != g.open {
		e.from, e.drop = g.mix, secretOnly
		g.edges = append(g.edges, e)
	}
}

// answer: the results hold anything, errors no secrets of holders.
func (g *given) answer() {
	k := g.call
	result := func(t types.Type, l *loc) {
		if t != nil && isError(t) {
			g.put(taint.OpReturn, l)
			return
		}
		out := g.edgeAt(k, taint.OpReturn, g.name, g.mix, l)
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

// share says that a result of type t refers to the memory of any argument.
func (g *given) share(t types.Type, result *loc) {
	if !isRef(t) || t != nil && isError(t) {
		return
	}
	for _, ref := range g.refs {
		g.unify(g.kid(result, stepRef), ref.loc)
	}
}

func underOf(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return t.Underlying()
}

// leaveCall leaves it to callers to call a function with anything of mix, if they
// provide it. One that is known here is called by callHanded.
func (f *frame) leaveCall(k *call, sig *types.Signature, fun, mix *loc) {
	n := &call{
		at: k.at, pos: k.pos, via: k.via, origin: k.origin, fun: fun, result: f.newLoc(), control: k.control,
		loose: true, handed: true, done: make(map[string]bool),
	}
	for range sig.Params().Len() {
		arg := f.newLoc()
		in := f.edgeAt(n, taint.OpCall, "", mix, arg)
		in.toDeep = true
		f.edges = append(f.edges, in)
		n.args, n.types = append(n.args, arg), append(n.types, nil)
	}
	out := f.edgeAt(n, taint.OpReturn, "", n.result, mix)
	out.fromDeep = true
	f.edges = append(f.edges, out)
	f.calls = append(f.calls, n)
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

// callbacks says that unknown code may call what can be reached from root with
// data of mix, at any time.
func (f *frame) callbacks(k *call, root, mix *loc) {
	f.handed = append(f.handed, handed{root: root, mix: mix, call: k, done: make(map[string]bool)})
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

// handed is memory that unknown code may call functions of, with data of mix unless
// that is nil.
type handed struct {
	root, mix *loc
	call      *call
	done      map[string]bool
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
	leads := f.leadsToFuncs()
	for n := 0; n < len(f.handed) && len(leads) > 0; n++ {
		h := f.handed[n]
		if !leads[h.root.find()] {
			continue
		}
		for _, obj := range f.reachIn(h.root, leads) {
			for _, id := range slices.Clone(obj.funcs) {
				if h.done[id] {
					continue
				}
				h.done[id] = true
				key := calledBack{obj, id, h.mix == nil}
				if mix, again := f.called[key]; again {
					if mix != nil {
						f.unify(mix, h.mix) // two pieces of unknown code that share a function
					}
					continue
				}
				more = true
				f.called[key] = h.mix
				f.callBack(h, obj, id)
			}
		}
	}
	return more
}

// leadsToFuncs returns those locations that unknown code has been handed and that a
// function can be reached from. Most often there are none.
func (f *frame) leadsToFuncs() map[*loc]bool {
	var roots []*loc
	for _, h := range f.handed {
		roots = append(roots, h.root)
	}
	upper := make(map[*loc][]*loc)
	var work []*loc
	all := f.reach(roots...)
	for _, l := range all {
		if len(l.funcs) > 0 {
			work = append(work, l)
		}
	}
	if len(work) == 0 {
		return nil
	}
	for _, l := range all {
		for _, k := range l.kids {
			upper[k.loc.find()] = append(upper[k.loc.find()], l)
		}
	}
	leads := make(map[*loc]bool)
	for len(work) > 0 {
		l := work[len(work)-1]
		work = work[:len(work)-1]
		if !leads[l] {
			leads[l] = true
			work = append(work, upper[l]...)
		}
	}
	return leads
}

// reachIn returns those of some locations that can be reached from root by way of
// them.
func (f *frame) reachIn(root *loc, some map[*loc]bool) []*loc {
	all := []*loc{root.find()}
	seen := map[*loc]bool{all[0]: true}
	for i := 0; i < len(all); i++ {
		for _, k := range all[i].kids {
			if l := k.loc.find(); some[l] && !seen[l] {
				seen[l] = true
				all = append(all, l)
			}
		}
	}
	return all
}

// callBack says that unknown code calls the function id with anything of h.mix, and
// does with its results what it likes.
func (f *frame) callBack(h handed, obj *loc, id string) {
	s, rows := f.summary(id, f.fn), f.in.Table.Rows(id)
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
		if h.mix != nil {
			in := f.edgeAt(&k, taint.OpCall, shortName(id), h.mix, arg)
			in.toDeep = true
			f.edges = append(f.edges, in)
		}
		k.args, k.types = append(k.args, arg), append(k.types, nil)
	}
	if !f.library(&k, id, false) && s != nil {
		f.instantiate(&k, s, shortName(id))
	}
	if h.mix == nil { // what it returns is released in turn, and functions may return each other for ever
		f.handed = append(f.handed, handed{root: k.result, call: h.call, done: h.done})
		return
	}
	out := f.edgeAt(&k, taint.OpReturn, shortName(id), k.result, h.mix)
	out.fromDeep = true
	f.edges = append(f.edges, out)
}

// arity returns how many arguments rows speak of.
func arity(rows []*taint.Row) (n int) {
	most := func(places []taint.Place) {
		for _, p := range places {
			switch {
			case p.Result:
			case p.Index == taint.Each:
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
