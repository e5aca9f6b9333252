package ssaflow

// This file follows data that the program says is confined: what a model writes into a field
// with a confine tag.

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// isSetHere reports whether v, which is read from a field, is what the function itself has
// stored there, on every way: then it is not what a model wrote.
//
//	in.Name = filepath.Base(in.Name)
func (f *frame) isSetHere(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	last, ok := f.memory.stored(regionOf(load.X), load)
	return ok && !slices.ContainsFunc(last, func(w write) bool { return len(w.fields) > 0 })
}

// lendField: the address of a field with a confine tag goes where it may be read, other than by
// loads in this function.
func (f *frame) lendField(a *ssa.FieldAddr) {
	t, index := structOf(a)
	if t == nil {
		return
	}
	key, labels := f.fieldLabels(t, index)
	labels = claims(labels)
	if len(labels) == 0 {
		return
	}
	for _, ref := range *a.Referrers() {
		switch ref := ref.(type) {
		case *ssa.UnOp, *ssa.FieldAddr, *ssa.DebugRef, *ssa.MakeInterface:
			continue // in an any, it goes to what writes there, as fmt.Sscan does
		case *ssa.Call:
			if fn := ref.Call.StaticCallee(); fn != nil && isStandardFunc(fn) {
				continue
			}
		case *ssa.Store:
			if ref.Addr == ssa.Value(a) {
				continue
			}
		}
		f.addSource(key, labels, f.ref(a), edge{at: a, hop: f.hop(taint.OpSource, funcid.Name(key), f.posOf(a, a))})
		return
	}
}

// retype: a struct becomes one of another type, whose fields may have no tags.
func (f *frame) retype(i *ssa.ChangeType) {
	from, to := i.X.Type(), i.Type()
	part := f.value(i)
	if p, ok := from.Underlying().(*types.Pointer); ok {
		from, to, part = p.Elem(), to.Underlying().(*types.Pointer).Elem(), f.ref(i)
	}
	if !isStruct(from) || f.structure(to, 0) != 0 {
		return
	}
	for n, c := range f.parts(to) {
		key, labels := f.fieldLabels(from, n)
		if labels = claims(labels); len(labels) > 0 {
			f.addSource(key, labels, f.kid(part, c.step), edge{at: i, hop: f.hop(taint.OpSource, funcid.Name(key), f.posOf(i, i))})
		}
	}
}

// answered returns what reports of edges of a callee whether they are of data that is said to be
// confined, and that goes back to where the argument is not handled: what a tool answers, a model
// reads, and what that makes of it is its own choice. Where a function has a value of the type with
// the tag, the argument is handled. It returns nil if there are none.
//
// What the callee hands to functions that its caller provides does not go back.
func (f *frame) answered(s *taint.Summary) func(e *taint.Edge) bool {
	var sources map[int]bool
	for i := range s.Sources {
		src := &s.Sources[i]
		if !src.IsClaim() || len(src.Labels.Visible()) > 0 || f.hasType(strings.TrimSuffix(src.Name, "."+funcid.Name(src.Name))) {
			continue
		}
		if sources == nil {
			sources = make(map[int]bool)
		}
		sources[src.Loc] = true
	}
	if sources == nil {
		return nil
	}
	var args []int
	for _, c := range s.Calls {
		args = append(args, c.Args...)
	}
	handed := s.Reach(args...)
	for _, sink := range s.Sinks {
		handed[sink.Loc] = true
	}
	return func(e *taint.Edge) bool { return sources[e.From] && !handed[e.To] }
}

// hasType reports whether the function has a value of the type with a key, or a pointer to one.
func (f *frame) hasType(key string) bool {
	if f.fn == nil {
		return false
	}
	if f.types == nil {
		f.types = make(map[string]bool)
		note := func(t types.Type) {
			if p, ok := t.Underlying().(*types.Pointer); ok {
				t = p.Elem()
			}
			if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil {
				f.types[named.Obj().Pkg().Path()+"."+named.Obj().Name()] = true
			}
		}
		for _, v := range f.fn.Params {
			note(v.Type())
		}
		for _, v := range f.fn.FreeVars {
			note(v.Type())
		}
		for _, b := range f.fn.Blocks {
			for _, instr := range b.Instrs {
				if v, ok := instr.(ssa.Value); ok {
					note(v.Type())
				}
			}
		}
	}
	return f.types[key]
}

// maxUnreadSinks is how many of the calls of unknown code that a function makes, or that those it
// calls make, are told apart.
const maxUnreadSinks = 12

// mayAffect says of a call of code that is not known that what it is given may have the effects
// that the function with an identity may have.
func (f *frame) mayAffect(k *call, id, name string) {
	if f.in.Effects == nil || f.fn == nil {
		return
	}
	var forbid taint.Labels
	for _, to := range f.in.Effects(id) {
		forbid = append(forbid, taint.Confined(to))
	}
	if len(forbid) == 0 {
		return
	}
	sink := taint.Sink{Name: name, Kind: taint.KindUnread, Forbid: taint.NewLabels(forbid...).String()}
	for n, arg := range k.args {
		if t := k.types[n]; t == nil || holdsText(t, 0) {
			f.addSink(sink, arg, f.site(k, taint.OpSink, name))
		}
	}
}

// methodMayAffect is mayAffect for a method of an interface, of which is not known what it runs. An
// interface of the standard library is there to be handed data.
func (f *frame) methodMayAffect(k *call) {
	if k.iface == nil && k.key == "" {
		return // code that is not known may call it, or not
	}
	path := k.key
	if k.iface != nil && k.iface.Pkg() != nil {
		path = k.iface.Pkg().Path()
	} else if slash := strings.LastIndexByte(path, '/'); strings.Contains(path[slash+1:], ".") {
		path = path[:slash+1+strings.IndexByte(path[slash+1:], '.')]
	}
	if !library.IsStandard(path) {
		f.acts(k, "", cmp.Or(k.key, k.method))
		f.mayAffect(k, "", cmp.Or(k.key, k.method))
	}
}

// holdsText reports whether a value of type t may have a text of a caller in it.
func holdsText(t types.Type, depth int) bool {
	if depth > maxFields {
		return true
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Pointer:
		return holdsText(u.Elem(), depth+1)
	case *types.Slice:
		b, isBasic := u.Elem().Underlying().(*types.Basic)
		return isBasic && b.Kind() == types.Byte || holdsText(u.Elem(), depth+1)
	case *types.Struct:
		for field := range u.Fields() {
			if holdsText(field.Type(), depth+1) {
				return true
			}
		}
		return false
	case *types.Signature, *types.Chan:
		return false
	case *types.Interface:
		return !isError(t) && !isContext(t)
	}
	return true
}

// oneUnread returns the sink that stands for s in f, if s is code that is not known and there are
// many: the first of those that may have the same effects.
func (f *frame) oneUnread(s taint.Sink) taint.Sink {
	if s.Kind != taint.KindUnread && s.Kind != taint.KindMayAct {
		return s
	}
	n := 0
	for i := range f.sinks {
		old := &f.sinks[i].Sink
		if old.Kind != s.Kind || old.Forbid != s.Forbid {
			continue
		}
		if old.Name == s.Name {
			return *old
		}
		if n++; n >= maxUnreadSinks {
			return *old
		}
	}
	return s
}
