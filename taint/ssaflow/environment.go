package ssaflow

// This file knows what is put into the environment of a command. What a command is made of, its arguments too, is one to the
// engine; its environment is kept apart from that.

import (
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
func envEntries(list ssa.Value) (out []ssa.Value) {
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
			if a, ok := x.X.(*ssa.Alloc); ok {
				out = append(out, putInto(a)...)
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

// putInto returns what is stored in the elements of an array.
func putInto(array *ssa.Alloc) (values []ssa.Value) {
	for _, ref := range *array.Referrers() {
		at, ok := ref.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, use := range *at.Referrers() {
			if store, ok := use.(*ssa.Store); ok && store.Addr == ssa.Value(at) {
				values = append(values, store.Val)
			}
		}
	}
	return values
}
