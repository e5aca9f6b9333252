package verify

// This file judges the rows of a policy file on libraries: one about what does not
// exist says nothing of anything.

import (
	"slices"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/taint"
)

// LibraryRows returns a finding for each row that says nothing. If whole, everything was
// read that the policy file is for; else it is left open what other packages import.
func LibraryRows(rows []report.RowUse, whole bool) (out []report.Finding) {
	for i := range rows {
		u := &rows[i]
		if certain := u.Certain(whole); certain || whole && u.State == report.RowHidden {
			out = append(out, *report.IdleRow(u, certain))
		}
	}
	return out
}

// NewRowUses returns what is known of the rows of a policy before any package is read.
func NewRowUses(rows []*library.Data) (out []report.RowUse) {
	for _, r := range rows {
		u := report.RowUse{Text: r.String(), Pos: r.Pos, Package: r.Package, Name: r.Name}
		if r.Verb != library.VerbSource && !slices.Contains(r.Labels, taint.All) {
			u.Labels = taint.Labels(r.Labels).Visible()
		}
		out = append(out, u)
	}
	return out
}

// CheckRowLabels looks for labels that rows take away and that nothing in p has; n are
// the names that p declares, and those of the table. If p may have tools that are not
// known, nobody knows.
func CheckRowLabels(rows []report.RowUse, p *graph.Program, n *Names) {
	if hidesTools(p) {
		return
	}
	labels := labelsOf(p, n)
	for i := range rows {
		u := &rows[i]
		k := slices.IndexFunc(u.Labels, func(l string) bool { return !slices.Contains(labels, l) })
		if u.State == report.RowFound && k >= 0 {
			u.State, u.Lacks, u.Near = report.RowUnlabelled, u.Labels[k], labels
		}
	}
}

// mergeRow puts what two packages know of one row together.
func mergeRow(into *report.RowUse, from report.RowUse) bool {
	if into.Pos != from.Pos || into.Text != from.Text {
		return false
	}
	switch {
	case from.State > into.State:
		*into = from
	case from.State == into.State:
		into.Near = join(into.Near, from.Near)
	}
	return true
}
