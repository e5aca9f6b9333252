package ssaflow

// This file keeps what handlers capture: a framework calls them when the function that
// made them is long gone.

import (
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

const (
	capturedPrefix = "captured:"
	receiver       = -1
)

// capturedGlobal names what a handler with an identity has captured as its nth
// variable, or as its receiver. All copies of a handler share it.
func capturedGlobal(id string, n int) string {
	return capturedPrefix + id + "#" + strconv.Itoa(n)
}

// capture keeps what i binds if it makes a handler.
func (f *frame) capture(i *ssa.MakeClosure, at edgeMaker) {
	fn := i.Fn.(*ssa.Function)
	id, first := f.funcID(fn), 0
	if method := funcid.Bound(fn); method != nil {
		id, first = funcid.OfObject(method), receiver
	}
	if !f.in.Handlers[id] {
		return
	}
	for n, v := range i.Bindings {
		f.move(v.Type(), at(taint.OpCapture, fn.FreeVars[n].Name(), f.value(v), f.global(capturedGlobal(id, first+n))))
	}
}

// recall binds what the handler that k calls has captured.
func (f *frame) recall(k *call, id string, s *taint.Summary) {
	if l := f.globals[capturedGlobal(id, receiver)]; l != nil && len(k.args) > 0 {
		f.unify(k.args[0], l)
	}
	if len(s.Free) == 0 {
		return
	}
	k.fun = f.newLoc()
	for n := range s.Free {
		free := f.kid(k.fun, stepFree(id, n))
		if l := f.globals[capturedGlobal(id, n)]; l != nil {
			f.unify(free, l)
		} else if f.callees != nil { // the whole program may tell
			f.free = append(f.free, free)
		}
	}
}
