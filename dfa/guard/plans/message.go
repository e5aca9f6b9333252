package plans

// This file has the words of answers. They are for a model, so they say what it can do.

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph/plan"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/visible"
)

// Limits of a message.
const (
	maxFindings = 20
	maxWay      = 12  // lines on how one finding comes about
	maxLine     = 400 // bytes of a line: names and numbers are as long as a plan has them
)

// states are the numbers of states of automata behind a step, which say nothing to a model.
var states = regexp.MustCompile(` \[[0-9 ]+\]$`)

// line returns a text as one line that is not too long.
func line(text string) string {
	text = visible.Line(text)
	if len(text) <= maxLine {
		return text
	}
	return strings.ToValidUTF8(text[:maxLine], "") + "…"
}

// Message says which steps are wrong, by which rule, how it comes about, and what would be allowed. It is
// the same for the same plan.
func (a *Answer) Message() string {
	var b strings.Builder
	switch {
	case a.Allowed():
		return "the plan is allowed\n"
	case a.Err != nil:
		b.WriteString("refused: this is not a plan, and nothing was run:\n")
		for text := range strings.SplitSeq(a.Err.Error(), "\n") {
			fmt.Fprintf(&b, "   %s\n", line(text))
		}
		return b.String()
	}
	said := "it breaks what it must keep"
	if a.Verdict == verdict.Unknown {
		said = "whether it keeps what it must is not known"
	}
	fmt.Fprintf(&b, "refused: the plan does not run, and nothing of it was run: %s\n", said)
	n, noTool := 0, false
	for i := range a.Findings {
		f := &a.Findings[i]
		if f.Suppressed != nil || f.Verdict == verdict.Holds {
			continue
		}
		if n++; n > maxFindings {
			continue
		}
		a.finding(&b, n, f)
		noTool = noTool || f.Rule == rules.PlanCall
	}
	if n > maxFindings {
		fmt.Fprintf(&b, "and %d more\n", n-maxFindings)
	}
	if noTool {
		fmt.Fprintf(&b, "the tools are: %s\n", visible.Line(strings.Join(a.tools, ", ")))
	}
	return b.String()
}

// finding writes one finding: the step, the rule, the way.
func (a *Answer) finding(b *strings.Builder, n int, f *report.Finding) {
	fmt.Fprintf(b, "%d. ", n)
	if s := a.plan.StepAt(f.Pos); s != nil {
		fmt.Fprintf(b, "%s: ", line(stepName(s)))
	}
	fmt.Fprintf(b, "%s\n", line(f.Headline()))
	var way []string
	for _, w := range f.Witness {
		text := w.Text
		s := a.plan.StepAt(w.Pos)
		if s == nil {
			continue // a place of the program, or of the policy
		}
		if s.Path != w.Node {
			text = s.Path + ": " + text
		}
		way = append(way, line(states.ReplaceAllString(text, "")))
	}
	if more := len(way) - maxWay; more > 0 {
		way = slices.Replace(way, maxWay/2, maxWay/2+more, fmt.Sprintf("… %d more …", more))
	}
	for _, text := range way {
		fmt.Fprintf(b, "   %s\n", text)
	}
}

func stepName(s *plan.Step) string {
	if s.Call != nil {
		return fmt.Sprintf("%s (%q, which calls %q)", s.Path, s.Label, s.Call.Tool)
	}
	return fmt.Sprintf("%s (%q)", s.Path, s.Label)
}
