package capability

// This file finds what is set, once it is made, in an object whose argument decides what it does:
//
//	cmd := exec.Command("git")
//	cmd.Path = program

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// remade has the fields that stand for the argument of the functions that make their objects.
var remade = map[string]string{
	"os/exec.Command": "Path", "os/exec.CommandContext": "Path",
	"net/http.NewRequest": "Method", "net/http.NewRequestWithContext": "Method",
}

// changed returns the texts that the function sets in place of what the function of a key is given, which is called
// where b is.
func (b *body) changed(key string) (out []Text) {
	made, ok := b.at.(ssa.Value)
	if !ok || remade[key] == "" {
		return nil
	}
	for _, block := range b.fn.Blocks {
		for _, instr := range block.Instrs {
			store, ok := instr.(*ssa.Store)
			if !ok {
				continue
			}
			field, ok := store.Addr.(*ssa.FieldAddr)
			if !ok || !b.isField(field, remade[key], made) {
				continue
			}
			texts, params := b.origins.texts(store.Val)
			if out = append(out, texts...); len(params) > 0 {
				out = append(out, Text{Text: "?"})
			}
		}
	}
	return out
}

// isField reports whether a field is one of a name, of what a call has made.
func (b *body) isField(at *ssa.FieldAddr, name string, made ssa.Value) bool {
	if _, fields := structOf(at.X.Type()); fields == nil || fields.Field(at.Field).Name() != name {
		return false
	}
	leaves, _ := b.origins.leaves(at.X)
	return slices.ContainsFunc(leaves, func(leaf ssa.Value) bool {
		if part, ok := leaf.(*ssa.Extract); ok {
			return part.Tuple == made
		}
		return leaf == made
	})
}
