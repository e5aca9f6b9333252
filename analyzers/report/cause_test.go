package report

import (
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// TestOneASource: what is not known of one secret is one finding, however many lines may print it, and so is what is known
// of where it is printed; and what is not known of one call, whichever tools make it. What differs in its source, place, rule or reason
// stays apart.
func TestOneASource(t *testing.T) {
	at := func(line int) graph.Pos { return graph.Pos{File: "main.go", Line: line, Col: 1} }
	doubt := func(rule string, from, to int, said, why string) Finding {
		f := Finding{Rule: rule, Pos: at(to), Message: said, Doubt: why, Witness: []Step{{Pos: at(from), Text: "the data comes from here"}}}
		return *Doubtful(&f)
	}
	sure := func(from, to int, said string) Finding {
		return Finding{Rule: rules.TaintSecret, Verdict: verdict.Violated, Pos: at(to), Message: said, Doubt: "of it", Witness: []Step{{Pos: at(from)}}}
	}
	effect := func(from, to, end int, said string) Finding {
		return Finding{Rule: rules.TaintEffect, Verdict: verdict.Violated, Pos: at(to), Message: said, Witness: []Step{{Pos: at(from)}, {Pos: at(end)}}}
	}
	silent := doubt(rules.TaintSecret, 1, 31, "a secret from os.Getenv ends up in a log", "of it")
	silent.Suppressed = &Suppression{}
	got := OneASource(Sort([]Finding{
		doubt(rules.TaintSecret, 1, 10, "a secret from os.Getenv ends up in a log; so do others on 2 ways", "of it"),
		doubt(rules.TaintSecret, 1, 11, "a secret from os.Getenv ends up in a log", "of it"),
		doubt(rules.TaintSecret, 1, 12, "a secret from os.Getenv ends up in a prompt", "of it"),
		doubt(rules.TaintSecret, 2, 13, "a secret from os.Getenv ends up in a log", "of it"),
		doubt(rules.TaintSecret, 1, 14, "a secret from os.Getenv ends up in a log", "of a client"),
		doubt(rules.TaintEffect, 3, 20, `what a model chooses for "a" becomes a command: exec.Command`, "of it"),
		doubt(rules.TaintEffect, 4, 20, `what a model chooses for "b" becomes a command: exec.Command`, "of it"),
		doubt(rules.TaintEffect, 4, 20, `what a model chooses for "b" becomes a command: exec.Command`, "of it"),
		doubt(rules.TaintEffect, 3, 21, `what a model chooses for "a" becomes a command: exec.Command`, "of it"),
		sure(1, 40, "a secret from os.Getenv ends up in a log"),
		sure(1, 41, "a secret from os.Getenv ends up in a log; so does one on another way"),
		sure(2, 42, "a secret from os.Getenv ends up in a log"),
		sure(1, 43, "a secret from os.Getenv ends up in a prompt"),
		effect(5, 50, 90, `what a model chooses for "c" decides which file is written or deleted: os.Create`),
		effect(5, 50, 91, `what a model chooses for "c" decides which file is written or deleted: os.RemoveAll`),
		effect(6, 50, 90, `what a model chooses for "d" decides which file is written or deleted: os.Create`),
		silent,
	}))
	var b strings.Builder
	for _, f := range got {
		line(&b, "%s: %s", f.Pos, f.Headline())
		for _, s := range f.Witness[1:] {
			line(&b, "    %s: %s", s.Pos, s.Text)
		}
	}
	want := `main.go:10:1: taint/secret: unknown: it is not known whether a secret from os.Getenv ends up in a log; so do others on 2 ways: of it; the same goes for 2 more ways
    main.go:11:1: likewise: a secret from os.Getenv ends up in a log
    main.go:12:1: likewise: a secret from os.Getenv ends up in a prompt
main.go:13:1: taint/secret: unknown: it is not known whether a secret from os.Getenv ends up in a log: of it
main.go:14:1: taint/secret: unknown: it is not known whether a secret from os.Getenv ends up in a log: of a client
main.go:20:1: taint/effect: unknown: it is not known whether what a model chooses for "a" becomes a command: exec.Command: of it; the same goes for one more way
    main.go:4:1: likewise: what a model chooses for "b" becomes a command: exec.Command
main.go:21:1: taint/effect: unknown: it is not known whether what a model chooses for "a" becomes a command: exec.Command: of it
main.go:31:1: taint/secret: unknown: it is not known whether a secret from os.Getenv ends up in a log: of it
main.go:40:1: taint/secret: a secret from os.Getenv ends up in a log; the same goes for one more way
    main.go:41:1: likewise: a secret from os.Getenv ends up in a log
main.go:42:1: taint/secret: a secret from os.Getenv ends up in a log
main.go:43:1: taint/secret: a secret from os.Getenv ends up in a prompt
main.go:50:1: taint/effect: what a model chooses for "c" decides which file is written or deleted: os.Create; the same goes for one more way
    main.go:90:1: 
    main.go:91:1: likewise: what a model chooses for "c" decides which file is written or deleted: os.RemoveAll
main.go:50:1: taint/effect: what a model chooses for "d" decides which file is written or deleted: os.Create
    main.go:90:1: 
`
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestAbridged: a list of places is cut for people, and says so.
func TestAbridged(t *testing.T) {
	steps := []Step{{Text: "first"}}
	for range 10 {
		steps = append(steps, Step{Text: "likewise"})
	}
	got := abridged(append(steps, Step{Text: "last"}))
	if n := len(got); n != 11 || got[9].Text != "and 2 more places, which -format json lists" || got[10].Text != "last" {
		t.Errorf("%d steps: %v", n, got)
	}
	if got := abridged(steps[:9]); len(got) != 9 {
		t.Errorf("what is short is cut: %v", got)
	}
}

// TestOneACause: what a function makes for any caller, and for one of its callers, is one.
func TestOneACause(t *testing.T) {
	at := func(file string) graph.Pos { return graph.Pos{File: file, Line: 1, Col: 1} }
	p := &graph.Program{Agents: []*graph.Agent{
		{Name: "desk", Pos: at("main.go"), Origin: at("server.go")},
		{Name: "desk", Pos: at("other.go"), Origin: at("server.go")},
		{Name: "desk", Pos: at("server.go")},
	}}
	about := func(file string) Finding {
		return Finding{Rule: rules.Unconfirmed, Verdict: verdict.Violated, Subject: "remove", Message: "nobody is asked", Pos: at("tools.go"),
			Witness: []Step{{Pos: at(file), Node: "desk"}}}
	}
	got := OneACause([]Finding{about("main.go"), about("other.go"), about("server.go")}, p)
	if len(got) != 1 || len(got[0].Witness) != 3 || got[0].Witness[2].Pos != at("other.go") {
		t.Errorf("%d findings: %v", len(got), got)
	}
}

// TestKnownSource: a place that a baseline does not know is shown, although another one of the same cause is known.
func TestKnownSource(t *testing.T) {
	secret := func(line int, within string) Finding {
		return Finding{
			Rule: rules.TaintSecret, Verdict: verdict.Violated, Message: "a secret from os.Getenv ends up in a log", Context: within,
			Pos: graph.Pos{File: "main.go", Line: line, Col: 1}, Witness: []Step{{Pos: graph.Pos{File: "main.go", Line: 1, Col: 1}}},
		}
	}
	before := &Report{Findings: []Finding{secret(10, "old")}}
	known := make(map[string]bool)
	for _, n := range before.Known(true) {
		known[n.Fingerprint] = true
	}
	after := &Report{Findings: []Finding{secret(10, "old"), secret(11, "new"), secret(12, "newer")}}
	if n := len(after.Shown(true)); n != 1 || after.Summary(true).Violated != 1 {
		t.Errorf("%d findings of one secret, %+v", n, after.Summary(true))
	}
	if found := after.SetKnownAside(known, Suppression{By: ByBaseline}); found != 1 {
		t.Errorf("%d are known", found)
	}
	shown := after.Shown(true)
	if len(shown) != 1 || shown[0].Pos.Line != 11 || len(after.Listed(true)) != 2 {
		t.Errorf("%v", shown)
	}
}

// TestUnasked: of the tools of a workflow whose code does one thing that nobody is asked about, one is named, and the ways of the others are
// shown behind its own. What does something else, and what is silenced, is a finding of its own.
func TestUnasked(t *testing.T) {
	about := func(tool, does string, line int) Finding {
		start := Step{Pos: graph.Pos{File: "loop.go", Line: 1, Col: 1}, Text: `the run starts at "START"`}
		return Finding{
			Rule: rules.HumanGate, Verdict: verdict.Violated, Subject: tool, Workflow: "loop", Pos: start.Pos,
			Message: `tool "` + tool + `"` + whoseCode + does + `, can run in "loop" with no human asked before`,
			Witness: []Step{start, {Pos: graph.Pos{File: "tools.go", Line: line, Col: 1}, Text: `tool "` + tool + `" is made here`}},
		}
	}
	silenced := about("prune", "deletes files", 4)
	silenced.Suppressed = &Suppression{By: ByDirective}
	got := OneASource([]Finding{about("move", "deletes files", 1), about("remove", "deletes files", 2), about("forget", "deletes rows", 3), silenced})
	if len(got) != 3 || len(got[0].Witness) != 3 || !strings.HasSuffix(got[0].Message, "; the same goes for one more tool") {
		t.Errorf("%d findings: %v", len(got), got)
	}
}

// TestUnaskedTwice: a tool that runs in several workflows with nobody asked is one finding, which shows how each of them begins.
func TestUnaskedTwice(t *testing.T) {
	about := func(workflow, does string, line int) Finding {
		start := Step{Pos: graph.Pos{File: workflow + ".go", Line: 1, Col: 1}, Text: `the run starts at "START"`}
		return Finding{
			Rule: rules.HumanGate, Verdict: verdict.Violated, Subject: "remove", Workflow: workflow, Pos: start.Pos,
			Message: `tool "remove"` + whoseCode + does + `, can run in "` + workflow + `" with no human asked before`,
			Witness: []Step{start, {Pos: graph.Pos{File: "tools.go", Line: line, Col: 1}, Text: `tool "remove" is made here`}},
		}
	}
	got := OneASource([]Finding{about("loop", "deletes files", 1), about("agent", "deletes files", 1), about("other", "deletes files", 2), about("rows", "deletes rows", 1)})
	if len(got) != 3 || len(got[0].Witness) != 3 || !strings.HasSuffix(got[0].Message, "; so it can in one more workflow") {
		t.Errorf("%d findings: %v", len(got), got)
	}
}

// TestWithoutDoubts: where it is certain of one agent that a tool does something unasked, it is not said of another one that somebody may be
// asked there.
func TestWithoutDoubts(t *testing.T) {
	finding := func(message string, v verdict.Verdict, line int) Finding {
		at := graph.Pos{File: "a.go", Line: line, Col: 1}
		return Finding{Rule: rules.TaintEffect, Message: message, Verdict: v, Pos: at, Witness: []Step{{Pos: at}}}
	}
	const said = "what a model chooses for \"bash\" becomes a command: exec.Command"
	certain, doubt := finding(said, verdict.Violated, 1), finding(notAsked+said, verdict.Unknown, 1)
	other, elsewhere := finding(notAsked+"what a model chooses for \"sh\" becomes a command: exec.Command", verdict.Unknown, 1), finding(notAsked+said, verdict.Unknown, 2)
	silenced := certain
	silenced.Suppressed = &Suppression{}
	for _, test := range []struct {
		findings []Finding
		want     int
	}{
		{[]Finding{certain, doubt}, 1},
		{[]Finding{doubt, certain}, 1},
		{[]Finding{certain, other}, 2},
		{[]Finding{certain, elsewhere}, 2},
		{[]Finding{silenced, doubt}, 2},
		{[]Finding{doubt}, 1},
	} {
		if got := WithoutDoubts(slices.Clone(test.findings)); len(got) != test.want {
			t.Errorf("of %d findings %d are left, want %d", len(test.findings), len(got), test.want)
		}
	}
}

// TestWithoutAnswers: what a model chooses for a tool says what the answer that the call was read from would say, too,
// unless nobody is shown it.
func TestWithoutAnswers(t *testing.T) {
	end := graph.Pos{File: "main.go", Line: 9, Col: 1}
	finding := func(line int, said string) Finding {
		return Finding{Rule: rules.TaintEffect, Verdict: verdict.Violated, Pos: graph.Pos{File: "main.go", Line: line, Col: 1}, Message: said, Witness: []Step{{Pos: end}}}
	}
	chosen, answered := finding(1, chooses+` "a" becomes a command`), finding(2, answers+" becomes a command")
	silent := chosen
	silent.Suppressed = &Suppression{}
	for _, test := range []struct {
		name     string
		findings []Finding
		want     int
	}{
		{"both", []Finding{chosen, answered}, 1},
		{"answer alone", []Finding{answered}, 1},
		{"suppressed", []Finding{silent, answered}, 2},
	} {
		if got := WithoutAnswers(test.findings); len(got) != test.want {
			t.Errorf("%s: got %d findings, want %d", test.name, len(got), test.want)
		}
	}
}

// TestWithoutPassedOn: what passes through the tool of an agent is said of that tool, unless nobody is shown it; of two agents
// that pass things on to each other, one at least is said.
func TestWithoutPassedOn(t *testing.T) {
	finding := func(v verdict.Verdict, lines ...int) Finding {
		f := Finding{Rule: rules.TaintRead, Verdict: v, Message: chooses + ` "a" decides which file is read`}
		for _, line := range lines {
			f.Witness = append(f.Witness, Step{Pos: graph.Pos{File: "main.go", Line: line, Col: 1}})
		}
		f.Pos = f.Witness[0].Pos
		return f
	}
	direct, passed := finding(verdict.Violated, 5, 9), finding(verdict.Violated, 1, 5, 9)
	silenced := direct
	silenced.Suppressed = &Suppression{}
	for _, test := range []struct {
		name     string
		findings []Finding
		want     int
	}{
		{"passed on", []Finding{direct, passed}, 1},
		{"in the other order", []Finding{passed, direct}, 1},
		{"silenced", []Finding{silenced, passed}, 2},
		{"less certain", []Finding{finding(verdict.Unknown, 5, 9), passed}, 2},
		{"elsewhere", []Finding{finding(verdict.Violated, 5, 8), passed}, 2},
		{"alone", []Finding{passed}, 1},
		{"each by way of the other", []Finding{finding(verdict.Violated, 1, 5, 9), finding(verdict.Violated, 5, 1, 9)}, 2},
		{"two ways of one tool", []Finding{direct, finding(verdict.Violated, 5, 7, 9)}, 2},
	} {
		if got := WithoutPassedOn(slices.Clone(test.findings)); len(got) != test.want {
			t.Errorf("%s: of %d findings %d are left, want %d", test.name, len(test.findings), len(got), test.want)
		}
	}
}
