package sarif

// This file describes agentvet and its rules.

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/docs/rules"
)

// driver describes agentvet, and each rule that results or overrides name: a code host reads
// no others, and their pages are long.
func (w *Writer) driver(findings []report.Finding) driver {
	d := driver{Name: "agentvet", InformationURI: "https://github.com/agentvet/agentvet", Version: w.version}
	var ids []string
	for _, f := range findings {
		ids = append(ids, f.Rule)
	}
	for _, r := range rules.All() {
		if w.isOff(r.ID) {
			ids = append(ids, r.ID)
		}
	}
	slices.Sort(ids)
	for i, id := range slices.Compact(ids) {
		w.rules[id] = i
		d.Rules = append(d.Rules, w.descriptor(id))
	}
	return d
}

// descriptor describes a rule. A policy of the program is described by its own words.
func (w *Writer) descriptor(id string) descriptor {
	r, _ := rules.ByID(id)
	title, help := r.Title, page(r)
	if p := w.policy(id); p != nil {
		r.OWASP, r.Severity = p.OWASP, p.Severity
		title = fmt.Sprintf("the policy %q", p.Text)
		help = fmt.Sprintf("# %s\n\n%s\n\nA policy of the program:\n\n    %s\n", id, p.Description, p.Text)
		if p.Description != "" {
			title = strings.TrimSuffix(p.Description, ".")
		}
	}
	title = cut(title, mostTitle)
	return descriptor{
		ID:                   id,
		ShortDescription:     text(title),
		FullDescription:      text(title),
		Help:                 message{Text: title + ": " + r.URL(), Markdown: help},
		HelpURI:              r.URL(),
		DefaultConfiguration: configuration{Level: level(r.Severity)},
		Properties:           properties(r),
	}
}

// mostTitle is the number of characters that code hosts take of the description of a rule.
const mostTitle = 1024

// cut returns a text of at most some characters: a longer one ends behind a word, with a sign that there is more.
func cut(s string, most int) string {
	runes := []rune(s)
	if len(runes) <= most {
		return s
	}
	s = string(runes[:most-1])
	if i := strings.LastIndexFunc(s, unicode.IsSpace); i > 0 && !unicode.IsSpace(runes[most-1]) {
		s = s[:i]
	}
	return strings.TrimRightFunc(s, unicode.IsSpace) + "…"
}

// said is what a page quotes of agentvet on its bad example: an alert says that of the reader's
// own program. relative is a link from a page to another one.
var (
	said     = regexp.MustCompile("(?s)\nagentvet says:\n\n```\n.*?\n```\n")
	relative = regexp.MustCompile(`\]\((\.[^)]*)\)`)
)

// page returns the page of a rule as an alert shows it, far from the other pages.
func page(r rules.Rule) string {
	text := said.ReplaceAllLiteralString(r.Help(), "")
	base, err := url.Parse(r.URL())
	if err != nil {
		panic("sarif: internal error: " + err.Error())
	}
	return relative.ReplaceAllStringFunc(text, func(link string) string {
		to, err := base.Parse(relative.FindStringSubmatch(link)[1])
		if err != nil {
			return link
		}
		return "](" + to.String() + ")"
	})
}

// policy returns the policy of the program that is the rule called id, nil if that is a rule
// of agentvet. Policies of several modules can have one name: they are one rule, which says what each demands.
func (w *Writer) policy(id string) (found *report.PolicyRule) {
	if _, known := slices.BinarySearchFunc(rules.All(), id, func(r rules.Rule, id string) int { return strings.Compare(r.ID, id) }); known {
		return nil
	}
	for _, p := range w.policies {
		switch {
		case p.ID != id:
		case found == nil:
			found = &p
		default:
			found.Text += "; " + p.Text
			found.Description = strings.Trim(strings.TrimSuffix(found.Description, ".")+"; "+p.Description, "; ")
			found.Severity = max(found.Severity, p.Severity)
			for _, item := range p.OWASP {
				if !slices.Contains(found.OWASP, item) {
					found.OWASP = append(slices.Clone(found.OWASP), item)
				}
			}
		}
	}
	return found
}

// properties returns the severity and the tags of a rule: its group, and the entries of
// catalogues that it belongs to, in the form in which code hosts look for them. A rule of
// OWASP's lists is about security, and has a severity that hosts rank by.
func properties(r rules.Rule) map[string]any {
	said := map[string]any{"severity": r.Severity.String()}
	tags := []string{r.Group()}
	if len(r.OWASP) > 0 {
		said["security-severity"] = score(r.Severity)
		tags = []string{"security", r.Group()}
	} else {
		said["problem.severity"] = problem(r.Severity)
	}
	for _, n := range r.CWE {
		tags = append(tags, fmt.Sprintf("external/cwe/cwe-%03d", n))
	}
	// The items that the rule names come before those of 2026 that follow from them.
	all := rules.Succeeded(r.OWASP)
	for _, item := range slices.Concat(r.OWASP, all) {
		if tag := "external/owasp/" + strings.ToLower(item); !slices.Contains(tags, tag) {
			tags = append(tags, tag)
		}
	}
	for _, id := range r.ATLAS {
		tags = append(tags, "external/mitre-atlas/"+strings.ToLower(id))
	}
	said["tags"] = tags[:min(len(tags), mostTags)]
	if len(all) > 0 {
		said["owasp"] = all
	}
	if len(r.ATLAS) > 0 {
		said["mitre-atlas"] = r.ATLAS
	}
	return said
}

// mostTags is the number of tags that code hosts keep of a rule. What does not fit stands in
// properties of its own.
const mostTags = 10

// score returns a severity as a number from 0 to 10, in the middle of the range that has the
// same name on GitHub.
func score(s rules.Severity) string {
	switch s {
	case rules.Critical:
		return "9.5"
	case rules.High:
		return "8.0"
	case rules.Medium:
		return "5.5"
	}
	return "2.0"
}

// problem returns the word for the severity of a rule that is not about security.
func problem(s rules.Severity) string {
	if l := level(s); l != "note" {
		return l
	}
	return "recommendation"
}

// level returns the SARIF level for a severity.
func level(s rules.Severity) string {
	switch s {
	case rules.Critical, rules.High:
		return "error"
	case rules.Medium:
		return "warning"
	}
	return "note"
}

func text(s string) message { return message{Text: s} }
