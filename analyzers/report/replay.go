package report

// This file words what rules say of a log of runs.

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/dfa/trace"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/spell"
)

// A Watched is a rule that a log is checked against.
type Watched struct {
	dfa.Rule
	Text     string // as it is written
	Severity rules.Severity
}

// ID returns the rule of the findings of w.
func (w *Watched) ID() string { return rules.PolicyGroup + "/" + w.Name }

// A ReplayWriter writes violations and runs as they come; Close writes what is to
// be said of all of them. Errors of writing are those of the writer below.
type ReplayWriter interface {
	Violation(v *trace.Violation)
	Ended(r *trace.Run)
	Close()
}

// NewReplayText returns a ReplayWriter for people: violations with their witness,
// and at the end one table of verdicts.
func NewReplayText(w io.Writer, rules []Watched) ReplayWriter {
	return &replayText{w: w, rules: rules}
}

type replayText struct {
	w        io.Writer
	rules    []Watched
	verdicts Verdicts
}

// Verdicts counts how many runs of a log have which verdict of each rule. The zero Verdicts are of no run.
type Verdicts struct {
	runs  int
	count map[tally]int
}

// tally is a verdict of a rule.
type tally struct {
	rule    int
	verdict dfa.Verdict
	reason  trace.Reason
}

// Finding returns a violation of w as a finding in a log.
func (w *Watched) Finding(v *trace.Violation) Finding {
	f := Finding{Rule: w.ID(), Severity: w.Severity, Pos: violationPos(v), Verdict: verdict.Violated, Message: violationText(v, w)}
	for _, e := range v.Witness {
		f.Witness = append(f.Witness, Step{Pos: e.Pos, Text: e.Event.String()})
	}
	return f
}

func (t *replayText) Violation(v *trace.Violation) {
	r := &t.rules[v.Rule]
	line(t.w, "%s: %s: %s", violationPos(v), r.ID(), violationText(v, r))
	for _, e := range v.Witness {
		line(t.w, "    %s: %s", e.Pos, e.Event.String())
	}
}

// violationPos returns the place of the last event of the witness, or of the end
// of the run if nothing in it is to blame.
func violationPos(v *trace.Violation) graph.Pos {
	if len(v.Witness) == 0 {
		return v.End.Pos
	}
	return v.Witness[len(v.Witness)-1].Pos
}

// violationText says what happened, and what is to be done about it.
func violationText(v *trace.Violation, r *Watched) string {
	var b strings.Builder
	if v.Run != "" {
		fmt.Fprintf(&b, "run %s: ", v.Run)
	}
	what := "violates"
	if v.Verdict == dfa.Unmet {
		what = "the run ended without what is demanded by"
	}
	fmt.Fprintf(&b, "%s %q (%s)", what, r.Text, r.Handling)
	return b.String()
}

func (t *replayText) Ended(r *trace.Run) { t.verdicts.Add(r) }

// Add counts a run that has ended.
func (c *Verdicts) Add(r *trace.Run) {
	if c.count == nil {
		c.count = make(map[tally]int)
	}
	c.runs++
	for i, v := range r.Verdicts {
		c.count[tally{i, v, r.Reasons[i]}]++
	}
}

var finalVerdicts = []dfa.Verdict{dfa.Violated, dfa.Unmet, dfa.Inconclusive, dfa.Accepted}

// Close prints a line for each rule: its verdict, or how many runs have which.
func (t *replayText) Close() {
	if t.verdicts.runs == 0 {
		return
	}
	tw := tabwriter.NewWriter(t.w, 0, 0, 2, ' ', 0)
	defer tw.Flush()
	for i := range t.rules {
		fmt.Fprintf(tw, "%s\t%s\n", t.rules[i].ID(), t.verdicts.Of(i))
	}
}

// Of says which verdict a rule has, or of several runs how many have which.
func (c *Verdicts) Of(rule int) string {
	var words []string
	for _, v := range finalVerdicts {
		for reason := trace.ReasonNone; reason < trace.NumReasons; reason++ {
			if n := c.count[tally{rule, v, reason}]; n > 0 {
				words = append(words, verdictText(v, reason, n, c.runs))
			}
		}
	}
	return strings.Join(words, ", ")
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

// NewReplayJSON returns a ReplayWriter for programs: an object a line for each
// violation and for each run.
func NewReplayJSON(w io.Writer, rules []Watched) ReplayWriter { return &replayJSON{w, rules} }

type replayJSON struct {
	w     io.Writer
	rules []Watched
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

func (j *replayJSON) Violation(v *trace.Violation) {
	r := &j.rules[v.Rule]
	out := jsonViolation{
		Run: v.Run, Rule: r.ID(), Handling: r.Handling.String(), Verdict: v.Verdict.String(),
		Message: violationText(v, r), Position: violationPos(v).String(), Witness: []jsonEvent{},
	}
	for _, e := range v.Witness {
		out.Witness = append(out.Witness, jsonEvent{e.Pos.String(), e.Event.String()})
	}
	j.print(map[string]any{"violation": out})
}

func (j *replayJSON) Ended(r *trace.Run) {
	out := jsonRun{Run: r.ID, Events: r.Events}
	if r.End != trace.EndNone {
		out.End = r.End.String()
	}
	for i, v := range r.Verdicts {
		verdict := jsonVerdict{Rule: j.rules[i].ID(), Verdict: v.String()}
		if r.Reasons[i] != trace.ReasonNone {
			verdict.Reason = r.Reasons[i].String()
		}
		out.Verdicts = append(out.Verdicts, verdict)
	}
	j.print(map[string]any{"run": out})
}

func (j *replayJSON) Close() {}

func (j *replayJSON) print(v any) {
	enc := json.NewEncoder(j.w)
	enc.SetEscapeHTML(false)
	enc.Encode(v) // what is marshalled are strings and numbers
}

// A ReplaySummary counts what was seen of a log.
type ReplaySummary struct{ Rules, Runs, Events, Violations, Inconclusive int }

// Add counts a run that has ended.
func (s *ReplaySummary) Add(r *trace.Run) {
	s.Runs++
	s.Events += r.Events
	for _, reason := range r.Reasons {
		if reason != trace.ReasonNone {
			s.Inconclusive++
		}
	}
}

// String returns the line of summary.
func (s *ReplaySummary) String() string {
	return fmt.Sprintf("%s, %d inconclusive; %s, %s, %s", plural(s.Violations, "violation"), s.Inconclusive,
		plural(s.Runs, "run"), plural(s.Events, "event"), plural(s.Rules, "rule"))
}

// NothingLogged says that a log has no event.
func NothingLogged(name string) string {
	return fmt.Sprintf("%s: no event in the log, so nothing was checked", graph.Pos{File: name})
}

// NotWatched says that a policy is for some workflows only, so that a log which does
// not say which it is of is not checked against it. Named: a name of the workflow
// would help.
func NotWatched(id string, named bool) string {
	text := id + " is not watched: it is for some workflows only, and the log does not say which it is of"
	if named {
		text += "; -workflow NAME does"
	}
	return text
}

// NeverLogged says that no event of a log is what an atom of a rule asks for; names
// are those of its kind that events have.
func NeverLogged(id string, a *syntax.Atom, names []string) string {
	return fmt.Sprintf("%s: no event of the log is %s%s", id, a, spell.DidYouMean(a.Name, names))
}
