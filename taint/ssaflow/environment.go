package ssaflow

// This file knows what is put into the environment of a command. What a command is made of, its arguments too, is one to the
// engine, so what gets into its environment is read from the code that puts it there.

import (
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
)

const envKey = "os/exec.Cmd.Env"

// isCommandEnv reports whether an address is that of the environment of a command.
func isCommandEnv(addr ssa.Value) bool {
	t, index := structOf(addr)
	return t != nil && library.FieldKey(t, index) == envKey
}

// envEntries returns what is put into an environment: entries, and lists of them. What it had before is
// left out, and so is that of the program.
//
//	cmd.Env = append(os.Environ(), "CASE="+name)
func (f *frame) envEntries(list ssa.Value) (out []ssa.Value) {
	seen := make(map[ssa.Value]bool)
	var visit func(v ssa.Value)
	visit = func(v ssa.Value) {
		if seen[v] {
			return
		}
		seen[v] = true
		switch x := v.(type) {
		case *ssa.Phi:
			for _, e := range x.Edges {
				visit(e)
			}
			return
		case *ssa.UnOp:
			if isCommandEnv(x.X) {
				return
			}
			if a, ok := x.X.(*ssa.Alloc); ok {
				if values, ok := storedIn(a); ok {
					for _, s := range values {
						visit(s)
					}
					return
				}
			}
		case *ssa.Slice:
			if values, ok := f.writtenIn(x); ok && !slices.Contains(values, nil) {
				out = append(out, values...)
				return
			}
		case *ssa.Call:
			if b, ok := x.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
				for _, arg := range x.Call.Args {
					visit(arg)
				}
				return
			}
			if fn := x.Call.StaticCallee(); fn != nil {
				switch fn.String() {
				case "os.Environ", "syscall.Environ", "(*os/exec.Cmd).Environ":
					return
				}
			}
		case *ssa.Const, *ssa.MakeSlice:
			return
		}
		out = append(out, v)
	}
	visit(list)
	return out
}
