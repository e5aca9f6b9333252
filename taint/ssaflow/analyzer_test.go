package ssaflow

import (
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/agentvet/agentvet/graph"
)

// TestFacts: flows through packages that are not imported directly, by way of
// closures, unexported functions and types.
func TestFacts(t *testing.T) {
	table := testTable(t, "package b\nsource Source data\nsink Sink test 0")
	flows := New(Config{Declare: func(_ *analysis.Pass, in *Input) { in.Table = table }})
	reporter := &analysis.Analyzer{
		Name: "flows", Doc: "report flows where they leave the package", Requires: []*analysis.Analyzer{flows},
		Run: func(pass *analysis.Pass) (any, error) {
			for _, f := range pass.ResultOf[flows].(*Result).Flows {
				at := pass.Files[0].Pos()
				file := pass.Fset.File(at)
				for _, h := range f.Hops { // the last one in this package
					if h.Pos.File == file.Name() {
						at = file.LineStart(h.Pos.Line)
					}
				}
				short := func(p graph.Pos) string { return fmt.Sprintf("%s:%d:%d", filepath.Base(p.File), p.Line, p.Col) }
				pass.Reportf(at, "%s reaches %s", short(f.Source.Pos), short(f.Sink.Pos))
			}
			return nil, nil
		},
	}
	analysistest.Run(t, analysistest.TestData(), reporter, "a")
}

// TestSummaryCodec: a summary survives its encoding.
func TestSummaryCodec(t *testing.T) {
	l := load(t, "testdata/flow/closures", false)
	for id, s := range l.sums {
		data := encode(s)
		got, err := decode(data)
		if err != nil {
			t.Fatal(err)
		}
		if got.String() != s.String() || !reflect.DeepEqual(encode(got), data) {
			t.Errorf("%s:\n%s\nis decoded as\n%s", id, s, got)
		}
		for n := range data { // whatever is missing, it is an error
			if _, err := decode(data[:n]); err == nil {
				t.Errorf("%s: %d of %d bytes are decoded", id, n, len(data))
			}
		}
	}
}

// TestWithin: of too many facts the largest are left out.
func TestWithin(t *testing.T) {
	all := []packed{{id: "a", data: make([]byte, 50)}, {id: "b", data: make([]byte, 10)}, {id: "c", data: make([]byte, 30)}}
	for limit, want := range map[int]string{100: "abc", 90: "abc", 89: "bc", 40: "bc", 39: "b", 5: ""} {
		got := ""
		for _, p := range within(limit, slices.Clone(all)) {
			got += p.id
		}
		if got != want {
			t.Errorf("within %d: %q, want %q", limit, got, want)
		}
	}
}

// TestSummarySize: the summary of a function is small; that of a large one is made
// with less detail.
func TestSummarySize(t *testing.T) {
	for _, dir := range []string{"fields", "closures", "containers", "generics"} {
		for id, s := range load(t, filepath.Join("testdata/flow", dir), false).sums {
			if n := len(encode(s)); n > 2<<10 {
				t.Errorf("%s: %d bytes", id, n)
			}
		}
	}
}

// TestDeterminism: summaries and flows are the same each time.
func TestDeterminism(t *testing.T) {
	for _, dir := range []string{"closures", "interfaces", "globals"} {
		first := load(t, filepath.Join("testdata/flow", dir), false)
		for range 5 {
			again := load(t, filepath.Join("testdata/flow", dir), false)
			if !reflect.DeepEqual(first.flows, again.flows) {
				t.Errorf("%s: flows differ", dir)
			}
			for id, s := range first.sums {
				if !reflect.DeepEqual(s, again.sums[id]) {
					t.Errorf("%s: summary of %s differs", dir, id)
				}
			}
		}
	}
}
