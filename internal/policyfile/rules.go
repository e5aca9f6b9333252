package policyfile

// This file reads the section policies: rules over the order of events.

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
)

// Group is the group of the findings of policies: the finding of a policy called
// NAME has the rule policy/NAME.
const Group = rules.PolicyGroup

// A Name is a glob and where it is written.
type Name struct {
	Text string
	Pos  graph.Pos
}

// A Rule is one policy over the order of events.
type Rule struct {
	Name string
	// Rule is the parsed text; several texts are joined by AND. Positions in it
	// are those in the file of Pos, not those in the text.
	Rule        *syntax.Rule
	Text        string // as it is written; several texts are joined by AND
	Severity    rules.Severity
	Handling    Handling
	Scope       Scope
	fairness    fairness
	Description string
	OWASP       []string  // as in "LLM06:2025" and "ASI02"
	Pos         graph.Pos // of the text
	Builtin     bool      // of the built-in pack

	name int // the offset of the name in the file
}

// ID returns the rule of the findings of r.
func (r *Rule) ID() string { return Group + "/" + r.Name }

// confirmDestructive is the built-in policy that structure/human-gate stands for.
const confirmDestructive = "confirm-destructive"

// Unfair reports whether loops of r may go on for ever: by default they are left in the
// end, if they can be.
func (r *Rule) Unfair() bool { return r.fairness == noFairness }

// Static reports whether r is checked in workflows, not only watched in runs. The
// built-in policy that a human is asked before each destructive tool is not: that
// is structure/human-gate, whose options say more, and one mistake is one finding.
func (r *Rule) Static() bool { return !r.Builtin || r.Name != confirmDestructive }

// A Scope says where a rule holds. An empty list leaves open what it lists.
type Scope struct{ Workflows, Packages, Agents []Glob }

// Covers reports whether the scope has a workflow that a package builds and in
// which agents take part.
func (s *Scope) Covers(workflow, pkg string, agents ...string) bool {
	return matchesAny(s.Workflows, workflow) && matchesAny(s.Packages, pkg) && matchesAny(s.Agents, agents...)
}

// matchesAny reports whether one of names matches one of globs, or whether there
// are no globs.
func matchesAny(globs []Glob, names ...string) bool {
	return len(globs) == 0 || slices.ContainsFunc(globs, func(g Glob) bool { return slices.ContainsFunc(names, g.Match) })
}

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
func (d *Decoder) policies(f *File, n *yaml.Node) {
	first := make(map[string]graph.Pos)
	count := 0
	d.List(n, "policies", func(n *yaml.Node) {
		if count++; count > MaxPolicies {
			if count == MaxPolicies+1 {
				d.Fail(n, "policies: more than %d are too many", MaxPolicies)
			}
			return
		}
		r := d.policy(n)
		if r == nil || r.Name == "" {
			return
		}
		f.Rules = append(f.Rules, r)
		if pos, ok := first[r.Name]; ok {
			d.FailAt(r.name, "policies: %q is the name of the policy on line %d, too", r.Name, pos.Line)
			return
		}
		first[r.Name] = d.Pos(n)
	})
}

// policy reads one policy. It returns nil if the node is none.
func (d *Decoder) policy(n *yaml.Node) *Rule {
	r := newRule("")
	var parts []part
	var name, rule, list *yaml.Node
	ok := d.Mapping(n, "a policy",
		Key("name", func(n *yaml.Node) { name = n; d.policyName(n, r) }),
		Key("description", func(n *yaml.Node) { d.String(n, "description", &r.Description) }),
		Key("rule", func(n *yaml.Node) { rule = n; d.rule(n, "rule", &parts) }),
		Key("all", func(n *yaml.Node) {
			list = n
			d.List(n, "all", func(n *yaml.Node) { d.rule(n, "all", &parts) })
		}),
		Key("severity", func(n *yaml.Node) { d.severityWord(n, r) }),
		Key("handling", func(n *yaml.Node) { Enum(d, n, "handling", handlingWords, &r.Handling) }),
		Key("workflows", func(n *yaml.Node) { d.Globs(n, "workflows", &r.Scope.Workflows) }),
		Key("packages", func(n *yaml.Node) { d.Globs(n, "packages", &r.Scope.Packages) }),
		Key("agents", func(n *yaml.Node) { d.Globs(n, "agents", &r.Scope.Agents) }),
		Key("fairness", func(n *yaml.Node) { Enum(d, n, "fairness", fairnessWords, &r.fairness) }),
		Key("owasp", func(n *yaml.Node) {
			d.List(n, "owasp", func(n *yaml.Node) {
				if item := d.OneOf(n, "owasp", rules.Items()); item != "" {
					r.OWASP = append(r.OWASP, item)
				}
			})
		}),
	)
	switch {
	case !ok:
		return nil
	case name == nil:
		d.Fail(n, "a policy has no name: write name: NAME")
	case rule != nil && list != nil:
		d.Fail(list, "policy %q has both rule and all: want one of them", r.Name)
	case rule == nil && list == nil:
		d.Fail(n, "policy %q has no rule: write rule: RULE", r.Name)
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

func (d *Decoder) policyName(n *yaml.Node, r *Rule) {
	d.String(n, "name", &r.Name)
	r.name = d.src.start(n)
	if err := CheckName(r.Name); r.Name != "" && err != nil {
		d.Fail(n, "name: %v", err)
	}
}

func (d *Decoder) severityWord(n *yaml.Node, r *Rule) {
	if w := d.OneOf(n, "severity", severityWords()); w != "" {
		r.Severity, _ = rules.ParseSeverity(w)
	}
}

// rule reads one text of a rule.
func (d *Decoder) rule(n *yaml.Node, what string, parts *[]part) {
	s := d.Text(n, what)
	if s == nil {
		return
	}
	if d.ruleBytes += len(s.Value); d.ruleBytes > maxRules {
		if d.ruleBytes-len(s.Value) <= maxRules {
			d.Fail(n, "%s: the rules have more than %d bytes, those behind aliases counted each time", what, maxRules)
		}
		return
	}
	places := d.src.places(s)
	parsed, err := syntax.Parse(s.Value)
	if wrong := new(syntax.Error); errors.As(err, &wrong) {
		d.FailAt(places[min(wrong.Pos.Offset, len(s.Value))], "%s: %s", what, wrong.Msg)
		return
	}
	move(parsed, func(p *syntax.Pos) {
		p.Offset = places[min(p.Offset, len(s.Value))]
		p.Line, p.Col = d.src.position(p.Offset)
	})
	*parts = append(*parts, part{parsed, strings.TrimSpace(s.Value), d.Pos(s)})
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
	var atom func(a *syntax.Atom)
	atom = func(a *syntax.Atom) {
		if seen[a] {
			return
		}
		once(a, &a.Pos)
		for i := range a.Tests {
			change(&a.Tests[i].Pos)
			if of := a.Tests[i].Of; of != nil {
				atom(of.Call)
			}
		}
	}
	var formula func(f *syntax.Formula)
	formula = func(f *syntax.Formula) {
		if seen[f] {
			return
		}
		once(f, &f.Pos)
		if f.Atom != nil {
			atom(f.Atom)
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
