package valueflow

// This file finds questions to a model that are written by hand, as a map that becomes JSON, and what
// their answers are read into:
//
//	body, _ := json.Marshal(map[string]any{"model": name, "prompt": text})

import (
	"go/constant"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/protocol"
)

// asksByHand reports whether a function makes a map with the name of a model and what it is told, and
// does not ask for the embedding of that.
func asksByHand(fn *ssa.Function) bool {
	if asksForEmbedding(fn) {
		return false
	}
	named, told := make(map[ssa.Value]bool), make(map[ssa.Value]bool)
	for _, blk := range fn.Blocks {
		for _, instr := range blk.Instrs {
			up, ok := instr.(*ssa.MapUpdate)
			if !ok {
				continue
			}
			word := wordOf(up.Key)
			named[up.Map] = named[up.Map] || word == "model"
			told[up.Map] = told[up.Map] || protocol.IsMessage(word)
			if named[up.Map] && told[up.Map] {
				return true
			}
		}
	}
	return false
}

// asksForEmbedding reports whether a function reads an embedding of an answer, or asks an address for
// one. Such a model answers in numbers and calls nothing.
func asksForEmbedding(fn *ssa.Function) bool {
	for _, blk := range fn.Blocks {
		for _, instr := range blk.Instrs {
			switch in := instr.(type) {
			case *ssa.Lookup:
				if isEmbedding(wordOf(in.Index)) {
					return true
				}
			case *ssa.Alloc:
				if hasEmbedding(in.Type(), 0) {
					return true
				}
			case *ssa.BinOp:
				if strings.Contains(wordOf(in.Y), "/embed") {
					return true
				}
			}
		}
	}
	return false
}

// wordOf returns the text that a value is, if it is a constant.
func wordOf(v ssa.Value) string {
	if c, ok := v.(*ssa.Const); ok && c.Value != nil && c.Value.Kind() == constant.String {
		return constant.StringVal(c.Value)
	}
	return ""
}

func isEmbedding(part string) bool { return part == "embedding" || part == "embeddings" }

// hasEmbedding reports whether a struct, or a list or a struct in it, has an embedding by its tags.
func hasEmbedding(t types.Type, depth int) bool {
	const deepest = 5
	if depth > deepest {
		return false
	}
	switch t := t.Underlying().(type) {
	case *types.Pointer:
		return hasEmbedding(t.Elem(), depth+1)
	case *types.Slice:
		return hasEmbedding(t.Elem(), depth+1)
	case *types.Struct:
		for i := range t.NumFields() {
			name, _, _ := strings.Cut(reflect.StructTag(t.Tag(i)).Get("json"), ",")
			if isEmbedding(name) || hasEmbedding(t.Field(i).Type(), depth+1) {
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
