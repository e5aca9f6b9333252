package valueflow

// This file says what library functions do to the world.

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
)

// acting are the packages of the standard library with functions that do something to the
// world, and how the names of those begin that only look.
var acting = map[string][]string{
	"os": {
		"Environ", "Executable", "Exit", "ExpandEnv", "Get", "Hostname", "Is", "LookupEnv", "Lstat", "NewFile", "Open", "Pipe", "Read", "SameFile",
		"Stat", "TempDir", "User",
	},
	"os/exec":      {"LookPath"},
	"net":          {"Parse", "Split", "Join", "IP", "CIDR"},
	"net/http":     {"New", "Status", "Canonical", "Detect", "Error", "NotFound", "Parse", "Get"},
	"database/sql": {"Open", "Named"},
	"syscall":      {"Get"},
	"net/smtp":     {"PlainAuth", "CRAMMD5Auth"},
}

// writes are those of them that do more than their names begin with.
var writes = []string{"os.OpenFile", "net/http.Get"}

// deed returns what a library function does to the world, as far as it is known.
func (b *body) deed(fn *types.Func) Deed {
	path := fn.Pkg().Path()
	looks, acts := acting[path]
	switch {
	case slices.ContainsFunc(b.Table.Data(library.KeyOf(fn)), isEffect) || slices.Contains(writes, path+"."+fn.Name()):
		return DeedActs
	case acts && fn.Signature().Recv() == nil && !slices.ContainsFunc(looks, func(p string) bool { return strings.HasPrefix(fn.Name(), p) }):
		return DeedActs
	case acts && fn.Signature().Recv() != nil && path != "os" && path != "net":
		return DeedActs
	case acts || library.IsStandard(path):
		return DeedReads
	}
	return DeedUnknown
}

// isEffect reports whether a row says that something is done with what a function is given.
func isEffect(row *library.Data) bool {
	return row.Verb == library.VerbSink && (row.Kind == "exec" || row.Kind == "sql" || row.Kind == "outward")
}

// isErrand reports whether a library function may do something of its own that it is told the
// name of, and say what came of it: it takes a context, may fail, and no row tells of its package.
func (b *body) isErrand(fn *types.Func) bool {
	path := fn.Pkg().Path()
	return signs(fn.Signature()) == allSigns && !library.IsStandard(path) && len(b.Table.CallsOf(path)) == 0
}

// running are the packages of the standard library with functions that run what a text names.
var running = []string{"os/exec", "plugin", "reflect", "syscall"}

// runs reports whether a library function may run what it is told by a text.
func runs(fn *types.Func) bool {
	return slices.Contains(running, fn.Pkg().Path()) || fn.Pkg().Path() == "os" && fn.Name() == "StartProcess"
}

// judging are the packages of the standard library that look into texts.
var judging = []string{"bytes", "path", "regexp", "slices", "strings"}

// judged notes the texts of which a library function says yes or no, or a number.
func (b *body) judged(fn *types.Func, c *ssa.CallCommon, args []Place) {
	results := fn.Signature().Results()
	if !slices.Contains(judging, fn.Pkg().Path()) || results.Len() != 1 || b.carries(results.At(0).Type()) {
		return
	}
	for i, arg := range c.Args {
		if isText(arg.Type()) && !isConst(arg) && args[i] != NoPlace {
			b.f.Judged = append(b.f.Judged, args[i])
		}
	}
}
