package trial_test

import (
	"slices"
	"testing"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/internal/trial"
	"github.com/agentvet/agentvet/internal/trial/testdata/inline"
)

// TestInline compares what is said of branches with what Go runs: a command that runs with nobody asked comes there by sides that are
// said to be open, and by no others where all is known.
func TestInline(t *testing.T) {
	_, funcs, all := load(t, "testdata/inline/inline.go")
	r := trial.New(funcs["Prefix"].Pkg, all)
	exact := []string{"Prefix", "Cases", "Allows", "Phi", "Noted", "Words", "Inner", "Trimmed", "Cut"}
	for name, run := range inline.All {
		tried := r.TryInline(funcs[name])
		if want := name != "Set"; (len(tried) > 0) != want {
			t.Errorf("%s: %d texts are known, want some: %v", name, len(tried), want)
			continue
		}
		for n, c := range trial.Commands() {
			asked := false
			ran := run(c.Text, func(string) bool { asked = true; return true })
			unasked := ran && !asked
			may := mayRunUnasked(funcs[name], tried, n)
			if unasked && !may || may && !unasked && slices.Contains(exact, name) {
				t.Errorf("%s(%q) runs with nobody asked: %v, and it is said: %v", name, c.Text, unasked, may)
				break
			}
		}
	}
}

// mayRunUnasked reports whether a way leads through a function to where it returns anything but false, without a call of a parameter.
func mayRunUnasked(fn *ssa.Function, tried []trial.Inline, command int) bool {
	seen := make(map[*ssa.BasicBlock]bool)
	var from func(b, by *ssa.BasicBlock) bool
	from = func(b, by *ssa.BasicBlock) bool {
		if seen[b] {
			return false
		}
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Call:
				if _, asks := instr.Call.Value.(*ssa.Parameter); asks {
					return false
				}
			case *ssa.Return:
				return !isFalse(instr.Results[0], by)
			case *ssa.Phi: // what is returned depends on the way
				defer delete(seen, b)
			}
		}
		seen[b] = true
		for i, next := range b.Succs {
			if isOpen(tried, b, i, command) && from(next, b) {
				return true
			}
		}
		return false
	}
	return from(fn.Blocks[0], nil)
}

// isFalse reports whether a result is false on the way from a block.
func isFalse(v ssa.Value, by *ssa.BasicBlock) bool {
	if phi, ok := v.(*ssa.Phi); ok {
		if i := slices.Index(phi.Block().Preds, by); i >= 0 {
			v = phi.Edges[i]
		}
	}
	c, ok := v.(*ssa.Const)
	return ok && c.Value.ExactString() == "false"
}

func isOpen(tried []trial.Inline, b *ssa.BasicBlock, side, command int) bool {
	for _, in := range tried {
		for _, branch := range in.Branches {
			if branch.Block == int32(b.Index) {
				return branch.WayOf(command).May[side]
			}
		}
	}
	return true
}
