// Package golangci is agentvet as a module plugin of golangci-lint.
//
// A program with the plugin in it is built by 'golangci-lint custom', from a file
// .custom-gcl.yml that names this package; docs/golangci.md has that file, and the settings.
//
// Golangci-lint shows a diagnostic as one line and each of its related positions as an issue
// of its own, and it puts the names of analyzers in front of messages. So one analyzer,
// called agentvet, reports everything (suite.Single), and says the way of each finding in the
// message. One finding is one issue, and
// //nolint:agentvet on its line silences all of it.
//
// Golangci-lint keeps issues by the names of the analyzers that report them, and facts by
// those of the analyzers that make them; it does not know of the policy file. So a hash of
// the policy and of the inventory that it names is in the name of a second analyzer, which does
// nothing, and one of the policy in the names of those whose facts depend on it: after an edit, no
// kept answer is taken.
package golangci

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/internal/diagnose"
	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/suite"
)

// Name is the name of the linter.
const Name = suite.Name

// none stands for a policy where there is none.
const none = "none"

func init() { register.Plugin(Name, New) }

// Settings are what stands below settings in .golangci.yml. What is left out is as the
// policy file says.
type Settings struct {
	// Policy is the policy file, relative to the working directory, or "none"; by default
	// agentvet.yaml beside go.mod.
	Policy       string   `json:"policy"`
	Strict       *bool    `json:"strict"`
	EachExit     *bool    `json:"each-exit"`
	RequireHuman *bool    `json:"require-human"`
	PerCall      *bool    `json:"per-call"`
	Sensitive    []string `json:"sensitive"` // names of tools that need a human before them
}

type plugin struct{ settings Settings }

// New returns the plugin with settings as golangci-lint has read them.
func New(settings any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[Settings](settings)
	if err != nil {
		return nil, fmt.Errorf("agentvet: %w", err)
	}
	return &plugin{s}, nil
}

// GetLoadMode says that the analyzers need types.
func (p *plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

// BuildAnalyzers returns the analyzers. The policy file is read now.
func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	o, err := p.settings.options(dir)
	if err != nil {
		return nil, err
	}
	all := suite.Single(o, diagnose.Compact)
	named := &analysis.Analyzer{
		Name: "policy_" + cmp.Or(o.Verify.Policy.Identity(), none),
		Doc:  "stand for a policy file\n\nThis analyzer does nothing.",
		Run:  func(*analysis.Pass) (any, error) { return nil, nil },
	}
	nameAfter(cmp.Or(o.Verify.Policy.Sum(), none), all)
	return []*analysis.Analyzer{all, named}, nil
}

// options returns the options that s asks for, with the policy that applies in dir.
func (s *Settings) options(dir string) (suite.Options, error) {
	var o suite.Options
	flags := flag.NewFlagSet(Name, flag.ContinueOnError)
	o.Verify.Register(flags)
	for name, on := range map[string]*bool{
		"strict": s.Strict, "each-exit": s.EachExit, "require-human": s.RequireHuman, "per-call": s.PerCall,
	} {
		if on == nil {
			continue
		}
		if err := flags.Set(name, strconv.FormatBool(*on)); err != nil {
			return o, err
		}
	}
	for _, glob := range s.Sensitive {
		if err := flags.Set("sensitive", glob); err != nil {
			return o, fmt.Errorf("sensitive: %w", err)
		}
	}
	var err error
	if o.Verify.Policy, err = policy.Choose(s.Policy, dir, policy.Options{Today: time.Now()}); err == nil {
		_, err = o.Verify.Policy.Inventory()
	}
	return o, err
}

// nameAfter puts the hash of a policy into the names of the analyzers that one requires, where
// their facts depend on the policy: those were made for it.
func nameAfter(sum string, one *analysis.Analyzer) {
	shared := make(map[*analysis.Analyzer]bool)
	for _, a := range reachable(suite.Analyzers) {
		shared[a] = true
	}
	for _, a := range reachable([]*analysis.Analyzer{one}) {
		if len(a.FactTypes) > 0 && !shared[a] {
			a.Name += "_" + sum
		}
	}
}

// reachable returns analyzers and all that they require, each once.
func reachable(list []*analysis.Analyzer) []*analysis.Analyzer {
	all := slices.Clone(list)
	for i := 0; i < len(all); i++ {
		for _, a := range all[i].Requires {
			if !slices.Contains(all, a) {
				all = append(all, a)
			}
		}
	}
	return all
}
