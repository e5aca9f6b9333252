// Package lazyssa builds the SSA form of a package when a pass asks for it. Most packages that a driver
// analyses are of the standard library, of which tables speak, so that no pass asks: to build all of
// them costs more than everything else.
package lazyssa

import (
	"reflect"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/buildssa"
)

// Analyzer is buildssa.Analyzer, but that nothing is built before somebody asks.
var Analyzer = &analysis.Analyzer{
	Name:       "lazyssa",
	Doc:        "build the SSA form of a package when it is asked for\n\nOther analyzers use the result; this one reports nothing.",
	URL:        "https://pkg.go.dev/github.com/agentvet/agentvet/internal/lazyssa",
	Requires:   buildssa.Analyzer.Requires,
	ResultType: reflect.TypeFor[*form](),
	Run: func(pass *analysis.Pass) (any, error) {
		own := *pass // drivers take functions out of a pass after it has run
		return &form{sync.OnceValue(func() *buildssa.SSA {
			built, err := buildssa.Analyzer.Run(&own)
			if err != nil {
				panic(err)
			}
			return built.(*buildssa.SSA)
		})}, nil
	},
}

// A form is the SSA form of one package. Passes that run at the same time may ask for it.
type form struct{ build func() *buildssa.SSA }

// Of returns the SSA form of the package of a pass that requires Analyzer.
func Of(pass *analysis.Pass) *buildssa.SSA {
	return pass.ResultOf[Analyzer].(*form).build()
}
