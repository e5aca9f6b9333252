package policy

// This file prints what applies.

import (
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
)

// WriteText writes what p asks for, for people: the checks, the tools that need
// a human, the policies, the built-in ones among them, the severities that
// differ, and the suppressions.
func (p *Policy) WriteText(w io.Writer) error {
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(tw, "profile\t%s\n", p.profile)
	fmt.Fprintf(tw, "checks\t%s\n", orNone(p.Checks.words()))
	for i, s := range p.Sensitive {
		fmt.Fprintf(tw, "%s\t%s\n", heading("sensitive", i), s.Text)
	}
	for i, g := range p.grants {
		fmt.Fprintf(tw, "%s\t%s\n", heading("grant", i), strings.Join(g.words(), "; "))
	}
	if p.inventory != nil {
		fmt.Fprintf(tw, "inventory\t%s\n", p.inventory.Text)
	}
	for i, r := range p.Rules {
		fmt.Fprintf(tw, "%s\t%s: %s\n", heading("policies", i), r.Name, oneLine(r.Rule.String()))
		fmt.Fprintf(tw, "\t  %s\n", strings.Join(r.words(), "; "))
	}
	for i, s := range p.severities {
		fmt.Fprintf(tw, "%s\t%s: %s\n", heading("severities", i), s.Rule, s.word())
	}
	for i, s := range p.suppressions {
		fmt.Fprintf(tw, "%s\t%s\n", heading("suppress", i), strings.Join(s.words(), ", "))
		fmt.Fprintf(tw, "\t  %s\n", oneLine(s.Reason))
	}
	for i, r := range p.LibraryRows() {
		fmt.Fprintf(tw, "%s\t%s\n", heading("libraries", i), r)
	}
	return tw.Flush()
}

// heading returns the word in front of the first of several lines.
func heading(word string, i int) string {
	if i == 0 {
		return word
	}
	return ""
}

func orNone(words []string) string {
	if len(words) == 0 {
		return "none"
	}
	return strings.Join(words, ", ")
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// words returns the keys of the checks that are on.
func (c Checks) words() []string {
	var words []string
	for _, check := range []struct {
		key string
		on  bool
	}{{"each-exit", c.EachExit}, {"require-human", c.RequireHuman}, {"per-call", c.PerCall}, {"contained-scope", c.Contained}, {"strict", c.Strict}, {"implicit", c.Implicit}, {"linear-plans", c.LinearPlans}} {
		if check.on {
			words = append(words, check.key)
		}
	}
	return words
}

// words returns what the file says of r beside its name and its text.
func (r *Rule) words() []string {
	words := []string{r.Severity.String(), r.Handling.String()}
	if r.fairness == noFairness {
		words = append(words, "without fairness")
	}
	for _, list := range []struct {
		key   string
		globs []Glob
	}{{"workflows", r.Scope.Workflows}, {"packages", r.Scope.Packages}, {"agents", r.Scope.Agents}} {
		if len(list.globs) > 0 {
			words = append(words, list.key+" "+globTexts(list.globs))
		}
	}
	if len(r.OWASP) > 0 {
		words = append(words, strings.Join(r.OWASP, " "))
	}
	if r.Builtin {
		words = append(words, "built-in")
	}
	return words
}

// words returns to whom g grants what.
func (g *Grant) words() (words []string) {
	for _, list := range []struct {
		key      string
		patterns []Pattern
	}{{"agents", g.Agents}, {"workflows", g.Workflows}} {
		if len(list.patterns) > 0 {
			words = append(words, list.key+" "+(&Granted{List: list.patterns}).String())
		}
	}
	if g.Capabilities != nil {
		words = append(words, "capabilities "+g.Capabilities.String())
	}
	if g.Allowed != nil {
		words = append(words, "allowed "+g.Allowed.String())
	}
	return words
}

func (g *Granted) String() string {
	texts := make([]string, len(g.List))
	for i, p := range g.List {
		texts[i] = p.Text
	}
	return cmp.Or(strings.Join(texts, " "), nothing)
}

func globTexts(globs []Glob) string {
	texts := make([]string, len(globs))
	for i, g := range globs {
		texts[i] = g.Text
	}
	return strings.Join(texts, " ")
}

func (s *severityOf) word() string {
	if s.Off {
		return off
	}
	return s.Severity.String()
}

// words returns what s silences, and how long.
func (s *suppression) words() []string {
	words := []string{s.Rule}
	for _, of := range []struct {
		key  string
		glob *Glob
	}{{"workflow", s.Workflow}, {"file", s.File}, {"subject", s.Subject}} {
		if of.glob != nil {
			words = append(words, of.key+" "+of.glob.Text)
		}
	}
	switch {
	case s.Expired:
		words = append(words, "expired on "+s.Until)
	case s.Until != "":
		words = append(words, "until "+s.Until)
	}
	return words
}
