package directive

// This file parses one comment.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
)

const prefix = "//agentvet:ignore"

// A Directive is one well-formed ignore.
type Directive struct {
	Rule   string // a rule's ID or a group
	Reason string
	Pos    graph.Pos // of the comment
	Line   int       // the line it covers, in the file of Pos

	context string // the declaration around it
}

// parse returns the directive in a comment's text, or the finding that says
// what is wrong with it. Both are nil for any other comment. Names are those of
// the rules and groups that there are.
func parse(text string, pos graph.Pos, names []string) (*Directive, *report.Finding) {
	rest, ok := strings.CutPrefix(text, prefix)
	if !ok {
		if looksLike(text) {
			return nil, report.SpacedIgnore(pos)
		}
		return nil, nil
	}
	if rest != "" && !strings.ContainsRune(" \t", rune(rest[0])) {
		return nil, nil // another directive, which annotations reports
	}
	rule, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
	reason = strings.TrimSpace(reason)
	switch {
	case rule == "":
		return nil, report.IgnoreWithoutRule(pos)
	case !slices.Contains(names, rule):
		return nil, report.IgnoreUnknownRule(pos, rule, names)
	case slices.ContainsFunc(rules.AboutIgnores(), func(id string) bool { return rules.Matches(rule, id) }):
		return nil, report.IgnoreOfIgnore(pos, rule)
	case reason == "":
		return nil, report.IgnoreWithoutReason(pos, rule)
	}
	return &Directive{Rule: rule, Reason: reason, Pos: pos}, nil
}

// looksLike reports whether a comment was meant as a directive but has a space
// that makes it an ordinary comment.
func looksLike(text string) bool {
	body, ok := strings.CutPrefix(text, "//")
	if !ok || !strings.HasPrefix(body, " ") && !strings.HasPrefix(body, "\t") {
		return false
	}
	return strings.HasPrefix(strings.TrimSpace(body), "agentvet:ignore ")
}
