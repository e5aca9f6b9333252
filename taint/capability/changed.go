package capability

// This file finds what is set, once it is made, in an object whose argument decides what it does:
//
//	cmd := exec.Command("git")
//	cmd.Path = program

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
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

// A likeCall says which function makes the same object as a literal of a type, which field has what is its argument there, and what the field's
// zero value means.
type likeCall struct{ maker, field, zero string }

// literals are the types of which a literal does what a function does.
//
//	&http.Request{Method: "DELETE", URL: u} // http.NewRequest("DELETE", …)
var literals = map[string]likeCall{"net/http.Request": {"net/http.NewRequest", "Method", "GET"}}

// literal takes note of what a literal does, as the function that makes such an object: by what the function around it stores in a field.
func (b *body) literal(made *ssa.Alloc, key string, as likeCall) {
	texts, params := b.setIn(made, as)
	for _, t := range texts {
		for _, name := range library.Needs(b.Table.Effects(as.maker), t.of) {
			b.need(name, key, made.Pos(), false)
		}
	}
	for _, p := range params {
		b.f.Opens = append(b.f.Opens, OpenCall{Open: Open{as.maker, p.param, p.field}, Pos: b.place(made.Pos()), When: b.when})
	}
}

// setIn returns what a function stores in the field of a literal, as texts does: nothing is the zero value, unless other code of the program may
// set it.
func (b *body) setIn(made *ssa.Alloc, as likeCall) (texts []Text, params []given) {
	unknown := Text{Text: "?"}
	for _, ref := range *made.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			if _, fields := structOf(made.Type()); fields == nil || fields.Field(ref.Field).Name() != as.field {
				continue
			}
			for _, use := range *ref.Referrers() {
				if s, ok := use.(*ssa.Store); ok && s.Addr == ref {
					more, from := b.origins.texts(s.Val)
					texts, params = append(texts, more...), append(params, from...)
				}
			}
		case *ssa.Store:
			if ref.Addr == made { // a copy of another one
				texts = append(texts, unknown)
			}
		}
	}
	if len(texts)+len(params) > 0 {
		return distinct(texts), params
	}
	for _, ref := range *made.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr, *ssa.DebugRef, *ssa.UnOp:
		case ssa.CallInstruction:
			if fn := ref.Common().StaticCallee(); fn == nil && !ref.Common().IsInvoke() || fn != nil && !library.IsStandard(funcid.Package(funcid.Of(fn))) {
				return []Text{unknown}, nil
			}
		default:
			return []Text{unknown}, nil
		}
	}
	return []Text{{as.zero, true}}, nil
}
