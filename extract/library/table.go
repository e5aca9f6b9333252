package library

// This file reads tables of framework knowledge. A process analyses one package, which
// knows few of the frameworks, if any: a table reads what it says of a package when it is
// asked for.

import (
	"fmt"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/agentvet/agentvet/extract/recipe"
)

// A Table is a set of rows. It may be used by several goroutines.
type Table struct {
	outline func() *outline
}

// An outline is what a table has, with rows that are not read yet.
type outline struct {
	opaque, clients []string
	sections        []*section // in the order of the text, by root
	byPath          map[string][]*section
	err             error
}

// A section is what one table says of one package.
type section struct {
	file, path string
	lines      []tableLine

	once  sync.Once
	rows  []*Row
	byKey map[string]*Row
	err   error
}

type tableLine struct {
	number int
	text   string
}

// NewTable returns the table with the given text, which is read when rows are asked for;
// file names it. The text is part of the program: a defect in it panics then, and Check
// says it.
func NewTable(file, text string) *Table {
	return &Table{sync.OnceValue(func() *outline { return readOutline(file, text) })}
}

// Check reads all rows. An error is "file:line: …"; a second row for one function is one.
func (t *Table) Check() error {
	o := t.outline()
	if o.err != nil {
		return o.err
	}
	for _, s := range o.sections {
		if s.read(); s.err != nil {
			return s.err
		}
	}
	return nil
}

// Row returns the row with the given key, or nil.
func (t *Table) Row(key string) *Row {
	o := t.usable()
	for i := strings.LastIndexByte(key, '/') + 1; i < len(key); i++ {
		if key[i] != '.' {
			continue // a package path may have dots, too
		}
		for _, s := range o.byPath[key[:i]] {
			if r := s.usable().byKey[key]; r != nil {
				return r
			}
		}
	}
	return nil
}

// Rows returns all rows, in the order of the text.
func (t *Table) Rows() []*Row {
	var rows []*Row
	for _, s := range t.usable().sections {
		for _, r := range s.usable().rows {
			if t.Row(r.Key()) == r {
				rows = append(rows, r)
			}
		}
	}
	return rows
}

// Packages returns the package paths that have rows, sorted.
func (t *Table) Packages() []string { return slices.Sorted(maps.Keys(t.usable().byPath)) }

// Opaque returns the module paths whose packages are the framework's, with rows or
// without: their functions never run, but for those with a `body` row.
func (t *Table) Opaque() []string { return t.usable().opaque }

// Clients returns the module paths of libraries that a program calls for data: their
// functions never run either, but they fill in what they are given.
func (t *Table) Clients() []string { return t.usable().clients }

// Join returns the table of all rows of ts. The first row of a function counts.
func Join(ts ...*Table) *Table {
	return &Table{sync.OnceValue(func() *outline {
		all := &outline{byPath: make(map[string][]*section)}
		for _, t := range ts {
			o := t.usable()
			all.opaque = append(all.opaque, o.opaque...)
			all.clients = append(all.clients, o.clients...)
			all.sections = append(all.sections, o.sections...)
		}
		for _, s := range all.sections {
			all.byPath[s.path] = append(all.byPath[s.path], s)
		}
		return all
	})}
}

func (t *Table) usable() *outline {
	o := t.outline()
	if o.err != nil {
		panic("extract: internal error: " + o.err.Error())
	}
	return o
}

func (s *section) usable() *section {
	if s.read(); s.err != nil {
		panic("extract: internal error: " + s.err.Error())
	}
	return s
}

