package extract

// This file knows which packages are the standard library's. The form of an
// import path does not tell: a module may be named foo/bar.

import (
	_ "embed"
	"strings"
	"sync"
)

// stdList lists the packages that programs can import, one a line, as `go list
// std` prints them. A package that a later Go adds counts as anybody's until the
// list has it: what it is given is then unknown, which is safe.
//
//go:embed std.txt
var stdList string

var stdPackages = sync.OnceValue(func() map[string]bool {
	out := make(map[string]bool)
	for path := range strings.FieldsSeq(stdList) {
		out[path] = true
	}
	return out
})

// isStandard reports whether a function belongs to the standard library.
func isStandard(id string) bool { return stdPackages()[packageOf(id)] }
