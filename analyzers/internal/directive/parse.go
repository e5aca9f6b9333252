package directive

// This file parses one comment.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/annotation"
)

// A Directive is one well-formed ignore.
type Directive struct {
	Rule   string // a rule's ID or a group
	Reason string
	Pos    graph.Pos // of the comment
	Line   int       // the line it covers, in the file of Pos

	context string // the declaration around it
}

// parse returns the ignore that a comment is, or the finding that says what is wrong
// with it. Both are nil for any other comment. Names are those of the rules and groups
// that there are.
func parse(c *annotation.Comment, names []string) (*Directive, *report.Finding) {
	if looksLike(c.Node.Text) {
		return nil, report.SpacedIgnore(c.Pos)
	}
	if c.Directive == nil || c.Directive.Verb != annotation.Ignore {
		return nil, nil
	}
	rule, reason, _ := strings.Cut(c.Directive.Text, " ")
	reason = strings.TrimSpace(reason)
	switch {
	case rule == "":
		return nil, report.IgnoreWithoutRule(c.Pos)
	case !slices.Contains(names, rule):
		return nil, report.IgnoreUnknownRule(c.Pos, rule, names)
	case slices.ContainsFunc(rules.AboutIgnores(), func(id string) bool { return rules.Matches(rule, id) }):
		return nil, report.IgnoreOfIgnore(c.Pos, rule)
	case reason == "":
		return nil, report.IgnoreWithoutReason(c.Pos, rule)
	}
	return &Directive{Rule: rule, Reason: reason, Pos: c.Pos}, nil
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
