package guard

// This file has the words of refusals. They are for a model, so they say what it can do.

import (
	"fmt"
	"strings"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/internal/spell"
)

// MaxNamed is how many tools a refusal names.
const MaxNamed = 20

// Error says what was refused, by which rules, and what would be allowed. It has no arguments in it.
func (r *Refusal) Error() string {
	parts := []string{fmt.Sprintf("refused: %s: %s", r.subject(), r.why())}
	for _, b := range r.Rules {
		parts = append(parts, b.String())
	}
	if r.Halted {
		parts = append(parts, "the session ends here; nothing more may be called")
	}
	if r.Reason == Forbidden && !r.Halted {
		parts = append(parts, r.advice())
	}
	if len(r.Tools) > 0 && r.Reason != NeedsApproval {
		parts = append(parts, "tools that may be called now: "+quoted(r.Tools))
	}
	return strings.Join(parts, "; ")
}

func (r *Refusal) subject() string {
	switch {
	case r.Tool != "":
		return fmt.Sprintf("tool %q", r.Tool)
	case r.Node != "":
		return fmt.Sprintf("step %q", r.Node)
	}
	return "the step"
}

func (r *Refusal) why() string {
	switch r.Reason {
	case Forbidden:
		return fmt.Sprintf("a policy forbids it as event %d of this session", r.Step)
	case NeedsApproval:
		return "a human must say yes to this call first"
	case Declined:
		return "a human said no to this call"
	case NoAnswer:
		return "a human must say yes to this call, and nobody answered"
	case UnknownTool:
		return "there is no such tool" + spell.DidYouMean(r.Tool, r.Tools)
	case NotGranted:
		return fmt.Sprintf("agent %q may not call it", r.Agent)
	case Stopped:
		return "a policy has ended this session; nothing more may be called"
	case Lost:
		return "what happened in this session is not known, so nothing may be called in it"
	case Cancelled:
		return "the request has ended"
	}
	return "the guard failed, so nothing may happen"
}

// String names the rule, its text, and the event since which it forbids the call.
func (b Broken) String() string {
	text := fmt.Sprintf("policy %s: %s", b.Name, b.Text)
	if b.Since.Step > 0 {
		text += fmt.Sprintf(" (since event %d: %q)", b.Since.Step, b.Since.What)
	}
	for _, m := range []struct {
		why  dfa.Missing
		text string
	}{
		{dfa.MissingRoom, fmt.Sprintf("more than %d values of earlier calls would have to be kept to decide this", dfa.MaxKept)},
		{dfa.MissingValue, "a value of an earlier call is not known"},
		{dfa.MissingResult, "what an earlier call returned is not known, or it has not returned yet"},
		{dfa.MissingYes, "an earlier call has failed, so what it returned may not count"},
	} {
		if b.Missing&m.why != 0 {
			text += " (" + m.text + ")"
		}
	}
	return text
}

// advice says what would be allowed instead.
func (r *Refusal) advice() string {
	var parts []string
	if r.Way != nil {
		words := make([]string, len(r.Way))
		for i, m := range r.Way {
			words[i] = m.String()
		}
		parts = append(parts, "it is allowed after "+strings.Join(words, " and then "))
	}
	if r.Arguments {
		parts = append(parts, "it may be allowed with other arguments")
	}
	if parts == nil {
		return "do not try it again: no call before it was found that would allow it"
	}
	return strings.Join(parts, "; ")
}

func quoted(names []string) string {
	var b strings.Builder
	for i, name := range names {
		switch {
		case i == MaxNamed:
			fmt.Fprintf(&b, " and %d more", len(names)-i)
			return b.String()
		case i > 0:
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%q", name)
	}
	return b.String()
}
