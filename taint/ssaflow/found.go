package ssaflow

// This file finds conditions that ask whether something is among what the program has: where it is not, that is no
// check of what it is.

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// lookedUp returns the call of which a comparison asks whether it has found something, an index or what a pointer refers to, nil if it is
// none; and which way out of a branch is taken if it has.
//
//	if projectByID(known, id) < 0 {
//	if s.find(id) == nil {
func lookedUp(cond ssa.Value) (c *ssa.Call, side int) {
	i, ok := cond.(*ssa.BinOp)
	if !ok {
		return nil, 0
	}
	if c, answer, _ := foundAt(i); c != nil {
		return c, sideOf(answer == "true")
	}
	if k, isConst := i.Y.(*ssa.Const); !isConst || !k.IsNil() || !isPointer(i.X.Type()) {
		return nil, 0
	}
	c, _ = i.X.(*ssa.Call)
	return c, sideOf(i.Op == token.NEQ)
}

// knownAt returns the value of which a condition asks whether what it looks for is among what the program has, nil if it asks
// nothing of the kind, and which way out of a branch is taken if it is. That something is not among the entries of a map or a list
// says nothing of what it is:
//
//	if text, ok := cache[path]; ok {
//	if blocked[host] {
func knownAt(cond ssa.Value) (among ssa.Value, side int) {
	switch v := cond.(type) {
	case *ssa.UnOp:
		if v.Op == token.NOT {
			among, side = knownAt(v.X)
			return among, 1 - side
		}
	case *ssa.Extract:
		if l, ok := v.Tuple.(*ssa.Lookup); ok && v.Index == 1 {
			return l, 0
		}
	case *ssa.Lookup:
		if _, isMap := under(v.X.Type()).(*types.Map); isMap {
			return v, 0
		}
	case *ssa.Call:
		if fn := v.Call.StaticCallee(); fn != nil && strings.HasPrefix(fn.String(), "slices.Contains[") {
			return v, 0
		}
	}
	if c, side := lookedUp(cond); c != nil {
		return c, side
	}
	return nil, 0
}

// sideOf returns which way out of a branch is taken where its condition is so.
func sideOf(holds bool) int {
	if holds {
		return 0
	}
	return 1
}

// finds reports whether what a call returns, an index or a pointer, may say that its arguments are among what the program knows.
func (p *program) finds(c *ssa.Call) bool {
	fn := c.Call.StaticCallee()
	return fn != nil && !isStandardFunc(fn) && (fn.Blocks != nil && fn.Pkg == p.in.Pkg && p.isPuzzling(fn) || p.puzzlesElsewhere(fn))
}
