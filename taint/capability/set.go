package capability

// This file reads sets of texts:
//
//	var dangerous = map[string]bool{"run": true, "remove": true}
//	if dangerous[call.Name] { … }

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// looksUp returns the look-up in a map that a condition is: its value, or whether there is one.
func looksUp(cond ssa.Value) (*ssa.Lookup, bool) {
	if e, ok := cond.(*ssa.Extract); ok {
		l, isLookup := e.Tuple.(*ssa.Lookup)
		return l, isLookup && e.Index == 1
	}
	l, ok := cond.(*ssa.Lookup)
	return l, ok && !l.CommaOk
}

// set returns the texts that are in a map, if these are all constants, and each stands for true or for nothing but that it is
// there. The map is made in the function and stays there, or is a variable of the package that nothing else is put into.
func (b *body) set(m ssa.Value) (texts []string, ok bool) {
	t, isMap := m.Type().Underlying().(*types.Map)
	if !isMap || !isText(t.Key()) {
		return nil, false
	}
	if load, isLoad := m.(*ssa.UnOp); isLoad && load.Op == token.MUL {
		g, isGlobal := load.X.(*ssa.Global)
		if !isGlobal || g.Object() == nil || g.Object().Exported() || b.origins.escaped[g] || len(b.origins.globals[g]) != 1 {
			return nil, false
		}
		made, isMade := b.origins.globals[g][0].(*ssa.MakeMap)
		if !isMade || made.Parent().Name() != "init" || !b.onlyLookedUp(g) {
			return nil, false
		}
		return filledWith(made, g)
	}
	made, isMade := m.(*ssa.MakeMap)
	if !isMade {
		return nil, false
	}
	return filledWith(made, nil)
}

// filledWith returns the texts that are put into a map, if nothing else is done with it but to look them up, and to keep it in a
// variable.
func filledWith(made *ssa.MakeMap, kept *ssa.Global) (texts []string, ok bool) {
	for _, ref := range *made.Referrers() {
		switch ref := ref.(type) {
		case *ssa.MapUpdate:
			text, isText := constantText(ref.Key)
			if !isText || ref.Map != made || !isThere(ref.Value) || ref.Block() != made.Block() { // as a literal is
				return nil, false
			}
			texts = append(texts, text)
		case *ssa.Lookup, *ssa.DebugRef:
		case *ssa.Store:
			if kept == nil || ref.Addr != kept {
				return nil, false
			}
		default:
			return nil, false
		}
	}
	return texts, len(texts) > 0
}

// isThere reports whether a value in a set says that its key is in it.
func isThere(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	if !ok {
		return false
	}
	if s, isStruct := c.Type().Underlying().(*types.Struct); isStruct {
		return s.NumFields() == 0
	}
	return c.Value != nil && c.Value.Kind() == constant.Bool && constant.BoolVal(c.Value)
}

// onlyLookedUp reports whether the package only looks up what is in a map that a variable has.
func (r *reader) onlyLookedUp(g *ssa.Global) bool {
	return !slices.ContainsFunc(r.Funcs, func(fn *ssa.Function) bool {
		return slices.ContainsFunc(fn.Blocks, func(block *ssa.BasicBlock) bool {
			return slices.ContainsFunc(block.Instrs, func(instr ssa.Instruction) bool {
				load, ok := instr.(*ssa.UnOp)
				return ok && load.X == g && slices.ContainsFunc(*load.Referrers(), func(ref ssa.Instruction) bool {
					switch ref := ref.(type) {
					case *ssa.Lookup:
						return ref.Index == load
					case *ssa.Range, *ssa.DebugRef:
						return false
					}
					return true
				})
			})
		})
	})
}
