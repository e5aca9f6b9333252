package ssaflow

// This file applies rows of the table.

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// library does what the rows of the function with an identity say and reports whether
// that is all there is to say of it.
func (f *frame) library(k *call, id string, method bool) (all bool) {
	rows := f.rowsOf(id)
	if len(rows) == 0 {
		return false
	}
	if !onlySource(rows) || f.summary(id, f.fn) == nil {
		f.acts(k, id, funcid.Name(id))
	}
	for _, r := range rows {
		if f.row(k, r, funcid.Name(id), method) {
			all = true
		}
	}
	f.tells(k, rows, funcid.Name(id))
	if all {
		f.lend(k, id, method)
	}
	// Of a function that has a body, a row that is no flow says only what to look for.
	return all || onlySource(rows) && f.summary(id, f.fn) == nil
}

// onlySource reports whether rows name a source and no more: without a body, there
// is nothing that arguments could add to. What open rows name does not count, nor that an
// argument says what is read.
func onlySource(rows []*library.Data) bool {
	closed := 0
	for _, r := range rows {
		if r.Verb == library.VerbSink && (r.Kind == taint.KindRead || r.Kind == taint.KindFolder) {
			continue
		}
		if r.Verb != library.VerbSource {
			return false
		}
		if !r.Open {
			closed++
		}
	}
	return closed == 1
}

func isClosed(r *library.Data) bool { return !r.Open }

// libraryMethod does what rows say of a method of an interface.
func (f *frame) libraryMethod(k *call, obj *loc) {
	m := *k
	m.args = append([]*loc{f.holder(obj)}, k.args...)
	m.types = append([]types.Type{anyType}, k.types...)
	for _, r := range f.in.Table.Rows(k.key) {
		f.row(&m, r, k.method, true)
	}
	f.tells(&m, f.in.Table.Rows(k.key), k.method)
}

// row does what r says and reports whether it describes all data that passes.
func (f *frame) row(k *call, r *library.Data, name string, method bool) (all bool) {
	p := places{f: f, call: k, method: method}
	switch r.Verb {
	case library.VerbSource:
		when, ok := f.conditions(k, r, -1)
		if !ok || f.isOwn(r.Key(), k.receiver()) {
			return false
		}
		for _, l := range p.locs(r.Places) {
			f.addSource(r.Key(), r.Labels, l.loc, f.site(k, taint.OpSource, name), when...)
		}
	case library.VerbSink:
		all := p.each(r.Places)
		if r.Kind == "sql" {
			all = f.statements(all)
		}
		for _, l := range all {
			when, ok := f.conditions(k, r, l.element)
			if !ok {
				continue
			}
			if r.Kind == taint.KindContent {
				f.content(k, l)
				continue
			}
			if r.Kind == "log" {
				l.loc = f.shown(k, r.Key(), l)
			}
			at := f.site(k, taint.OpSink, name)
			at.later = l.result // what is written there afterwards
			at.loose = at.loose || at.later
			if r.Perhaps || l.perhaps {
				at.perhaps, at.drop = true, notApart
			}
			if r.Kind == "sql" {
				at.drop = at.drop.Union(f.explained(k))
			}
			f.addSink(taint.Sink{Name: r.Key(), Kind: r.Kind}, l.loc, at, when...)
		}
		if when, ok := f.conditions(k, r, -1); ok && k.control != nil && r.Kind != taint.KindContent {
			f.addSink(taint.Sink{Name: r.Key(), Kind: r.Kind}, k.control, f.site(k, taint.OpSink, name), when...)
		}
	case library.VerbPut:
		for _, l := range p.locs(r.Places) {
			f.put(k, r, name, l.loc)
		}
		return true
	case library.VerbGet:
		for _, l := range p.locs(r.Places) {
			f.get(k, r, name, l.loc)
		}
		return true
	case library.VerbShare:
		f.share(k, r, name)
		return true
	case library.VerbFlow, library.VerbSanitizer:
		if r.Key() == sprintfKey && r.Verb == library.VerbFlow && len(r.Passes) > 0 && f.sprintf(k, name) {
			return true
		}
		if slices.Contains(joins, r.Key()) && r.Verb == library.VerbFlow && f.joinPath(k, name) {
			return true
		}
		if slices.Contains(encoders, r.Key()) && len(r.Passes) > 0 && f.encoded(k, r, name) {
			return true
		}
		for _, pass := range r.Passes {
			for _, from := range p.locs(pass.From) {
				for _, to := range p.locs(pass.To) {
					if pass.Elements {
						f.copyAll(k, r, name, from, to)
					} else {
						f.pass(k, r, name, pass.Same, from, to)
					}
					if to.arg != nil {
						f.decoded(k, name, from.loc, to.arg)
					}
				}
			}
		}
		return true
	}
	return false
}

