// Package settings is the analyzer that reads which settings limit something, and what becomes of them, for the stage that sees the
// module: see package extract/settings.
package settings

import (
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/internal/program"
	"github.com/agentvet/agentvet/extract/settings"
	"github.com/agentvet/agentvet/extract/settings/read"
	"github.com/agentvet/agentvet/internal/defect"
)

// Analyzer reads packages of the program. Its result is a *settings.Kept, nil for the package of a dependency.
var Analyzer = &analysis.Analyzer{
	Name:       "settings",
	Doc:        "read which settings limit something, and what becomes of them\n\nDrivers that see a whole module say which of them nothing obeys; this analyzer reports nothing.",
	URL:        "https://pkg.go.dev/github.com/agentvet/agentvet/analyzers/internal/settings",
	Run:        run,
	Requires:   []*analysis.Analyzer{program.Analyzer},
	ResultType: reflect.TypeFor[*settings.Kept](),
}

// run reads a package. A panic is a defect of agentvet, yet a pass that fails takes down the analysis of everything that imports
// the package: it is said that reading the settings failed instead.
func run(pass *analysis.Pass) (result any, err error) {
	var none *settings.Kept
	p := pass.ResultOf[program.Analyzer].(*program.Package)
	if p == nil {
		return none, nil
	}
	defer func() {
		if r := recover(); r != nil {
			result, err = &settings.Kept{Package: pass.Pkg.Path(), Failure: defect.Text(r)}, nil
		}
	}()
	return read.Package(&read.Input{Fset: pass.Fset, Pkg: p.SSA, Funcs: p.Funcs, Own: p.Own}), nil
}
