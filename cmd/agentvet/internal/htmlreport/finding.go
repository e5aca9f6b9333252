package htmlreport

// This file says of findings what the page shows.

import (
	"fmt"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/drawing"
	"github.com/agentvet/agentvet/docs/rules"
)

// A finding is one of the report.
type finding struct {
	Rule     text   `json:"rule"`
	Title    text   `json:"title"`
	Severity text   `json:"severity"`
	Verdict  text   `json:"verdict"`
	Message  text   `json:"message"`
	Standing text   `json:"standing"`
	By       text   `json:"by,omitempty"` // what silences it
	At       text   `json:"at"`
	Source   place  `json:"source"`
	Workflow text   `json:"workflow,omitempty"`
	Fix      text   `json:"fix,omitempty"`
	URL      text   `json:"url"`
	Tags     []text `json:"tags,omitempty"`
	Drawing  int    `json:"drawing"` // its index, -1 for none
	Steps    []step `json:"steps"`
}

// A step is one of the way of a finding.
type step struct {
	Text   text   `json:"text"`
	At     text   `json:"at,omitempty"`
	Source place  `json:"source"`
	Spots  []spot `json:"spots,omitempty"`
}

type spot = drawing.Spot

var standings = []text{report.Listed: "listed", report.Undecided: "undecided", report.HeldBack: "held back", report.Silenced: "silenced", report.ProvedAway: "proved away"}

// addFinding adds f, whose positions are relative.
func (b *builder) addFinding(f report.Finding) {
	d, spots := drawing.Locate(b.shown, &f)
	b.add(f, d, spots)
}

// add adds f, whose positions are relative, on a drawing, or on none: each step of its witness has its spots, and
// a finding without steps its own.
func (b *builder) add(f report.Finding, d int, spots [][]spot) {
	r, _ := rules.ByID(f.Rule)
	out := finding{
		Rule: text(f.Rule), Title: text(r.Title), Severity: text(f.Severity.String()), Verdict: text(f.Verdict.String()), Message: text(f.Message),
		At: at(f.Pos), Source: b.source.around(f.Pos, 2), Workflow: text(f.Workflow), Fix: text(r.Fix()), URL: text(r.URL()), Drawing: -1, Steps: []step{},
	}
	standing := f.Standing(b.in.Options.Strict)
	out.Standing = standings[standing]
	switch s := &b.data.Summary; standing {
	case report.Listed:
		s.Listed++
	case report.Undecided:
		s.Undecided++
	case report.HeldBack:
		s.HeldBack++
	case report.Silenced:
		s.Silenced++
		out.By = text(f.Suppressed.Says())
		if p := report.Rel(b.in.Dir, f.Suppressed.Pos); p.IsValid() {
			out.By += " (" + at(p) + ")"
		}
	case report.ProvedAway:
		s.ProvedAway++
	}
	for _, item := range rules.Succeeded(r.OWASP) {
		out.Tags = append(out.Tags, text("OWASP "+item))
	}
	for _, n := range r.CWE {
		out.Tags = append(out.Tags, text(fmt.Sprintf("CWE-%d", n)))
	}
	for _, id := range r.ATLAS {
		out.Tags = append(out.Tags, text("ATLAS "+id+" "+rules.Technique(id)))
	}
	out.Drawing = d
	for i, s := range f.Witness {
		next := step{Text: text(s.Text), At: at(s.Pos), Source: b.source.around(s.Pos, 2)}
		if d >= 0 {
			next.Spots = spots[i]
		}
		out.Steps = append(out.Steps, next)
	}
	if d >= 0 && len(out.Steps) == 0 { // the finding is its own way
		out.Steps = append(out.Steps, step{Text: out.Message, At: out.At, Source: out.Source, Spots: spots[0]})
	}
	b.data.Findings = append(b.data.Findings, out)
}
