package ssaflow

// This file finds checks that look right and let others pass: what they look at is as free behind
// them as before, and who reads a finding should see why the check does not stop it.

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/taint"
)

// A weakCheck is a condition that looks at a part of some values only.
type weakCheck struct {
	values map[ssa.Value]bool
	block  *ssa.BasicBlock // which ends with the condition
	hop    taint.Hop
}

// weakCalls has what the functions look at of their first argument, which is what is checked.
var weakCalls = map[string]string{
	prefixKey: taint.WeakBeginning, suffixKey: taint.WeakEnd,
	"strings.Contains": taint.WeakPart, "strings.ContainsAny": taint.WeakPart, "strings.ContainsRune": taint.WeakPart, "strings.Index": taint.WeakPart,
	"strings.Fields": taint.WeakWords, "strings.Split": taint.WeakWords, "strings.SplitN": taint.WeakWords, "strings.Cut": taint.WeakWords,
}

// matchers look for a pattern in their second argument, the receiver counted.
var matchers = []string{"regexp.MatchString", "(*regexp.Regexp).MatchString", "(*regexp.Regexp).FindString"}

// noteWeak notes the condition at the end of a block, if it looks at a part of something only, and returns
// the hop that says so.
func (f *frame) noteWeak(b *ssa.BasicBlock, q *question) (h taint.Hop, ok bool) {
	w := f.weakness(q, 1)
	if w.part == "" {
		return h, false
	}
	values := make(map[ssa.Value]bool)
	for _, o := range origins(w.value) {
		values[o.value] = true
		for _, other := range f.memory.again(o.value) {
			values[other] = true
		}
	}
	h = taint.Hop{Op: taint.OpWeak, Name: w.part, Pos: f.pos(w.pos)}
	f.weak = append(f.weak, weakCheck{values, b, h})
	return h, true
}

// A weakness is what a condition looks at of a value; the part is "" if that is everything, or nothing
// that is known.
type weakness struct {
	part  string
	value ssa.Value
	pos   token.Pos
}

// before reports whether w tells more than o: words may be looked at one by one.
func (w weakness) before(o weakness) bool {
	if a, b := w.part == taint.WeakWords, o.part == taint.WeakWords; a != b {
		return b
	}
	return w.pos < o.pos
}

// weakness returns what a condition looks at, itself or in functions that it calls.
func (f *frame) weakness(q *question, depth int) (first weakness) {
	for _, c := range q.calls() {
		fn := c.Call.StaticCallee()
		if fn == nil {
			continue
		}
		w := f.partOf(c, fn)
		if w.part == "" && depth > 0 && fn.Pkg == f.in.Pkg && fn.Blocks != nil {
			w = f.weaknessWithin(c, fn, depth-1)
		}
		if w.part != "" && (first.part == "" || w.before(first)) {
			first = w
		}
	}
	return first
}

// calls returns the calls in a question, as they stand in the text.
func (q *question) calls() (out []*ssa.Call) {
	for v := range q.seen {
		if c, ok := v.(*ssa.Call); ok {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b *ssa.Call) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return out
}

// partOf returns at what of an argument a function looks that c calls; the part is "" if that is not
// known or may be enough.
func (f *frame) partOf(c *ssa.Call, fn *ssa.Function) weakness {
	args := c.Call.Args
	switch name := fn.String(); {
	case slices.Contains(matchers, name):
		return weakness{taint.WeakPart, args[1], c.Pos()}
	case name == prefixKey && (fromSame(args[0], args[1]) || f.isPuzzlingPrefix(c) && !isBare(args[1])):
	case weakCalls[name] != "":
		return weakness{weakCalls[name], args[0], c.Pos()}
	}
	return weakness{}
}

// isBare reports whether a prefix is a variable as it is: nobody has put a slash behind it.
//
//	if !strings.HasPrefix(path, dir) {
func isBare(prefix ssa.Value) bool {
	switch prefix.(type) {
	case *ssa.Parameter, *ssa.UnOp, *ssa.Field:
		return !getsSlash(prefix)
	}
	return false
}

// weaknessWithin is weakness for the conditions of a function that a call asks about its arguments.
func (f *frame) weaknessWithin(c *ssa.Call, fn *ssa.Function, depth int) weakness {
	for _, b := range fn.Blocks {
		var q *question
		switch i := last(b).(type) {
		case *ssa.If:
			q = f.question(i.Cond)
		case *ssa.Return:
			if n := len(i.Results); n > 0 {
				q = f.question(i.Results[n-1])
			}
		}
		if q == nil {
			continue
		}
		w := f.weakness(q, depth)
		if w.part == "" {
			continue
		}
		for _, o := range origins(w.value) {
			if param, ok := o.value.(*ssa.Parameter); ok {
				w.value = c.Call.Args[slices.Index(fn.Params, param)]
				return w
			}
		}
	}
	return weakness{}
}

// weakOf returns the checks that what e reads has been through, and that it could not fail as a whole.
func (f *frame) weakOf(e *edge) (out []taint.Hop) {
	if e.at == nil || e.copy != 0 || f.fn == nil {
		return nil
	}
	f.readDoubts()
	for _, w := range f.weak {
		if !f.rejects(w.block, e.at.Block()) {
			continue
		}
		for v := range w.values {
			if f.values[v] != nil && f.holds(e.from, v) || readsOf(e, v) || isReadAgain(v, e.at) {
				out = append(out, w.hop)
				break
			}
		}
	}
	return out
}

// rejects reports whether the condition at the end of a block decides whether another one is reached:
// of its two ways only one leads there.
func (f *frame) rejects(b, to *ssa.BasicBlock) bool {
	leads := func(from *ssa.BasicBlock) bool { return from == to || f.order.after[from.Index].has(int32(to.Index)) }
	return len(b.Succs) == 2 && leads(b.Succs[0]) != leads(b.Succs[1])
}

// isReadAgain reports whether an instruction reads the place again that v was read from. What was written
// there in between is not looked for: what has not been cleaned since is as free as before.
func isReadAgain(v ssa.Value, at ssa.Instruction) bool {
	first, ok := v.(*ssa.UnOp)
	again, isLoad := at.(*ssa.UnOp)
	if !ok || !isLoad || first.Op != token.MUL || again.Op != token.MUL {
		return false
	}
	a, b := regionOf(first.X), regionOf(again.X)
	return a.base == b.base && slices.Equal(a.fields, b.fields)
}
