package mend

// This file cuts declarations that do not type-check out of the text of files.

import (
	"errors"
	"fmt"
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

// cut cuts what the errors are about. It reports whether there was anything.
func (c *check) cut() bool {
	any := false
	for _, p := range c.m.order {
		if len(c.errs[p]) == 0 {
			continue
		}
		any = true
		cuts := make(map[*file]*cutter)
		for _, e := range c.errs[p] {
			f, decl := c.decl(p, e.Pos)
			if f == nil {
				c.m.clear(p) // what is made up is wrong itself
				break
			}
			if cuts[f] == nil {
				cuts[f] = &cutter{p: p, file: f, tokens: c.fset.File(f.syntax.FileStart)}
			}
			cuts[f].fix(decl, e)
		}
		for _, f := range p.files {
			if cuts[f] != nil && !p.empty {
				cuts[f].apply()
			}
		}
		if !c.m.importsMissing(p) { // else that is why
			e := c.errs[p][0]
			p.said([]string{fmt.Sprintf("%s: %s", c.fset.Position(e.Pos), e.Msg)})
		}
		p.changed, c.m.changed = true, true
	}
	return any
}

// A cutter collects the changes of one file.
type cutter struct {
	p      *pkg
	file   *file
	tokens *token.File
	edits  []edit
	whole  bool
	done   map[ast.Node]bool
}

// An edit replaces a part of a text.
type edit struct {
	start, end int
	text       string
}

// fix cuts what an error is about.
func (c *cutter) fix(decl ast.Decl, e types.Error) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if !c.value(d, e) {
			c.function(d, e.Pos)
		}
	case *ast.GenDecl:
		c.general(d, e)
	default:
		c.whole = true
	}
}

// once reports whether a node is to be cut for the first time.
func (c *cutter) once(n ast.Node) bool {
	if c.done == nil {
		c.done = make(map[ast.Node]bool)
	}
	was := c.done[n]
	c.done[n] = true
	return !was
}

// function cuts the body of a function, or all of it if its head is wrong.
func (c *cutter) function(d *ast.FuncDecl, pos token.Pos) {
	if !c.once(d) {
		return
	}
	c.edits = slices.DeleteFunc(c.edits, func(e edit) bool { // of values in it
		return e.start >= c.tokens.Offset(d.Pos()) && e.end <= c.tokens.Offset(d.End())
	})
	c.p.lose(Part{Kind: Function, Name: funcName(d), Pos: c.pos(d.Name.Pos())})
	switch {
	case d.Body == nil || pos < d.Body.Pos():
		c.blank(d.Pos(), d.End())
	case d.Type.TypeParams != nil || isGeneric(d) || d.Recv == nil && (d.Name.Name == "init" || d.Name.Name == "main"):
		c.p.unread = true
		c.replace(d.Body.Lbrace, d.Body.Rbrace+1, c.callUnread(d))
	default:
		c.blank(d.Body.Lbrace, d.Body.Rbrace+1)
	}
}

func funcName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	t := d.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name + "." + d.Name.Name
		default:
			return d.Name.Name
		}
	}
}

// isGeneric reports whether d is a method of a generic type.
func isGeneric(d *ast.FuncDecl) bool {
	generic := false
	if d.Recv != nil {
		ast.Inspect(d.Recv, func(n ast.Node) bool {
			switch n.(type) {
			case *ast.IndexExpr, *ast.IndexListExpr:
				generic = true
			}
			return true
		})
	}
	return generic
}

