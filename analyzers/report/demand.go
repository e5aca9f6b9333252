package report

// This file says in words what a policy demands.

import (
	"fmt"
	"strings"

	"github.com/agentvet/agentvet/dfa/syntax"
)

// Demand returns what r demands of every run, as a sentence without its full
// stop.
func Demand(r *syntax.Rule) string {
	o := make([]string, len(r.Operands))
	for i, f := range r.Operands {
		o[i] = eventWords(f)
	}
	switch r.Form {
	case syntax.FormNever:
		return o[0] + " never happens"
	case syntax.FormResponse:
		return "after each " + article(o[0]) + ", there is " + strings.Join(o[1:], " and after that ")
	case syntax.FormWithin:
		return fmt.Sprintf("after each %s, there is %s within %s", article(o[0]), o[1], events(r.N))
	case syntax.FormUntil:
		return "there is " + o[1] + ", and nothing but " + o[0] + " before it"
	case syntax.FormBefore:
		return "before the first " + article(o[1]) + ", there is " + o[0]
	case syntax.FormBeforeEach:
		return "before each " + article(o[1]) + ", there is " + o[0] + " since the last one"
	case syntax.FormNeverAfter:
		return "after " + o[1] + ", there is never " + o[0]
	case syntax.FormAtMost:
		return o[0] + " happens " + times(r.N) + " at most"
	case syntax.FormAtLeast:
		return fmt.Sprintf("before the first %s, %s has happened %s at least", article(o[1]), o[0], times(r.N))
	case syntax.FormBetween:
		return "each " + article(o[0]) + " comes after " + o[1] + ", with no " + article(o[2]) + " in between"
	case syntax.FormAnd:
		return joinDemands(r.Args, "; and ")
	case syntax.FormOr:
		return joinDemands(r.Args, "; or ")
	}
	return fmt.Sprintf("%q holds at the first event", r.Operands[0].String())
}

func joinDemands(rules []*syntax.Rule, word string) string {
	var parts []string
	for _, r := range rules {
		parts = append(parts, Demand(r))
	}
	return strings.Join(parts, word)
}

// article drops the indefinite article: "each call" instead of "each a call".
func article(s string) string { return strings.TrimPrefix(s, "a ") }

func events(n int) string {
	if n == 1 {
		return "one event"
	}
	return fmt.Sprintf("%d events", n)
}
