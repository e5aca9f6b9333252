package valueflow

// This file finds comparisons that only decide what is written or logged:
//
//	if n > 10 {
//		log.Print("it takes long")
//	}

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/internal/funcid"
)

// onlyTells reports whether a comparison decides nothing but what is told to a reader or put into a
// text: both sides of each branch on it come together again, and all in between is that.
func (b *body) onlyTells(cond *ssa.BinOp) bool {
	uses := *cond.Referrers()
	return len(uses) > 0 && !slices.ContainsFunc(uses, func(use ssa.Instruction) bool {
		branch, ok := use.(*ssa.If)
		if !ok {
			_, noted := use.(*ssa.DebugRef)
			return !noted
		}
		from := branch.Block()
		return from.Succs[0] != from.Succs[1] && !b.comesTogether(from)
	})
}

// comesTogether reports whether the sides of a branch meet in one block, and only tell something
// before, and no value in that depends on the side.
func (b *body) comesTogether(from *ssa.BasicBlock) bool {
	var ways []*ssa.BasicBlock // those that only tell something, in the order of their distance
	for work := slices.Clone(from.Succs); len(work) > 0; work = work[1:] {
		if blk := work[0]; !slices.Contains(ways, blk) {
			if ways = append(ways, blk); b.tells(blk) {
				work = append(work, blk.Succs...)
			}
		}
	}
	return slices.ContainsFunc(ways, func(meet *ssa.BasicBlock) bool {
		before := []*ssa.BasicBlock{from}
		for work := slices.Clone(from.Succs); len(work) > 0; work = work[1:] {
			switch blk := work[0]; {
			case blk == meet || slices.Contains(before, blk):
			case !b.tells(blk):
				return false
			default:
				before, work = append(before, blk), append(work, blk.Succs...)
			}
		}
		return isOneValue(meet, before)
	})
}

// isOneValue reports whether no value in a block depends on from which of some blocks the function
// comes there.
func isOneValue(meet *ssa.BasicBlock, from []*ssa.BasicBlock) bool {
	return !slices.ContainsFunc(meet.Instrs, func(instr ssa.Instruction) bool {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			return false
		}
		var first ssa.Value
		for i, pred := range meet.Preds {
			if !slices.Contains(from, pred) {
				continue
			}
			if first != nil && first != phi.Edges[i] {
				return true
			}
			first = phi.Edges[i]
		}
		return false
	})
}

// tells reports whether a block only tells something, and goes on.
func (b *body) tells(blk *ssa.BasicBlock) bool {
	return !slices.ContainsFunc(blk.Instrs, func(instr ssa.Instruction) bool {
		switch instr := instr.(type) {
		case *ssa.Alloc, *ssa.BinOp, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.Convert, *ssa.DebugRef, *ssa.Extract, *ssa.Field,
			*ssa.FieldAddr, *ssa.If, *ssa.IndexAddr, *ssa.Jump, *ssa.MakeInterface, *ssa.Slice:
			return false
		case *ssa.UnOp:
			return instr.Op == token.ARROW
		case *ssa.Store:
			return !isArgument(instr.Addr)
		case *ssa.Call:
			return !b.isTelling(instr)
		}
		return true
	})
}

// isArgument reports whether an address is of an element of the arguments of a call with any number
// of them.
func isArgument(addr ssa.Value) bool {
	element, ok := addr.(*ssa.IndexAddr)
	if !ok {
		return false
	}
	list, ok := element.X.(*ssa.Alloc)
	return ok && list.Comment == "varargs"
}

// telling are the packages of the standard library that make texts and write them.
var telling = []string{"bytes", "fmt", "log", "log/slog", "strconv", "strings"}

// isTelling reports whether a call is of a function that makes a text, writes or logs, and comes back.
func (b *body) isTelling(call *ssa.Call) bool {
	if builtin, ok := call.Call.Value.(*ssa.Builtin); ok {
		return slices.Contains([]string{"cap", "len", "max", "min", "print", "println"}, builtin.Name())
	}
	fn := call.Call.Method
	if callee := call.Call.StaticCallee(); callee != nil {
		fn = funcid.Declared(callee)
	}
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	for _, other := range []string{"Fatal", "Panic", "Exit", "Must", "Scan"} {
		if strings.Contains(fn.Name(), other) {
			return false
		}
	}
	path := fn.Pkg().Path()
	return slices.Contains(telling, path) || b.Table.IsLogger(path)
}
