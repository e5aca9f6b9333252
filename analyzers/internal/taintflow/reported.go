package taintflow

// This file keeps a finding from being reported twice by drivers that show one package at a time.
// A command that builds the server of another package sees the data in that server as well. Where
// both ends of a way lie in the other package, and that has reported the finding, the command is
// silent.

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph/verdict"
)

// reported is the fact of a package: the findings of it and of what it imports, whether they are
// shown or silenced there. Facts do not reach packages that import it indirectly, so that each
// has all.
type reported struct {
	Violated, Unknown []string // keys, sorted
}

func (*reported) AFact() {}

// String returns nothing: tests look at the findings themselves.
func (*reported) String() string { return "" }

// reportedElsewhere returns what the imports of a package have reported.
func reportedElsewhere(pass *analysis.Pass) *reported {
	all := new(reported)
	for _, f := range pass.AllPackageFacts() {
		if r, ok := f.Fact.(*reported); ok && f.Package != pass.Pkg {
			all.Violated = append(all.Violated, r.Violated...)
			all.Unknown = append(all.Unknown, r.Unknown...)
		}
	}
	all.normalize()
	return all
}

// has reports whether a finding is one of r. What is only unknown elsewhere does not stand for a
// violation.
func (r *reported) has(f *report.Finding) bool {
	if _, ok := slices.BinarySearch(r.Violated, findingKey(f)); ok {
		return true
	}
	_, ok := slices.BinarySearch(r.Unknown, findingKey(f))
	return ok && f.Verdict == verdict.Unknown
}

// export makes r, and the findings of the package, its fact. Packages of other modules have none:
// nothing is reported of them.
func (r *reported) export(pass *analysis.Pass, findings []report.Finding) {
	if pass.Module != nil && pass.Module.Version != "" {
		return
	}
	for i := range findings {
		switch f := &findings[i]; f.Verdict {
		case verdict.Violated:
			r.Violated = append(r.Violated, findingKey(f))
		case verdict.Unknown:
			r.Unknown = append(r.Unknown, findingKey(f))
		}
	}
	if r.normalize(); len(r.Violated)+len(r.Unknown) > 0 {
		pass.ExportPackageFact(r)
	}
}

func (r *reported) normalize() {
	for _, list := range []*[]string{&r.Violated, &r.Unknown} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
}

func findingKey(f *report.Finding) string { return fmt.Sprintf("%s %s %s", f.Rule, f.Pos, f.Subject) }
