package policy

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/taint"
)

// TestRowPlaces wants each row at its place in the file, whatever stands before it.
func TestRowPlaces(t *testing.T) {
	name := filepath.Join("testdata", "good", "full.yaml")
	p, err := Read(name, Options{})
	if err != nil {
		t.Fatal(err)
	}
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(src), "\n")
	rows := p.LibraryRows()
	if len(rows) == 0 {
		t.Fatal("no rows")
	}
	for _, r := range rows {
		words := strings.Fields(lines[r.Pos.Line-1][r.Pos.Col-1:])
		if words[0] != r.Verb.String() || words[1] != r.Name || !strings.HasSuffix(r.Pos.File, "good/full.yaml") {
			t.Errorf("%s is placed at %s, before %q", r, r.Pos, words)
		}
	}
}

// TestTable joins the rows of a file with ours, which stay as they are.
func TestTable(t *testing.T) {
	const key = "html.EscapeString"
	p, err := Load("a.yaml", []byte("version: 1\nlibraries: |\n  package html\n  sanitizer EscapeString x 0->result\n"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	verbs := func(table *taint.Table) (out []string) {
		for _, r := range table.Rows(key) {
			out = append(out, r.Verb.String())
		}
		return out
	}
	if got := verbs(p.Table()); !slices.Equal(got, []string{"sanitizer"}) {
		t.Errorf("the rows of %s are %q", key, got)
	}
	if got := taint.Labels(p.Table().Rows(key)[0].Labels); !got.Has("x") || !got.Has(taint.MarkOf(key)) {
		t.Errorf("%s drops %s", key, got)
	}
	if got := verbs(p.Table(p.LibraryRows()...)); !slices.Equal(got, []string{"flow"}) {
		t.Errorf("without the row, the rows of %s are %q", key, got)
	}
	if got := verbs(taint.Standard()); !slices.Equal(got, []string{"flow"}) {
		t.Errorf("our own rows of %s have become %q", key, got)
	}
	if (*Policy)(nil).Table() != taint.Standard() || Default().Table() != taint.Standard() || Default().LibraryRows() != nil {
		t.Error("without a file there is another table than ours")
	}
}
