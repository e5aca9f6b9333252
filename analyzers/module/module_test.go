package module

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/graph/verdict"
)

func at(file string, line int) graph.Pos { return graph.Pos{File: file, Line: line, Col: 1} }

// chain returns a workflow of which each step leads to the next, the first is the
// entry and the last an exit.
func chain(pos graph.Pos, name string, steps ...graph.Node) *graph.Workflow {
	w := &graph.Workflow{Name: name, Pos: pos, Nodes: slices.Clone(steps), Exits: []graph.NodeID{graph.NodeID(len(steps) - 1)}}
	for i := range len(steps) - 1 {
		w.Edges = append(w.Edges, graph.Edge{From: graph.NodeID(i), To: graph.NodeID(i + 1), Kind: graph.EdgeDirect, Branch: graph.None})
	}
	return w
}

// desk is a module of three packages: tools defines a tool that main gives a handler,
// both see the agent that main makes, and the tests of main are a package of their own.
func desk() []*Package {
	refund := func(handler string) *graph.Tool {
		return &graph.Tool{Name: "refund", Handler: handler, Pos: at("tools/tools.go", 3)}
	}
	agent := func() *graph.Agent {
		return &graph.Agent{Name: "desk", Tools: []*graph.Tool{refund("pay")}, Pos: at("main.go", 10)}
	}
	flow := func(pos graph.Pos, name string) *graph.Workflow {
		return chain(pos, name, graph.Node{Name: "start", Kind: graph.KindEntry}, graph.Node{Name: "ask", Kind: graph.KindHuman}, graph.Node{Name: "end", Kind: graph.KindExit})
	}
	return []*Package{
		{
			Path: "example.com/desk/tools",
			Program: &graph.Program{
				Tools:  []*graph.Tool{refund(""), {Name: "alone", Pos: at("tools/tools.go", 9)}},
				Agents: []*graph.Agent{agent()},
			},
			Findings: []report.Finding{{Rule: rules.DeadEnd, Verdict: verdict.Violated, Message: "shared", Pos: at("tools/tools.go", 5)}},
		},
		{
			Path: "example.com/desk",
			Program: &graph.Program{
				Tools:     []*graph.Tool{refund("pay")},
				Agents:    []*graph.Agent{agent()},
				Workflows: []*graph.Workflow{flow(at("main.go", 20), "nightly")},
			},
			Findings: []report.Finding{
				{Rule: rules.DeadEnd, Verdict: verdict.Violated, Message: "shared", Pos: at("tools/tools.go", 5)},
				{Rule: rules.DeadEnd, Verdict: verdict.Violated, Message: "own", Pos: at("main.go", 21), Workflow: "nightly"},
			},
		},
		{
			Path:      "example.com/desk_test",
			TestFiles: 1,
			Program:   &graph.Program{Workflows: []*graph.Workflow{flow(at("main_test.go", 7), "wrong on purpose")}},
			Findings:  []report.Finding{{Rule: rules.BadIgnore, Verdict: verdict.Violated, Message: "of a test", Pos: at("main_test.go", 8)}},
		},
	}
}

// TestJoin: a part that several packages see is one, a definition gives way to the
// tool with its handler, and parts of tests are none.
func TestJoin(t *testing.T) {
	m := Join(desk())
	if got, want := m.Scope(), (report.Scope{Workflows: 1, Agents: 1, Tools: 2, Packages: 2}); got != want {
		t.Errorf("Scope = %+v, want %+v", got, want)
	}
	var tools []string
	for _, tool := range m.Tools() {
		tools = append(tools, tool.Name+":"+tool.Handler)
	}
	if diff := cmp.Diff([]string{"refund:pay", "alone:"}, tools); diff != "" {
		t.Errorf("Tools (-want +got):\n%s", diff)
	}
}

