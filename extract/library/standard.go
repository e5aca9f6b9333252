package library

// This file knows which packages are the standard library's. The form of an
// import path does not tell: a module may be named foo/bar, or text.

import (
	_ "embed"
	"strings"
	"sync"
)

// stdList lists the packages that programs can import, one a line, as `go list
// std` prints them. A package that a later Go adds counts as anybody's until the
// list has it: what it is given is then unknown, which is safe.
//
//go:embed std.list
var stdList string

var stdPackages = sync.OnceValue(func() map[string]bool {
	out := make(map[string]bool)
	for path := range strings.FieldsSeq(stdList) {
		out[path] = true
	}
	return out
})

// IsStandard reports whether a package, by its path, belongs to the standard library.
// That of an internal one tells: no module is named internal or vendor, and one that
// is named as a package of the standard library cannot be imported.
func IsStandard(path string) bool {
	if stdPackages()[path] {
		return true
	}
	if strings.HasPrefix(path, "internal/") || strings.HasPrefix(path, "vendor/") {
		return true
	}
	owner, isInternal := path, false
	if i := strings.Index(path+"/", "/internal/"); i >= 0 {
		owner, isInternal = path[:i], true
	}
	return isInternal && (stdPackages()[owner] || owner == "go")
}
