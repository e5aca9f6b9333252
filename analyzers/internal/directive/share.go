package directive

// This file hands directives on to the packages that import theirs.

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
)

// silent is the fact: the directives of a package and of those that it imports, sorted. Drivers show facts of
// direct imports only. Those of other modules silence nothing.
type silent struct{ Directives []Directive }

func (*silent) AFact() {}

// String says nothing: what directives silence is compared where it is reported.
func (*silent) String() string { return "" }

// share takes the directives of imports, and hands them on with those of the package.
func (s *Set) share(pass *analysis.Pass) {
	if pass.Module == nil || pass.Module.Version != "" {
		return
	}
	for _, f := range pass.AllPackageFacts() {
		if imported, ok := f.Fact.(*silent); ok && f.Package != pass.Pkg {
			s.imported = append(s.imported, imported.Directives...)
		}
	}
	s.imported = sorted(s.imported)
	if all := sorted(slices.Concat(s.imported, s.Directives)); len(all) > 0 {
		pass.ExportPackageFact(&silent{all})
	}
}

// sorted returns directives in the order of the text, each once.
func sorted(list []Directive) []Directive {
	compare := func(d, e Directive) int { return cmp.Or(d.Pos.Compare(e.Pos), cmp.Compare(d.Rule, e.Rule)) }
	slices.SortFunc(list, compare)
	return slices.CompactFunc(list, func(d, e Directive) bool { return compare(d, e) == 0 })
}

// silenceImported marks a finding that stood at a position of an imported package, if a directive there is about it.
func (s *Set) silenceImported(f *report.Finding, at graph.Pos) {
	for i := range s.imported {
		if d := &s.imported[i]; d.silences(f.Rule, at) {
			d.silence(f)
		}
	}
}
