// Package editor is agentvet as an analyzer of gopls, the server that editors ask about Go
// code. 'agentvet gopls' builds a gopls with it; docs/editors.md says how editors use that.
//
// Gopls has no flags for analyzers. The policy is that which the variable AGENTVET_POLICY
// names, or agentvet.yaml beside the go.mod of the directory in which the editor starts gopls.
//
// Gopls keeps results, within a session and from one to the next, by the names of analyzers,
// and does not know of the file, nor of the inventory that it names; so an analyzer below this one is
// named after both (package suite). When one of them changes, another analyzer takes the place of the one so far, of the
// same name and with others below it. That is what a Server is for: gopls asks it which
// analyzer it is now, whether what it remembers of keys still holds, and to be told of changes.
package editor

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/suite"
	"github.com/agentvet/agentvet/internal/regular"
)

// Variable names a policy file, or none, for a server in which nobody can set a flag.
const Variable = "AGENTVET_POLICY"

// A Server is agentvet in a gopls. Its methods may be called at the same time.
type Server struct {
	dir   string
	first *analysis.Analyzer
	now   atomic.Pointer[version]
}

// A version is the analyzer for one text of the policy file.
type version struct {
	key      string // of the policy, or of what is wrong with it
	analyzer *analysis.Analyzer
}

// NewServer returns agentvet for a gopls that runs in the working directory.
func NewServer() *Server {
	dir, err := os.Getwd()
	s := &Server{dir: dir}
	v := s.read()
	if err != nil {
		v = broken(err)
	}
	s.first = v.analyzer
	s.now.Store(v)
	return s
}

// Analyzer returns the analyzer that stands in the list of gopls.
func (s *Server) Analyzer() *analysis.Analyzer { return s.first }

// Current returns what a, one of the list, is now: for the analyzer of agentvet the one for the
// policy file as it is, for any other itself.
func (s *Server) Current(a *analysis.Analyzer) *analysis.Analyzer {
	if a == s.first {
		return s.now.Load().analyzer
	}
	return a
}

// Changed reports whether the policy has changed since the session began. Keys that gopls has
// remembered before that stand for other analyzers.
func (s *Server) Changed() bool { return s.now.Load().analyzer != s.first }

// Watch looks every second whether the policy file or its inventory has changed, and tells of a file of which
// gopls should hear that it has changed, the go.mod beside it. It ends when telling fails.
// Each of several sessions of one gopls has its own.
func (s *Server) Watch(tell func(file string) error) {
	seen := s.first
	for range time.Tick(time.Second) {
		now := s.refresh()
		if now != seen && tell(filepath.Join(regular.Module(s.dir), "go.mod")) != nil {
			return
		}
		seen = now
	}
}

// refresh takes the policy file and its inventory as they are, and returns the analyzer for it.
func (s *Server) refresh() *analysis.Analyzer {
	old, v := s.now.Load(), s.read()
	if v.key == old.key {
		return old.analyzer
	}
	s.now.CompareAndSwap(old, v) // if not, another session has read it
	return s.now.Load().analyzer
}

// read returns the analyzer for the policy file as it is. A policy that cannot be read is what
// it then reports of every package: without it, nothing is checked.
func (s *Server) read() *version {
	p, err := policy.Choose(os.Getenv(Variable), s.dir, policy.Options{Today: time.Now()})
	if err == nil {
		_, err = p.Inventory()
	}
	if err != nil {
		return broken(err)
	}
	var o suite.Options
	o.Verify.Policy = p
	return &version{p.Identity(), suite.Single(o, nil)}
}

// broken returns an analyzer that reports an error of the policy file.
func broken(err error) *version {
	text, _, _ := strings.Cut(err.Error(), "\n")
	key := fmt.Sprintf("policy_%x", sha256.Sum256([]byte(text)))
	named := &analysis.Analyzer{
		Name: key,
		Doc:  "stand for an error\n\nThis analyzer does nothing. It keeps results under one error from being taken for others.",
		Run:  func(*analysis.Pass) (any, error) { return nil, nil },
	}
	return &version{key, &analysis.Analyzer{
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
	}}
}
