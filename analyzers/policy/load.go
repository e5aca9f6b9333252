package policy

// This file reads a policy file: the file as a whole, and its sections.

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/internal/policyfile"
	"github.com/agentvet/agentvet/internal/regular"
	"github.com/agentvet/agentvet/internal/spell"
	"github.com/agentvet/agentvet/taint"
)

// Options say what a file is read against.
type Options struct {
	// Today tells which suppressions have expired. At the zero time, none has.
	Today time.Time
}

// Read reads the policy file that the user calls by its name, and Load does the work.
func Read(name string, o Options) (*Policy, error) {
	src, err := regular.Named(name, policyfile.MaxSize)
	return load(name, src, err, o)
}

// ReadFound reads a policy file that Find has found. It is part of the program, which is not
// trusted: a link that leads out of the directory of the file is not followed.
func ReadFound(name string, o Options) (*Policy, error) {
	src, err := regular.Inside(filepath.Dir(name), name, policyfile.MaxSize)
	switch {
	case errors.Is(err, regular.ErrOutside):
		err = fmt.Errorf("%w; -policy FILE applies a policy file from anywhere", err)
	case errors.Is(err, regular.ErrNotRegular) && isDir(name):
		return nil, fmt.Errorf("the policy file cannot be read: %s: is a directory", name)
	}
	return load(name, src, err, o)
}

func load(name string, src []byte, err error, o Options) (*Policy, error) {
	switch {
	case errors.Is(err, regular.ErrTooLarge):
		return nil, policyfile.TooLarge(name)
	case errors.Is(err, regular.ErrNotRegular) && isDir(name):
		return nil, fmt.Errorf("the policy file cannot be read: %s is a directory; the file in it is called %s by default", name, FileName)
	case err != nil:
		return nil, fmt.Errorf("the policy file cannot be read: %w", err)
	}
	return Load(name, src, o)
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// Load reads a policy file, and the inventory that it names. The error is an ErrorList unless
// the file is too large; what is wrong with the inventory, Inventory says.
func Load(name string, src []byte, o Options) (*Policy, error) {
	d := &document{Options: o}
	f, err := policyfile.Read(name, src, policyfile.Others{Sections: d.sections, Check: d.check})
	if err != nil {
		return nil, err
	}
	p := d.merge(f)
	if p.File, err = filepath.Abs(name); err != nil {
		return nil, err
	}
	p.sum = p.hash(src)
	p.record()
	return p, nil
}

// Default returns the policy where there is no file: the built-in pack.
var Default = sync.OnceValue(func() *Policy {
	p, err := Load("", []byte("version: 1\n"), Options{})
	if err != nil {
		panic("policy: internal error: " + err.Error())
	}
	p.File, p.sum = "", ""
	return p
})

// hash returns a hash of the file, of its name, which findings carry, and of
// what the date has made of it.
func (p *Policy) hash(src []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "agentvet policy %s\n%q\n", policyfile.Format, p.File)
	for _, s := range p.suppressions {
		fmt.Fprintf(h, "%t ", s.Expired)
	}
	h.Write(src)
	return hex.EncodeToString(h.Sum(nil))
}

// A document is what a file says beside what it says of runs.
type document struct {
	*policyfile.Decoder
	Options
	severity  []severityOf
	suppress  []*suppression
	library   *taint.Table // nil if there is no such section
	inventory *Name
}

// sections returns the sections that are read here.
func (d *document) sections(on *policyfile.Decoder) []policyfile.Field {
	d.Decoder = on
	return []policyfile.Field{
		policyfile.Key("inventory", d.inventoryFile),
		policyfile.Key("severities", d.severities),
		policyfile.Key("suppress", func(n *yaml.Node) {
			d.List(n, "suppress", func(n *yaml.Node) { d.suppression(n, d.Options) })
		}),
		policyfile.Key("libraries", d.libraries),
	}
}

