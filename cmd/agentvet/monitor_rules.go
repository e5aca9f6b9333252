package main

// This file collects the rules that a log is checked against, and says which of
// them ask for what no event has.

import (
	"fmt"
	"iter"
	"slices"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/dfa/trace"
)

// monitorRules returns the rules that the flags name: those of -rule, and those of
// the policy file if it is named or if there is no -rule.
func (c *cli) monitorRules(o *monitorFlags) ([]report.Watched, error) {
	var rules []report.Watched
	own, err := o.rules.parse()
	if err != nil {
		return nil, err
	}
	for _, r := range own {
		list, err := monitoredRules(r.Name, r.Rule, dfa.Block)
		if err != nil {
			return nil, err
		}
		rules = append(rules, list...)
	}
	if *o.policy == "" && len(rules) > 0 {
		return rules, nil
	}
	p, err := c.policy(*o.policy)
	if err != nil {
		return nil, err
	}
	fromPolicy, notices, err := policyRules(p, o.workflow)
	if err != nil {
		return nil, err
	}
	for _, n := range notices {
		c.notice(n)
	}
	if rules = append(rules, fromPolicy...); len(rules) == 0 {
		return nil, &errUsage{"no rules: monitor needs -rule RULE or a policy file", "agentvet help monitor"}
	}
	return rules, nil
}

// policyRules returns the rules of a policy file. One for certain workflows or
// packages is left out, with a notice, unless the workflow is named: the log does
// not say which it is of.
func policyRules(p *policy.Policy, workflow string) (rules []report.Watched, notices []string, err error) {
	if p == nil {
		return nil, nil, nil
	}
	for _, r := range p.Rules {
		scope := policy.Scope{Workflows: r.Scope.Workflows}
		switch {
		case len(r.Scope.Packages) > 0, workflow == "" && len(scope.Workflows) > 0:
			notices = append(notices, report.NotWatched(r.ID(), len(r.Scope.Packages) == 0))
			continue
		case !scope.Covers(workflow, ""):
			continue
		}
		list, err := monitoredRules(r.Name, r.Rule, handlings[r.Handling])
		if err != nil {
			return nil, nil, err
		}
		for i := range list {
			list[i].Severity = r.Severity
		}
		rules = append(rules, list...)
	}
	return rules, notices, nil
}

// handlings are those of a policy, at run time.
var handlings = map[policy.Handling]dfa.Handling{
	policy.Warn: dfa.Warn, policy.Block: dfa.Block, policy.Halt: dfa.Halt, policy.Escalate: dfa.Escalate,
}

// monitoredRules returns a rule as it is watched.
func monitoredRules(name string, r *syntax.Rule, h dfa.Handling) ([]report.Watched, error) {
	parts, err := dfa.Watch(name, r, h)
	if err != nil {
		return nil, fmt.Errorf("policy/%s: %w", name, err)
	}
	var rules []report.Watched
	for _, p := range parts {
		rules = append(rules, report.Watched{Rule: p.Rule, Text: p.Text})
	}
	return rules, nil
}

// atomsSeen finds the atoms that no event of a log matches.
type atomsSeen struct {
	rules []report.Watched
	open  []openAtom
	names map[syntax.AtomKind]map[string]bool // that events have
}

// openAtom is an atom that no event has matched so far.
type openAtom struct {
	rule int
	atom *syntax.Atom
}

func newAtomsSeen(rules []report.Watched) *atomsSeen {
	s := &atomsSeen{rules: rules, names: make(map[syntax.AtomKind]map[string]bool)}
	for i, r := range rules {
		for _, a := range r.DFA.Atoms {
			s.open = append(s.open, openAtom{i, a})
			if t := a.Kept(); t != nil {
				s.open = append(s.open, openAtom{i, t.Of.Call})
			}
		}
	}
	return s
}

// watch returns the entries, and remembers them.
func (s *atomsSeen) watch(entries iter.Seq2[trace.Entry, error]) iter.Seq2[trace.Entry, error] {
	return func(yield func(trace.Entry, error) bool) {
		for e, err := range entries {
			if err == nil && e.End == trace.EndNone && len(s.open) > 0 {
				s.see(&e.Event)
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

func (s *atomsSeen) see(e *dfa.Event) {
	s.open = slices.DeleteFunc(s.open, func(o openAtom) bool {
		plain := *o.atom
		plain.Tests = nil // whether its arguments occur is another question
		holds, _ := dfa.Match(&plain, e)
		return holds
	})
	s.add(syntax.AtomTool, e.Tool)
	s.add(syntax.AtomNode, e.Node)
	s.add(syntax.AtomAgent, e.Agent)
	s.add(syntax.AtomDecision, e.Decision)
	for _, t := range e.Tags {
		s.add(syntax.AtomTag, t)
	}
	for _, c := range e.Caps {
		s.add(syntax.AtomCap, c)
	}
}

func (s *atomsSeen) add(kind syntax.AtomKind, name string) {
	if name == "" || s.names[kind][name] {
		return
	}
	if s.names[kind] == nil {
		s.names[kind] = make(map[string]bool)
	}
	s.names[kind][name] = true
}

// notices says which atoms no event matched: a run need not call every tool, but a
// misspelt name is never called.
func (s *atomsSeen) notices() []string {
	var list []string
	for _, o := range s.open {
		var names []string
		for name := range s.names[o.atom.Kind] {
			names = append(names, name)
		}
		slices.Sort(names)
		n := report.NeverLogged(s.rules[o.rule].ID(), o.atom, names)
		if !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list
}