// callUnread returns a body that hands all parameters to code that nobody sees, and returns
// what that gives: a function that must have a body has no better way to say so.
func (c *cutter) callUnread(d *ast.FuncDecl) string {
	var params, results []string
	for _, list := range []*ast.FieldList{d.Recv, d.Type.Params} {
		if list == nil {
			continue
		}
		for _, field := range list.List {
			for _, name := range field.Names {
				if name.Name != "_" {
					params = append(params, name.Name)
				}
			}
		}
	}
	if d.Type.Results != nil {
		for _, field := range d.Type.Results.List {
			result := fmt.Sprintf("%s[%s]()", unreadValue, strings.Join(strings.Fields(c.source(field.Type)), " "))
			for range max(1, len(field.Names)) {
				results = append(results, result)
			}
		}
	}
	return fmt.Sprintf("{ %s(%s); return %s }", unreadFunc, strings.Join(params, ", "), strings.Join(results, ", "))
}

// general cuts what is wrong of a declaration of imports, types, variables or constants.
func (c *cutter) general(d *ast.GenDecl, e types.Error) {
	spec := ast.Spec(nil)
	for _, s := range d.Specs {
		if s.Pos() <= e.Pos && e.Pos <= s.End() {
			spec = s
		}
	}
	if spec == nil || d.Tok == token.CONST || len(d.Specs) == 1 && d.Tok != token.IMPORT {
		if value, ok := spec.(*ast.ValueSpec); ok && d.Tok == token.VAR && c.computed(value, e.Pos) {
			return
		}
		if c.once(d) {
			c.lost(d.Specs...)
			c.blank(d.Pos(), d.End())
		}
		return
	}
	if !c.once(spec) {
		return
	}
	switch s := spec.(type) {
	case *ast.ImportSpec:
		c.imports(s, e)
		return
	case *ast.ValueSpec:
		if c.computed(s, e.Pos) {
			return
		}
	}
	c.lost(spec)
	c.blank(spec.Pos(), spec.End())
}

// imports cuts an import, or its name if only that is not used.
func (c *cutter) imports(s *ast.ImportSpec, e types.Error) {
	if !e.Soft && !strings.Contains(e.Msg, "imported and not used") {
		c.lost(s)
		c.replace(s.Pos(), s.End(), `_ "unsafe"`)
		return
	}
	c.replace(s.Pos(), s.Path.Pos(), "_ ")
}

// computed has nobody know what a variable is, if its type is known and only its value is
// wrong.
func (c *cutter) computed(s *ast.ValueSpec, pos token.Pos) bool {
	if s.Type == nil || len(s.Values) == 0 || pos < s.Values[0].Pos() {
		return false
	}
	c.unknownValue(s, s.Values[0].Pos(), s.Values[len(s.Values)-1].End(), "")
	return true
}

// unknownValue puts values that nobody sees between two positions.
func (c *cutter) unknownValue(s *ast.ValueSpec, start, end token.Pos, before string) {
	value := fmt.Sprintf("%s[%s]()", unreadValue, strings.Join(strings.Fields(c.source(s.Type)), " "))
	c.p.unread = true
	c.lost(s)
	c.replace(start, end, before+strings.Join(slices.Repeat([]string{value}, len(s.Names)), ", "))
}

// lost notes that declarations were cut. Nobody misses a variable without a name: it holds
// the program to something.
func (c *cutter) lost(specs ...ast.Spec) {
	for _, spec := range specs {
		switch s := spec.(type) {
		case *ast.ImportSpec:
			c.p.lose(Part{Kind: Import, Name: importPath(s), Pos: c.pos(s.Pos())})
		case *ast.TypeSpec:
			c.p.lose(Part{Kind: Type, Name: s.Name.Name, Pos: c.pos(s.Pos())})
		case *ast.ValueSpec:
			for _, name := range s.Names {
				if name.Name != "_" {
					c.p.lose(Part{Kind: Variable, Name: name.Name, Pos: c.pos(name.Pos())})
				}
			}
		}
	}
}

func (c *cutter) pos(pos token.Pos) graph.Pos {
	at := c.tokens.PositionFor(pos, false)
	return graph.Pos{File: at.Filename, Line: at.Line, Col: at.Column}
}

func (c *cutter) source(n ast.Node) string {
	return string(c.file.text[c.tokens.Offset(n.Pos()):c.tokens.Offset(n.End())])
}

