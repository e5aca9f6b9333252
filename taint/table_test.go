package taint

import (
	"slices"
	"testing"

	"github.com/agentvet/agentvet/extract/library"
)

func TestJoin(t *testing.T) {
	parse := func(text string) *Table {
		table, err := ParseTable("rows", "package a\n"+text)
		if err != nil {
			t.Fatal(err)
		}
		return table
	}
	keys := func(rows []*library.Data) (texts []string) {
		for _, r := range rows {
			texts = append(texts, r.String())
		}
		slices.Sort(texts)
		return texts
	}
	for _, c := range []struct {
		what, ours, theirs string
		want               []string
	}{
		{"a flow replaces a flow, not a sink", "flow F 0->result\nsink F sql 0", "flow F", []string{"flow a.F", "sink a.F sql 0"}},
		{"a sanitizer replaces a flow", "flow F 0->result", "sanitizer F x 0->result", []string{"sanitizer a.F x 0->result"}},
		{"a sink adds places", "sink F sql 0", "sink F sql 1", []string{"sink a.F sql 0", "sink a.F sql 1"}},
		{"a source leaves the flow", "flow F 0->result", "source F x", []string{"flow a.F 0->result", "source a.F x result"}},
		{"a validator adds labels", "validator F x 0 true", "validator F y 0 true", []string{"validator a.F x 0 true", "validator a.F y 0 true"}},
	} {
		if got := keys(parse(c.ours).Join(parse(c.theirs)).Rows("a.F")); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.what, got, c.want)
		}
	}
	if table := parse("flow F").Join(parse("source G l")); len(table.Rows("a.G")) != 1 || len(table.All()) != 2 {
		t.Errorf("G is lost: %q", keys(table.All()))
	}
}

// TestAdded wants a sanitizer to drop the marks of its names, and what to look for to
// leave open what else there is; and a table without a row to be another table.
func TestAdded(t *testing.T) {
	table, err := ParseTable("rows", "package x/a.v2\nsanitizer T.Clean l recv->result\nflow F\nsink F exec 0\nsanitizer T.Field l field")
	if err != nil {
		t.Fatal(err)
	}
	added := table.Added()
	for key, want := range map[string]string{"x/a.v2.T.Clean": "@T.Clean|@a.v2.T.Clean|@x/a.v2.T.Clean|l", "x/a.v2.T.Field": "l", "x/a.v2.F": ""} {
		for _, r := range added.Rows(key) {
			if got := Labels(r.Labels).String(); got != want || r.Open != (r.Verb == library.VerbSink) {
				t.Errorf("%s: labels %s, open: %t", r, got, r.Open)
			}
		}
	}
	if got := table.Rows("x/a.v2.T.Clean")[0].Labels; !slices.Equal(got, []string{"l"}) {
		t.Errorf("the table itself has changed: %s", got)
	}
	rest := table.Without(table.Rows("x/a.v2.F"))
	if len(rest.All()) != 2 || len(rest.Rows("x/a.v2.F")) != 0 || len(table.All()) != 4 {
		t.Errorf("without F: %v", rest.All())
	}
}

// TestKinds: each sink of ours has a rule.
func TestKinds(t *testing.T) {
	for _, r := range Standard().All() {
		if r.Verb == library.VerbSink && !slices.Contains(Kinds, r.Kind) {
			t.Errorf("%s: no rule is about %q", r.Pos, r.Kind)
		}
	}
}
