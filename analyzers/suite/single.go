package suite

// This file makes one analyzer of all.

import (
	"go/types"
	"sync"

	"golang.org/x/tools/go/analysis"
)

// Name is the name of the analyzer that Single returns.
const Name = "agentvet"

// Single returns an analyzer that reports what those of Alone report: for drivers that show
// the name of an analyzer to people, or in which people switch analyzers on and off. Show, if
// not nil, changes what is reported.
func Single(o Options, show func(*analysis.Pass, analysis.Diagnostic) analysis.Diagnostic) *analysis.Analyzer {
	passes := Alone(o)
	said := new(said)
	for _, a := range passes {
		said.listen(a)
	}
	return &analysis.Analyzer{
		Name:     Name,
		Doc:      "check the workflows, tools and data of LLM agents\n\nThis analyzer reports what all analyzers of agentvet report.",
		URL:      "https://github.com/agentvet/agentvet",
		Requires: passes,
		Run: func(pass *analysis.Pass) (any, error) {
			for _, a := range passes {
				for _, d := range said.take(a, pass.Pkg) {
					if show != nil {
						d = show(pass, d)
					}
					pass.Report(d)
				}
			}
			return nil, nil
		},
	}
}

// said is what passes report of packages. Drivers drop it, as they were not asked to run them.
type said struct{ lists sync.Map } // from said key to []analysis.Diagnostic

type saidKey struct {
	pass *analysis.Analyzer
	pkg  *types.Package
}

// listen changes a, so that what it reports is kept.
func (s *said) listen(a *analysis.Analyzer) {
	run := a.Run
	a.Run = func(pass *analysis.Pass) (any, error) {
		var list []analysis.Diagnostic
		own := *pass
		own.Report = func(d analysis.Diagnostic) { list = append(list, d) }
		result, err := run(&own)
		if len(list) > 0 {
			s.lists.Store(saidKey{a, pass.Pkg}, list)
		}
		return result, err
	}
}

// take returns what a pass has reported of a package, once.
func (s *said) take(a *analysis.Analyzer, pkg *types.Package) []analysis.Diagnostic {
	list, _ := s.lists.LoadAndDelete(saidKey{a, pkg})
	diagnostics, _ := list.([]analysis.Diagnostic)
	return diagnostics
}
