package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/golden"
)

// sample returns findings of every form, positions under dir.
func sample(dir string) []Finding {
	at := func(file string, line, col int) graph.Pos {
		return graph.Pos{File: filepath.Join(dir, file), Line: line, Col: col}
	}
	return []Finding{
		{
			Rule: rules.DeadEnd, Severity: rules.High, Verdict: verdict.Violated,
			Message: `step "refund" has no successor`, Pos: at("a.go", 12, 3),
			Workflow: "support", Subject: "refund", Context: "example.com/a.build",
			Witness: []Step{
				{Text: "the run starts", Node: "start"},
				{Pos: at("a.go", 10, 2), Text: "then classify", Node: "classify"},
				{Pos: at("sub/b.go", 4, 1), Text: "then refund", Node: "refund"},
			},
		},
		{
			Rule: rules.DeadEnd, Severity: rules.High, Verdict: verdict.Unknown,
			Message: "the targets of \"x\" are computed", Pos: at("a.go", 20, 1), Workflow: "support", Subject: "x",
			Fix: &Fix{Name: "x", Meant: "y", Limit: 3, At: []graph.Pos{at("a.go", 20, 1)}, Text: "z", Edits: []Edit{{at("a.go", 20, 1), at("a.go", 20, 4), "y"}}},
		},
		{
			Rule: rules.UndeclaredTool, Severity: rules.Medium, Verdict: verdict.Violated, Message: "two tools are called \"a<b\"",
			Pos: at("a.go", 5, 1), Subject: "a<b",
			Suppressed: &Suppression{By: ByDirective, Reason: "one is a test double", Pos: at("a.go", 4, 1)},
		},
		{Rule: rules.Unreachable, Severity: rules.Medium, Verdict: verdict.Violated, Message: "nothing leads to \"y\"", Subject: "y",
			Lowered: &Lowering{From: rules.High, Pos: at("agentvet.yaml", 3, 5)}},
	}
}

// trusted returns trusts of every form, positions under dir.
func trusted(dir string) []Trust {
	at := func(file string, line int) graph.Pos {
		return graph.Pos{File: filepath.Join(dir, file), Line: line, Col: 1}
	}
	return []Trust{
		{Word: "sanitizer", Subject: "example.com/a.clean", Text: "for=model", Pos: at("a.go", 30)},
		{Word: "human", Pos: at("a.go", 40)},
		{Row: true, Word: "validator", Subject: "example.com/b.Fine", Text: "validator example.com/b.Fine @exec 0 true", Pos: at("agentvet.yaml", 9)},
	}
}

func TestFindingJSON(t *testing.T) {
	want := sample("/src")
	data, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got []Finding
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("findings change on their way through JSON (-want +got):\n%s", diff)
	}
}

// TestSort permutes findings, and repeats them, and wants one order.
func TestSort(t *testing.T) {
	want := Sort(sample("/src"))
	rng := rand.New(rand.NewSource(1))
	for range 50 {
		twice := append(sample("/src"), sample("/src")...)
		rng.Shuffle(len(twice), func(i, j int) { twice[i], twice[j] = twice[j], twice[i] })
		if diff := cmp.Diff(want, Sort(twice)); diff != "" {
			t.Fatalf("the order depends on the input (-want +got):\n%s", diff)
		}
	}
}

func TestFingerprints(t *testing.T) {
	findings := sample("/src")
	before := Fingerprints(findings)
	for i := range findings { // an edit above, in another checkout, with better words
		findings[i].Pos.Line += 100
		findings[i].Pos.File = "/elsewhere/" + filepath.Base(findings[i].Pos.File)
		findings[i].Message += "!"
	}
	if diff := cmp.Diff(before, Fingerprints(findings)); diff != "" {
		t.Errorf("fingerprints change with positions (-before +after):\n%s", diff)
	}
	twins := Fingerprints([]Finding{findings[0], findings[0]})
	if twins[0] == twins[1] {
		t.Error("equal findings share a fingerprint")
	}
	if twins[0] != before[0] {
		t.Error("a later twin changes the fingerprint of the first")
	}
}

