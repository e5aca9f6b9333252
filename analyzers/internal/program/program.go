// Package program is the analyzer that tells packages of the program under analysis from those of libraries, for passes that
// read the code of the program alone.
package program

import (
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/internal/lazyssa"
)

// Analyzer reads packages of the program. Its result is a *Package, nil for the package of a dependency, and one without Go files.
var Analyzer = &analysis.Analyzer{
	Name:       "program",
	Doc:        "tell packages of the program from those of libraries\n\nOther analyzers use the result; this one reports nothing.",
	URL:        "https://pkg.go.dev/github.com/agentvet/agentvet/analyzers/internal/program",
	Run:        run,
	Requires:   []*analysis.Analyzer{lazyssa.Analyzer},
	ResultType: reflect.TypeFor[*Package](),
	FactTypes:  []analysis.Fact{new(own)},
}

// own is the fact that a package belongs to the program.
type own struct{}

func (*own) AFact()         {}
func (*own) String() string { return "own" }

// A Package is a package of the program.
type Package struct {
	SSA   *ssa.Package
	Funcs []*ssa.Function // all that have a body and stand in no file of tests, closures included

	module *analysis.Module
	own    map[string]bool
}

func run(pass *analysis.Pass) (any, error) {
	var none *Package
	if len(pass.Files) == 0 || library.IsStandard(pass.Pkg.Path()) || pass.Module != nil && pass.Module.Version != "" {
		return none, nil
	}
	pass.ExportPackageFact(new(own))
	p := &Package{SSA: lazyssa.Of(pass).Pkg, module: pass.Module, own: map[string]bool{pass.Pkg.Path(): true}}
	for _, f := range pass.AllPackageFacts() {
		if _, ok := f.Fact.(*own); ok {
			p.own[f.Package.Path()] = true
		}
	}
	for _, fn := range lazyssa.Of(pass).SrcFuncs {
		if !strings.HasSuffix(pass.Fset.Position(fn.Pos()).Filename, "_test.go") {
			p.Funcs = append(p.Funcs, fn)
		}
	}
	return p, nil
}

// Own reports whether the package with a path belongs to the program. Facts of what is imported indirectly may be missing: there
// the path decides, so that a package of another module of a workspace may be taken for a library's.
func (p *Package) Own(path string) bool {
	m := p.module
	return p.own[path] || m != nil && m.Path != "" && (path == m.Path || strings.HasPrefix(path, m.Path+"/"))
}
