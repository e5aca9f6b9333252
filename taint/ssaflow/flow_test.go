package ssaflow

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/agentvet/agentvet/taint"
)

// rows are what the programs of tests call.
const rows = `
package t
source source data
source secret secret
source Args model type
source named data result where=0:*key*|!*_file
sink run  test 1 where=0:?|sh
sink runs test 1 where=0+:?|@programs
sink sink test each
sanitizer clean data 0->result
sanitizer scrub data 0->0
validator valid data 0 true
validator validList data 0 true
validator check data 0 nil
sink browser.open url 0
flow browser.open
`

func testTable(tb testing.TB, text string) *taint.Table {
	tb.Helper()
	t, err := taint.ParseTable("rows", text)
	if err != nil {
		tb.Fatal(err)
	}
	return taint.Standard().Join(t)
}

// TestFlows compares what is found in each program with its annotations.
func TestFlows(t *testing.T) {
	dirs, err := filepath.Glob("testdata/flow/*")
	if err != nil || len(dirs) == 0 {
		t.Fatal("no programs", err)
	}
	for _, dir := range dirs {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			l := load(t, dir, filepath.Base(dir) == "implicit")
			want, got := annotated(t, l), found(l.flows)
			for _, p := range without(want, got) {
				t.Errorf("missed: %s to %s", p.source, p.sink)
			}
			for _, p := range without(got, want) {
				t.Errorf("extra: %s to %s", p.source, p.sink)
			}
			for _, f := range l.flows {
				checkWitness(t, f)
			}
			if len(l.res.Unread) > 0 {
				t.Errorf("unread: %v", l.res.Unread)
			}
		})
	}
}

// load analyses the program in dir: package t, and below it what it imports; implicit
// asks for what control tells.
func load(tb testing.TB, dir string, implicit bool) *loader {
	tb.Helper()
	l := newLoader(testTable(tb, rows))
	l.implicit, l.tests = implicit, true
	subs, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, sub := range subs {
		if info, err := os.Stat(sub); err == nil && info.IsDir() {
			l.roots["t/"+filepath.Base(sub)] = sub
		}
	}
	l.roots["t"] = dir
	if _, err := l.Import("t"); err != nil {
		tb.Fatal(err)
	}
	return l
}

// checkWitness: a witness starts at the source, ends at the sink, and every hop is
// at a position.
func checkWitness(t *testing.T, f taint.Flow) {
	t.Helper()
	if n := len(f.Hops); n < 2 || f.Hops[0].Op != taint.OpSource || f.Hops[n-1].Op != taint.OpSink {
		t.Errorf("witness %v", f.Hops)
	}
	for _, h := range f.Hops {
		if !h.Pos.IsValid() {
			t.Errorf("hop %v of %v", h, f)
		}
	}
}

// TestUnsound: what is knowingly missed is missed still. Whoever finds it moves it
// to testdata/flow.
func TestUnsound(t *testing.T) {
	l := load(t, "testdata/unsound", false)
	for _, f := range l.flows {
		t.Errorf("found: %s to %s", f.Source.Pos, f.Sink.Pos)
	}
}
