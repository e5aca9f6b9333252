package main

// This file explains a policy as the page of a rule explains a rule.

import (
	"fmt"
	"io"
	"strings"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/internal/spell"
)

// explainPolicy explains the policy whose findings have the rule called name, or that has that name: one of the
// policy file that applies, or of the built-in pack.
func (c *cli) explainPolicy(name, file string) error {
	short, sure := strings.CutPrefix(name, policy.Group+"/")
	var opts verify.Options
	if err := c.usePolicy(&opts, file); err != nil {
		if !sure {
			return unknownRule(name, policy.Default())
		}
		return err
	}
	p := opts.Effective().Policy
	r := policyCalled(p, short)
	if r == nil {
		return unknownRule(name, p)
	}
	return c.writePolicy(r, p)
}

// unknownRule says that nothing that can be explained has a name. A policy may still be one that a comment of a
// program states: p has those that are known.
func unknownRule(name string, p *policy.Policy) error {
	names, own := rules.Names(), []string(nil)
	for _, r := range p.Rules {
		own = append(own, r.ID())
	}
	hint := spell.DidYouMean(name, append(names, own...))
	if hint == "" && strings.HasPrefix(name, policy.Group+"/") {
		hint = "; a policy is explained if it is in the policy file, or built in: " + some(own)
	}
	return &errUsage{fmt.Sprintf("unknown rule %q%s", name, hint), "agentvet explain"}
}

// writePolicy writes what a policy asks for, in the form of the page of a rule.
func (c *cli) writePolicy(r *policy.Rule, p *policy.Policy) error {
	title, at := "a built-in policy", ""
	if !r.Builtin {
		pos := report.Rel(c.dir, r.Pos)
		title, at = "a policy of "+pos.File, " ("+pos.String()+")"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: %s\n\n", r.ID(), title)
	as := p.Apply([]report.Finding{{Rule: r.ID(), Severity: r.Severity}})[0]
	if as.IsOff() {
		fmt.Fprintf(&b, "Severity: off, as the policy file says (%s)\n\n", report.Rel(c.dir, as.Suppressed.Pos))
	} else {
		fmt.Fprintf(&b, "Severity: %s\n\n", as.Severity)
	}
	fmt.Fprintf(&b, "## What it finds\n\n")
	if r.Description != "" {
		fmt.Fprintf(&b, "%s\n\n", strings.Join(strings.Fields(r.Description), " "))
	}
	fmt.Fprintf(&b, "Runs that break the rule%s\n\n    %s\n\nwhich says of every run\n\n    %s\n\nAs a formula:\n\n    %s\n\n",
		at, strings.Join(strings.Fields(r.Text), " "), report.Demand(r.Rule), r.Rule.Formula())
	fmt.Fprintf(&b, "%s\n\n", whereItHolds(r))
	fmt.Fprintf(&b, "## How to fix\n\n%s\n", fixOfPolicy(r))
	_, err := io.WriteString(c.stdout, b.String())
	return err
}

// whereItHolds says which runs a policy is about, and what becomes of one that breaks it.
func whereItHolds(r *policy.Rule) string {
	scope := "Every workflow is held to it"
	if words := r.Scope.Words(); len(words) > 0 {
		scope = "What is held to it: " + strings.Join(words, "; ")
	}
	if !r.Static() {
		scope = "In workflows, structure/human-gate stands for it"
	}
	return fmt.Sprintf("%s; guards and logs handle what breaks it as: %s.", scope, r.Handling)
}

// fixOfPolicy says how to fix what a policy finds.
func fixOfPolicy(r *policy.Rule) string {
	return fmt.Sprintf(`The way of a finding is the shortest run that breaks the rule. Its last step is what must not come there, or
behind it something is demanded that never comes: change what leads there, as by a gate or an edge. If
such a run is meant to be, the rule does not say what you mean.

    agentvet policy explain -example %s

shows the automaton, the shortest run that keeps the rule and the shortest that breaks it.`, r.Name)
}
