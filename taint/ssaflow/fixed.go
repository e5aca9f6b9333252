package ssaflow

// This file finds values that are read twice and are the same both times.

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// again returns v and the other reads of the same field, if where v comes before them
// they have the same value: the field is part of a variable that is written once, as a
// whole, before v, and whose address goes nowhere. Parameters of struct type are such
// variables as a rule.
func again(v ssa.Value) []ssa.Value {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return []ssa.Value{v}
	}
	var path []int
	at := load.X
	for {
		field, ok := at.(*ssa.FieldAddr)
		if !ok {
			break
		}
		path = append(path, field.Field)
		at = field.X
	}
	variable, ok := at.(*ssa.Alloc)
	if !ok || len(path) == 0 {
		return []ssa.Value{v}
	}
	if write := onlyWrite(variable); write == nil || !precedes(write, load) {
		return []ssa.Value{v} // a loop may get from v to the write, and from there to another read
	}
	slices.Reverse(path)
	return readsOf(variable, path)
}

// onlyWrite returns the one instruction that writes to a variable, as a whole, if all
// others read; nil if there is no such instruction.
func onlyWrite(variable *ssa.Alloc) (write *ssa.Store) {
	for _, ref := range *variable.Referrers() {
		store, ok := ref.(*ssa.Store)
		switch {
		case ok && store.Addr == variable && write == nil:
			write = store
		case !onlyRead(ref):
			return nil
		}
	}
	return write
}

// precedes reports whether a runs before b whenever b does.
func precedes(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	list := a.Block().Instrs
	return slices.Index(list, a) < slices.Index(list, b)
}

// onlyRead reports whether an instruction that uses an address reads what is there, or
// a part of it, and nothing else.
func onlyRead(user ssa.Instruction) bool {
	switch user := user.(type) {
	case *ssa.DebugRef, *ssa.UnOp:
		return true
	case *ssa.FieldAddr:
		return !slices.ContainsFunc(*user.Referrers(), func(ref ssa.Instruction) bool { return !onlyRead(ref) })
	}
	return false
}

// readsOf returns the reads of a field of what is at an address.
func readsOf(addr ssa.Value, path []int) (out []ssa.Value) {
	for _, ref := range *addr.Referrers() {
		switch ref := ref.(type) {
		case *ssa.FieldAddr:
			if len(path) > 0 && ref.Field == path[0] {
				out = append(out, readsOf(ref, path[1:])...)
			}
		case *ssa.UnOp:
			if len(path) == 0 {
				out = append(out, ref)
			}
		}
	}
	return out
}
