package policy

// This file reads the section policies: rules over the order of events.

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
)

// nameForm is what the name of a policy looks like.
var nameForm = regexp.MustCompile(`\A[A-Za-z0-9][A-Za-z0-9._-]*\z`)

// CheckName returns an error if a policy cannot be called name.
func CheckName(name string) error {
	if nameForm.MatchString(name) {
		return nil
	}
	return fmt.Errorf("%q is no name of a policy: want letters, digits, dots, dashes and underscores", name)
}

// policies reads the section policies.
func (d *document) policies(n *yaml.Node) {
	first := make(map[string]graph.Pos)
	count := 0
	d.list(n, "policies", func(n *yaml.Node) {
		if count++; count > maxPolicies {
			if count == maxPolicies+1 {
				d.fail(n, "policies: more than %d are too many", maxPolicies)
			}
			return
		}
		r := d.policy(n)
		if r == nil || r.Name == "" {
			return
		}
		d.rules = append(d.rules, r)
		if pos, ok := first[r.Name]; ok {
			d.failAt(r.name, "policies: %q is the name of the policy on line %d, too", r.Name, pos.Line)
			return
		}
		first[r.Name] = d.pos(n)
	})
}

// policy reads one policy. It returns nil if the node is none.
func (d *document) policy(n *yaml.Node) *Rule {
	r := newRule("")
	var parts []part
	var name, rule, list *yaml.Node
	ok := d.mapping(n, "a policy",
		field{"name", func(n *yaml.Node) { name = n; d.policyName(n, r) }},
		field{"description", func(n *yaml.Node) { d.string(n, "description", &r.Description) }},
		field{"rule", func(n *yaml.Node) { rule = n; d.rule(n, "rule", &parts) }},
		field{"all", func(n *yaml.Node) {
			list = n
			d.list(n, "all", func(n *yaml.Node) { d.rule(n, "all", &parts) })
		}},
		field{"severity", func(n *yaml.Node) { d.severityWord(n, r) }},
		field{"handling", func(n *yaml.Node) { enum(d.decoder, n, "handling", handlingWords, &r.Handling) }},
		field{"workflows", func(n *yaml.Node) { d.globs(n, "workflows", &r.Scope.Workflows) }},
		field{"packages", func(n *yaml.Node) { d.globs(n, "packages", &r.Scope.Packages) }},
		field{"agents", func(n *yaml.Node) { d.globs(n, "agents", &r.Scope.Agents) }},
		field{"fairness", func(n *yaml.Node) { enum(d.decoder, n, "fairness", fairnessWords, &r.fairness) }},
		field{"owasp", func(n *yaml.Node) {
			d.list(n, "owasp", func(n *yaml.Node) {
				if item := d.oneOf(n, "owasp", rules.Items()); item != "" {
					r.OWASP = append(r.OWASP, item)
				}
			})
		}},
	)
	switch {
	case !ok:
		return nil
	case name == nil:
		d.fail(n, "a policy has no name: write name: NAME")
	case rule != nil && list != nil:
		d.fail(list, "policy %q has both rule and all: want one of them", r.Name)
	case rule == nil && list == nil:
		d.fail(n, "policy %q has no rule: write rule: RULE", r.Name)
	}
	r.join(parts)
	return r
}

// Parse returns the policy that a directive states. The text begins at pos and has
// one line.
func Parse(name, text string, pos graph.Pos) (*Rule, *Error) {
	parsed, err := syntax.Parse(text)
	if wrong := new(syntax.Error); errors.As(err, &wrong) {
		pos.Col += wrong.Pos.Offset
		return nil, &Error{Pos: pos, Msg: wrong.Msg}
	}
	move(parsed, func(p *syntax.Pos) { p.Line, p.Col = pos.Line, pos.Col+p.Offset })
	r := newRule(name)
	r.join([]part{{parsed, text, pos}})
	return r, nil
}

// newRule returns a rule with what holds if the file does not say otherwise.
func newRule(name string) *Rule {
	return &Rule{Name: name, Severity: rules.High, Handling: Block, fairness: fair}
}

// A part is one text of a rule.
type part struct {
	rule *syntax.Rule
	text string
	pos  graph.Pos
}

// join makes r the rule that all parts hold. There are none after a mistake.
func (r *Rule) join(parts []part) {
	if len(parts) == 0 {
		return
	}
	first := parts[0]
	r.Rule, r.Text, r.Pos = first.rule, first.text, first.pos
	if len(parts) == 1 {
		return
	}
	r.Rule = &syntax.Rule{Form: syntax.FormAnd, Pos: first.rule.Pos}
	var texts []string
	for _, p := range parts {
		r.Rule.Args = append(r.Rule.Args, p.rule)
		texts = append(texts, "("+p.text+")")
	}
	r.Text = strings.Join(texts, " AND ")
}

func (d *document) policyName(n *yaml.Node, r *Rule) {
	d.string(n, "name", &r.Name)
	r.name = d.src.start(n)
	if err := CheckName(r.Name); r.Name != "" && err != nil {
		d.fail(n, "name: %v", err)
	}
}

func (d *document) severityWord(n *yaml.Node, r *Rule) {
	if w := d.oneOf(n, "severity", severityWords()); w != "" {
		r.Severity, _ = rules.ParseSeverity(w)
	}
}

// rule reads one text of a rule.
func (d *document) rule(n *yaml.Node, what string, parts *[]part) {
	s := d.text(n, what)
	if s == nil {
		return
	}
	if d.ruleBytes += len(s.Value); d.ruleBytes > maxRules {
		if d.ruleBytes-len(s.Value) <= maxRules {
			d.fail(n, "%s: the rules have more than %d bytes, those behind aliases counted each time", what, maxRules)
		}
		return
	}
	places := d.src.places(s)
	parsed, err := syntax.Parse(s.Value)
	if wrong := new(syntax.Error); errors.As(err, &wrong) {
		d.failAt(places[min(wrong.Pos.Offset, len(s.Value))], "%s: %s", what, wrong.Msg)
		return
	}
	move(parsed, func(p *syntax.Pos) {
		p.Offset = places[min(p.Offset, len(s.Value))]
		p.Line, p.Col = d.src.position(p.Offset)
	})
	*parts = append(*parts, part{parsed, strings.TrimSpace(s.Value), d.pos(s)})
}

// move changes every position in a rule, once. Parts that nobody wrote have none.
func move(r *syntax.Rule, change func(*syntax.Pos)) {
	seen := make(map[any]bool)
	once := func(owner any, p *syntax.Pos) {
		if !seen[owner] && p.Line > 0 {
			change(p)
		}
		seen[owner] = true
	}
	var formula func(f *syntax.Formula)
	formula = func(f *syntax.Formula) {
		if seen[f] {
			return
		}
		once(f, &f.Pos)
		if a := f.Atom; a != nil && !seen[a] {
			once(a, &a.Pos)
			for i := range a.Tests {
				change(&a.Tests[i].Pos)
			}
		}
		for _, g := range f.Args {
			formula(g)
		}
	}
	var rule func(r *syntax.Rule)
	rule = func(r *syntax.Rule) {
		once(r, &r.Pos)
		for _, arg := range r.Args {
			rule(arg)
		}
		for _, f := range r.Operands {
			formula(f)
		}
	}
	rule(r)
}