func (c *cutter) blank(start, end token.Pos) { c.replace(start, end, "") }

// replace puts text in place of what stands between two positions, and keeps the lines.
func (c *cutter) replace(start, end token.Pos, text string) {
	from, to := c.tokens.Offset(start), c.tokens.Offset(end)
	lines := strings.Count(string(c.file.text[from:to]), "\n")
	c.edits = append(c.edits, edit{from, to, text + strings.Repeat("\n", lines)})
}

// apply changes the file.
func (c *cutter) apply() {
	if c.whole {
		c.file.omit(c.p)
		return
	}
	slices.SortFunc(c.edits, func(a, b edit) int { return b.start - a.start })
	text := slices.Clone(c.file.text)
	last := len(text)
	for _, e := range c.edits {
		if e.end <= last { // else it is part of one that is cut
			text = slices.Replace(text, e.start, e.end, []byte(e.text)...)
			last = e.start
		}
	}
	c.file.text, c.file.changed = text, true
}

// omit leaves nothing of a file but its package.
func (f *file) omit(p *pkg) {
	f.text, f.changed, f.omitted = fmt.Appendf(nil, "package %s\n", p.Name), true, true
	p.lose(Part{Kind: File, Name: f.path, Pos: graph.Pos{File: f.path, Line: 1, Col: 1}})
}

// readable reads the files of p, and reports whether there are any.
func (m *mender) readable(p *pkg) bool {
	if p.files == nil {
		for _, name := range slices.Concat(p.GoFiles, p.CgoFiles) {
			if text, err := m.c.Overlay.Read(p.path(name)); err == nil || errors.Is(err, os.ErrNotExist) {
				p.files = append(p.files, &file{path: p.path(name), text: text})
			}
		}
	}
	return len(p.files) > 0
}

// parseErrors returns what is wrong with the syntax of a file, a line each.
func parseErrors(err error) []string {
	var list scanner.ErrorList
	if !errors.As(err, &list) {
		return []string{err.Error()}
	}
	var out []string
	for _, e := range list {
		out = append(out, e.Error())
	}
	return out
}

var embedPattern = regexp.MustCompile(`pattern (\S+): no matching files found`)

// cutEmbeds has nobody know the variables whose files are not there.
func (m *mender) cutEmbeds(p *pkg) {
	p.said(p.Error.lines())
	c := m.check(false)
	found := embedPattern.FindStringSubmatch(p.Error.Err)
	for _, f := range p.files {
		if f.syntax == nil || len(found) == 0 {
			continue
		}
		cut := &cutter{p: p, file: f, tokens: c.fset.File(f.syntax.FileStart)}
		for _, decl := range f.syntax.Decls {
			if d, ok := decl.(*ast.GenDecl); ok && d.Tok == token.VAR {
				cut.embeds(d, found[1])
			}
		}
		if len(cut.edits) > 0 {
			cut.apply()
			m.changed = true
			return
		}
	}
	m.clear(p)
}

// embeds cuts the directives for a pattern from a declaration of variables.
func (c *cutter) embeds(d *ast.GenDecl, pattern string) {
	for _, spec := range d.Specs {
		s := spec.(*ast.ValueSpec)
		doc := s.Doc
		if doc == nil && len(d.Specs) == 1 {
			doc = d.Doc
		}
		if doc == nil || s.Type == nil || len(s.Values) > 0 {
			continue
		}
		ours := slices.ContainsFunc(doc.List, func(line *ast.Comment) bool {
			fields := strings.Fields(line.Text)
			return len(fields) > 1 && fields[0] == "//go:embed" && slices.Contains(fields[1:], pattern)
		})
		if !ours {
			continue
		}
		for _, line := range doc.List {
			if strings.HasPrefix(line.Text, "//go:embed") {
				c.blank(line.Pos(), line.End())
			}
		}
		c.unknownValue(s, s.Type.End(), s.Type.End(), " = ")
	}
}
