package capability

// This file says what is known of the arguments of calls.

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/internal/funcid"
)

// functionArg returns what is known of an argument that is a function.
func (b *body) functionArg(index int, v ssa.Value) (out []Arg) {
	fns, param, rest := b.origins.funcs(v)
	for _, fn := range fns {
		if funcid.BoundInterface(fn) != nil { // whose method that is, the whole program tells
			rest = true
			continue
		}
		out = append(out, Arg{Index: index, Func: funcid.Source(funcid.Of(fn))})
	}
	if param >= 0 {
		out = append(out, Arg{Index: index, Param: &param})
	}
	if rest {
		out = append(out, Arg{Index: index, Rest: true})
	}
	return out
}

// functionArgs returns what is known of an argument that is a list of functions, as what follows the last parameter.
//
//	NewMessage()
//	NewMessage(WithCharset("utf-8"))
func (b *body) functionArgs(index int, v ssa.Value) (out []Arg) {
	if c, ok := v.(*ssa.Const); ok && c.IsNil() {
		return nil
	}
	if p, ok := v.(*ssa.Parameter); ok && paramIndex(p, v) >= 0 {
		n := paramIndex(p, v)
		return []Arg{{Index: index, Param: &n}}
	}
	list, size := written(v)
	if size == 0 {
		return []Arg{{Index: index, Rest: true}}
	}
	for n := range size {
		e := element(list, n)
		if e == nil {
			return []Arg{{Index: index, Rest: true}}
		}
		out = append(out, b.functionArg(index, e)...)
	}
	return out
}

// args returns what is known of arguments.
func (b *body) args(list []ssa.Value) (out []Arg) {
	out = append(b.names(list), b.decided(list)...)
	for i, v := range list {
		switch t := v.Type().Underlying().(type) {
		case *types.Signature:
			out = append(out, b.functionArg(i, v)...)
		case *types.Slice:
			if _, isFunc := t.Elem().Underlying().(*types.Signature); isFunc {
				out = append(out, b.functionArgs(i, v)...)
			}
		case *types.Basic:
			if t.Info()&(types.IsString|types.IsInteger) == 0 {
				continue
			}
			texts, params := b.origins.texts(v)
			for _, text := range texts {
				if text.Text != "?" || len(texts)+len(params) > 1 { // else it is as good as not told
					out = append(out, Arg{Index: i, Text: &text})
				}
			}
			for _, p := range params {
				switch known := slices.ContainsFunc(out, func(a Arg) bool { return a.Index == i && a.Param != nil && *a.Param == p.param }); {
				case p.field != "":
					out = append(out, Arg{Index: i, Of: &Open{Param: p.param, Field: p.field}})
				case !known:
					out = append(out, Arg{Index: i, Param: &p.param})
				}
			}
		default:
			out = append(out, b.fields(i, v)...)
		}
	}
	return out
}
