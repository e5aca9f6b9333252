package capability

// This file tells what a program takes away because something has failed.

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/graph/authority"
)

// undone returns what a capability is where something has failed.
func undone(name string) string {
	if authority.Covers("fs.delete", name) {
		return authority.Undo
	}
	return name
}

// named returns what a capability of what c calls is for the caller.
func (c *Call) named(name string) string {
	if c.Undo {
		return undone(name)
	}
	return name
}

// isAfterFailure reports whether a block runs only where an error is there:
//
//	if err := write(dir); err != nil {
//		os.RemoveAll(dir)
//		return err
//	}
func isAfterFailure(block *ssa.BasicBlock) bool {
	for b := block; b.Idom() != nil; b = b.Idom() {
		d := b.Idom()
		branch, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		if n := whereFailed(branch.Cond); n >= 0 && len(d.Succs[n].Preds) == 1 && d.Succs[n].Dominates(block) {
			return true
		}
	}
	return false
}

// whereFailed returns the number of the branch that a condition takes if there is an error, -1 if it asks for something else.
func whereFailed(cond ssa.Value) int {
	c, ok := cond.(*ssa.BinOp)
	if !ok || !types.Identical(c.X.Type(), types.Universe.Lookup("error").Type()) {
		return -1
	}
	if value, ok := c.Y.(*ssa.Const); !ok || !value.IsNil() {
		return -1
	}
	switch c.Op {
	case token.NEQ:
		return 0
	case token.EQL:
		return 1
	}
	return -1
}