func TestWriters(t *testing.T) {
	dir := filepath.FromSlash("/src")
	for _, test := range []struct {
		golden string
		strict bool
		make   func(*bytes.Buffer, Format) Writer
	}{
		{"text.golden", false, func(b *bytes.Buffer, f Format) Writer { return NewText(nopCloser{b}, f) }},
		{"text-suppressed.golden", false, func(b *bytes.Buffer, f Format) Writer {
			f.Suppressed = true
			return NewText(nopCloser{b}, f)
		}},
		{"text-strict.golden", true, func(b *bytes.Buffer, f Format) Writer { return NewText(nopCloser{b}, f) }},
		{"json-strict.golden", true, func(b *bytes.Buffer, f Format) Writer { return NewJSON(nopCloser{b}, f) }},
	} {
		t.Run(test.golden, func(t *testing.T) {
			var b bytes.Buffer
			w := test.make(&b, Format{Dir: dir, Strict: test.strict})
			r := &Report{Findings: Sort(sample(dir)), Scope: Scope{Workflows: 1, Agents: 2, Tools: 3, Packages: 1}, Trusted: trusted(dir)}
			if err := w.Write(r); err != nil {
				t.Fatal(err)
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			golden.Compare(t, filepath.Join("testdata", test.golden), b.String())
		})
	}
}

// TestEnds wants where a finding and its steps end, if the source can be read.
func TestEnds(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a.go")
	if err := os.WriteFile(file, []byte("package a\n\nvar x = g.AddEdge(\"é\")\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	w := NewJSON(nopCloser{&b}, Format{Dir: dir})
	f := Finding{Rule: rules.DeadEnd, Severity: rules.High, Verdict: verdict.Violated, Message: "m", Pos: graph.Pos{File: file, Line: 3, Col: 9},
		Witness: []Step{{Pos: graph.Pos{File: file, Line: 3, Col: 19}, Text: "s"}, {Pos: graph.Pos{File: filepath.Join(dir, "lost.go"), Line: 1, Col: 1}}}}
	if err := errors.Join(w.Write(&Report{Findings: []Finding{f}}), w.Close()); err != nil {
		t.Fatal(err)
	}
	type ended struct {
		Position, End string
		Witness       []ended
	}
	var got struct{ Findings []ended }
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	want := []ended{{"a.go:3:9", "a.go:3:18", []ended{{"a.go:3:19", "a.go:3:23", nil}, {"lost.go:1:1", "", nil}}}}
	if diff := cmp.Diff(want, got.Findings); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSummary(t *testing.T) {
	r := &Report{Findings: sample("/src"), Scope: Scope{Workflows: 1, Tools: 3, Packages: 2}}
	s := r.Summary(false)
	want := "2 findings (1 high, 1 medium), 1 unknown, 1 suppressed; 1 workflow, 0 agents, 3 tools in 2 packages"
	if got := s.String(); got != want {
		t.Errorf("Summary = %q, want %q", got, want)
	}
	r.Trusted = trusted("/src")
	s = r.Summary(false)
	var sum Summary
	sum.Add(s)
	sum.Add(s)
	believed := []string{
		"believed, not checked: //agentvet:human (2 directives), //agentvet:sanitizer (2 directives)",
		"believed, not checked, of the policy file: validator (2 rows)",
		"made less severe by the policy file: structure/unreachable (2 findings, high to medium)",
	}
	if diff := cmp.Diff(believed, sum.Believed()); diff != "" {
		t.Errorf("Believed of two (-want +got):\n%s", diff)
	}
	if f := Unsilenced(r.Findings)[3]; f.Severity != rules.High || f.Lowered != nil || r.Findings[3].Lowered == nil {
		t.Errorf("Unsilenced leaves %+v of %+v", f, r.Findings[3])
	}
	if sum.Violated != 4 || sum.Unknown != 2 || sum.Rules[rules.DeadEnd] != 4 {
		t.Errorf("sum of two = %+v", sum)
	}
}

func TestPath(t *testing.T) {
	var f Finding
	for _, n := range []string{"a", "a", "", "b"} {
		f.Witness = append(f.Witness, Step{Node: n})
	}
	if got, want := f.Path(), "a -> b"; got != want {
		t.Errorf("Path = %q, want %q", got, want)
	}
	for _, n := range []string{"c", "d", "e", "f", "g", "h", "i", "j"} {
		f.Witness = append(f.Witness, Step{Node: n})
	}
	if got, want := f.Path(), "a -> b -> c -> d -> e -> f -> … 3 more … -> j"; got != want {
		t.Errorf("Path = %q, want %q", got, want)
	}
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

func TestEnumNames(t *testing.T) {
	names := func(n int, name func(int) string) (out []string) {
		for i := range n {
			out = append(out, name(i))
		}
		return out
	}
	for _, all := range [][]string{
		names(int(rules.Critical)+1, func(i int) string { return rules.Severity(i).String() }),
		names(int(BySize)+1, func(i int) string { return Silencer(i).String() }),
		names(int(verdict.Violated)+1, func(i int) string { return verdict.Verdict(i).String() }),
	} {
		if len(slices.Compact(slices.Sorted(slices.Values(all)))) != len(all) {
			t.Errorf("names repeat: %v", all)
		}
	}
}
