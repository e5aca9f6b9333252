package gopls

// This file changes the source of gopls, in places that it finds by what stands there.

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
)

// declared is a file that is added to the package of the settings.
const declared = `package settings

import "github.com/agentvet/agentvet/analyzers/editor"

// Agentvet is the analyzer of agentvet, which changes with its policy file.
var Agentvet = editor.NewServer()
`

// A change is one of a file.
type change struct {
	file string
	what string // it is that changes
	find func(*ast.File) (from, to token.Pos)
	text string // in its place
}

// changes are all of them: agentvet is in the list of analyzers; whoever asks for an analyzer gets
// the one for the policy file as it is; keys of results that are remembered stand for the policy
// that the session began with; and who talks to the editor hears of an edit as of one of go.mod.
var changes = []change{
	{"internal/settings/analysis.go", "list of analyzers", listStart, "\n{analyzer: Agentvet.Analyzer(), severity: protocol.SeverityWarning},\n"},
	{"internal/settings/analysis.go", "method of analyzers", analyzerResult, "Agentvet.Current(a.analyzer)"},
	{"internal/cache/analysis.go", "memory of keys", keyTest, "!keyFound || settings.Agentvet.Changed()"},
	{"internal/server/general.go", "beginning of a session", sessionStart, `
	go settings.Agentvet.Watch(func(file string) error {
		return s.DidChangeWatchedFiles(context.WithoutCancel(ctx), &protocol.DidChangeWatchedFilesParams{
			Changes: []protocol.FileEvent{{URI: protocol.URIFromPath(file), Type: protocol.Changed}},
		})
	})
`},
}

// edit changes the source of gopls in a directory.
func edit(dir string) error {
	for _, c := range changes {
		name := filepath.Join(dir, filepath.FromSlash(c.file))
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if text, err = c.apply(text); err != nil {
			return err
		}
		if err := os.Chmod(name, 0o666); err != nil { // the module cache is read only
			return err
		}
		if err := os.WriteFile(name, text, 0o666); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, "internal", "settings", "agentvet.go"), []byte(declared), 0o666)
}

// apply returns a file with the change in it.
func (c *change) apply(text []byte) ([]byte, error) {
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, c.file, text, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	from, to := c.find(parsed)
	if !from.IsValid() {
		return nil, fmt.Errorf("its %s is not where agentvet looks for it, in %s", c.what, c.file)
	}
	var out bytes.Buffer
	out.Write(text[:fset.Position(from).Offset])
	out.WriteString(c.text)
	out.Write(text[fset.Position(to).Offset:])
	return format.Source(out.Bytes())
}

// listStart returns where the list of analyzers begins: the longest literal of the type
// []*Analyzer.
func listStart(file *ast.File) (from, to token.Pos) {
	var list *ast.CompositeLit
	ast.Inspect(file, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		array, ok := lit.Type.(*ast.ArrayType)
		if !ok {
			return true
		}
		star, ok := array.Elt.(*ast.StarExpr)
		if !ok {
			return true
		}
		if isName(star.X, "Analyzer") && (list == nil || len(lit.Elts) > len(list.Elts)) {
			list = lit
		}
		return true
	})
	if list == nil {
		return token.NoPos, token.NoPos
	}
	return list.Lbrace + 1, list.Lbrace + 1
}

// analyzerResult returns what the method Analyzer of an Analyzer a returns, if that is a.analyzer.
func analyzerResult(file *ast.File) (from, to token.Pos) {
	f := method(file, "Analyzer", "Analyzer")
	if f == nil || len(f.Body.List) != 1 {
		return token.NoPos, token.NoPos
	}
	ret, ok := f.Body.List[0].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return token.NoPos, token.NoPos
	}
	field, ok := ret.Results[0].(*ast.SelectorExpr)
	if !ok || !isName(field.X, "a") || field.Sel.Name != "analyzer" {
		return token.NoPos, token.NoPos
	}
	return field.Pos(), field.End()
}

// keyTest returns the only condition !keyFound in the method that analyses packages.
func keyTest(file *ast.File) (from, to token.Pos) {
	f := method(file, "Snapshot", "Analyze")
	if f == nil {
		return token.NoPos, token.NoPos
	}
	var found []ast.Expr
	ast.Inspect(f, func(n ast.Node) bool {
		if test, ok := n.(*ast.IfStmt); ok {
			if not, ok := test.Cond.(*ast.UnaryExpr); ok && not.Op == token.NOT && isName(not.X, "keyFound") {
				found = append(found, not)
			}
		}
		return true
	})
	if len(found) != 1 {
		return token.NoPos, token.NoPos
	}
	return found[0].Pos(), found[0].End()
}

// sessionStart returns the beginning of the method that hears that the editor is ready.
func sessionStart(file *ast.File) (from, to token.Pos) {
	f := method(file, "server", "Initialized")
	if f == nil || len(f.Type.Params.List) != 2 || !isParam(f.Type.Params.List[0], "ctx") || !isParam(f.Recv.List[0], "s") {
		return token.NoPos, token.NoPos
	}
	return f.Body.Lbrace + 1, f.Body.Lbrace + 1
}

func isParam(f *ast.Field, name string) bool { return len(f.Names) == 1 && f.Names[0].Name == name }

func isName(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}

// method returns the method of a pointer to a type, nil if a file has none.
func method(file *ast.File, of, name string) *ast.FuncDecl {
	i := slices.IndexFunc(file.Decls, func(d ast.Decl) bool {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv == nil || f.Name.Name != name || f.Body == nil {
			return false
		}
		star, ok := f.Recv.List[0].Type.(*ast.StarExpr)
		return ok && isName(star.X, of)
	})
	if i < 0 {
		return nil
	}
	return file.Decls[i].(*ast.FuncDecl)
}
