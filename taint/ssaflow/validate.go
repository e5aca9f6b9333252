package ssaflow

// This file reads checks: where a validator has said yes to a value, it has lost
// the labels that the validator is for.

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/taint"
)

// clean says that a value has lost labels in the blocks that block dominates.
type clean struct {
	value  ssa.Value
	block  *ssa.BasicBlock
	labels taint.Labels
}

func (f *frame) validator(c *ssa.CallCommon, callee *ssa.Function, v *ssa.Call) {
	obj := object(callee)
	if obj == nil {
		return
	}
	first := 0
	if obj.Signature().Recv() != nil {
		first = 1
	}
	f.validatorKey(c, rowKey(obj), v, first)
}

// validatorKey reads a call v of the validator with a row key; first is the index
// of its first argument as the user counts them.
func (f *frame) validatorKey(c *ssa.CallCommon, key string, v *ssa.Call, first int) {
	if v == nil {
		return
	}
	for _, r := range f.in.Table.Rows(key) {
		if r.Verb != taint.VerbValidator {
			continue
		}
		for _, p := range r.Places {
			if n := p.Index + first; !p.Result && n >= 0 && n < len(c.Args) {
				for _, b := range answered(v, r.Answer) {
					f.cleaned(c.Args[n], []*ssa.BasicBlock{b}, proves(r, c.Args, n))
				}
			}
		}
	}
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

// dropped returns the labels that e loses because its value has been checked.
func (f *frame) dropped(e *edge) taint.Labels {
	drop := e.drop
	if e.at == nil || e.copy != 0 {
		return drop
	}
	for _, c := range f.cleans {
		if f.values[c.value] == e.from && c.block.Dominates(e.at.Block()) {
			drop = drop.Union(c.labels)
		}
	}
	return drop
}
