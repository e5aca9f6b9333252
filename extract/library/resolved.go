package library

// This file finds what the rows of a table are about in a program.

import (
	"go/types"
)

// A Resolved table knows its functions as the type checker does.
type Resolved struct {
	*Table
	ByFunc map[*types.Func]*Call
	ByID   map[string]string // row key by function identity
	Found  map[string]bool   // package paths of the table that the program imports
	ifaces []ifaceRow        // rows of methods of interfaces, in the order of the table

	// IsForeign reports whether a package belongs to a library, not to the module under
	// analysis; nil if that is not known.
	IsForeign func(path string) bool
}

// Resolve finds the functions of the table among the packages that pkg imports,
// directly or not. Rows whose function does not exist in the version at hand are
// left out: a version may not have it yet.
func (t *Table) Resolve(pkg *types.Package) *Resolved {
	res := &Resolved{Table: t, ByFunc: make(map[*types.Func]*Call), ByID: make(map[string]string), Found: make(map[string]bool)}
	byPath := make(map[string]*types.Package)
	var visit func(p *types.Package)
	visit = func(p *types.Package) {
		if byPath[p.Path()] != nil {
			return
		}
		byPath[p.Path()] = p
		for _, q := range p.Imports() {
			visit(q)
		}
	}
	visit(pkg)
	for _, path := range t.Packages(CallRows) {
		p := byPath[path]
		if p == nil {
			continue
		}
		res.Found[path] = true
		for _, r := range t.CallsOf(path) {
			obj, _ := Lookup(p, r.Name)
			if fn, ok := obj.(*types.Func); ok { // types, fields and variables are told by their names
				res.ByFunc[fn] = r
				res.ByID[fn.Origin().FullName()] = res.Key(fn)
				res.noteInterface(p, r)
			}
		}
	}
	return res
}

// Key returns the key of the row that describes fn, or "".
func (r *Resolved) Key(fn *types.Func) string {
	if row := r.RowOf(fn); row != nil && row.Verb != VerbBody {
		return row.Key()
	}
	return ""
}
