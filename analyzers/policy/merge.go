package policy

// This file puts a file on top of its profile and of the built-in pack.

import (
	"slices"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/internal/spell"
)

// merge returns the policy that the profile, the pack and the file make together.
func (d *document) merge() *Policy {
	p := &Policy{
		profile: d.profile, Checks: profiles[d.profile], Sensitive: d.sensitive,
		severities: d.severity, suppressions: d.suppress, grants: d.grants, inventory: d.inventory,
	}
	set := func(into *bool, value *bool) {
		if value != nil {
			*into = *value
		}
	}
	set(&p.Checks.EachExit, d.checks.eachExit)
	set(&p.Checks.RequireHuman, d.checks.requireHuman)
	set(&p.Checks.PerCall, d.checks.perCall)
	set(&p.Checks.Contained, d.checks.contained)
	set(&p.Checks.Strict, d.checks.strict)
	set(&p.Checks.Implicit, d.checks.implicit)
	set(&p.Checks.LinearPlans, d.checks.linearPlans)
	p.Rules, p.off = append(d.pack, d.rules...), d.off
	if d.library != nil {
		p.Library, p.table = d.library, joined(d.library)
	}
	return p
}

// changePack changes the rules of the pack as the section builtin says.
func (d *document) changePack(pack []*Rule) {
	var names []string
	rules := make(map[string]*Rule)
	for _, r := range pack {
		names = append(names, r.Name)
		r.Builtin = true
		rules[r.Name] = r
	}
	for _, c := range d.builtin {
		r := rules[c.name.Value]
		switch {
		case r == nil:
			d.fail(c.name, "builtin: no policy of the built-in pack is called %q%s", c.name.Value, spell.DidYouMean(c.name.Value, names))
		case c.to.Off:
			delete(rules, r.Name)
			d.off = append(d.off, r)
			c.to.Rule = r.ID()
			d.severity = append(d.severity, c.to)
		default:
			r.Severity = c.to.Severity
		}
	}
	d.pack = slices.DeleteFunc(slices.Clone(pack), func(r *Rule) bool { return rules[r.Name] == nil })
}

// checkNames looks for policies that take a name of the pack, and for
// suppressions of rules that do not exist.
func (d *document) checkNames(pack []*Rule) {
	known := append(rules.Names(), Group)
	packed := make(map[string]bool)
	for _, r := range pack {
		packed[r.Name] = true
		known = append(known, r.ID())
	}
	for _, r := range d.rules {
		known = append(known, r.ID())
		if packed[r.Name] {
			d.failAt(r.name, "policies: %q is a policy of the built-in pack; the section builtin changes it", r.Name)
		}
	}
	for _, s := range d.suppress {
		if s.Rule != "" && !slices.Contains(known, s.Rule) {
			d.failAt(s.rule, "suppress: no rule is called %q%s", s.Rule, spell.DidYouMean(s.Rule, known))
		}
	}
}