// check looks for suppressions that have no end, or of rules that do not exist.
func (d *document) check(_ *policyfile.Decoder, f *policyfile.File) {
	known := append(rules.Names(), Group)
	for _, r := range slices.Concat(f.Off, f.Rules) {
		known = append(known, r.ID())
	}
	for _, s := range d.suppress {
		if f.Profile == policyfile.RegulatedProfile && s.Until == "" {
			d.FailAt(s.at, "suppress: the profile regulated wants a last day: write until: YYYY-MM-DD")
		}
		if s.Rule != "" && !slices.Contains(known, s.Rule) {
			d.FailAt(s.rule, "suppress: no rule is called %q%s", s.Rule, spell.DidYouMean(s.Rule, known))
		}
	}
}

// merge returns the policy that the file makes.
func (d *document) merge(f *policyfile.File) *Policy {
	p := &Policy{
		profile: f.Profile, Checks: f.Checks, Sensitive: f.Sensitive, Rules: f.Rules, off: f.Off, grants: f.Grants,
		severities: append(d.severity, f.Severities...), suppressions: d.suppress, inventory: d.inventory,
	}
	if d.library != nil {
		p.Library, p.table = d.library, joined(d.library)
	}
	return p
}

func (d *document) severities(n *yaml.Node) {
	d.Pairs(n, "severities", func(key, value *yaml.Node) {
		if !slices.Contains(rules.Names(), key.Value) {
			d.Fail(key, "severities: no rule is called %q%s", key.Value, spell.DidYouMean(key.Value, rules.Names()))
			return
		}
		to := d.SeverityOrOff(value, "severities: "+key.Value)
		switch {
		case to == nil:
		case to.Off && rules.Matches(key.Value, rules.Undecided):
			d.Fail(value, "severities: %s cannot be switched off: what is not known would read as if it held", rules.Undecided)
		default:
			to.Rule = key.Value
			d.severity = append(d.severity, *to)
		}
	})
}

// suppression reads one entry of the section suppress.
func (d *document) suppression(n *yaml.Node, o Options) {
	s := &suppression{Pos: d.Pos(n), at: d.Start(n)}
	var rule, reason *yaml.Node
	glob := func(key string, into **Glob) policyfile.Field {
		return policyfile.Key(key, func(n *yaml.Node) { *into = d.Glob(n, "suppress: "+key) })
	}
	ok := d.Mapping(n, "suppress",
		policyfile.Key("rule", func(n *yaml.Node) { rule = n; s.rule = d.Start(n); d.String(n, "suppress: rule", &s.Rule) }),
		glob("workflow", &s.Workflow), glob("file", &s.File), glob("subject", &s.Subject),
		policyfile.Key("reason", func(n *yaml.Node) { reason = n; d.String(n, "suppress: reason", &s.Reason) }),
		policyfile.Key("until", func(n *yaml.Node) { d.until(n, s, o.Today) }),
	)
	if !ok {
		return
	}
	d.suppress = append(d.suppress, s)
	switch {
	case rule == nil:
		d.Fail(n, "suppress: the entry names no rule: write rule: RULE")
	case s.Rule != "" && !suppressible(s.Rule):
		d.Fail(rule, "suppress: %s covers findings about suppressions, which cannot be suppressed", s.Rule)
	case reason == nil:
		d.Fail(n, "suppress: the entry gives no reason: whoever reads it later needs it")
	}
}

// suppressible reports whether a pattern covers none of the findings about
// suppressions themselves.
func suppressible(pattern string) bool {
	return !slices.ContainsFunc(rules.AboutIgnores(), func(id string) bool { return rules.Matches(pattern, id) })
}

// until reads the last day of a suppression.
func (d *document) until(n *yaml.Node, s *suppression, today time.Time) {
	v := d.Enter(n)
	if v == nil {
		return
	}
	s.Until = v.Value
	day, err := time.Parse(time.DateOnly, s.Until)
	if v.Kind != yaml.ScalarNode || err != nil {
		d.Fail(n, "suppress: until: want a day such as 2027-06-30, not %s", policyfile.Describe(v))
		return
	}
	s.Expired = !today.IsZero() && !today.UTC().Before(day.AddDate(0, 0, 1))
}
