// Ssaonly is a vet tool that builds the SSA form of every package, dependencies
// included, and nothing else: what agentvet's cost is compared with.
package main

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
	"golang.org/x/tools/go/analysis/unitchecker"
)

// none is a fact that no package has: the go command runs tools with facts on
// dependencies too.
type none struct{}

func (*none) AFact() {}

func main() {
	unitchecker.Main(&analysis.Analyzer{
		Name: "ssaonly", Doc: "build SSA",
		Requires:  []*analysis.Analyzer{buildssa.Analyzer},
		FactTypes: []analysis.Fact{new(none)},
		Run:       func(*analysis.Pass) (any, error) { return nil, nil },
	})
}
