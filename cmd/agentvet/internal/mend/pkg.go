package mend

// This file has the packages that are mended, and the files of them as mended.

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/taint/capability"
)

// A pkg is a package of the program.
type pkg struct {
	*listed
	files   []*file
	stubs   map[string]int // types that are made up, to the number of their type parameters
	missing bool           // it cannot be had
	gone    bool           // and there is no place for one: who imports it loses the import
	empty   bool           // it has nothing but what is made up
	unread  bool           // functions call what nobody sees
	changed bool
	loss    *Loss

	types *types.Package // nil if it was not checked
	info  *types.Info
}

// A file is one of a package, as mended.
type file struct {
	path    string // where it stands in the program
	text    []byte
	syntax  *ast.File
	changed bool
	omitted bool // it has nothing but the name of its package
}

// Names of the files that a mended package gets, and of what they declare. The assembly
// makes functions without a body legal.
const (
	madeGo       = "agentvet_unread.go"
	madeAssembly = capability.UnreadAssembly
	unreadFunc   = "agentvetUnread"
	unreadValue  = "agentvetUnreadValue"
)

func (p *pkg) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(p.Dir, name)
}

// at returns where p begins.
func (p *pkg) at() graph.Pos {
	for _, name := range slices.Concat(p.GoFiles, p.CgoFiles, p.IgnoredGoFiles) {
		return graph.Pos{File: p.path(name), Line: 1, Col: 1}
	}
	return graph.Pos{File: p.ImportPath}
}

// said notes why p does not build, the first time.
func (p *pkg) said(lines []string) {
	if p.loss == nil {
		p.loss = new(Loss)
	}
	if len(p.loss.Errors) == 0 {
		p.loss.Errors = lines
	}
}

// lose notes that a part of p was cut out.
func (p *pkg) lose(part Part) {
	if p.loss == nil {
		p.loss = new(Loss)
	}
	p.loss.Parts = append(p.loss.Parts, part)
	p.changed = true
}

// made returns the Go file of p that declares what is made up.
func (p *pkg) made() string {
	var b strings.Builder
	fmt.Fprintf(&b, "package %s\n", p.Name)
	if p.unread || p.empty && p.Name == "main" {
		fmt.Fprintf(&b, "\nfunc %s(...interface{})\n", unreadFunc)
		fmt.Fprintf(&b, "\nfunc %s[T interface{}]() (v T) { %s(&v); return v }\n", unreadValue, unreadFunc)
	}
	if p.empty && p.Name == "main" {
		fmt.Fprintf(&b, "\nfunc main() { %s() }\n", unreadFunc)
	}
	for _, name := range slices.Sorted(maps.Keys(p.stubs)) {
		fmt.Fprintf(&b, "\ntype %s%s struct{}\n", name, typeParams(p.stubs[name]))
	}
	return b.String()
}

func typeParams(n int) string {
	if n == 0 {
		return ""
	}
	var names []string
	for i := range n {
		names = append(names, fmt.Sprintf("T%d", i))
	}
	return "[" + strings.Join(names, ", ") + " interface{}]"
}
