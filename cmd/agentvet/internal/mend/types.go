package mend

// This file checks the types of packages that did not build, and finds what to cut.

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
)

// A check is the types of all packages that did not build, once.
type check struct {
	m      *mender
	fset   *token.FileSet
	export types.ImporterFrom
	first  bool // packages that are missing cannot be imported
	errs   map[*pkg][]types.Error
}

// mendTypes cuts what does not type-check, until all of it does.
func (m *mender) mendTypes() {
	m.explain()
	for range maxChecks {
		c := m.check(false)
		if wanted := c.wanted(); len(wanted) > 0 {
			if m.makeUp(wanted) {
				return // it was built without them, and must be built anew
			}
			continue
		}
		if !c.cut() {
			m.unexplained(c)
			return
		}
	}
	for _, p := range m.order { // no cut helps
		if p.types != nil && !p.empty && len(m.check(false).errs[p]) > 0 {
			m.clear(p)
		}
	}
}

// explain notes what go says of each package that does not build, before anything is cut. What
// is undefined where an import is missing says no more than that.
func (m *mender) explain() {
	c := m.check(true)
	for _, p := range m.order {
		var lines []string
		for _, e := range c.errs[p] {
			if !strings.HasPrefix(e.Msg, "could not import ") && !(m.importsMissing(p) && strings.HasPrefix(e.Msg, "undefined: ")) {
				lines = append(lines, fmt.Sprintf("%s: %s", c.fset.Position(e.Pos), e.Msg))
			}
		}
		if len(lines) > 0 {
			p.said(lines)
		}
	}
}

// unexplained deals with packages that type-check and were not built nevertheless, although
// what they import was: with cgo there is a way without.
func (m *mender) unexplained(c *check) {
	for _, p := range m.order {
		if p.Export != "" || p.changed || p.Error == nil || !strings.HasPrefix(p.Error.Err, "# ") || len(c.errs[p]) > 0 {
			continue
		}
		if len(p.CgoFiles) > 0 && !slices.Contains(m.env, noCgo) {
			m.withoutCgo(p)
		} else if !slices.ContainsFunc(p.Imports, func(path string) bool { q := m.imported(p, path); return q != nil && q.Export == "" }) {
			m.clear(p)
		}
	}
}

// check checks the packages that have no export data, imports first.
func (m *mender) check(first bool) *check {
	c := &check{m: m, fset: token.NewFileSet(), first: first, errs: make(map[*pkg][]types.Error)}
	c.export = importer.ForCompiler(c.fset, "gc", c.lookup).(types.ImporterFrom)
	for _, p := range m.order {
		p.types = nil
		if p.built() || p.ImportPath == "unsafe" || p.Standard || p.gone || first && p.missing {
			continue
		}
		c.pkg(p)
	}
	return c
}

// built reports whether there is export data of p as it is now.
func (p *pkg) built() bool { return p.Export != "" && !p.changed }

func (c *check) lookup(path string) (io.ReadCloser, error) {
	if p := c.m.pkgs[path]; p != nil && p.Export != "" {
		return os.Open(p.Export)
	}
	return nil, errors.New("not built")
}

// pkg checks one package.
func (c *check) pkg(p *pkg) {
	var files []*ast.File
	if !p.empty {
		c.m.readable(p)
		for _, f := range p.files {
			f.syntax = nil
			syntax, err := parser.ParseFile(c.fset, f.path, f.text, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				p.said(parseErrors(err))
				f.omit(p)
				c.m.changed = true
				syntax, _ = parser.ParseFile(c.fset, f.path, f.text, 0)
			}
			f.syntax = syntax
			files = append(files, syntax)
		}
	}
	if len(p.files) > 0 && !slices.ContainsFunc(p.files, func(f *file) bool { return !f.omitted }) {
		p.empty = true
	}
	if made, err := parser.ParseFile(c.fset, p.path(madeGo), p.made(), 0); err == nil {
		files = append(files, made)
	}
	conf := &types.Config{
		Importer: importerOf{c, p}, FakeImportC: true, Sizes: types.SizesFor("gc", runtime.GOARCH),
		Error: func(err error) {
			if e := new(types.Error); errors.As(err, e) && !strings.HasPrefix(e.Msg, "\t") {
				c.errs[p] = append(c.errs[p], *e)
			}
		},
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		conf.GoVersion = "go" + p.Module.GoVersion
	}
	p.info = &types.Info{Types: make(map[ast.Expr]types.TypeAndValue), Uses: make(map[*ast.Ident]types.Object)}
	p.types, _ = conf.Check(p.ImportPath, c.fset, files, p.info)
	slices.SortStableFunc(c.errs[p], func(a, b types.Error) int { return cmp.Compare(a.Pos, b.Pos) })
}

