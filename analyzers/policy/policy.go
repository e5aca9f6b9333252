package policy

// This file defines what a policy file says once it is read.

import (
	"path/filepath"
	"slices"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/policyfile"
	"github.com/agentvet/agentvet/taint"
)

// A Policy is a policy file that was read and found valid, merged with its
// profile and the built-in pack. It is not changed once it is made. All methods
// work on a nil *Policy, which asks for nothing.
type Policy struct {
	File         string // absolute, "" if there is no file
	profile      policyfile.Profile
	Checks       Checks
	Sensitive    []Name  // globs of tools that need a human before them
	Rules        []*Rule // what must hold of runs: the built-in pack, then the file
	off          []*Rule // rules of the built-in pack that the file switches off
	severities   []severityOf
	suppressions []*suppression
	grants       []*Grant
	inventory    *Name
	Library      *taint.Table // rows on what libraries do, nil if there are none

	table    *taint.Table
	sum      string
	recorded func() (*Inventory, error) // nil without an inventory
	identity string                     // see Identity, "" for that of sum
}

// Table returns what is known of libraries: what agentvet brings along, joined with what
// the file says. Some rows of the file may be left out.
func (p *Policy) Table(without ...*library.Data) *taint.Table {
	switch {
	case p == nil || p.table == nil:
		return taint.Standard()
	case len(without) > 0:
		return joined(p.Library.Without(without))
	}
	return p.table
}

// joined returns what agentvet brings along, joined with the rows of a file.
func joined(library *taint.Table) *taint.Table { return taint.Standard().Join(library.Added()) }

// LibraryRows returns the rows of the file in order.
func (p *Policy) LibraryRows() []*library.Data {
	if p == nil || p.Library == nil {
		return nil
	}
	return p.Library.All()
}

// Trusted returns the rows of the file that can take findings away: those that say of a function that data does not
// get through it, or not as it was.
func (p *Policy) Trusted() (list []report.Trust) {
	for _, r := range p.LibraryRows() {
		if r.Moves() || r.Verb == library.VerbValidator {
			list = append(list, report.Trust{Row: true, Word: r.Verb.String(), Subject: r.Key(), Text: r.String(), Pos: r.Pos})
		}
	}
	return list
}

// Sum returns a hash of everything in p that can change a verdict, or "" for no
// policy. The inventory is apart, see Identity.
func (p *Policy) Sum() string {
	if p == nil {
		return ""
	}
	return p.sum
}

// What the file says of runs is read by package policyfile, which guards at run time share.
type (
	Rule      = policyfile.Rule
	Scope     = policyfile.Scope
	Glob      = policyfile.Glob
	Name      = policyfile.Name
	Pattern   = policyfile.Pattern
	Grant     = policyfile.Grant
	Granted   = policyfile.Granted
	Checks    = policyfile.Checks
	Handling  = policyfile.Handling
	Error     = policyfile.Error
	ErrorList = policyfile.ErrorList

	severityOf = policyfile.Severity
)

// Handlings: see policyfile.
const (
	Warn     = policyfile.Warn
	Block    = policyfile.Block
	Halt     = policyfile.Halt
	Escalate = policyfile.Escalate
)

// Group is the group of the findings of policies: the finding of a policy called
// NAME has the rule policy/NAME.
const Group = policyfile.Group

// CheckName returns an error if a policy cannot be called name.
func CheckName(name string) error { return policyfile.CheckName(name) }

// Parse returns the policy that a directive states. The text begins at pos and has
// one line.
func Parse(name, text string, pos graph.Pos) (*Rule, *Error) {
	return policyfile.Parse(name, text, pos)
}

// Grants returns the entries of the section grant, in order.
func (p *Policy) Grants() []*Grant {
	if p == nil {
		return nil
	}
	return p.grants
}

// RuleByName returns the rule called name, nil if there is none.
func (p *Policy) RuleByName(name string) *Rule {
	if p == nil {
		return nil
	}
	for _, r := range p.Rules {
		if r.Name == name {
			return r
		}
	}
	return nil
}

// severityOf returns what p says of the severity of the rule called id: an entry
// for the rule itself counts more than one for its group. The result is nil if p
// says nothing.
func (p *Policy) severityOf(id string) *severityOf {
	if p == nil {
		return nil
	}
	var found *severityOf
	for i := range p.severities {
		s := &p.severities[i]
		if s.Rule == id {
			return s
		}
		if rules.Matches(s.Rule, id) {
			found = s
		}
	}
	return found
}

// Checked returns what is checked in workflows: the rules of p, and those of the built-in
// pack that it switches off, as what they would find is counted.
func (p *Policy) Checked() []*Rule {
	if p == nil {
		return nil
	}
	return slices.Concat(p.Rules, p.off)
}

// SwitchedOff returns the rules and groups that p switches off, in the order of the file.
func (p *Policy) SwitchedOff() (list []report.Off) {
	if p == nil {
		return nil
	}
	for _, s := range p.severities {
		if s.Off {
			list = append(list, report.Off{Rule: s.Rule, Pos: s.Pos})
		}
	}
	slices.SortFunc(list, func(a, b report.Off) int { return report.ComparePos(a.Pos, b.Pos) })
	return list
}

// Off reports whether p switches off the rule called id. Of a group, it reports
// whether the group as a whole is off.
func (p *Policy) Off(id string) bool {
	s := p.severityOf(id)
	return s != nil && s.Off
}

// A Suppression silences findings.
type suppression struct {
	Rule     string // a rule or a group
	Workflow *Glob  // nil for any
	File     *Glob  // of a path relative to the directory of the policy file
	Subject  *Glob
	Reason   string
	Until    string // the last day on which it holds, as in 2027-06-30; "" for ever
	Expired  bool   // that day has passed: it silences nothing any more
	Pos      graph.Pos

	at, rule int // the offsets of the entry and of the rule's name in the file
}

// A Target is what a suppression looks at of a finding.
type target struct {
	Rule, Workflow, Subject string
	File                    string // absolute, or relative to the working directory
}

// suppression returns the first suppression of p that covers t and has not
// expired, nil if there is none.
func (p *Policy) suppression(t target) *suppression {
	if p == nil || len(p.suppressions) == 0 {
		return nil
	}
	file := p.relative(t.File)
	for _, s := range p.suppressions {
		if !s.Expired && rules.Matches(s.Rule, t.Rule) && match(s.Workflow, t.Workflow) && match(s.Subject, t.Subject) && match(s.File, file) {
			return s
		}
	}
	return nil
}

func match(g *Glob, name string) bool { return g == nil || g.Match(name) }

// relative returns a file's path relative to the directory of the policy file,
// with slashes.
func (p *Policy) relative(file string) string {
	if file == "" {
		return ""
	}
	abs, err := filepath.Abs(file)
	if err != nil {
		return filepath.ToSlash(file)
	}
	rel, err := filepath.Rel(filepath.Dir(p.File), abs)
	if err != nil {
		return filepath.ToSlash(abs)
	}
	return filepath.ToSlash(rel)
}
