package protocol

// This file gathers the types of protocols that a package may use.

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/extract/library"
)

// table has the rows on clients.
var table = library.Of("toolcalls")

// Of returns the types of protocols in the source of a package, and in the packages that
// it imports.
func Of(pkg *types.Package, info *types.Info, files []*ast.File) *Parts {
	p := &Parts{fields: make(map[*types.Var]Field), scanned: map[*types.Package]bool{pkg: true}}
	p.rows(pkg)
	p.source(pkg, info, files)
	imports := slices.Clone(pkg.Imports())
	slices.SortFunc(imports, func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
	for _, imp := range imports {
		p.scan(imp)
	}
	return p
}

// source adds the types that the source of a package has, those inside functions too. The words of protocols that it has surround
// the types that it imports, too.
func (p *Parts) source(pkg *types.Package, info *types.Info, files []*ast.File) {
	s := &scanner{parts: p, words: make(map[string]bool)}
	named := make(map[ast.Expr]bool)
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if obj := info.Defs[n.Name]; obj != nil {
					named[n.Type] = true
					s.record(obj.Type())
				}
			case *ast.StructType:
				if tv, ok := info.Types[n]; ok && !named[n] {
					s.record(tv.Type)
				}
			case *ast.BasicLit:
				if text, ok := literal(n); ok {
					s.words[text] = true
				}
			case *ast.Ident: // a constant, of another package too
				if c, ok := info.Uses[n].(*types.Const); ok && c.Val().Kind() == constant.String {
					s.words[constant.StringVal(c.Val())] = true
				}
			}
			return true
		})
	}
	s.fit()
	for text := range s.words {
		if IsWord(text) {
			p.words = append(p.words, text)
		}
	}
}

func literal(lit *ast.BasicLit) (string, bool) {
	if lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}

// scan adds the types that a package exports to the one under analysis: those that rows
// name, or that have the tags of a protocol.
func (p *Parts) scan(pkg *types.Package) {
	if p.scanned[pkg] || library.IsStandard(pkg.Path()) {
		return
	}
	p.scanned[pkg] = true
	if p.rows(pkg) {
		return
	}
	s := &scanner{parts: p, words: make(map[string]bool)}
	for _, word := range p.words {
		s.words[word] = true
	}
	for _, name := range pkg.Scope().Names() {
		switch obj := pkg.Scope().Lookup(name).(type) {
		case *types.TypeName:
			s.record(obj.Type())
		case *types.Const:
			if obj.Val().Kind() == constant.String {
				s.words[constant.StringVal(obj.Val())] = true
			}
		}
	}
	s.fit()
}

// A scanner holds the records of one package until all its words are known.
type scanner struct {
	parts   *Parts
	records []*record
	words   map[string]bool // JSON names and texts
}

func (s *scanner) record(t types.Type) {
	r := recordOf(t)
	if r == nil || len(r.names) == 0 {
		return
	}
	s.records = append(s.records, r)
	for _, name := range r.names {
		s.words[name] = true
	}
}

// fit adds the records, and what they hold, that a shape fits.
func (s *scanner) fit() {
	for _, r := range s.records {
		s.match(r, "")
		for i, v := range r.fields {
			if held := recordOf(element(v.Type())); held != nil {
				s.match(held, r.names[i])
			}
		}
	}
}

// match adds r, which a field called in holds, if a shape fits: a struct may be several
// parts, as a message that has both calls and a result.
func (s *scanner) match(r *record, in string) {
	var done [Message + 1]bool
	for i := range shapes {
		if shape := &shapes[i]; !done[shape.part] {
			if f := shape.form(r, in, s.words); f != nil {
				done[shape.part] = true
				s.parts.add(f)
			}
		}
	}
}

// rows adds the types of a package that rows name, and reports whether there are any. What the
// package has under another name of its own counts too: openai.FunctionDefinitionParam is a type of
// package shared, which a program that says so need not import.
func (p *Parts) rows(pkg *types.Package) bool {
	rows := table.CallsOf(pkg.Path())
	if len(rows) > 0 {
		for _, name := range pkg.Scope().Names() {
			if obj, ok := pkg.Scope().Lookup(name).(*types.TypeName); ok && obj.IsAlias() {
				if other := packageOf(obj.Type()); other != nil {
					p.scan(other)
				}
			}
		}
	}
	for _, r := range rows {
		obj, _ := library.Lookup(pkg, r.Name)
		name, ok := obj.(*types.TypeName)
		if !ok { // a function, or one that this version has not
			continue
		}
		f := &Form{Protocol: pkg.Path(), Part: partOf(r.Kind), Type: name.Type()}
		for _, a := range r.Args {
			path := fieldsOf(name.Type(), a.Path)
			switch a.Name {
			case "name":
				f.Name = path
			case "args":
				f.Args = path
			case "raw":
				f.Raw = path
			case "id":
				f.ID = path
			}
		}
		p.add(f)
	}
	return len(rows) > 0
}

// IsRemote reports whether the function of a row key asks an MCP server to run a tool.
func IsRemote(key string) bool {
	row := table.Call(key)
	return row != nil && row.Kind == "remote"
}

// RunsCalls reports whether the function of a row key runs what the message of a model calls.
func RunsCalls(key string) bool {
	row := table.Call(key)
	return row != nil && row.Kind == "runs"
}

func partOf(kind string) Part {
	for p := Call; p <= Result; p++ {
		if p.String() == kind {
			return p
		}
	}
	return PartInvalid
}

// fieldsOf returns the fields on a path of names, nil if this version has none.
func fieldsOf(t types.Type, names []string) (path []*types.Var) {
	for _, name := range names {
		obj, _, _ := types.LookupFieldOrMethod(element(t), true, packageOf(t), name)
		v, ok := obj.(*types.Var)
		if !ok {
			return nil
		}
		path, t = append(path, v), v.Type()
	}
	return path
}

func packageOf(t types.Type) *types.Package {
	if n, ok := types.Unalias(element(t)).(*types.Named); ok {
		return n.Obj().Pkg()
	}
	return nil
}
