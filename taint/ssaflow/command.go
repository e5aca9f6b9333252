package ssaflow

// This file knows the command lines of values of type exec.Cmd: rows about its fields and
// methods depend on them.

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/taint"
)

const (
	argsKey   = "os/exec.Cmd.Args"
	pathKey   = "os/exec.Cmd.Path"
	cmdPrefix = "os/exec.Cmd."
)

// fieldConditions is conditions for a store to a field, which has a row key.
func (f *frame) fieldConditions(i *ssa.Store, w *library.Where, key string) (open []taint.Cond, ok bool) {
	if w == nil {
		return nil, true
	}
	f.looked = 0
	var texts []string
	if key == argsKey {
		texts = f.before(i.Val, -1)
	} else if a, isField := i.Addr.(*ssa.FieldAddr); isField {
		texts = f.commandLine(a.X)
	}
	return judge(withProgram(texts), strings.Join(w.Patterns, "|"))
}

// withProgram returns command lines with the names of their programs.
func withProgram(lines []string) (out []string) {
	for _, line := range lines {
		name, rest, more := strings.Cut(strings.TrimPrefix(line, library.Separator), library.Separator)
		if line = library.Separator + library.Program(name); more {
			line += library.Separator + rest
		}
		out = append(out, line)
	}
	return out
}

// isCommand reports whether a type is *exec.Cmd.
func isCommand(t types.Type) bool {
	p, ok := types.Unalias(t).(*types.Pointer)
	if !ok {
		return false
	}
	n, ok := types.Unalias(p.Elem()).(*types.Named)
	return ok && n.Obj().Name() == "Cmd" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "os/exec"
}

// commandLine returns what a *exec.Cmd is to run: the program and its arguments.
func (f *frame) commandLine(cmd ssa.Value) []string {
	if f.looked++; f.looked > maxLooked {
		return nil
	}
	switch v := cmd.(type) {
	case *ssa.Call:
		if args := commandArgs(v); args != nil {
			return joined(joined(only(library.Separator), f.texts(args[0])), f.elements(args[1]))
		}
	case *ssa.UnOp:
		switch a := v.X.(type) {
		case *ssa.Alloc:
			if values, ok := storedIn(a); ok && len(values) == 1 {
				return f.commandLine(values[0])
			}
		case *ssa.FieldAddr:
			return f.keptCommand(v, a)
		}
	case *ssa.Alloc: // a literal
		var path, args ssa.Value
		for _, ref := range *v.Referrers() {
			a, ok := ref.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			t, index := structOf(a)
			for _, use := range *a.Referrers() {
				if store, ok := use.(*ssa.Store); ok && store.Addr == ssa.Value(a) {
					switch library.FieldKey(t, index) {
					case pathKey:
						path = store.Val
					case argsKey:
						args = store.Val
					}
				}
			}
		}
		switch {
		case args != nil:
			return f.elements(args)
		case path != nil:
			return joined(only(library.Separator), f.texts(path))
		}
	}
	return nil
}

// keptCommand returns what a command is to run that is read of a field: what the function has stored there, or else
// each of those that anybody stores there, if the package shows all of them.
func (f *frame) keptCommand(load *ssa.UnOp, field *ssa.FieldAddr) (lines []string) {
	if last, ok := f.memory.stored(regionOf(field), load); ok && len(last) == 1 && len(last[0].fields) == 0 {
		return f.commandLine(last[0].Val)
	}
	for _, v := range f.fieldValues(field) {
		if v.Parent() == load.Parent() {
			lines = append(lines, f.commandLine(v)...)
		} else {
			lines = append(lines, elsewhere(f.commandLine(v))...)
		}
	}
	return lines
}

// isWrittenProgram reports whether the path of a command is read at an address, and all programs that it may be stand in the code: its
// arguments are somewhere else.
func (f *frame) isWrittenProgram(addr ssa.Value) bool {
	if !isProgram(addr) {
		return false
	}
	f.looked = 0
	return f.hasWrittenProgram(addr.(*ssa.FieldAddr).X, maxPhis)
}

// isProgram reports whether an address is that of the path of a command.
func isProgram(addr ssa.Value) bool {
	a, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	t, index := structOf(a)
	return t != nil && library.FieldKey(t, index) == pathKey
}

func (f *frame) hasWrittenProgram(cmd ssa.Value, depth int) bool {
	if phi, ok := cmd.(*ssa.Phi); ok {
		return depth > 0 && !slices.ContainsFunc(phi.Edges, func(e ssa.Value) bool { return !f.hasWrittenProgram(e, depth-1) })
	}
	c, ok := cmd.(*ssa.Call)
	if !ok || commandArgs(c) == nil {
		return false
	}
	names := f.texts(commandArgs(c)[0])
	return len(names) > 0 && !slices.ContainsFunc(names, func(name string) bool { return strings.Contains(name, "\x00") })
}

// commandArgs returns the program and its arguments, if a call makes a command.
func commandArgs(c *ssa.Call) []ssa.Value {
	fn := c.Call.StaticCallee()
	if fn == nil {
		return nil
	}
	switch fn.String() {
	case "os/exec.Command":
		return c.Call.Args
	case "os/exec.CommandContext":
		return c.Call.Args[1:]
	}
	return nil
}

// madeArgs returns the arguments of the command whose field Args is read at an address.
func (f *frame) madeArgs(addr ssa.Value) []string {
	if t, index := structOf(addr); t == nil || library.FieldKey(t, index) != argsKey {
		return nil
	}
	a, ok := addr.(*ssa.FieldAddr)
	if !ok {
		return nil
	}
	return f.commandLine(a.X)
}
