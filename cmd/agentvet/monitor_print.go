package main

// This file prints what rules say of a log.

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/trace"
)

// A monitorWriter prints violations and runs as they come. Errors of writing are
// those of the writer below.
type monitorWriter interface {
	violation(v *trace.Violation)
	ended(r *trace.Run)
	close()
}

// monitorText prints for people: violations with their witness, and at the end one
// table of verdicts.
type monitorText struct {
	w     io.Writer
	rules []monitored
	runs  int
	count map[tally]int
}

// tally is a verdict of a rule.
type tally struct {
	rule    int
	verdict dfa.Verdict
	reason  trace.Reason
}

func (t *monitorText) violation(v *trace.Violation) {
	r := &t.rules[v.Rule]
	fmt.Fprintf(t.w, "%s: policy/%s: %s\n", violationPos(v), r.Name, violationText(v, r))
	for _, e := range v.Witness {
		fmt.Fprintf(t.w, "    %s: %s\n", e.Pos, e.Event.String())
	}
}

// violationPos returns the place of the last event of the witness, or of the end
// of the run if nothing in it is to blame.
func violationPos(v *trace.Violation) string {
	if len(v.Witness) == 0 {
		return v.End.Pos.String()
	}
	return v.Witness[len(v.Witness)-1].Pos.String()
}

// violationText says what happened, and what is to be done about it.
func violationText(v *trace.Violation, r *monitored) string {
	var b strings.Builder
	if v.Run != "" {
		fmt.Fprintf(&b, "run %s: ", v.Run)
	}
	what := "violates"
	if v.Verdict == dfa.Unmet {
		what = "the run ended without what is demanded by"
	}
	fmt.Fprintf(&b, "%s %q (%s)", what, r.text, r.Handling)
	return b.String()
}

func (t *monitorText) ended(r *trace.Run) {
	t.runs++
	if t.count == nil {
		t.count = make(map[tally]int)
	}
	for i, v := range r.Verdicts {
		t.count[tally{i, v, r.Reasons[i]}]++
	}
}

var finalVerdicts = []dfa.Verdict{dfa.Violated, dfa.Unmet, dfa.Inconclusive, dfa.Accepted}

// close prints a line for each rule: its verdict, or how many runs have which.
func (t *monitorText) close() {
	if t.runs == 0 {
		return
	}
	tw := tabwriter.NewWriter(t.w, 0, 0, 2, ' ', 0)
	defer tw.Flush()
	for i := range t.rules {
		var words []string
		for _, v := range finalVerdicts {
			for reason := trace.ReasonNone; reason <= trace.ReasonUnrecorded; reason++ {
				if n := t.count[tally{i, v, reason}]; n > 0 {
					words = append(words, verdictText(v, reason, n, t.runs))
				}
			}
		}
		fmt.Fprintf(tw, "policy/%s\t%s\n", t.rules[i].Name, strings.Join(words, ", "))
	}
}

func verdictText(v dfa.Verdict, reason trace.Reason, n, runs int) string {
	text := v.String()
	if runs > 1 {
		text = fmt.Sprintf("%d %s", n, text)
	}
	if reason != trace.ReasonNone {
		text += " (" + reason.String() + ")"
	}
	return text
}

// monitorJSON prints for programs: an object a line for each violation and for
// each run.
type monitorJSON struct {
	w     io.Writer
	rules []monitored
}

type jsonViolation struct {
	Run      string      `json:"run"`
	Rule     string      `json:"rule"`
	Handling string      `json:"handling"`
	Verdict  string      `json:"verdict"`
	Message  string      `json:"message"`
	Position string      `json:"position"`
	Witness  []jsonEvent `json:"witness"`
}

type jsonEvent struct {
	Position string `json:"position"`
	Event    string `json:"event"`
}

type jsonRun struct {
	Run      string        `json:"run"`
	Events   int           `json:"events"`
	End      string        `json:"end,omitempty"`
	Verdicts []jsonVerdict `json:"verdicts"`
}

type jsonVerdict struct {
	Rule    string `json:"rule"`
	Verdict string `json:"verdict"`
	Reason  string `json:"reason,omitempty"`
}

func (j *monitorJSON) violation(v *trace.Violation) {
	r := &j.rules[v.Rule]
	out := jsonViolation{
		Run: v.Run, Rule: "policy/" + r.Name, Handling: r.Handling.String(), Verdict: v.Verdict.String(),
		Message: violationText(v, r), Position: violationPos(v), Witness: []jsonEvent{},
	}
	for _, e := range v.Witness {
		out.Witness = append(out.Witness, jsonEvent{e.Pos.String(), e.Event.String()})
	}
	j.print(map[string]any{"violation": out})
}

func (j *monitorJSON) ended(r *trace.Run) {
	out := jsonRun{Run: r.ID, Events: r.Events}
	if r.End != trace.EndNone {
		out.End = r.End.String()
	}
	for i, v := range r.Verdicts {
		verdict := jsonVerdict{Rule: "policy/" + j.rules[i].Name, Verdict: v.String()}
		if r.Reasons[i] != trace.ReasonNone {
			verdict.Reason = r.Reasons[i].String()
		}
		out.Verdicts = append(out.Verdicts, verdict)
	}
	j.print(map[string]any{"run": out})
}

func (j *monitorJSON) close() {}

func (j *monitorJSON) print(v any) {
	enc := json.NewEncoder(j.w)
	enc.SetEscapeHTML(false)
	enc.Encode(v) // what is marshalled are strings and numbers
}

// monitorSummary counts what was seen.
type monitorSummary struct{ rules, runs, events, violations, inconclusive int }

func (s *monitorSummary) add(r *trace.Run) {
	s.runs++
	s.events += r.Events
	for _, reason := range r.Reasons {
		if reason != trace.ReasonNone {
			s.inconclusive++
		}
	}
}

// String returns the line of summary.
func (s *monitorSummary) String() string {
	return fmt.Sprintf("%s, %d inconclusive; %s, %s, %s", count(s.violations, "violation"), s.inconclusive,
		count(s.runs, "run"), count(s.events, "event"), count(s.rules, "rule"))
}

func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}
