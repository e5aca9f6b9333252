package verify

import (
	"strings"
	"testing"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/taint"
)

// TestLibraryRows wants a finding where a row says nothing for certain, and an unknown
// where a run over everything could not tell.
func TestLibraryRows(t *testing.T) {
	for _, c := range []struct {
		state       report.RowState
		part, whole string // what a run over a part, and over everything, says
	}{
		{report.RowUnread, "", "violated"},
		{report.RowHidden, "", "unknown"},
		{report.RowMissing, "violated", "violated"},
		{report.RowMoved, "violated", "violated"},
		{report.RowMisplaced, "violated", "violated"},
		{report.RowFound, "", ""},
	} {
		u := report.RowUse{Text: "flow a.F", Package: "a", Name: "F", State: c.state, Near: []string{"b.F"}, Is: "func()", Lacks: "result"}
		for whole, want := range map[bool]string{false: c.part, true: c.whole} {
			var got []string
			for _, f := range LibraryRows([]report.RowUse{u}, whole) {
				got = append(got, f.Verdict.String())
				if f.Rule != report.TaintName || f.Subject != "a.F" || !strings.Contains(f.Message, u.Problem()) {
					t.Errorf("%s: %+v", c.state, f)
				}
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%s, whole %t: %q, want %q", c.state, whole, got, want)
			}
		}
	}
}

// TestMergeRows wants the package that knows most of a row to decide, in any order.
func TestMergeRows(t *testing.T) {
	table, err := taint.ParseTable("rows", strings.NewReader("package a\nflow F\nflow G\n"))
	if err != nil {
		t.Fatal(err)
	}
	know := func(state report.RowState, near ...string) *Uses {
		u := &Uses{Rows: NewRowUses(table.All()[:1])}
		u.Rows[0].State, u.Rows[0].Near = state, near
		return u
	}
	all := &Uses{Rows: NewRowUses(table.All())}
	for _, list := range [][]*Uses{
		{all, know(report.RowUnread, "b"), know(report.RowFound), know(report.RowHidden)},
		{know(report.RowFound), know(report.RowMissing, "H"), all},
	} {
		rows := Merge(list).Rows
		if len(rows) != 2 || rows[0].State != report.RowFound || rows[0].Near != nil || rows[1].State != report.RowUnread {
			t.Errorf("rows: %+v", rows)
		}
	}
	rows := Merge([]*Uses{know(report.RowUnread, "d"), all, know(report.RowUnread, "b"), know(report.RowUnread, "d")}).Rows
	if got := strings.Join(rows[0].Near, " "); got != "b d" {
		t.Errorf("near: %q", got)
	}
}
