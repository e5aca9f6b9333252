package valueflow

// This file follows how long lists are that fields have: appending counts. What is known of such a number is that it is not less than zero.

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// LengthName returns the name of how long the list is that a field has.
func LengthName(typ, field string) string { return FieldName(typ, field) + lengthMark }

const lengthMark = " len"

// IsLength reports whether a name is that of how long a list is.
func IsLength(name string) bool { return strings.HasSuffix(name, lengthMark) }

// lengthAt returns the place of how long the list of a field is, NoPlace for what is no field.
func (b *body) lengthAt(addr ssa.Value) Place {
	field, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return NoPlace
	}
	st, name := StructOf(field.X.Type())
	return b.place(LengthName(name, st.Field(field.Field).Name()))
}

// listIn returns the address of the field whose list's length a number is, nil if it is none.
func listIn(v ssa.Value) ssa.Value {
	load, ok := lengthOf(v).(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	if _, isField := load.X.(*ssa.FieldAddr); !isField {
		return nil
	}
	return load.X
}

// length returns the place of how long a list is.
func (b *body) length(v ssa.Value) Place {
	if at := listIn(v); at != nil {
		return b.lengthAt(at)
	}
	return b.local()
}

// isKeptLength reports whether a number is how long the list of a field is.
func isKeptLength(v ssa.Value) bool { return listIn(unshifted(v)) != nil }

// setList records that a field gets a list, which is the one that it had and more, or another one.
func (b *body) setList(in *ssa.Store) {
	at := b.lengthAt(in.Addr)
	if at == NoPlace {
		return
	}
	if call, ok := in.Val.(*ssa.Call); ok && isAppend(call) {
		if old, ok := call.Call.Args[0].(*ssa.UnOp); ok && old.Op == token.MUL && alike(old.X, in.Addr) {
			if n, _ := elements(call.Call.Args[1]); n > 0 {
				b.grow(in, at, n)
			}
			return // it is no shorter
		}
	}
	b.f.Sets = append(b.f.Sets, Set{From: b.local(), To: at, Block: int32(in.Block().Index)})
}
