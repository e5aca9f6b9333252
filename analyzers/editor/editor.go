// Package editor is agentvet as an analyzer of gopls, the server that editors ask about Go
// code. 'agentvet gopls' builds a gopls with it; docs/editors.md says how editors use that.
//
// Gopls has no flags for analyzers. The policy is that which the variable AGENTVET_POLICY
// names, or agentvet.yaml beside the go.mod of the directory in which the editor starts gopls.
// It is read once. Gopls keeps results from one session to the next by the names of analyzers,
// and does not know of the file; so an analyzer below this one is named after it (package
// suite), and an edit counts from the next start of gopls on.
package editor

import (
	"crypto/sha256"
	"fmt"
	"os"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/suite"
)

// Variable names a policy file, or none, for a server in which nobody can set a flag.
const Variable = "AGENTVET_POLICY"

// Analyzer returns the analyzer for a gopls that runs in the working directory. A policy that
// cannot be read is what it then reports of every package: without it, nothing is checked.
func Analyzer() *analysis.Analyzer {
	dir, err := os.Getwd()
	if err != nil {
		return broken(err)
	}
	p, err := policy.Choose(os.Getenv(Variable), dir, policy.Options{Today: time.Now()})
	if err != nil {
		return broken(err)
	}
	var o suite.Options
	o.Verify.Policy = p
	return suite.Single(o, nil)
}

// broken returns an analyzer that reports an error of the policy file.
func broken(err error) *analysis.Analyzer {
	text, _, _ := strings.Cut(err.Error(), "\n")
	named := &analysis.Analyzer{
		Name: fmt.Sprintf("policy_%x", sha256.Sum256([]byte(text))),
		Doc:  "stand for an error\n\nThis analyzer does nothing. It keeps results under one error from being taken for others.",
		Run:  func(*analysis.Pass) (any, error) { return nil, nil },
	}
	return &analysis.Analyzer{
		Name:     suite.Name,
		Doc:      "check the workflows, tools and data of LLM agents\n\nThe policy file has a mistake, so this analyzer reports that.",
		URL:      "https://github.com/agentvet/agentvet/blob/main/docs/policy.md",
		Requires: []*analysis.Analyzer{named},
		Run: func(pass *analysis.Pass) (any, error) {
			if len(pass.Files) > 0 {
				pass.Reportf(pass.Files[0].Package, "agentvet checks nothing: %s", text)
			}
			return nil, nil
		},
	}
}
