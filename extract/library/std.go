package library

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

var StandardPackages = sync.OnceValue(func() map[string]bool {
	out := make(map[string]bool)
	for path := range strings.FieldsSeq(stdList) {
		out[path] = true
	}
	return out
})

// IsStandard reports whether a function belongs to the standard library.
func IsStandard(id string) bool { return StandardPackages()[PackageOf(id)] }

// PackageOf returns the package path in a function identity.
func PackageOf(id string) string {
	id = strings.TrimLeft(id, "(*")
	if i := strings.Index(id, "["); i >= 0 {
		id = id[:i] // type arguments have paths too
	}
	slash := strings.LastIndex(id, "/")
	if i := strings.Index(id[slash+1:], "."); i >= 0 {
		return id[:slash+1+i]
	}
	return id
}
