package report

// This file puts a report into lines for people.

import (
	"fmt"
	"io"
	"strings"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/visible"
)

// A Line is one line of a report: a finding, or what stands below it.
type Line struct {
	Pos  string // file:line:col, "" if it has none
	Text string

	// Of a finding; "" and no severity below one.
	Rule     string
	Severity rules.Severity
	// Counts is set of a finding that is one: nothing silences it or proves it away, and it is decided.
	Counts bool
	// Alone is set of what stands below no finding.
	Alone bool
	// Proof is set of a line of a proof, whose columns mean something.
	Proof bool
}

// Lines returns the lines of a report, in order. Names of the program stand in them as they are: who
// writes a line applies visible.Line.
func Lines(r *Report, o Format) []Line {
	listed := unnamed(r.Shown(o.Strict))
	if o.Suppressed {
		listed = Sort(append(listed, r.Silenced()...))
	}
	if o.Proved {
		listed = Sort(append(listed, r.ProvedAway()...))
	}
	var lines []Line
	for _, f := range listed {
		f = f.Relative(o.Dir)
		lines = append(lines, Line{
			Pos: f.Pos.String(), Rule: f.Rule, Text: f.saying(), Severity: f.Severity,
			Counts: f.Verdict == verdict.Violated && f.Suppressed == nil,
		})
		if s := f.Suppressed; s != nil {
			lines = append(lines, Line{Pos: Rel(o.Dir, s.Pos).String(), Text: s.Says()})
		}
		if l := f.Lowered; l != nil && o.Suppressed {
			lines = append(lines, Line{Pos: Rel(o.Dir, l.Pos).String(), Text: fmt.Sprintf("the policy file makes it %s: it is %s", f.Severity, l.From)})
		}
		for _, s := range abridged(f.Witness) {
			below := Line{Text: s.Text}
			if s.Pos.IsValid() {
				below.Pos = s.Pos.String()
			}
			lines = append(lines, below)
		}
		if o.Proofs && f.Proof != "" {
			for text := range strings.SplitSeq(f.Proof, "\n") {
				lines = append(lines, Line{Text: text, Proof: true})
			}
		}
	}
	if o.Suppressed {
		for _, trust := range r.Trusted {
			lines = append(lines, Line{Pos: Rel(o.Dir, trust.Pos).String(), Text: trust.Says(), Alone: true})
		}
	}
	return lines
}

// String returns l as it is written where nobody asks for more: on one line, whatever the names in it hold.
func (l Line) String() string {
	text := l.Text
	if l.Rule != "" {
		text = l.Rule + ": " + text
	}
	if l.Pos != "" {
		text = l.Pos + ": " + text
	}
	if l.Rule == "" && !l.Alone {
		text = "    " + text
	}
	return visible.Line(text)
}

// line writes one line, whatever the names in it hold.
func line(w io.Writer, format string, args ...any) {
	fmt.Fprintln(w, visible.Line(fmt.Sprintf(format, args...)))
}

// abridged returns the steps of a witness that people are shown: of those that say for many places that the same
// goes for them, the first ones.
func abridged(steps []Step) []Step {
	const most = 8
	var out []Step
	same := 0
	for i, s := range steps {
		if i == 0 || s.Text != steps[i-1].Text {
			same = 0
		}
		if same++; same <= most {
			out = append(out, s)
		} else if i == len(steps)-1 || s.Text != steps[i+1].Text {
			out = append(out, Step{Text: fmt.Sprintf("and %s, which -format json lists", plural(same-most, "more place"))})
		}
	}
	return out
}

// Headline returns the rule and the message of f, with the verdict if it is
// not the expected one and the rule does not say so.
func (f *Finding) Headline() string { return f.Rule + ": " + f.saying() }

// saying returns the headline of f behind its rule.
func (f *Finding) saying() string {
	switch {
	case f.Verdict == verdict.Unknown && f.Rule != rules.Undecided:
		return "unknown: " + f.Message
	case f.Verdict == verdict.Holds:
		return "proved away: " + f.Message
	}
	return f.Message
}
