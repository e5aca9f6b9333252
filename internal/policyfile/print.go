package policyfile

// This file says in words what a file says.

import (
	"cmp"
	"strings"
)

// Words returns the keys of the checks that are on.
func (c Checks) Words() []string {
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

// Words returns what the file says of r beside its name and its text.
func (r *Rule) Words() []string {
	words := []string{r.Severity.String(), r.Handling.String()}
	if r.fairness == noFairness {
		words = append(words, "without fairness")
	}
	words = append(words, r.Scope.Words()...)
	if len(r.OWASP) > 0 {
		words = append(words, strings.Join(r.OWASP, " "))
	}
	if r.Builtin {
		words = append(words, "built-in")
	}
	return words
}

// Words returns what s lists.
func (s *Scope) Words() (words []string) {
	for _, list := range []struct {
		key   string
		globs []Glob
	}{{"workflows", s.Workflows}, {"packages", s.Packages}, {"agents", s.Agents}} {
		if len(list.globs) > 0 {
			words = append(words, list.key+" "+globTexts(list.globs))
		}
	}
	return words
}

// Words returns to whom g grants what.
func (g *Grant) Words() (words []string) {
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

// Word returns the severity, or the word for none.
func (s *Severity) Word() string {
	if s.Off {
		return Off
	}
	return s.Severity.String()
}
