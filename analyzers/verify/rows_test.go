package verify

import (
	"strings"
	"testing"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
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
		{report.RowUnlabelled, "", "violated"},
	} {
		u := report.RowUse{Text: "flow a.F", Package: "a", Name: "F", State: c.state, Near: []string{"b.F"}, Is: "func()", Lacks: "result"}
		for whole, want := range map[bool]string{false: c.part, true: c.whole} {
			var got []string
			for _, f := range LibraryRows([]report.RowUse{u}, whole) {
				got = append(got, f.Verdict.String())
				if f.Rule != rules.TaintName || f.Subject != "a.F" || !strings.Contains(f.Message, u.Problem()) {
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
	table, err := taint.ParseTable("rows", "package a\nflow F\nflow G\n")
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

// TestCheckRowLabels wants a label that a row takes away to be one of agentvet, of the
// table, of the program, or a tool, unless there may be tools that are not known.
func TestCheckRowLabels(t *testing.T) {
	table, err := taint.ParseTable("rows", `package a
sanitizer A untrusted|fetched|ticket|mail|inbox|note|@exec 0->result
sanitizer B * 0->result
sanitizer C untrusted|tickets 0->result
validator D inboxes 0 true
sanitizer E tickets 0->result
source    F ticket
`)
	if err != nil {
		t.Fatal(err)
	}
	program := &graph.Program{Tools: []*graph.Tool{{Name: "inbox", Sources: []string{"mail"}}}}
	check := func(p *graph.Program) string {
		rows := NewRowUses(table.All())
		var states []string
		for i := range rows {
			if rows[i].Name != "E" {
				rows[i].State = report.RowFound
			}
		}
		CheckRowLabels(rows, p, (&Names{Labels: []string{"note"}}).With(taint.Standard().Join(table)))
		for _, u := range rows {
			states = append(states, u.State.String()+u.Problem())
		}
		return strings.Join(states, "\n")
	}
	const want = `found
found
unlabellednothing that was read has the label "tickets"; did you mean "ticket"?
unlabellednothing that was read has the label "inboxes"; did you mean "inbox"?
not importedno package that was read imports a
found`
	if got := check(program); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	program.Unknowns = []graph.Unknown{{What: graph.UnknownTools}}
	if got := check(program); strings.Contains(got, "unlabelled") {
		t.Errorf("with tools that are not known:\n%s", got)
	}
}
