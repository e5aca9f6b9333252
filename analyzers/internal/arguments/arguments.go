// Package arguments is the analyzer that reads what functions take of the arguments of tools, for the stage that sees the
// module: see package extract/arguments.
package arguments

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/internal/program"
	"github.com/agentvet/agentvet/extract/arguments"
	"github.com/agentvet/agentvet/extract/arguments/read"
)

// Analyzer reads packages of the program. Its result is an *arguments.Kept, nil for the package of a dependency.
var Analyzer = &analysis.Analyzer{
	Name:       "arguments",
	Doc:        "read what functions take of the arguments of tools\n\nDrivers that see a whole module compare it with what the tools offer; this analyzer reports nothing.",
	URL:        "https://pkg.go.dev/github.com/agentvet/agentvet/analyzers/internal/arguments",
	Run:        run,
	Requires:   []*analysis.Analyzer{program.Analyzer},
	ResultType: reflect.TypeFor[*arguments.Kept](),
}

// run reads a package. A panic is a defect of agentvet, yet a pass that fails takes down the analysis of everything that imports
// the package: nothing is known of its functions instead, and it is unknown what tools read whose code they are.
func run(pass *analysis.Pass) (result any, err error) {
	var none *arguments.Kept
	p := pass.ResultOf[program.Analyzer].(*program.Package)
	if p == nil {
		return none, nil
	}
	defer func() {
		if r := recover(); r != nil {
			result, err = &arguments.Kept{Package: pass.Pkg.Path()}, nil
		}
	}()
	return read.Package(pass.Pkg.Path(), pass.Fset, p.Funcs), nil
}
