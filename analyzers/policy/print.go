package policy

// This file prints what applies.

import (
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
	fmt.Fprintf(tw, "checks\t%s\n", orNone(p.Checks.Words()))
	for i, s := range p.Sensitive {
		fmt.Fprintf(tw, "%s\t%s\n", heading("sensitive", i), s.Text)
	}
	for i, g := range p.grants {
		fmt.Fprintf(tw, "%s\t%s\n", heading("grant", i), strings.Join(g.Words(), "; "))
	}
	if p.inventory != nil {
		fmt.Fprintf(tw, "inventory\t%s\n", p.inventory.Text)
	}
	for i, r := range p.Rules {
		fmt.Fprintf(tw, "%s\t%s: %s\n", heading("policies", i), r.Name, oneLine(r.Rule.String()))
		fmt.Fprintf(tw, "\t  %s\n", strings.Join(r.Words(), "; "))
	}
	for i, s := range p.severities {
		fmt.Fprintf(tw, "%s\t%s: %s\n", heading("severities", i), s.Rule, s.Word())
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
