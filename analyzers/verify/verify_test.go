package verify

import (
	"bytes"
	"flag"
	"io"
	"math/rand"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/golden"
)

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// text returns findings as a user reads them, with those of unknown verdict.
func text(t *testing.T, findings []report.Finding) string {
	t.Helper()
	var b bytes.Buffer
	w := report.NewText(nopCloser{&b}, report.Format{Strict: true})
	if err := w.Write(&report.Report{Findings: report.Sort(findings)}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// inWorkflow returns what is wrong with a program of one workflow.
func inWorkflow(w *graph.Workflow, o Options) []report.Finding {
	return Program(&graph.Program{Workflows: []*graph.Workflow{w}}, o)
}

// TestVerify compares what is said about the graphs in testdata. Each archive
// has flags, a graph file and the findings.
func TestVerify(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no test data: %v", err)
	}
	said := make(map[string]bool)
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			o := options(t, member(t, archive, "flags"))
			w, err := graph.Decode("graph.json", member(t, archive, "graph.json").Data)
			if err != nil {
				t.Fatal(err)
			}
			findings := inWorkflow(w, o)
			for _, f := range findings {
				said[f.Rule] = true
				if f.Verdict == verdict.Violated && len(f.Witness) == 0 {
					t.Errorf("no witness: %s", f.Headline())
				}
			}
			golden.CompareMember(t, name, archive, "want", text(t, findings))
		})
	}
	said[rules.GateIgnored] = true // of which no graph file tells
	for _, rule := range check.Rules() {
		if rule != rules.Undecided && !said[rule] {
			t.Errorf("no test has a finding of %s", rule)
		}
	}
}

func member(t *testing.T, a *txtar.Archive, name string) *txtar.File {
	t.Helper()
	i := slices.IndexFunc(a.Files, func(f txtar.File) bool { return f.Name == name })
	if i < 0 {
		t.Fatalf("the archive has no %s", name)
	}
	return &a.Files[i]
}

func options(t *testing.T, flags *txtar.File) Options {
	t.Helper()
	var o Options
	fs := flag.NewFlagSet("test", flag.ContinueOnError)
	o.Register(fs)
	if err := fs.Parse(strings.Fields(string(flags.Data))); err != nil {
		t.Fatal(err)
	}
	return o
}

// TestOrder shuffles the workflows of a program: what is said does not depend
// on their order.
func TestOrder(t *testing.T) {
	var program graph.Program
	files, _ := filepath.Glob("testdata/*.txtar")
	for _, name := range files {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		w, err := graph.Decode(name, member(t, archive, "graph.json").Data)
		if err != nil {
			t.Fatal(err)
		}
		program.Workflows = append(program.Workflows, w)
	}
	want := text(t, Program(&program, Options{}))
	const seed = 1
	rng := rand.New(rand.NewSource(seed))
	for range 10 {
		rng.Shuffle(len(program.Workflows), func(i, j int) {
			w := program.Workflows
			w[i], w[j] = w[j], w[i]
		})
		if diff := cmp.Diff(want, text(t, Program(&program, Options{}))); diff != "" {
			t.Fatalf("seed %d (-want +got):\n%s", seed, diff)
		}
	}
}

// TestUnsound wants a workflow that is no graph to be undecided, never clean.
func TestUnsound(t *testing.T) {
	w := &graph.Workflow{
		Name:  "x",
		Nodes: []graph.Node{{Name: "s", Kind: graph.KindEntry}},
		Edges: []graph.Edge{{From: 0, To: 7, Kind: graph.EdgeDirect, Branch: graph.None}},
	}
	findings := inWorkflow(w, Options{})
	if len(findings) != 1 || findings[0].Verdict != verdict.Unknown || findings[0].Rule != rules.Undecided {
		t.Errorf("findings = %v, want one that is unknown", findings)
	}
	findings = inWorkflow(&graph.Workflow{Name: "x", Entry: graph.None}, Options{})
	if len(findings) == 0 || findings[0].Rule != rules.ExitUnreachable || len(findings[0].Witness) == 0 {
		t.Errorf("without an entry: findings = %v, want %s", findings, rules.ExitUnreachable)
	}
}

// TestUnknown wants what is unknown at the nearest position that there is, and once: an
// agent may be a step, too.
func TestUnknown(t *testing.T) {
	at := func(line int) graph.Pos { return graph.Pos{File: "a.go", Line: line, Col: 1} }
	program := &graph.Program{
		Workflows: []*graph.Workflow{{
			Name:  "w",
			Pos:   at(1),
			Nodes: []graph.Node{{Name: "s", Kind: graph.KindEntry}, {Name: "n", Kind: graph.KindExit, Pos: at(2)}},
			Edges: []graph.Edge{{From: 0, To: 1, Kind: graph.EdgeDirect, Branch: graph.None}},
			Exits: []graph.NodeID{1},
			Unknowns: []graph.Unknown{
				{What: graph.UnknownTools, Node: 1, Reason: reason.Words("R1"), Pos: at(7)},
				{What: graph.UnknownTools, Node: 1, Reason: reason.Words("R2")},
				{What: graph.UnknownTargets, Node: graph.None, Reason: reason.Words("R3")},
			},
		}},
		Agents: []*graph.Agent{{Name: "a", Pos: at(3), Unknowns: []graph.Unknown{
			{What: graph.UnknownBound, Node: graph.None, Reason: reason.Words("R4")},
			{What: graph.UnknownTools, Node: graph.None, Reason: reason.Words("R1"), Pos: at(7)},
		}}},
	}
	want := `a.go:1:1: agentvet/unknown: the step may lead elsewhere: R3
a.go:2:1: agentvet/unknown: the step may call other tools: R2
a.go:3:1: agentvet/unknown: the number of rounds is not known: R4
a.go:7:1: agentvet/unknown: the step may call other tools: R1
`
	if diff := cmp.Diff(want, text(t, Program(program, Options{}))); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

// TestOwnLoop wants a loop of the program's own said with where it asks.
func TestOwnLoop(t *testing.T) {
	program := &graph.Program{Agents: []*graph.Agent{{
		Name: "Run", Kind: graph.AgentLoop, Tools: []*graph.Tool{{Name: "look"}}, Bound: graph.Bound{State: graph.BoundUnlimited}, Pos: graph.Pos{File: "a.go", Line: 3, Col: 1},
	}}}
	want := `a.go:3:1: delegation/unbounded: nothing limits how often "Run" asks its model again
    a.go:3:1: the model is asked here
    a.go:3:1: and again with what its tools answered, for as long as it calls any
`
	if diff := cmp.Diff(want, text(t, Program(program, Options{}))); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
}

func TestOptions(t *testing.T) {
	var o Options
	fs := flag.NewFlagSet("test", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	o.Register(fs)
	if err := fs.Parse([]string{"-sensitive", "b, a", "-sensitive=a,delete_*", "-per-call", "-strict"}); err != nil {
		t.Fatal(err)
	}
	want := []string{"-structure.per-call", "-structure.sensitive=a,b,delete_*"}
	if diff := cmp.Diff(want, o.Args("structure.")); diff != "" {
		t.Errorf("Args (-want +got):\n%s", diff)
	}
	if err := fs.Parse([]string{"-sensitive", "["}); err == nil {
		t.Error("a malformed glob is accepted")
	}
	if err := (&Options{Sensitive: []string{"["}}).Validate(); err == nil {
		t.Error("Validate accepts a malformed glob")
	}
}
