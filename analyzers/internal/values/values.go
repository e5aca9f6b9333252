// Package values is the analyzer that scans what a package does with values, for package
// loops to find in a whole module the agents that no framework runs.
package values

import (
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/extract/protocol"
	"github.com/agentvet/agentvet/extract/valueflow"
	"github.com/agentvet/agentvet/internal/lazyssa"
)

// Analyzer scans the packages of the module under analysis. Its result is a
// *valueflow.Graph, nil for the package of a dependency.
var Analyzer = &analysis.Analyzer{
	Name:       "values",
	Doc:        "scan what a package does with values\n\nDrivers that see a whole module find agents without a framework in it; this analyzer reports nothing.",
	URL:        "https://pkg.go.dev/github.com/agentvet/agentvet/analyzers/internal/values",
	Run:        run,
	Requires:   []*analysis.Analyzer{lazyssa.Analyzer},
	ResultType: reflect.TypeFor[*valueflow.Graph](),
	FactTypes:  []analysis.Fact{new(scanned)},
}

// scanned is the fact that a package has a graph.
type scanned struct{}

func (*scanned) AFact()         {}
func (*scanned) String() string { return "scanned" }

func run(pass *analysis.Pass) (any, error) {
	var none *valueflow.Graph
	if len(pass.Files) == 0 || library.IsStandard(pass.Pkg.Path()) || pass.Module != nil && pass.Module.Version != "" {
		return none, nil
	}
	pass.ExportPackageFact(new(scanned))
	own := map[string]bool{pass.Pkg.Path(): true}
	for _, f := range pass.AllPackageFacts() {
		if _, ok := f.Fact.(*scanned); ok {
			own[f.Package.Path()] = true
		}
	}
	built := lazyssa.Of(pass)
	in := &valueflow.Input{
		Fset: pass.Fset, Pkg: built.Pkg, Table: library.All(),
		Parts: protocol.Of(pass.Pkg, pass.TypesInfo, pass.Files),
		Funcs: slices.DeleteFunc(slices.Clone(built.SrcFuncs), func(fn *ssa.Function) bool { return inTest(pass, fn) }),
		// Facts of what is imported indirectly may be missing.
		Own: func(path string) bool { return own[path] || inModule(pass.Module, path) },
	}
	return protect(in), nil
}

// protect scans a package. A panic is a defect of agentvet, yet a pass that fails takes
// down the analysis of everything that imports the package: the package is missing instead.
func protect(in *valueflow.Input) (g *valueflow.Graph) {
	defer func() {
		if r := recover(); r != nil {
			g = &valueflow.Graph{Package: in.Pkg.Pkg.Path(), Failed: true}
		}
	}()
	return valueflow.Scan(in)
}

func inTest(pass *analysis.Pass, fn *ssa.Function) bool {
	return strings.HasSuffix(pass.Fset.Position(fn.Pos()).Filename, "_test.go")
}

func inModule(m *analysis.Module, path string) bool {
	return m != nil && (path == m.Path || strings.HasPrefix(path, m.Path+"/"))
}
