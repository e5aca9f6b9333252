package source

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/agentvet/agentvet/graph"
)

// TestEnds wants the ends of what stands at positions, in bytes and in UTF-16 code units.
func TestEnds(t *testing.T) {
	dir := t.TempDir()
	text := "package a\n\nvar é, x = \"🙂\", step(\"refund\")\r\n_ = g.AddEdge(a, b)\nf(a, g{ // open\n}, ]x[0])\n"
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	files := NewFiles(dir, dir)
	for _, test := range []struct {
		line, col      int
		end, start, to int
	}{
		{1, 1, 8, 1, 8},
		{3, 5, 7, 5, 6},     // é
		{3, 13, 19, 12, 16}, // "🙂"
		{3, 21, 25, 18, 22}, // step
		{3, 26, 34, 23, 31}, // "refund"
		{3, 34, 35, 31, 32}, // )
		{3, 35, 36, 32, 33}, // the end of the line
		{3, 99, 0, 99, 100}, // behind it
		{3, 25, 35, 22, 32}, // ("refund")
		{4, 5, 14, 5, 14},   // g.AddEdge
		{4, 14, 20, 14, 20}, // (a, b)
		{5, 2, 8, 2, 8},     // (a, g{, which goes on
		{6, 1, 2, 1, 2},     // }
		{6, 4, 5, 4, 5},     // ]
		{6, 6, 9, 6, 9},     // [0]
		{9, 1, 0, 1, 2},
	} {
		p := graph.Pos{File: "a.go", Line: test.line, Col: test.col}
		want := graph.Pos{File: "a.go", Line: test.line, Col: test.end}
		if test.end == 0 {
			want = graph.Pos{} // the file has no such place
		}
		if got := files.End(p); got != want {
			t.Errorf("End(%s) = %s, want %s", p, got, want)
		}
		if start, to := files.Columns(p); start != test.start || to != test.to {
			t.Errorf("Columns(%s) = %d, %d; want %d, %d", p, start, to, test.start, test.to)
		}
	}
	for _, p := range []graph.Pos{{}, {File: "a.go"}, {File: "a.go", Line: 1}} {
		if end := files.End(p); end.IsValid() {
			t.Errorf("End(%s) = %s, want none", p, end)
		}
	}
}
