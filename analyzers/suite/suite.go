// Package suite lists the analyzers of agentvet.
//
// Drivers that take analyzers, such as gopls and golangci-lint, use Analyzers
// or New. They need not list analyzers/workflow, which reports nothing and runs
// because the others require it.
package suite

import (
	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/directive"
	"github.com/agentvet/agentvet/analyzers/structure"
	"github.com/agentvet/agentvet/analyzers/verify"
)

// Options configure the analyzers. The zero Options are the defaults.
type Options struct {
	Verify verify.Options
}

// Analyzers is New of the zero Options.
var Analyzers = New(Options{})

// New returns the analyzers with options.
func New(o Options) []*analysis.Analyzer {
	return []*analysis.Analyzer{
		directive.Analyzer,
		structure.New(o.Verify),
	}
}
