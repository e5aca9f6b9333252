package valueflow

// This file finds questions to a model that are written by hand, as a map that becomes JSON, and what
// their answers are read into:
//
//	body, _ := json.Marshal(map[string]any{"model": name, "prompt": text})

import (
	"go/constant"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/protocol"
)

// asksByHand reports whether a function makes a map with the name of a model and what it is told.
func asksByHand(fn *ssa.Function) bool {
	named, told := make(map[ssa.Value]bool), make(map[ssa.Value]bool)
	for _, blk := range fn.Blocks {
		for _, instr := range blk.Instrs {
			up, ok := instr.(*ssa.MapUpdate)
			if !ok {
				continue
			}
			key, ok := up.Key.(*ssa.Const)
			if !ok || key.Value == nil || key.Value.Kind() != constant.String {
				continue
			}
			word := constant.StringVal(key.Value)
			named[up.Map] = named[up.Map] || word == "model"
			told[up.Map] = told[up.Map] || protocol.IsMessage(word)
			if named[up.Map] && told[up.Map] {
				return true
			}
		}
	}
	return false
}

// fillsMap reports whether a call gets the address of a map, or of anything.
func (b *body) fillsMap(c *ssa.CallCommon) bool {
	return slices.ContainsFunc(c.Args, func(arg ssa.Value) bool {
		name, known := b.target(arg)
		return known && name == MapType
	})
}
