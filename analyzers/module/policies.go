package module

// This file asks what policies and annotations are good for, over all packages.

import (
	"cmp"
	"slices"

	"github.com/agentvet/agentvet/analyzers/internal/directive"
	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
)

// A Test says of policies, annotations of data and rows on libraries whether they
// could find anything in a module.
type Test struct {
	Policies []*verify.Adequacy // those of the file, then those that packages state
	Data     *verify.Uses
	// Tested: there was something to test, a workflow or an annotation of data.
	Tested bool
	// Passed: each of them says something. Built-in policies need not: nobody asked
	// for them.
	Passed bool
}

// Test tests the rules of a policy, those that packages state, and others that the
// user gives, on the workflows of m. See Options for whole.
func (m *Module) Test(p *policy.Policy, more []*policy.Rule, whole bool) *Test {
	t := &Test{Data: m.uses(p), Passed: true}
	var rules []*policy.Rule
	if p != nil {
		rules = p.Rules
	}
	for _, b := range m.policies(slices.Concat(rules, more)) {
		a := verify.Adequate(b.rule, b.workflows)
		t.Policies = append(t.Policies, a)
		t.Tested = t.Tested || len(b.workflows) > 0
		t.Passed = t.Passed && (a.Passed() || b.rule.Builtin)
	}
	t.Tested = t.Tested || len(t.Data.Sinks)+len(t.Data.Sources)+len(t.Data.Rows) > 0
	t.Passed = t.Passed && t.Data.Protect(whole)
	return t
}

// A bound policy is one with the workflows that it may be about.
type boundPolicy struct {
	rule      *policy.Rule
	workflows []verify.Owned
}

// policies returns the policies of a file, which are about all workflows, and those
// that packages state, which are about their own.
func (m *Module) policies(file []*policy.Rule) []boundPolicy {
	return append(m.bind(file), m.bindStated()...)
}

// bind returns the policies of a file.
func (m *Module) bind(file []*policy.Rule) (out []boundPolicy) {
	all := m.workflows()
	for _, r := range file {
		if r.Static() {
			out = append(out, boundPolicy{r, all})
		}
	}
	return out
}

// bindStated returns the policies that packages state.
func (m *Module) bindStated() (out []boundPolicy) {
	all := m.workflows()
	for _, r := range m.stated() {
		one := &directive.PackagePolicies{Rules: []*policy.Rule{r}}
		b := boundPolicy{rule: r}
		for _, o := range all {
			if len(one.Of(o.Workflow)) > 0 {
				b.workflows = append(b.workflows, o)
			}
		}
		out = append(out, b)
	}
	return out
}

// Rules returns the rules of policies and those that packages state.
func (m *Module) Rules(policies ...*policy.Policy) (list []*policy.Rule) {
	for _, p := range policies {
		list = append(list, p.Checked()...)
	}
	return append(list, m.stated()...)
}

// stated returns the policies that packages state, each once: a package hands on those
// of its imports.
func (m *Module) stated() []*policy.Rule {
	var rules []*policy.Rule
	for _, p := range m.Packages {
		rules = append(rules, p.Policies...)
	}
	compare := func(a, b *policy.Rule) int {
		return cmp.Or(report.ComparePos(a.Pos, b.Pos), cmp.Compare(a.Name, b.Name), cmp.Compare(a.Text, b.Text))
	}
	slices.SortFunc(rules, compare)
	return slices.CompactFunc(rules, func(a, b *policy.Rule) bool { return compare(a, b) == 0 })
}

// vacuous returns a finding for each policy that names what is not there.
func vacuous(policies []boundPolicy) (out []report.Finding) {
	for _, b := range policies {
		out = append(out, verify.Vacuous([]*policy.Rule{b.rule}, b.workflows)...)
	}
	return out
}

// uses returns what becomes of the sinks and sources that the packages declare, and of
// the rows of a policy.
func (m *Module) uses(p *policy.Policy) *verify.Uses {
	list := []*verify.Uses{{Rows: verify.NewRowUses(p.LibraryRows())}}
	for _, p := range m.Packages {
		if p.Data != nil {
			list = append(list, p.Data)
		}
	}
	u := verify.Merge(list)
	if len(u.Rows) > 0 {
		declared := new(verify.Names)
		for _, s := range u.Sources {
			declared.Labels = append(declared.Labels, s.Label)
		}
		verify.CheckRowLabels(u.Rows, m.Program, declared.With(p.Table()))
	}
	u.Sources = slices.DeleteFunc(u.Sources, func(s verify.SourceUse) bool { return !s.Pos.IsValid() })
	return u
}