// An importerOf imports for one package.
type importerOf struct {
	c *check
	p *pkg
}

func (i importerOf) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	q := i.c.m.imported(i.p, path)
	switch {
	case q == nil:
		return nil, errors.New("not listed")
	case q.types != nil:
		return q.types, nil
	case q.built():
		return i.c.export.ImportFrom(q.ImportPath, "", 0)
	}
	return nil, errors.New("not there")
}

// A wish is a type that a declaration needs and nobody declares.
type wish struct {
	of     *pkg
	name   string
	params int
}

// wanted returns the types that are to be made up, sorted.
func (c *check) wanted() []wish {
	var out []wish
	for _, p := range c.m.order {
		for i := range c.errs[p] {
			if w, ok := c.wish(p, &c.errs[p][i]); ok && !w.of.Standard {
				if _, has := w.of.stubs[w.name]; !has {
					out = append(out, w)
				}
			}
		}
	}
	return out
}

// makeUp adds types. It reports whether a package with export data gets some: packages that
// import it know it as it was.
func (m *mender) makeUp(wanted []wish) (again bool) {
	for _, w := range wanted {
		again = again || w.of.built()
		w.of.stubs[w.name] = w.params
		w.of.changed, m.changed = true, true
	}
	return again
}

// wish returns the type that an error says is missing, where a declaration names it.
func (c *check) wish(p *pkg, e *types.Error) (w wish, ok bool) {
	if !strings.HasPrefix(e.Msg, "undefined: ") {
		return w, false
	}
	_, decl := c.decl(p, e.Pos)
	var where []ast.Node
	switch d := decl.(type) {
	case *ast.FuncDecl:
		where = append(where, d.Type)
		if d.Recv != nil {
			where = append(where, d.Recv)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				where = append(where, s.Type)
			case *ast.ValueSpec:
				if s.Type != nil {
					where = append(where, s.Type)
				}
			}
		}
	}
	for _, n := range where {
		if n.Pos() <= e.Pos && e.Pos < n.End() {
			return c.named(p, n, e.Pos)
		}
	}
	return w, false
}

// named returns the type that is named at a position below n.
func (c *check) named(p *pkg, n ast.Node, pos token.Pos) (w wish, ok bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch x := n.(type) {
		case *ast.IndexExpr:
			w.params = max(w.params, inside(x.X, pos)*1)
		case *ast.IndexListExpr:
			w.params = max(w.params, inside(x.X, pos)*len(x.Indices))
		case *ast.SelectorExpr:
			if x.Sel.Pos() == pos || x.Pos() == pos {
				w.name, w.of = x.Sel.Name, c.qualified(p, x)
				ok = w.of != nil && ast.IsExported(w.name)
				return false
			}
		case *ast.Ident:
			if x.Pos() == pos {
				w.name, w.of, ok = x.Name, p, true
			}
		}
		return true
	})
	return w, ok
}

// inside is 1 if pos is in n.
func inside(n ast.Node, pos token.Pos) int {
	if n.Pos() <= pos && pos < n.End() {
		return 1
	}
	return 0
}

// qualified returns the package that a selector names.
func (c *check) qualified(p *pkg, x *ast.SelectorExpr) *pkg {
	id, ok := x.X.(*ast.Ident)
	if !ok {
		return nil
	}
	f, _ := c.decl(p, x.Pos())
	if f == nil {
		return nil
	}
	for _, imp := range f.syntax.Imports {
		q := c.m.imported(p, importPath(imp))
		if q == nil {
			continue
		}
		if imp.Name != nil && imp.Name.Name == id.Name || imp.Name == nil && q.Name == id.Name {
			return q
		}
	}
	return nil
}

func importPath(imp *ast.ImportSpec) string { return strings.Trim(imp.Path.Value, "`\"") }

// decl returns the declaration of p at a position, and its file.
func (c *check) decl(p *pkg, pos token.Pos) (*file, ast.Decl) {
	for _, f := range p.files {
		if f.syntax == nil || pos < f.syntax.FileStart || pos > f.syntax.FileEnd {
			continue
		}
		for _, d := range f.syntax.Decls {
			if d.Pos() <= pos && pos <= d.End() {
				return f, d
			}
		}
		return f, nil
	}
	return nil, nil
}
