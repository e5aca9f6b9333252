package library

// This file reads what frameworks export that no row is about, and need not be.

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

//go:embed surface/*.txt
var surfaces embed.FS

// A SurfaceLine says of a name in a package of a framework, or of all of a package, that no row needs to read it.
//
//	package compose
//	read ToolsNodeConfig.Tools ToolsNodeConfig.UnknownToolsHandler
//	WithInputKey WithOutputKey -- which part of a map a step gets and gives
//	Runnable -- the methods of what is compiled: it is complete
//	*.GetType -- a name for logs
//	package schema -- messages: nothing is built of them
//
// A package is named by its path below the module, "." for the root; one that is argued for
// as a whole has no lines. What code beside the rows asks for by its name stands in a line of
// `read`. Everything else needs the reason why it can neither add nor hide a tool, a step, a limit or a gate,
// or where what it hides becomes an unknown. The name of a type stands for all members that it has, so a
// configuration is better named field by field: a new field is not known then.
type SurfaceLine struct {
	Package string
	Name    string // "" for the package
	Read    bool   // code beside the rows asks for it
	Line    int
}

// Surface returns the lines of a framework's file in surface, nil if it has none. A defect is an error with its line.
func Surface(name string) (lines []SurfaceLine, err error) {
	text, err := surfaces.ReadFile("surface/" + name + ".txt")
	if err != nil {
		return nil, nil
	}
	pkg, n := "", 0
	for line := range strings.Lines(string(text)) {
		n++
		head, reason, argued := strings.Cut(strings.TrimSpace(line), " -- ")
		words := strings.Fields(head)
		if len(words) == 0 || strings.HasPrefix(head, "#") {
			continue
		}
		isRead, isPackage := words[0] == "read", words[0] == "package" && len(words) == 2
		switch {
		case isPackage && !argued:
			pkg = words[1]
			continue
		case isPackage:
			lines = append(lines, SurfaceLine{Package: words[1], Line: n})
			continue
		case isRead == argued || argued && strings.TrimSpace(reason) == "":
			return nil, fmt.Errorf("surface/%s.txt:%d: want `read NAME…`, or `NAME… -- REASON`", name, n)
		case isRead:
			words = words[1:]
		}
		for _, w := range words {
			lines = append(lines, SurfaceLine{Package: pkg, Name: w, Read: isRead, Line: n})
		}
	}
	return lines, nil
}

// Covers reports whether l is about a name in a package.
func (l *SurfaceLine) Covers(pkg, name string) bool {
	if l.Package != pkg {
		return false
	}
	typ, member, isMember := strings.Cut(name, ".")
	return l.Name == name || l.Name == "" || isMember && (l.Name == typ || l.Name == "*."+member)
}

// A known is what is said of one framework.
type known struct {
	table *Table
	lines []SurfaceLine
}

// knowns are the frameworks with a file in surface.
var knowns = sync.OnceValue(func() (all []known) {
	for _, name := range Names() {
		lines, err := Surface(name)
		if err != nil {
			panic("library: internal error: " + err.Error())
		}
		if lines != nil {
			all = append(all, known{Of(name), lines})
		}
	}
	return all
})

// Knows reports whether anything is said of a function or a method of a framework, by its package and its key: a
// row is about it, or it is listed as something that builds nothing. What neither says, a version has that nobody has read,
// and it may do anything to what it is given. Of packages that are no framework's everything is known.
func Knows(pkg, key string) bool {
	name, ours := strings.TrimPrefix(key, pkg+"."), false
	for _, k := range knowns() {
		root := rootOf(k.table.Opaque(), pkg)
		if root == "" {
			continue
		}
		ours = true
		if k.table.Call(key) != nil || len(k.table.Data(key)) > 0 || len(k.table.Effects(key)) > 0 {
			return true
		}
		for i := range k.lines {
			l := &k.lines[i]
			// The paths of roots may be below that of their module.
			below := l.Package == "." && pkg == root || strings.HasSuffix(pkg, "/"+l.Package)
			if below && l.Covers(l.Package, name) {
				return true
			}
		}
	}
	return !ours
}

// rootOf returns that of the paths of modules to which a package belongs, "" if it is in none.
func rootOf(roots []string, pkg string) string {
	i := slices.IndexFunc(roots, func(root string) bool {
		rest, ok := strings.CutPrefix(pkg, root)
		return ok && (rest == "" || rest[0] == '/')
	})
	if i < 0 {
		return ""
	}
	return roots[i]
}