// parse reads a policy file of the module.
func parse(t *testing.T, text string) *policy.Policy {
	t.Helper()
	p, err := policy.Load("agentvet.yaml", []byte(text), policy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// lines returns what is wrong, a line each, and the names that are unmatched.
func lines(r *Result) []string {
	var out []string
	for _, f := range r.Findings {
		out = append(out, fmt.Sprintf("%s %s", f.Pos, f.Rule))
	}
	for _, u := range r.Unmatched {
		out = append(out, fmt.Sprintf("unmatched %s in %s", u.Pattern.Text, strings.Join(u.Names, ", ")))
	}
	return out
}

// deskPolicy has an entry of each kind that only the whole module can judge.
const deskPolicy = `version: 1
sensitive: [refnd]
policies:
  - name: named
    rule: human before tool:refnd
  - name: elsewhere
    workflows: [hourly]
    rule: never tool:refund
suppress:
  - rule: structure/livelock
    reason: no longer
libraries: |
  package example.com/queue
  sink Run exec 0
`

// TestCheck: what only the whole module shows is said of the whole module only.
func TestCheck(t *testing.T) {
	p := parse(t, deskPolicy)
	said := []string{"tools/tools.go:5:1 structure/dead-end", "main.go:21:1 structure/dead-end"}
	for _, c := range []struct {
		name    string
		options Options
		want    []string
		checked bool
	}{
		{"no policy", Options{}, []string{"main.go:21:1 structure/dead-end", "main_test.go:8:1 agentvet/bad-ignore", "tools/tools.go:5:1 structure/dead-end"}, true},
		{"a part", Options{Verify: verify.Options{Policy: p}, SkipTests: true}, []string{said[1], said[0]}, true},
		{
			"a flag", Options{Verify: verify.Options{Sensitive: []string{"al*", "delete_*"}}, SkipTests: true},
			[]string{said[1], said[0], "unmatched delete_* in alone, refund"}, false,
		},
		{"the whole", Options{Verify: verify.Options{Policy: p}, Whole: true, SkipTests: true}, []string{
			"agentvet.yaml:5:24 policy/vacuous", "agentvet.yaml:8:11 policy/vacuous", "agentvet.yaml:10:5 agentvet/unused-suppression",
			"agentvet.yaml:14:3 taint/name",
			said[1], said[0], "unmatched refnd in alone, refund",
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := Join(desk()).Check(c.options)
			if diff := cmp.Diff(c.want, lines(r)); diff != "" || r.Checked() != c.checked {
				t.Errorf("Checked is %t; (-want +got):\n%s", r.Checked(), diff)
			}
		})
	}
}

// TestLeftOut counts what is imported and not named, but for what has no name or is
// completed by a caller.
func TestLeftOut(t *testing.T) {
	open := []graph.Unknown{{What: graph.UnknownTools, Node: graph.None, Reason: reason.Words("up to the caller"), Param: true}}
	imported := []*Package{
		{Path: "example.com/desk/server", Program: &graph.Program{Tools: []*graph.Tool{{Name: "list", Pos: at("server.go", 3)}}}},
		{Path: "example.com/desk/maker", Program: &graph.Program{
			Agents: []*graph.Agent{{Name: "any", Pos: at("maker.go", 3), Unknowns: open}},
			Tools:  []*graph.Tool{{Unknown: reason.Words("up to the caller"), Pos: at("maker.go", 9)}},
		}},
	}
	packages := desk()
	m := Join(packages)
	if left, first := m.LeftOut(imported); left.Packages != 2 || left.Agents != 1 || left.Tools != 1 || first != "example.com/desk/maker" {
		t.Errorf("LeftOut = %+v, %s", left, first)
	}
	packages[1].Program.Completed = []graph.Pos{at("maker.go", 3)}
	if left, first := Join(packages).LeftOut(imported); left.Packages != 1 || left.Tools != 1 || first != "example.com/desk/server" {
		t.Errorf("with a caller, LeftOut = %+v, %s", left, first)
	}
	if left, first := m.LeftOut(nil); left != (report.Scope{}) || first != "" {
		t.Errorf("of nothing, LeftOut = %+v, %s", left, first)
	}
}

// rule returns a policy that a package states.
func rule(t *testing.T, name, text string) *policy.Rule {
	t.Helper()
	r, err := policy.Parse(name, text, at("main.go", 2))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestPolicies: a policy that two packages hand on is tested once, on the workflows of
// the package that states it.
func TestPolicies(t *testing.T) {
	stated := func() []*policy.Rule { return []*policy.Rule{rule(t, "asked", "human before node:end")} }
	packages := desk()
	packages[0].Policies, packages[1].Policies = stated(), stated()
	got := Join(packages).Test(nil, nil, false)
	if !got.Tested || len(got.Policies) != 1 || len(got.Policies[0].Rows) != 1 || got.Policies[0].Rows[0].Workflow.Name != "nightly" {
		t.Errorf("Test = %+v", got)
	}
	if empty := Join(nil).Test(nil, nil, true); empty.Tested || !empty.Passed {
		t.Errorf("of nothing, Test = %+v", empty)
	}
}

// TestJSON sends a module through JSON, as a driver of several processes does: what is
// said of it stays.
func TestJSON(t *testing.T) {
	packages := desk()
	packages[1].Policies = []*policy.Rule{rule(t, "asked", "human before node:end")}
	packages[1].Data = &verify.Uses{Sources: []verify.SourceUse{{Label: "mail", Pos: at("main.go", 4)}}}
	packages[0].Program.Completed = []graph.Pos{at("main.go", 20)}
	packages[0].Program.Workflows = []*graph.Workflow{{Name: "no graph", Exits: []graph.NodeID{7}}}
	text, err := json.Marshal(packages)
	if err != nil {
		t.Fatal(err)
	}
	var got []*Package
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	packages[0].Program.Workflows = nil // it is no graph
	for i, p := range packages {
		if diff := cmp.Diff(p, got[i], cmp.Comparer(func(a, b *policy.Rule) bool { return a.Name == b.Name && a.Text == b.Text && a.Pos == b.Pos })); diff != "" {
			t.Errorf("%s (-want +got):\n%s", p.Path, diff)
		}
	}
}

// TestShuffle: the order of packages does not show.
func TestShuffle(t *testing.T) {
	p := parse(t, deskPolicy)
	text := func(packages []*Package) string {
		m := Join(packages)
		r := m.Check(Options{Verify: verify.Options{Policy: p}, Whole: true})
		var b bytes.Buffer
		w := report.NewText(nopCloser{&b}, report.Format{Strict: true})
		if err := w.Write(&report.Report{Findings: r.Findings}); err != nil {
			t.Fatal(err)
		}
		program, err := m.Program.MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		left, first := Join(nil).LeftOut(packages)
		return fmt.Sprintf("%s%s%+v%s", b.String(), program, left, first)
	}
	want := text(desk())
	const seed = 1
	rng := rand.New(rand.NewSource(seed))
	for range 10 {
		packages := desk()
		rng.Shuffle(len(packages), func(i, j int) { packages[i], packages[j] = packages[j], packages[i] })
		if diff := cmp.Diff(want, text(packages)); diff != "" {
			t.Fatalf("seed %d (-want +got):\n%s", seed, diff)
		}
	}
}

type nopCloser struct{ io.Writer }

func (nopCloser) Close() error { return nil }

// TestFrameworksOwn: the loops of a framework are no agents, those of its examples and of
// programs whose path begins alike are.
func TestFrameworksOwn(t *testing.T) {
	for path, want := range map[string]bool{
		"google.golang.org/adk/internal/llminternal": true,
		"google.golang.org/adk":                      true,
		"google.golang.org/adk/examples/quickstart":  false,
		"google.golang.org/adkit/agent":              false,
		"example.com/agent":                          false,
	} {
		if got := isFrameworks(path); got != want {
			t.Errorf("isFrameworks(%q) = %v", path, got)
		}
	}
}