// readOutline reads all lines of a table but its rows.
func readOutline(file, text string) *outline {
	o := &outline{byPath: make(map[string][]*section)}
	var roots []string
	var current []*section // one for each root
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		word, rest := line, ""
		if i := strings.IndexAny(line, " \t#"); i >= 0 {
			word = line[:i]
			rest, _, _ = strings.Cut(line[i:], "#")
		}
		switch word {
		case "root":
			roots = strings.Fields(rest)
		case "opaque":
			o.opaque = append(o.opaque, strings.Fields(rest)...)
		case "client":
			o.clients = append(o.clients, strings.Fields(rest)...)
		case "package":
			words := strings.Fields(rest)
			if len(words) != 1 || len(roots) == 0 {
				o.err = fmt.Errorf("%s:%d: want `package PATH` after a root", file, n)
				return o
			}
			current = nil
			for _, root := range roots {
				current = append(current, o.section(file, root, words[0]))
			}
		default:
			if current == nil {
				o.err = fmt.Errorf("%s:%d: want `package PATH` before a row", file, n)
				return o
			}
			for _, s := range current {
				s.lines = append(s.lines, tableLine{n, line})
			}
		}
	}
	return o
}

// section returns the section of a package, one for all its `package` lines.
func (o *outline) section(file, root, pkg string) *section {
	path := root
	if pkg != "." {
		path += "/" + pkg
	}
	if s := o.byPath[path]; s != nil {
		return s[0]
	}
	s := &section{file: file, path: path}
	o.sections = append(o.sections, s)
	o.byPath[path] = []*section{s}
	return s
}

// read reads the rows of the section, once.
func (s *section) read() {
	s.once.Do(func() {
		s.byKey = make(map[string]*Row, len(s.lines))
		for _, line := range s.lines {
			text, _, _ := strings.Cut(line.text, "#")
			r, err := parseRow(strings.Fields(text))
			if err != nil {
				s.err = fmt.Errorf("%s:%d: %w", s.file, line.number, err)
				return
			}
			r.Pkg, r.Source = s.path, s.file+":"+strconv.Itoa(line.number)
			if old := s.byKey[r.Key()]; old != nil {
				s.err = fmt.Errorf("%s: %s has a row already at %s", r.Source, r.Key(), old.Source)
				return
			}
			s.rows = append(s.rows, r)
			s.byKey[r.Key()] = r
		}
	})
}

// A Resolved table knows its functions as the type checker does.
type Resolved struct {
	*Table
	ByFunc map[*types.Func]*Row
	ByID   map[string]string // row key by function identity
	Found  map[string]bool   // package paths of the table that the program imports
	ifaces []ifaceRow        // rows of methods of interfaces, in the order of the table

	IsForeign func(path string) bool // see Input.Foreign
}

// Resolve finds the functions of the table among the packages that pkg imports,
// directly or not. Rows whose function does not exist in the version at hand are
// left out: a version may not have it yet.
func (t *Table) Resolve(pkg *types.Package) *Resolved {
	res := &Resolved{Table: t, ByFunc: make(map[*types.Func]*Row), ByID: make(map[string]string), Found: make(map[string]bool)}
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
	for _, s := range t.usable().sections {
		p := byPath[s.path]
		if p == nil {
			continue
		}
		res.Found[s.path] = true
		for _, r := range s.usable().rows {
			if fn := lookup(p, r.Func); fn != nil && t.Row(r.Key()) == r {
				res.ByFunc[fn.Origin()] = r
				res.ByID[recipe.ObjectID(fn)] = res.Key(fn)
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

// lookup finds "Func" or "Type.Method" in p.
func lookup(p *types.Package, name string) *types.Func {
	typ, method, isMethod := strings.Cut(name, ".")
	obj := p.Scope().Lookup(typ)
	if obj == nil {
		return nil
	}
	if !isMethod {
		fn, _ := obj.(*types.Func)
		return fn
	}
	m, _, _ := types.LookupFieldOrMethod(types.NewPointer(obj.Type()), false, p, method)
	if m == nil { // methods of an interface have no pointer receiver
		m, _, _ = types.LookupFieldOrMethod(obj.Type(), false, p, method)
	}
	fn, _ := m.(*types.Func)
	return fn
}
