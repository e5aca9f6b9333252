package ssaflow

// This file says which instructions may write to a place in memory.

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/funcid"
)

// writes reports whether an instruction may write to p; of the zero region, only calls
// and what other goroutines may do count.
func (m *memory) writes(instr ssa.Instruction, p region) bool {
	switch i := instr.(type) {
	case *ssa.Store:
		return p.base != nil && m.overlap(regionOf(i.Addr), p)
	case *ssa.MapUpdate:
		if p.base == nil {
			return false
		}
		_, isMap := under(p.base.Type()).(*types.Map)
		return isMap && types.Identical(i.Map.Type(), p.base.Type())
	case *ssa.UnOp:
		return i.Op == token.ARROW && m.reaches(i, p.base)
	case *ssa.Call:
		return m.reaches(i, p.base) && !m.isQuiet(&i.Call)
	case *ssa.Go, *ssa.RunDefers, *ssa.Send, *ssa.Select:
		return m.reaches(i, p.base)
	}
	return false
}

// reaches reports whether code that runs at an instruction may write to what base refers to: all code
// may, unless it is a variable of this function that nobody has but the calls to which it is lent.
func (m *memory) reaches(instr ssa.Instruction, base ssa.Value) bool {
	v, ok := base.(*ssa.Alloc)
	if !ok {
		return true
	}
	l := m.loan(v)
	return l.kept || l.calls[instr]
}

// overlap reports whether a store to one place may write to the other.
func (m *memory) overlap(to, p region) bool {
	if m.same(to.base, p.base, maxNesting) {
		n := min(len(to.fields), len(p.fields))
		for i := range n {
			if to.fields[i] != p.fields[i] {
				return false
			}
		}
		return true
	}
	x, y := madeIn(to.base), madeIn(p.base)
	switch {
	case x != nil && y != nil && x != y, x != nil && wasThere(p.base), y != nil && wasThere(to.base), m.isOwn(to.base), m.isOwn(p.base):
		return false // another variable
	}
	return isWide(to.typ) || isWide(p.typ) || types.Identical(to.typ.Underlying(), p.typ.Underlying())
}

// madeIn returns the variable that the function has made and that a base is, or is in: an element of an array. It is nil for
// all others.
func madeIn(base ssa.Value) *ssa.Alloc {
	switch v := base.(type) {
	case *ssa.Alloc:
		return v
	case *ssa.FieldAddr:
		return madeIn(v.X)
	case *ssa.IndexAddr:
		return madeIn(v.X)
	}
	return nil
}

// wasThere reports whether what a base refers to was there before the function began: it is none of the variables that
// it makes.
func wasThere(base ssa.Value) bool {
	switch base.(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
		return true
	}
	return false
}

// isWide reports whether a value of type t may have values of other types in it.
func isWide(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Struct, *types.Array:
		return true
	}
	return hasParam(t)
}

// isQuiet reports whether a call writes to no memory that was there before.
func (p *program) isQuiet(c *ssa.CallCommon) bool {
	if c.IsInvoke() {
		return quietRows(p.in.Table.Rows(library.KeyOf(c.Method)))
	}
	switch callee := c.Value.(type) {
	case *ssa.Builtin:
		switch callee.Name() {
		case "append", "copy", "clear", "delete", "close", "recover":
			return false
		}
		return true
	case *ssa.Function:
		if obj := funcid.Declared(callee); obj != nil && quietRows(p.in.Table.Rows(library.KeyOf(obj))) {
			return true
		}
		return p.isQuietFunc(callee)
	}
	return false
}

// quietRows reports whether rows say of a function that data gets into its results only.
func quietRows(rows []*library.Data) (quiet bool) {
	for _, r := range rows {
		switch r.Verb {
		case library.VerbPut, library.VerbGet, library.VerbShare:
			return false
		case library.VerbFlow, library.VerbSanitizer, library.VerbValidator:
			quiet = true
		}
		for _, pass := range r.Passes {
			for _, to := range pass.To {
				if !to.Result {
					return false
				}
			}
		}
	}
	return quiet
}

// isQuietFunc is isQuiet for a function with a body. One that calls itself is not.
func (p *program) isQuietFunc(fn *ssa.Function) bool {
	quiet, known := p.quiet[fn]
	if !known && fn.Blocks != nil {
		p.quiet[fn] = false
		quiet = p.readQuiet(fn)
		p.quiet[fn] = quiet
	}
	return quiet
}

func (p *program) readQuiet(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			quiet := true
			switch i := instr.(type) {
			case *ssa.Store:
				quiet = isFresh(i.Addr)
			case *ssa.MapUpdate:
				_, quiet = i.Map.(*ssa.MakeMap)
			case *ssa.UnOp:
				quiet = i.Op != token.ARROW
			case ssa.CallInstruction:
				_, spawns := i.(*ssa.Go)
				quiet = !spawns && p.isQuiet(i.Common())
			case *ssa.Send, *ssa.Select:
				quiet = false
			}
			if !quiet {
				return false
			}
		}
	}
	return true
}

// isFresh reports whether an address is of memory that the function has made.
func isFresh(addr ssa.Value) bool {
	for {
		switch v := addr.(type) {
		case *ssa.FieldAddr:
			addr = v.X
		case *ssa.IndexAddr:
			addr = v.X
		case *ssa.Slice:
			addr = v.X
		case *ssa.Alloc, *ssa.MakeSlice:
			return true
		default:
			return false
		}
	}
}
