package ssaflow

// This file reads tables that stand in the program: lists of rows, and lists of texts that have names.

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// tableLists returns the lists of texts that a value may be, which stand in the program and which nobody changes: the value of a
// package-level variable, or what a map of them has under a key. It is nil if that is not known.
//
//	var commands = map[string][]string{"status": {"git", "status"}, "files": {"ls", "-l"}}
func (p *program) tableLists(v ssa.Value) (lists []ssa.Value) {
	if part, isPart := v.(*ssa.Extract); isPart && part.Index == 0 {
		v = part.Tuple
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		g, isGlobal := v.X.(*ssa.Global)
		if !isGlobal || v.Op != token.MUL || token.IsExported(g.Name()) {
			return nil
		}
		if list := p.initial(g); isList(v) && list != nil && !p.setElements[g] && isLiteral(list) {
			return []ssa.Value{list}
		}
	case *ssa.Lookup:
		load, isLoad := v.X.(*ssa.UnOp)
		if !isLoad || !p.isWritten(v.X) {
			return nil
		}
		key, known := constantText(v.Index)
		if !known && !asksIfThere(v) {
			return nil
		}
		for _, ref := range *p.initial(load.X.(*ssa.Global)).Referrers() {
			put, isPut := ref.(*ssa.MapUpdate)
			if !isPut {
				continue
			}
			if name, _ := constantText(put.Key); known && name != key {
				continue
			}
			if !isLiteral(put.Value) {
				return nil
			}
			lists = append(lists, put.Value)
		}
	}
	return lists
}

// asksIfThere reports whether code looks at whether a map has a key.
func asksIfThere(v *ssa.Lookup) bool {
	return v.CommaOk && slices.ContainsFunc(*v.Referrers(), func(ref ssa.Instruction) bool {
		part, isPart := ref.(*ssa.Extract)
		return isPart && part.Index == 1 && len(*part.Referrers()) > 0
	})
}

// isLiteral reports whether a list is written down in whole: who appends to it gets another one.
func isLiteral(list ssa.Value) bool {
	s, isSlice := list.(*ssa.Slice)
	if !isSlice || s.Low != nil || s.High != nil || !isList(list) {
		return false
	}
	_, isArray := s.X.(*ssa.Alloc)
	return isArray
}

// tableFields returns what field n is in the rows of a table in the program, one of which is at an address; nil if that is not known.
//
//	for _, action := range []struct{ tool, verb string }{{"start_service", "start"}, {"stop_service", "stop"}} {
//		exec.Command("systemctl", action.verb, name)
//	}
func (p *program) tableFields(addr ssa.Value, n int) (values []ssa.Value) {
	switch a := addr.(type) {
	case *ssa.FreeVar:
		if b := binding(a); b != nil {
			return p.tableFields(b, n)
		}
	case *ssa.Alloc: // a copy of a row
		whole, ok := storedRows(a)
		if !ok {
			return nil
		}
		for _, v := range whole {
			load, isLoad := v.(*ssa.UnOp)
			if !isLoad || load.Op != token.MUL || load.X == ssa.Value(a) {
				return nil
			}
			here := p.tableFields(load.X, n)
			if here == nil {
				return nil
			}
			values = append(values, here...)
		}
		return values
	case *ssa.IndexAddr:
		return p.columnOf(a.X, n)
	}
	return nil
}

// columnOf returns what field n is in the elements of a list that the code writes down and nobody changes.
func (p *program) columnOf(list ssa.Value, n int) (values []ssa.Value) {
	if load, isLoad := list.(*ssa.UnOp); isLoad && load.Op == token.MUL {
		g, isGlobal := load.X.(*ssa.Global)
		if !isGlobal {
			return nil
		}
		if list = p.initial(g); list == nil || p.handedOut[g] {
			return nil
		}
	}
	if s, isSlice := list.(*ssa.Slice); isSlice && s.Low == nil && s.High == nil {
		list = s.X
	}
	array, ok := list.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, ref := range *array.Referrers() {
		at, isElement := ref.(*ssa.IndexAddr)
		if !isElement || isOnlyLoaded(at) {
			continue
		}
		if _, known := intValue(at.Index); !known {
			return nil
		}
		for _, use := range *at.Referrers() {
			field, isField := use.(*ssa.FieldAddr)
			if !isField {
				return nil
			}
			if field.Field != n {
				continue
			}
			for _, store := range *field.Referrers() {
				s, isStore := store.(*ssa.Store)
				if !isStore || s.Addr != ssa.Value(field) {
					return nil
				}
				values = append(values, s.Val)
			}
		}
	}
	return values
}

// storedRows is storedIn for a variable whose fields code reads, too.
func storedRows(a *ssa.Alloc) (values []ssa.Value, ok bool) {
	for _, ref := range *a.Referrers() {
		if store, isStore := ref.(*ssa.Store); isStore && store.Addr == ssa.Value(a) {
			values = append(values, store.Val)
			continue
		}
		closure, isClosure := ref.(*ssa.MakeClosure)
		if isClosure {
			free := closure.Fn.(*ssa.Function).FreeVars[slices.Index(closure.Bindings, ssa.Value(a))]
			if slices.ContainsFunc(*free.Referrers(), func(use ssa.Instruction) bool { return !readsRow(use) }) {
				return nil, false
			}
		} else if !readsRow(ref) {
			return nil, false
		}
	}
	return values, len(values) > 0
}

// readsRow reports whether an instruction reads a variable, or a field of it, and does nothing else.
func readsRow(use ssa.Instruction) bool {
	switch use := use.(type) {
	case *ssa.UnOp:
		return use.Op == token.MUL
	case *ssa.DebugRef:
		return true
	case *ssa.FieldAddr:
		return !slices.ContainsFunc(*use.Referrers(), func(ref ssa.Instruction) bool {
			load, isLoad := ref.(*ssa.UnOp)
			_, isDebug := ref.(*ssa.DebugRef)
			return !isDebug && (!isLoad || load.Op != token.MUL)
		})
	}
	return false
}
