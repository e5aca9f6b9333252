package policy

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// summary returns what a policy has made of findings, one a line.
func summary(findings []report.Finding) string {
	var b strings.Builder
	for _, f := range findings {
		b.WriteString(f.Rule + " " + f.Severity.String())
		if l := f.Lowered; l != nil {
			b.WriteString(" lowered from " + l.From.String())
		}
		if s := f.Suppressed; s != nil {
			b.WriteString(" suppressed: " + s.Reason)
			if s.By == report.BySwitch {
				b.WriteString("switched off")
			}
			if s.By == report.ByDirective {
				b.WriteString(" (by a directive)")
			}
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func TestApply(t *testing.T) {
	p, err := Load(filepath.Join(t.TempDir(), FileName), []byte(`version: 1
severities: {structure/livelock: info, structure/unreachable: off, structure/router-shape: critical}
suppress:
  - {rule: structure/dead-end, subject: store, reason: archived}
  - {rule: structure/dead-end, subject: send, reason: sent}
  - {rule: structure/livelock, reason: old, until: 2026-12-31}
  - {rule: structure/router-shape, reason: unused}
  - {rule: structure/unreachable, reason: off}
`), Options{Today: today})
	if err != nil {
		t.Fatal(err)
	}
	directive := &report.Suppression{By: report.ByDirective, Reason: "beside it", Pos: graph.Pos{File: "a.go", Line: 1}}
	findings := []report.Finding{
		{Rule: rules.DeadEnd, Severity: rules.High, Subject: "store"},
		{Rule: rules.DeadEnd, Severity: rules.High, Subject: "send", Suppressed: directive},
		{Rule: rules.Livelock, Severity: rules.High},
		{Rule: rules.Unreachable, Severity: rules.Medium},
		{Rule: rules.RouterShape, Severity: rules.High, Suppressed: directive},
		{Rule: rules.Undecided, Severity: rules.Info, Verdict: verdict.Unknown},
	}
	got := p.Apply(findings)
	want := `structure/dead-end high suppressed: archived
structure/dead-end high suppressed: beside it (by a directive)
structure/livelock info lowered from high
structure/unreachable medium suppressed: switched off
structure/router-shape critical suppressed: beside it (by a directive)
agentvet/unknown info
`
	if diff := cmp.Diff(want, summary(got)); diff != "" {
		t.Errorf("Apply (-want +got):\n%s", diff)
	}
	if len(findings) != 6 || findings[0].Suppressed != nil || findings[2].Severity != rules.High {
		t.Error("Apply changes the findings of its caller")
	}
	if diff := cmp.Diff(summary(got), summary(p.Apply(got))); diff != "" {
		t.Errorf("applying twice differs (-once +twice):\n%s", diff)
	}

	var stale []string
	for _, f := range p.Stale(got, func(rule string) bool { return !p.Off(rule) }) {
		stale = append(stale, strings.TrimPrefix(f.Pos.String(), filepath.ToSlash(filepath.Dir(p.File))+"/")+" "+f.Rule)
	}
	wantStale := []string{
		"agentvet.yaml:5:5 agentvet/unused-suppression",
		"agentvet.yaml:6:5 agentvet/expired-suppression",
		"agentvet.yaml:7:5 agentvet/unused-suppression",
	}
	if diff := cmp.Diff(wantStale, stale); diff != "" {
		t.Errorf("Stale (-want +got):\n%s", diff)
	}
	if none := (*Policy)(nil); len(none.Apply(findings)) != len(findings) || none.Stale(findings, nil) != nil {
		t.Error("no policy changes findings")
	}
}
