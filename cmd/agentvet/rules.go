package main

// This file reads rules from the command line.

import (
	"errors"
	"flag"
	"fmt"
	"strings"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/graph"
)

// ruleTexts is a flag that may be given several times.
type ruleTexts []string

func (t *ruleTexts) String() string { return strings.Join(*t, "; ") }

func (t *ruleTexts) Set(s string) error {
	*t = append(*t, s)
	return nil
}

// ruleFlag registers -rule.
func ruleFlag(fs *flag.FlagSet) *ruleTexts {
	t := new(ruleTexts)
	fs.Var(t, "rule", "check this `rule` over the order of events too, as in 'human before tool:refund'; may be repeated")
	return t
}

// parse returns the policies that the flags state: rule-1, rule-2, and so on.
func (t *ruleTexts) parse() ([]*policy.Rule, error) {
	var rules []*policy.Rule
	for i, text := range *t {
		r, err := parseRule(fmt.Sprintf("rule-%d", i+1), text)
		if err != nil {
			return nil, fmt.Errorf("-rule: %w", err)
		}
		rules = append(rules, r)
	}
	return rules, nil
}

// parseRule reads a rule. The error has the text and a caret.
func parseRule(name, text string) (*policy.Rule, error) {
	_, err := syntax.Parse(text)
	if wrong := new(syntax.Error); errors.As(err, &wrong) {
		return nil, fmt.Errorf("%w\n    %s", err, strings.ReplaceAll(wrong.Snippet(), "\n", "\n    "))
	}
	if err != nil {
		return nil, err
	}
	r, wrong := policy.Parse(name, text, graph.Pos{})
	if wrong != nil {
		return nil, wrong
	}
	return r, nil
}
