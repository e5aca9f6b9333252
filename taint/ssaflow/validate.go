package ssaflow

// This file reads checks: where a validator has said yes to a value, it has lost
// the labels that the validator is for.

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/taint"
)

// clean says that a value has lost labels in the blocks that block dominates.
type clean struct {
	value  ssa.Value
	block  *ssa.BasicBlock
	labels taint.Labels
}

// answered returns the blocks that run only if v, or the last part of v, is answer.
func answered(v ssa.Value, answer string) (out []*ssa.BasicBlock) {
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Extract:
			if ref.Index == ref.Tuple.Type().(interface{ Len() int }).Len()-1 {
				out = append(out, answered(ref, answer)...)
			}
		case *ssa.UnOp:
			if ref.Op == token.NOT {
				out = append(out, answered(ref, map[string]string{"true": "false", "false": "true"}[answer])...)
			}
		case *ssa.BinOp:
			if answer == "nil" && (isNil(ref.X) || isNil(ref.Y)) {
				switch ref.Op {
				case token.EQL:
					out = append(out, answered(ref, "true")...)
				case token.NEQ:
					out = append(out, answered(ref, "false")...)
				}
			}
		case *ssa.If:
			succ := map[string]int{"true": 0, "false": 1}
			if n, ok := succ[answer]; ok {
				if b := ref.Block().Succs[n]; len(b.Preds) == 1 {
					out = append(out, b)
				}
			}
		}
	}
	return out
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// dropped returns the labels that e loses because its value has been checked, or cleaned
// where it is.
func (f *frame) dropped(e *edge) taint.Labels {
	drop := e.drop
	if e.at == nil || e.copy != 0 {
		return drop
	}
	for _, c := range f.cleans {
		if c.block.Dominates(e.at.Block()) && (f.holds(e.from, c.value) || e.whole != nil && f.values[c.value] == e.whole) && f.stillClean(c, e) {
			drop = drop.Union(c.labels)
		}
	}
	if !e.fromDeep || e.loose || f.memory == nil {
		return drop
	}
	for _, s := range f.memory.scrubs {
		if f.holds(e.from, s.arg) && f.memory.isCalm(s.call, e.at) {
			drop = drop.Union(s.labels)
		}
	}
	return drop
}

// stillClean reports whether what e reads is what was checked: the value itself is, and
// what it refers to if nothing may have written there since.
func (f *frame) stillClean(c clean, e *edge) bool {
	if !e.fromDeep || !f.holdsRefs(c.value.Type()) {
		return true
	}
	return !e.loose && f.memory.isCalm(last(c.block.Preds[0]), e.at) // see answered
}

// holdsRefs reports whether a value of type t is or consists of references.
func (p *program) holdsRefs(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return slices.ContainsFunc(p.parts(t), func(c part) bool { return p.holdsRefs(c.typ) })
	}
	return isRef(t) || hasParam(t)
}
