package verify

// This file judges the rows of a policy file on libraries: one about what does not
// exist says nothing of anything.

import (
	"github.com/agentvet/agentvet/analyzers/report"
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
func NewRowUses(rows []*taint.Row) (out []report.RowUse) {
	for _, r := range rows {
		out = append(out, report.RowUse{Text: r.String(), Pos: r.Pos, Package: r.Package, Name: r.Name()})
	}
	return out
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