// site returns an edge at the source or sink that k calls: where the call is written,
// if that is in this package, and where the function comes from that is called else.
func (f *frame) site(k *call, op taint.Op, name string) edge {
	e := f.edgeAt(k, op, name, nil, nil)
	if k.common == nil && f.isOurs(k.origin) {
		e.hop.Pos = k.origin
	}
	return e
}

// pass moves data from one place of a call to another.
func (f *frame) pass(k *call, r *library.Data, name string, same bool, from, to place) {
	op := taint.OpCall
	if to.result {
		op = taint.OpReturn
		if k.common != nil && k.common.StaticCallee() != nil && mayFilter(k) {
			op = taint.OpUnread
		}
	}
	e := f.edgeAt(k, op, name, from.loc, to.loc)
	e.drop = taint.Labels(r.Labels).Union(f.behindWritten(k, r.Key()))
	if slices.Contains(escapes, r.Key()) && f.becomesHost(k) {
		e.drop = e.drop.Without(taint.Labels{taint.MarkURL})
	}
	if k.removesSlashes(r) {
		e.drop = e.drop.Union(nameOnly)
	}
	e.fromDeep, e.toDeep = true, true
	if !to.result && isRef(to.typ) {
		e.to = f.kid(to.loc, stepRef) // the argument itself is the caller's
	}
	f.edges = append(f.edges, e)
	if k.control != nil {
		e.from, e.fromDeep = k.control, false
		f.edges = append(f.edges, e)
	}
	if same {
		f.unify(f.kid(from.loc, stepRef), f.kid(to.loc, stepRef))
	}
}

// removesSlashes reports whether a call leaves no slash in a text: it is the name of a file
// then, as after filepath.Base.
func (k *call) removesSlashes(r *library.Data) bool {
	if r.Key() != "strings.ReplaceAll" {
		return false
	}
	old, _ := constantText(k.operand(1))
	with, known := constantText(k.operand(2))
	return old == "/" && known && !strings.Contains(with, "/")
}

// copyAll copies the elements of one place of a call to another.
func (f *frame) copyAll(k *call, r *library.Data, name string, from, to place) {
	t := under(from.typ)
	switch t.(type) {
	case *types.Slice, *types.Map:
	default: // of which nothing is known
		f.pass(k, r, name, true, from, to)
		return
	}
	for _, c := range f.components(t) {
		e := f.edgeAt(k, taint.OpCall, name, from.loc, to.loc)
		e.drop = r.Labels
		for _, step := range c.steps {
			e.from, e.to = f.kid(e.from, step), f.kid(e.to, step)
		}
		f.move(c.typ, e)
	}
}

// places finds the locations of places in one call.
type places struct {
	f      *frame
	call   *call
	method bool
}

type place struct {
	loc     *loc
	typ     types.Type
	result  bool
	value   ssa.Value // of a list that the call shows, else nil
	element int       // its index in the list, -1 for all of it
	list    types.Type
	arg     ssa.Value // the argument itself, nil where the call does not show it
	perhaps bool      // it is no more than possible that it counts
}

func (p places) locs(list []library.Place) (out []place) {
	for _, at := range list {
		if at.Result {
			out = append(out, p.results(at.Index)...)
			continue
		}
		first := 0
		if p.method {
			first = 1
		}
		for n := range p.call.args {
			if at.Index == library.Each && n >= first || n == first+at.Index {
				t := p.call.types[n]
				if t == nil {
					t = anyType
				}
				out = append(out, place{loc: p.call.args[n], typ: t, arg: p.call.argument(n)})
			}
		}
	}
	return out
}

// each is locs, with those of a list of arguments each by itself if the call shows them.
func (p places) each(list []library.Place) (out []place) {
	for _, l := range p.locs(list) {
		shown := p.call.listed(slices.Index(p.call.args, l.loc))
		for n, v := range shown {
			v = p.f.unboxed(v)
			out = append(out, place{loc: p.f.value(v), typ: v.Type(), value: v, element: n, list: l.typ})
		}
		if l.element = -1; shown == nil {
			out = append(out, l)
		}
	}
	return out
}

func (p places) results(index int) (out []place) {
	tuple, ok := p.call.typ.(*types.Tuple)
	if !ok {
		return []place{{loc: p.call.result, result: true}}
	}
	for i := range tuple.Len() {
		if index == library.Each && !isError(tuple.At(i).Type()) || index == i {
			out = append(out, place{loc: p.f.kid(p.call.result, stepPart(i)), result: true})
		}
	}
	return out
}
