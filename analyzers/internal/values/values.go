// Package values is the analyzer that scans what a package does with values, for package
// loops to find in a whole module the agents that no framework runs.
package values

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/internal/program"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/extract/protocol"
	"github.com/agentvet/agentvet/extract/valueflow"
)

// Analyzer scans the packages of the module under analysis. Its result is a
// *valueflow.Graph, nil for the package of a dependency.
var Analyzer = &analysis.Analyzer{
	Name:       "values",
	Doc:        "scan what a package does with values\n\nDrivers that see a whole module find agents without a framework in it; this analyzer reports nothing.",
	URL:        "https://pkg.go.dev/github.com/agentvet/agentvet/analyzers/internal/values",
	Run:        run,
	Requires:   []*analysis.Analyzer{program.Analyzer},
	ResultType: reflect.TypeFor[*valueflow.Graph](),
}

func run(pass *analysis.Pass) (any, error) {
	var none *valueflow.Graph
	p := pass.ResultOf[program.Analyzer].(*program.Package)
	if p == nil {
		return none, nil
	}
	return protect(&valueflow.Input{
		Fset: pass.Fset, Pkg: p.SSA, Table: library.All(),
		Parts: protocol.Of(pass.Pkg, pass.TypesInfo, pass.Files),
		Funcs: p.Funcs, Own: p.Own,
	}), nil
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
