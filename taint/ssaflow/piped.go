package ssaflow

// This file knows what is kept in fields to be written to later on: the standard input of a program that runs what it
// reads, in a session that another function has begun.

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
	"github.com/agentvet/agentvet/taint"
)

// keptSinks does what rows say of the result of a call where that is read of a field: what is written there gets into
// the sink, also if nothing that is seen leads from the call to the field. The package has to show all that is stored
// in the field; where some of it is something else, data gets into the sink perhaps.
func (f *frame) keptSinks(load *ssa.UnOp) {
	field, ok := load.X.(*ssa.FieldAddr)
	if !ok || !mayBeWritten(load.Type()) {
		return
	}
	var kept []keptSink
	others := false
	for _, v := range f.fieldValues(field) {
		sinks := f.sinksOf(v)
		others = others || len(sinks) == 0 && !isNil(v)
		kept = append(kept, sinks...)
	}
	for _, k := range kept {
		if k.call.Parent() == load.Parent() { // which its own memory tells
			continue
		}
		e := edge{at: load, loose: true, later: true, hop: f.hop(taint.OpSink, k.call.Call.StaticCallee().Name(), k.call.Pos())}
		if others {
			e.perhaps, e.drop = true, notApart
		}
		f.addSink(taint.Sink{Name: k.row.Key(), Kind: k.row.Kind}, f.value(load), e)
	}
}

// A keptSink is a row that counts for a result of a call.
type keptSink struct {
	row  *library.Data
	call *ssa.Call
}

// sinksOf returns the rows that make a sink of a value that a call returns.
func (f *frame) sinksOf(v ssa.Value) (out []keptSink) {
	c, index := resultOf(v)
	if c == nil {
		return nil
	}
	obj := funcid.Declared(c.Call.StaticCallee())
	if obj == nil {
		return nil
	}
	for _, r := range f.in.Table.Rows(library.KeyOf(obj)) {
		isResult := slices.ContainsFunc(r.Places, func(p library.Place) bool { return p.Result && p.Index == index })
		if r.Verb == library.VerbSink && isResult && f.countsFor(r, c) {
			out = append(out, keptSink{r, c})
		}
	}
	return out
}

// mayBeWritten reports whether values of a type have a method that writes, or may have one.
func mayBeWritten(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Write")
	return obj != nil
}

// resultOf returns the call of a known function that a value is a result of, and which one it is.
func resultOf(v ssa.Value) (c *ssa.Call, index int) {
	switch v := v.(type) {
	case *ssa.Extract:
		c, index = asCall(v.Tuple), v.Index
	case *ssa.ChangeInterface:
		return resultOf(v.X)
	case *ssa.MakeInterface:
		return resultOf(v.X)
	default:
		c = asCall(v)
	}
	if c == nil || c.Call.StaticCallee() == nil {
		return nil, 0
	}
	return c, index
}

func asCall(v ssa.Value) *ssa.Call {
	c, _ := v.(*ssa.Call)
	return c
}

// countsFor reports whether a row counts for a call in another function, whoever calls that.
func (f *frame) countsFor(r *library.Data, c *ssa.Call) bool {
	w := r.Where
	switch {
	case w == nil:
		return true
	case len(c.Call.Args) == 0:
		return false
	case w.Calls != "":
		return callsToo(c.Call.Args[0], w.Calls)
	case !isCommand(c.Call.Args[0].Type()):
		return false
	}
	f.looked = 0
	open, ok := judge(withProgram(elsewhere(f.commandLine(c.Call.Args[0]))), strings.Join(w.Patterns, "|"))
	return ok && len(open) == 0
}
