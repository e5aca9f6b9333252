package read

// This file says which arguments are looked up, and what they are taken for.

import (
	"cmp"
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/arguments"
)

// envelope are the names that the message has in which a client asks for a call of a tool.
var envelope = []string{"arguments", "name", "_meta", "task"}

// lookup is that an argument is looked up by its name.
func (t *tracer) lookup(at *ssa.Lookup) {
	if name, _ := constantText(at.Index); name == "arguments" {
		t.enveloped = true
		for _, v := range looked(at) {
			t.follow(v, arguments.Map)
		}
		return
	}
	takes, as := t.takes(at)
	use := arguments.Use{Takes: takes, As: as, Panics: panics(at), Pos: t.pos(at)}
	t.named(at, at.Index, use)
}

// named notes a use of the argument that a value names.
func (t *tracer) named(at ssa.Instruction, name ssa.Value, use arguments.Use) {
	if texts, known := textsOf(name, maxTexts); known {
		use.Listed = isOfList(name)
		for _, text := range texts {
			use.Name = text
			t.out.Uses = append(t.out.Uses, use)
		}
		return
	}
	if p, ok := name.(*ssa.Parameter); ok && p.Parent() == t.fn {
		t.out.Named = append(t.out.Named, arguments.Named{Param: slices.Index(t.fn.Params, p), Use: use})
		return
	}
	t.lose(at, "a name that is not a constant")
}

// constantText returns the text that a value always is.
func constantText(v ssa.Value) (string, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(c.Value), true
}

// maxTexts is through how many values it is followed which texts a name may be.
const maxTexts = 4

// textsOf returns the texts that a value may be, if these are constants: what a list has that is written in the function, and what
// all calls of a function literal give for a parameter.
func textsOf(v ssa.Value, depth int) (out []string, known bool) {
	if text, ok := constantText(v); ok {
		return []string{text}, true
	}
	if depth == 0 {
		return nil, false
	}
	var each []ssa.Value
	switch v := v.(type) {
	case *ssa.Phi:
		each = v.Edges
	case *ssa.UnOp:
		if at, ok := v.X.(*ssa.IndexAddr); ok && v.Op == token.MUL {
			each = listed(at.X)
		}
	case *ssa.Parameter:
		each = passedFor(v)
	}
	for _, e := range each {
		texts, ok := textsOf(e, depth-1)
		if !ok {
			return nil, false
		}
		out = append(out, texts...)
	}
	return out, len(out) > 0
}

// isOfList reports whether a value is an element of a list.
func isOfList(v ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	_, element := load.X.(*ssa.IndexAddr)
	return element
}

// listed returns what is put into a list that is written in the function, nil if anything else may be in it.
func listed(list ssa.Value) (out []ssa.Value) {
	s, ok := list.(*ssa.Slice)
	if !ok {
		return nil
	}
	a, ok := s.X.(*ssa.Alloc)
	if !ok || a.Comment != "slicelit" {
		return nil
	}
	for _, ref := range *a.Referrers() {
		at, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, ref := range *at.Referrers() {
			if s, ok := ref.(*ssa.Store); ok && s.Addr == ssa.Value(at) {
				out = append(out, s.Val)
			}
		}
	}
	return out
}

// passedFor returns what the calls of a function literal pass for a parameter, nil if others may call it than those that are seen.
func passedFor(p *ssa.Parameter) (out []ssa.Value) {
	fn := p.Parent()
	if fn.Parent() == nil {
		return nil
	}
	index := slices.Index(fn.Params, p)
	for _, b := range fn.Parent().Blocks {
		for _, i := range b.Instrs {
			made, isClosure := i.(*ssa.MakeClosure)
			if isClosure && made.Fn == ssa.Value(fn) {
				for _, ref := range *made.Referrers() {
					call, ok := ref.(ssa.CallInstruction)
					if _, debug := ref.(*ssa.DebugRef); debug {
						continue
					}
					if !ok || call.Common().Value != ssa.Value(made) {
						return nil
					}
					out = append(out, call.Common().Args[index])
				}
			}
		}
	}
	return out
}

// takes returns for which types of JSON the argument is taken that a lookup returns, nil for any, and the Go type that none of
// them ever is.
func (t *tracer) takes(at *ssa.Lookup) (out []string, as string) {
	m, ok := at.X.Type().Underlying().(*types.Map)
	if !ok {
		return nil, ""
	}
	if !isAny(m.Elem()) {
		return decoded(m.Elem()), ""
	}
	for _, v := range looked(at) {
		for _, ref := range *v.Referrers() {
			switch ref := ref.(type) {
			case *ssa.DebugRef, *ssa.BinOp:
			case *ssa.TypeAssert:
				if types.IsInterface(ref.AssertedType) {
					return nil, ""
				}
				typ := asserted(ref.AssertedType)
				if typ == "" {
					as = cmp.Or(as, types.TypeString(ref.AssertedType, (*types.Package).Name))
				} else {
					out = append(out, typ)
				}
			default:
				return nil, ""
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out), as
}

// panics reports whether what a lookup has found has to be of a certain type.
func panics(at *ssa.Lookup) bool {
	for _, v := range looked(at) {
		for _, ref := range *v.Referrers() {
			if a, ok := ref.(*ssa.TypeAssert); ok && !a.CommaOk {
				return true
			}
		}
	}
	return false
}

// looked returns the values that are what a lookup has found.
func looked(at *ssa.Lookup) []ssa.Value {
	if !at.CommaOk {
		return []ssa.Value{at}
	}
	var out []ssa.Value
	for _, ref := range *at.Referrers() {
		if e, ok := ref.(*ssa.Extract); ok && e.Index == 0 {
			out = append(out, e)
		}
	}
	return out
}
