package capability

// This file says what stands behind the interfaces that functions return, for other packages that hand them to the standard library.

import (
	"go/types"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph/authority"
	"github.com/agentvet/agentvet/internal/funcid"
)

// resultID is the identity of the methods behind a result of a function, as a function that calls them.
func resultID(fn string, index int) string { return fn + mark + "result " + strconv.Itoa(index) }

// results returns the methods behind the interfaces that a function returns: of each, a function that calls those for which the
// standard library may ask.
//
//	func NewHandler() http.Handler { return &handler{} } // ServeHTTP
func (r *reader) results(fn *ssa.Function) (out []*Func) {
	if fn.Parent() != nil || fn.Synthetic != "" || len(fn.Blocks) == 0 {
		return nil
	}
	for i := range fn.Signature.Results().Len() {
		if !isAsked(fn.Signature.Results().At(i).Type()) {
			continue
		}
		f := &Func{ID: resultID(funcid.Source(funcid.Of(fn)), i), Pos: r.pos(fn.Pos())}
		for _, ret := range returns(fn) {
			if i < len(ret.Results) {
				r.result(f, ret, ret.Results[i])
			}
		}
		out = append(out, f)
	}
	return out
}

// isAsked reports whether a type is an interface of whose values the standard library may call methods: not one of errors or
// contexts, and not any.
func isAsked(t types.Type) bool {
	i, ok := t.Underlying().(*types.Interface)
	return ok && i.NumMethods() > 0 && !isContext(t) && !types.Identical(t, types.Universe.Lookup("error").Type())
}

// result adds to f what stands behind a value that is returned.
func (r *reader) result(f *Func, ret *ssa.Return, v ssa.Value) {
	leaves, rest := r.origins.leaves(v)
	add := func(id string) {
		if !slices.ContainsFunc(f.Calls, func(c Call) bool { return c.Func == id }) {
			f.Calls = append(f.Calls, Call{Func: id, Pos: r.pos(ret.Pos()), Stored: true, Blind: true})
		}
	}
	for _, leaf := range leaves {
		switch leaf := leaf.(type) {
		case *ssa.Const: // nil
			continue
		case *ssa.MakeInterface:
			for _, fn := range r.askedOf(leaf) {
				add(funcid.OfObject(fn))
			}
			continue
		}
		call, index := resultOf(leaf)
		switch callee := staticCallee(call); {
		case callee == nil:
			rest = true
		case library.IsStandard(funcid.Package(funcid.Of(callee))): // it runs what it is given where it is called
		default:
			add(resultID(funcid.Source(funcid.Of(callee)), index))
		}
	}
	if rest && runsCode(v.Type()) {
		f.Needs = append(f.Needs, Need{Name: authority.Unknown, By: "what is in an interface", Pos: r.pos(ret.Pos()), Stored: true})
	}
}

func staticCallee(c *ssa.Call) *ssa.Function {
	if c == nil {
		return nil
	}
	return c.Call.StaticCallee()
}

// runsCode reports whether an interface is one by which the standard library runs code of a program, and not only reads or writes
// data.
func runsCode(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && slices.Contains([]string{"database/sql", "database/sql/driver", "net/http", "net/rpc"}, named.Obj().Pkg().Path())
}

// askedOf returns the methods of a value in an interface for which the standard library may ask.
func (r *reader) askedOf(made *ssa.MakeInterface) (out []*types.Func) {
	names := slices.Clone(asked)
	for m := range made.Type().Underlying().(*types.Interface).Methods() {
		names = append(names, m.Name())
	}
	for _, name := range names {
		obj, _, _ := types.LookupFieldOrMethod(made.X.Type(), true, r.Pkg.Pkg, name)
		fn, ok := obj.(*types.Func)
		if ok && !types.IsInterface(fn.Signature().Recv().Type()) && !library.IsStandard(funcid.Package(funcid.OfObject(fn))) && !slices.Contains(out, fn) {
			out = append(out, fn)
		}
	}
	return out
}

// madeElsewhere takes note of what stands behind an interface of the standard library that functions of other packages have returned,
// and of which a method is called.
func (b *body) madeElsewhere(c *ssa.CallCommon) {
	leaves, _ := b.origins.leaves(c.Value)
	for _, leaf := range leaves {
		call, index := resultOf(leaf)
		if fn := staticCallee(call); fn != nil && fn.Pkg != b.Pkg {
			b.returnedElsewhere(c, fn, index)
		}
	}
}

// resultOf returns the call of which a value is a result, and which, nil for others.
func resultOf(v ssa.Value) (call *ssa.Call, index int) {
	if e, ok := v.(*ssa.Extract); ok {
		v, index = e.Tuple, e.Index
	}
	call, _ = v.(*ssa.Call)
	return call, index
}

// returnedElsewhere takes note of what stands behind the result of a function of another package, which a call of the standard
// library gets, or whose method is called.
func (b *body) returnedElsewhere(c *ssa.CallCommon, fn *ssa.Function, index int) {
	id := funcid.Source(funcid.Of(fn))
	path := funcid.Package(id)
	if library.IsStandard(path) || index >= fn.Signature.Results().Len() || !isAsked(fn.Signature.Results().At(index).Type()) ||
		len(b.Table.Effects(funcid.Key(id))) > 0 || b.isIdle(path) {
		return
	}
	call := Call{Func: resultID(id, index), Pos: b.pos(c.Pos()), Stored: true, When: b.when, Blind: true, Undo: b.failed}
	if !slices.ContainsFunc(b.f.Calls, func(o Call) bool { return o.Func == call.Func && o.Pos == call.Pos }) {
		b.f.Calls = append(b.f.Calls, call)
	}
}
