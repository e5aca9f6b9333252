package read

// This file tells calls that only log.

import (
	"go/types"
	"regexp"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// ends matches the names of functions of loggers that end the program, or the function.
var ends = regexp.MustCompile(`Fatal|Panic`)

// level matches the names of functions that write a line to a log.
var level = regexp.MustCompile(`^(?i:trace|debug|info|notice|warn|warning|error|log|print)(f|ln|w|Context|Ctx)?$`)

// logs reports whether a call does nothing but to write a line that somebody may read. A function of the program's own does, whatever
// it takes to open the log, if its name is that of a level, if its package or its receiver is called a log, and if it returns nothing.
func (r *reader) logs(c *ssa.CallCommon) bool {
	name := calledAs(c)
	if ends.MatchString(name) {
		return false
	}
	if r.is(c, "show") {
		return true
	}
	var of string
	switch callee := c.StaticCallee(); {
	case c.IsInvoke():
		of = typeName(c.Value.Type())
	case callee == nil:
		return false
	case r.is(c, "print"):
		return isTerminal(c.Args[0])
	case callee.Signature.Recv() != nil:
		of = typeName(callee.Signature.Recv().Type())
	case callee.Pkg != nil:
		of, name = callee.Pkg.Pkg.Name(), callee.Name()
	}
	return c.Signature().Results().Len() == 0 && level.MatchString(name) && slices.ContainsFunc(wordsOf(of), isLog)
}

// isLog reports whether a word is one for a log, or for what writes one.
func isLog(word string) bool {
	return slices.Contains([]string{"log", "logs", "logger", "logging", "slog", "zlog"}, word)
}

// typeName returns the name of a type, or of what it points to.
func typeName(t types.Type) string {
	if named, ok := types.Unalias(deref(t)).(*types.Named); ok {
		return named.Obj().Name()
	}
	return ""
}

// isLine reports whether a value is part of a line of a log: its type is of a library that only logs.
func (r *reader) isLine(t types.Type) bool {
	named, ok := types.Unalias(deref(t)).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return false
	}
	return r.table.rows[unversioned(named.Obj().Pkg().Path())+".*"].verb == "show"
}

// isTerminal reports whether a writer is the terminal.
func isTerminal(v ssa.Value) bool {
	if made, ok := v.(*ssa.MakeInterface); ok {
		v = made.X
	}
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	g, ok := load.X.(*ssa.Global)
	return ok && g.Pkg != nil && g.Pkg.Pkg.Path() == "os" && (g.Name() == "Stderr" || g.Name() == "Stdout")
}
