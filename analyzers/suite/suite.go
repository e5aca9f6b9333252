// Package suite lists the analyzers of agentvet.
//
// Drivers that take analyzers, such as gopls and golangci-lint, use Analyzers
// or New. They need not list analyzers/workflow, which reports nothing and runs
// because the others require it.
package suite

import (
	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/internal/directive"
	"github.com/agentvet/agentvet/analyzers/internal/order"
	"github.com/agentvet/agentvet/analyzers/internal/structure"
	"github.com/agentvet/agentvet/analyzers/internal/taintflow"
	"github.com/agentvet/agentvet/analyzers/internal/unread"
	"github.com/agentvet/agentvet/analyzers/verify"
)

// Options configure the analyzers. The zero Options are the defaults.
type Options struct {
	Verify verify.Options
}

// Args returns the flags that make go vet, with agentvet as its tool, use o. Strict is
// left out: it changes what is shown and not what is found. A policy travels on its own.
func (o *Options) Args() []string { return o.Verify.Args(structure.Name + ".") }

// Analyzers is New of the zero Options.
var Analyzers = New(Options{})

// New returns the analyzers with options.
func New(o Options) []*analysis.Analyzer {
	directives := directive.New(o.Verify.Policy)
	list := []*analysis.Analyzer{
		directives,
		structure.New(o.Verify, directives),
		order.New(o.Verify, directives),
		taintflow.New(o.Verify, directives),
		unread.New(o.Verify, directives),
	}
	if sum := o.Verify.Policy.Sum(); sum != "" {
		named := policyName(sum)
		for _, a := range list {
			a.Requires = append(a.Requires, named)
		}
	}
	return list
}

// policyName returns an analyzer that does nothing and whose name stands for a
// policy. Gopls keeps results from one session to the next by the names of the
// analyzers, and does not know of any file.
func policyName(sum string) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: "policy_" + sum,
		Doc:  "stand for a policy file\n\nThis analyzer does nothing. It keeps results under one policy from being taken for those under another.",
		URL:  "https://pkg.go.dev/github.com/agentvet/agentvet/analyzers/suite",
		Run:  func(*analysis.Pass) (any, error) { return nil, nil },
	}
}
