package unread

// This file finds libraries that serve tools and that nobody has heard of.

import (
	"bytes"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/extract/protocol"
)

// Serves is a fact: a package, or one that it imports of the same library, looks whether a request
// is a call of a tool, as servers do.
type Serves struct{ Method string }

func (*Serves) AFact() {}

func (s *Serves) String() string { return "serves " + s.Method }

// servers finds the packages that serve tools.
var servers = &analysis.Analyzer{
	Name:       "toolservers",
	Doc:        "find packages that serve tools",
	URL:        "https://pkg.go.dev/github.com/agentvet/agentvet/analyzers/internal/unread",
	FactTypes:  []analysis.Fact{new(Serves)},
	ResultType: reflect.TypeFor[map[string]bool](),
	Run: func(pass *analysis.Pass) (any, error) {
		roots := make(map[string]bool)
		for _, f := range pass.AllPackageFacts() {
			roots[rootOf(f.Package.Path())] = true
		}
		// What imports a package of the same library passes it on: facts do not reach further than types.
		if own := pass.Pkg.Path(); roots[rootOf(own)] || !library.IsStandard(own) && comparesMethod(pass) {
			pass.ExportPackageFact(&Serves{protocol.CallMethod})
		}
		return roots, nil
	},
}

// comparesMethod reports whether a package compares something with the method of a call of a tool.
func comparesMethod(pass *analysis.Pass) (found bool) {
	other := usesMethod(pass)
	for _, f := range pass.Files {
		if inTest(pass, f) {
			continue
		}
		if !other { // most packages have not even the word
			text, err := pass.ReadFile(pass.Fset.File(f.FileStart).Name())
			if err != nil || !bytes.Contains(text, []byte(protocol.CallMethod)) {
				continue
			}
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CaseClause:
				for _, e := range n.List {
					found = found || isMethod(pass.TypesInfo, e)
				}
			case *ast.BinaryExpr:
				found = found || n.Op == token.EQL && (isMethod(pass.TypesInfo, n.X) || isMethod(pass.TypesInfo, n.Y))
			}
			return !found
		})
	}
	return found
}

// usesMethod reports whether a package uses a constant of another one that is that method.
func usesMethod(pass *analysis.Pass) bool {
	for _, obj := range pass.TypesInfo.Uses {
		if c, ok := obj.(*types.Const); ok && c.Pkg() != pass.Pkg && isMethodText(c.Val()) {
			return true
		}
	}
	return false
}

func isMethod(info *types.Info, e ast.Expr) bool { return isMethodText(info.Types[e].Value) }

func isMethodText(v constant.Value) bool {
	return v != nil && v.Kind() == constant.String && constant.StringVal(v) == protocol.CallMethod
}

// rootOf returns the part of a path by which most modules are named: packages that share it
// belong together.
func rootOf(path string) string {
	parts := strings.SplitN(path, "/", 4)
	return strings.Join(parts[:min(3, len(parts))], "/")
}

// isRead reports whether there are rows on packages that share a root.
func isRead(root string) bool {
	all := library.All()
	for _, list := range [][]string{all.Packages(library.AllFamilies), all.Opaque(), all.Clients()} {
		for _, path := range list {
			if rootOf(path) == root {
				return true
			}
		}
	}
	return false
}
