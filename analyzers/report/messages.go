package report

// This file holds every sentence that agentvet says about a program.

import (
	"fmt"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/spell"
)

// newFinding returns a violation of a rule, with the rule's severity.
func newFinding(id string, pos graph.Pos, format string, args ...any) *Finding {
	rule, ok := rules.ByID(id)
	if !ok {
		panic("report: internal error: unregistered rule " + id)
	}
	return &Finding{
		Rule:     id,
		Severity: rule.Severity,
		Verdict:  verdict.Violated,
		Message:  fmt.Sprintf(format, args...),
		Pos:      pos,
	}
}

// SpacedIgnore says that a comment looks like a directive and is none.
func SpacedIgnore(pos graph.Pos) *Finding {
	return newFinding(rules.BadIgnore, pos, "a directive has no space after //: write //agentvet:ignore RULE reason")
}

// IgnoreWithoutRule says that a directive names no rule.
func IgnoreWithoutRule(pos graph.Pos) *Finding {
	return newFinding(rules.BadIgnore, pos, "the directive names no rule: write //agentvet:ignore RULE reason")
}

// IgnoreUnknownRule says that a directive names a rule that is not among names.
func IgnoreUnknownRule(pos graph.Pos, rule string, names []string) *Finding {
	return with(newFinding(rules.BadIgnore, pos, "no rule is called %q%s", rule, spell.DidYouMean(rule, names)), rule)
}

// IgnoreOfIgnore says that a directive tries to silence findings about
// directives.
func IgnoreOfIgnore(pos graph.Pos, rule string) *Finding {
	return with(newFinding(rules.BadIgnore, pos, "%s covers findings about directives, which cannot be ignored", rule), rule)
}

// IgnoreWithoutReason says that a directive gives no reason.
func IgnoreWithoutReason(pos graph.Pos, rule string) *Finding {
	return with(newFinding(rules.BadIgnore, pos, "the directive gives no reason: write //agentvet:ignore %s reason", rule), rule)
}

// IgnoreUnused says that a directive silences nothing.
func IgnoreUnused(pos graph.Pos, rule string) *Finding {
	return with(newFinding(rules.UnusedIgnore, pos, "the directive silences nothing: neither its line nor the next has a finding of %s", rule), rule)
}

// SuppressionUnused says that an entry of the policy file silences nothing.
func SuppressionUnused(pos graph.Pos, rule string) *Finding {
	return with(newFinding(rules.UnusedSuppression, pos, "the suppression silences nothing: no finding of %s is as it says", rule), rule)
}

// SuppressionExpired says that the last day of an entry of the policy file has
// passed.
func SuppressionExpired(pos graph.Pos, rule, until string) *Finding {
	return with(newFinding(rules.ExpiredSuppression, pos, "the suppression of %s expired on %s and silences nothing any more", rule, until), rule)
}

// with returns f with its subject set.
func with(f *Finding, subject string) *Finding {
	f.Subject = subject
	return f
}

// UnmatchedTool says that no tool matches a name that a user called sensitive,
// and where: in a flag or in a file. If certain is false, it may be the name of a
// tool that is not known.
func UnmatchedTool(where, pattern string, certain bool, names []string) string {
	text := where + ": no tool has that name"
	if !certain {
		return text + ", unless one whose name is known only at run time" + spell.DidYouMean(pattern, names)
	}
	return text + ", so nothing was checked for it" + spell.DidYouMean(pattern, names)
}

// UnknownPart says that extraction could not determine a part of w; w is nil
// for a part of no workflow.
func UnknownPart(w *graph.Workflow, u graph.Unknown) *Finding {
	if w == nil {
		return unknown("program", u)
	}
	f := unknown("step", u)
	f.Workflow = w.Name
	if u.Node >= 0 && int(u.Node) < len(w.Nodes) {
		f.Subject = w.Nodes[u.Node].Name
		f.orAt(w.Nodes[u.Node].Pos)
	}
	f.orAt(w.Pos)
	return f
}

// UnknownAgent says that extraction could not determine a part of an agent.
func UnknownAgent(a *graph.Agent, u graph.Unknown) *Finding {
	what := "step" // of a workflow, which often says so, too: see verify.Program
	if a.Kind == graph.AgentServer {
		what = "server"
	}
	f := unknown(what, u)
	f.Subject = a.Name
	f.orAt(a.Pos)
	return f
}

// unknown says that extraction could not determine a part of a step or a server.
func unknown(of string, u graph.Unknown) *Finding {
	f := newFinding(rules.Undecided, u.Pos, "%s: %s", unknownPart(u.What, of), u.Reason)
	f.Verdict = verdict.Unknown
	return f
}

// orAt puts f at pos if it is nowhere.
func (f *Finding) orAt(pos graph.Pos) {
	if !f.Pos.IsValid() {
		f.Pos = pos
	}
}

// Declaration returns a step that shows where the subject of a finding is.
func Declaration(subject string, pos graph.Pos) Step {
	if subject == "" {
		return Step{Pos: pos, Text: "it is declared here"}
	}
	return Step{Pos: pos, Text: fmt.Sprintf("%q is declared here", subject)}
}

// NoEntry says that w has no entry, or several.
func NoEntry(w *graph.Workflow, e *graph.Error) *Finding {
	f := newFinding(rules.ExitUnreachable, e.Pos, "no run can start: %s", e.Msg)
	f.Workflow, f.Subject = w.Name, w.Name
	f.Witness = []Step{{Pos: w.Pos, Text: "the workflow that is made here has " + stepList(w)}}
	return f
}

// Unsound says that w cannot be checked, because it is no graph.
func Unsound(w *graph.Workflow, e *graph.Error) *Finding {
	f := newFinding(rules.Undecided, e.Pos, "the workflow cannot be checked: %s", e.Msg)
	f.Verdict = verdict.Unknown
	f.Workflow, f.Subject = w.Name, w.Name
	return f
}

// Duplicate says that two nodes of w have one name.
func Duplicate(w *graph.Workflow, first, second *graph.Node) *Finding {
	f := newFinding(rules.DuplicateNode, second.Pos, "two steps are called %q", second.Name)
	f.Workflow, f.Subject = w.Name, second.Name
	f.Witness = []Step{
		{first.Pos, fmt.Sprintf("step %q is declared here", first.Name), first.Name},
		{second.Pos, "and again here", second.Name},
	}
	return f
}
