package ssaflow

// This file reads and writes the state that a framework keeps between steps. It is
// modelled as package-level variables that no source declares.

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// Names of what frameworks keep.
const (
	statePrefix = "state:"
	// What goes into and comes out of the steps of workflows, for functions that a framework runs
	// before and after a step: of all steps, or with a colon and its name of one.
	beforePrefix = statePrefix + "before"
	afterPrefix  = statePrefix + "after"
)

// stateCell returns where the state that r speaks of keeps what k names by a key: a
// part of its own for each constant, else all of it.
func (f *frame) stateCell(k *call, r *library.Data) *loc {
	all := f.global(statePrefix + r.Kind)
	key, known := constantText(k.operand(r.Index))
	if !known {
		f.collapse(all, deeply)
		return all.find()
	}
	return f.kid(all, stepEntry(key))
}

// put says that k keeps data, get that it hands it out.
func (f *frame) put(k *call, r *library.Data, name string, from *loc) {
	e := f.edgeAt(k, taint.OpState, name, from, f.stateCell(k, r))
	f.derive(e)
}

func (f *frame) get(k *call, r *library.Data, name string, to *loc) {
	e := f.edgeAt(k, taint.OpState, name, f.stateCell(k, r), to)
	f.derive(e)
}

// share says that the framework calls an argument of k, a function: one of its
// parameters refers to the state of its type, the others hold what goes through the
// steps of a workflow, and what it returns goes there too.
func (f *frame) share(k *call, r *library.Data, name string) {
	v := k.operand(r.Index)
	if v == nil {
		return
	}
	sig, ok := v.Type().Underlying().(*types.Signature)
	if !ok || sig.Params().Len() <= r.Param {
		return
	}
	n := &call{
		at: k.at, pos: k.pos, via: k.via, origin: k.origin, fun: f.ref(v), result: f.newLoc(),
		loose: true, control: k.control, done: make(map[string]bool),
	}
	var stream *loc
	for i := range sig.Params().Len() {
		t := sig.Params().At(i).Type()
		arg := f.newLoc()
		switch {
		case i == r.Param:
			f.bindState(arg, t, r)
		case !isContext(t):
			stream = f.global(f.streamOf(k, r))
			f.derive(f.edgeAt(n, taint.OpState, name, stream, arg))
		}
		n.args, n.types = append(n.args, arg), append(n.types, t)
	}
	if stream != nil {
		f.derive(f.edgeAt(n, taint.OpState, name, n.result, stream))
	}
	f.calls = append(f.calls, n)
}

func isContext(t types.Type) bool { return t != nil && types.TypeString(t, nil) == "context.Context" }

// streamOf returns the name of what goes through the step that k, a call that makes an option, is
// for, or through all steps if that is not known.
func (f *frame) streamOf(k *call, r *library.Data) string {
	stream := beforePrefix
	if r.After {
		stream = afterPrefix
	}
	c, ok := k.at.(*ssa.Call)
	if !ok || k.common != &c.Call || len(*c.Referrers()) != 1 {
		return stream
	}
	if name, ok := stepWith(c); ok {
		stream += ":" + name
	}
	return stream
}

// stepWith returns the name of the step that a call adds which has an option in its list, if it is
// a constant.
func stepWith(option *ssa.Call) (name string, ok bool) {
	store, ok := (*option.Referrers())[0].(*ssa.Store)
	if !ok {
		return "", false
	}
	at, ok := store.Addr.(*ssa.IndexAddr)
	if !ok {
		return "", false
	}
	for _, ref := range *at.X.Referrers() {
		list, ok := ref.(*ssa.Slice)
		if !ok || len(*list.Referrers()) != 1 {
			continue
		}
		adds, ok := (*list.Referrers())[0].(*ssa.Call)
		if !ok || adds.Call.StaticCallee() == nil {
			continue
		}
		obj := funcid.Declared(adds.Call.StaticCallee())
		if obj == nil {
			continue
		}
		row := library.All().Call(library.KeyOf(obj))
		if row == nil {
			continue
		}
		index, named := row.Index("name")
		if obj.Signature().Recv() != nil {
			index++
		}
		if named && index >= 0 && index < len(adds.Call.Args) {
			return constantText(adds.Call.Args[index])
		}
	}
	return "", false
}

// bindState makes arg, of type t, refer to the state of that type.
func (f *frame) bindState(arg *loc, t types.Type, r *library.Data) {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	state := f.global(statePrefix + r.Kind + ":" + types.TypeString(t, nil))
	f.unify(f.kid(arg, stepRef), state)
}
