// Package suite lists the analyzers of agentvet.
//
// Drivers that show one package at a time use Analyzers or Alone, or Single, which is one
// analyzer for all: in gopls and golangci-lint, people see the names of analyzers. One that has the results of all packages uses New and joins them: see package
// module. None needs to list analyzers/workflow, which reports nothing and runs because
// the others require it.
package suite

import (
	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/internal/directive"
	"github.com/agentvet/agentvet/analyzers/internal/order"
	"github.com/agentvet/agentvet/analyzers/internal/structure"
	"github.com/agentvet/agentvet/analyzers/internal/taintflow"
	"github.com/agentvet/agentvet/analyzers/internal/unread"
	"github.com/agentvet/agentvet/analyzers/module"
	"github.com/agentvet/agentvet/analyzers/verify"
)

// Options configure the analyzers. The zero Options are the defaults.
type Options struct {
	Verify verify.Options
}

// Args returns the flags that make go vet, with agentvet as its tool, use o. Strict is
// left out: it changes what is shown and not what is found. A policy travels on its own.
func (o *Options) Args() []string {
	args := o.Verify.Args(structure.Name + ".")
	if o.Verify.NoFeasibility {
		args = append(args, "-"+order.Name+".no-feasibility", "-"+taintflow.Name+".no-feasibility")
	}
	return args
}

// NoIgnores is the flag by which what a program says to take findings away counts for nothing: its directives, and with them
// what a policy file silences.
const NoIgnores = structure.Name + ".no-ignores"

// Analyzers is Alone of the zero Options.
var Analyzers = Alone(Options{})

// Alone returns the analyzers with options for a driver that shows one package at a time:
// those of New, and one that says of a command what all of its packages show together.
func Alone(o Options) []*analysis.Analyzer {
	list := passes(&o.Verify)
	return append(list, module.Commands(&o.Verify, list))
}

// New returns the analyzers with options.
func New(o Options) []*analysis.Analyzer { return passes(&o.Verify) }

// passes returns the analyzers. The flags of structure change the options.
func passes(o *verify.Options) []*analysis.Analyzer {
	directives := directive.New(o.Policy)
	list := []*analysis.Analyzer{
		directives,
		structure.New(o, directives),
		order.New(*o, directives),
		taintflow.New(*o, directives),
		unread.New(*o, directives),
	}
	if identity := o.Policy.Identity(); identity != "" {
		named := policyName(identity)
		for _, a := range list {
			a.Requires = append(a.Requires, named)
		}
	}
	return list
}

// policyName returns an analyzer that does nothing and whose name stands for a
// policy. Gopls keeps results from one session to the next by the names of the
// analyzers, and does not know of any file.
func policyName(identity string) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name: "policy_" + identity,
		Doc:  "stand for a policy file\n\nThis analyzer does nothing. It keeps results under one policy from being taken for those under another.",
		URL:  "https://pkg.go.dev/github.com/agentvet/agentvet/analyzers/suite",
		Run:  func(*analysis.Pass) (any, error) { return nil, nil },
	}
}
