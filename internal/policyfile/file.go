package policyfile

// This file reads a policy file: the file as a whole, and the sections about runs.

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/internal/spell"
)

// Limits. A file within them is read in a fraction of a second.
const (
	MaxSize     = 1 << 20 // bytes: ten thousand policies of a few lines
	maxNodes    = 100_000 // values, those behind an alias counted at each use
	MaxPolicies = 1000
	maxRules    = 4 << 20 // bytes of the texts of rules, counted alike: more than the file has without aliases
)

// Format is the version of the form of the file.
const Format = "1"

// A File is what a policy file says of runs, merged with its profile and the built-in pack.
type File struct {
	Profile    Profile
	Checks     Checks
	Sensitive  []Name
	Rules      []*Rule    // those of the built-in pack, then those of the file
	Off        []*Rule    // those of the pack that the file switches off
	Severities []Severity // of those that are off
	Grants     []*Grant

	checks  struct{ eachExit, requireHuman, perCall, contained, strict, implicit, linearPlans *bool }
	builtin []builtinChange
}

// Checks are the options of the checks.
type Checks struct {
	EachExit     bool // every exit must be reachable, not only one
	RequireHuman bool // a workflow without a reachable human step fails
	PerCall      bool // one approval covers one call of a sensitive tool
	Contained    bool // no agent delegates to one that may call tools which it may not call itself
	Strict       bool // what could not be decided is reported
	Implicit     bool // what control tells of data is data
	LinearPlans  bool // plans have no conditions
}

// A Severity sets the severity of a rule or of a group of rules, or switches it off.
type Severity struct {
	Rule     string
	Severity rules.Severity // unset if Off
	Off      bool
	Pos      graph.Pos
}

// A builtinChange is an entry of the section builtin.
type builtinChange struct {
	name *yaml.Node
	to   Severity
}

// Others are the sections that somebody else reads.
type Others struct {
	// Sections returns the keys of these sections.
	Sections func(*Decoder) []Field
	// Check, if not nil, looks for mistakes when all sections were read.
	Check func(*Decoder, *File)
}

// Elsewhere are the keys of the sections that say nothing of runs.
var Elsewhere = []string{"inventory", "severities", "suppress", "libraries"}

// Skip leaves out what the sections elsewhere say, and does not look for mistakes in them.
func Skip(*Decoder) (fields []Field) {
	for _, key := range Elsewhere {
		fields = append(fields, Key(key, func(*yaml.Node) {}))
	}
	return fields
}

// Read reads a file. The error is an ErrorList unless the file is too large.
func Read(name string, src []byte, others Others) (*File, error) {
	pack, err := decode(builtinName, builtinSource, Others{Sections: Skip}, nil)
	if err != nil {
		panic("policyfile: internal error: " + err.Error())
	}
	return decode(name, src, others, pack.Rules)
}

// TooLarge is the error of a file of more than MaxSize bytes.
func TooLarge(name string) error {
	return fmt.Errorf("%s: more than %d bytes are too many for a policy file", name, MaxSize)
}

// NewDecoder returns a decoder of a file that is no policy file; JSON is YAML, too. The error is that of a file
// that is too large.
func NewDecoder(name string, src []byte) (*Decoder, error) {
	if len(src) > MaxSize {
		return nil, TooLarge(name)
	}
	d := &Decoder{file: filepath.ToSlash(name), src: newSource(src)}
	if i := badByte(src); i >= 0 {
		d.FailAt(i, "the file is not text in UTF-8")
		return nil, d.errs
	}
	return d, nil
}

// Err returns the mistakes that were noted, nil if there are none.
func (d *Decoder) Err() error {
	if len(d.errs) == 0 {
		return nil
	}
	return d.errs.Sorted()
}

// decode reads one file, which goes on top of the rules of a pack.
func decode(name string, src []byte, others Others, pack []*Rule) (*File, error) {
	if len(src) > MaxSize {
		return nil, TooLarge(name)
	}
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	d := &Decoder{file: filepath.ToSlash(name), src: newSource(src)}
	if i := badByte(src); i >= 0 {
		d.FailAt(i, "the file is not text in UTF-8")
		return nil, d.errs
	}
	f := &File{Profile: DefaultProfile}
	if root := d.Parse(); root != nil {
		d.sections(f, root, others)
		d.checkNames(f, pack)
		d.addPack(f, pack)
		if others.Check != nil {
			others.Check(d, f)
		}
	}
	if len(d.errs) > 0 {
		return nil, d.errs.Sorted()
	}
	f.merge()
	return f, nil
}

// badByte returns the offset of the first byte that is no part of a text, or -1.
func badByte(src []byte) int {
	for i := 0; i < len(src); {
		r, n := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && n == 1 || r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0x7f {
			return i
		}
		i += n
	}
	return -1
}

// sections reads the top level.
func (d *Decoder) sections(f *File, root *yaml.Node, others Others) {
	versioned := false
	ok := d.Mapping(root, "the policy file", append([]Field{
		Key("version", func(n *yaml.Node) { versioned = true; d.version(n) }),
		Key("profile", func(n *yaml.Node) { Enum(d, n, "profile", profileWords, &f.Profile) }),
		Key("checks", func(n *yaml.Node) { d.checkOptions(f, n) }),
		Key("sensitive", func(n *yaml.Node) { d.sensitiveTools(f, n) }),
		Key("grant", func(n *yaml.Node) { d.List(n, "grant", func(n *yaml.Node) { d.grant(f, n) }) }),
		Key("policies", func(n *yaml.Node) { d.policies(f, n) }),
		Key("builtin", func(n *yaml.Node) { d.builtinPack(f, n) }),
	}, others.Sections(d)...)...)
	if ok && !versioned {
		d.Fail(root, "the file does not say which version of its form it has: write version: %s", Format)
	}
}

func (d *Decoder) version(n *yaml.Node) {
	if v := d.Enter(n); v != nil && (v.Kind != yaml.ScalarNode || v.Value != Format || v.ShortTag() != "!!int") {
		d.Fail(n, "version: want %s, not %s", Format, Describe(v))
	}
}

func (d *Decoder) checkOptions(f *File, n *yaml.Node) {
	option := func(key string, into **bool) Field {
		return Key(key, func(n *yaml.Node) { d.Bool(n, "checks: "+key, into) })
	}
	c := &f.checks
	d.Mapping(n, "checks", option("each-exit", &c.eachExit), option("require-human", &c.requireHuman),
		option("per-call", &c.perCall), option("contained-scope", &c.contained), option("strict", &c.strict), option("implicit", &c.implicit),
		option("linear-plans", &c.linearPlans))
}

func (d *Decoder) sensitiveTools(f *File, n *yaml.Node) {
	d.List(n, "sensitive", func(n *yaml.Node) {
		if g := d.Glob(n, "sensitive"); g != nil {
			f.Sensitive = append(f.Sensitive, Name{g.Text, d.Pos(n)})
		}
	})
}

// builtinPack reads the changes of the built-in pack. Whether a name is one of
// the pack turns out when the two are merged.
func (d *Decoder) builtinPack(f *File, n *yaml.Node) {
	d.Pairs(n, "builtin", func(key, value *yaml.Node) {
		if to := d.SeverityOrOff(value, "builtin: "+key.Value); to != nil {
			f.builtin = append(f.builtin, builtinChange{key, *to})
		}
	})
}

// SeverityOrOff reads a severity or off.
func (d *Decoder) SeverityOrOff(n *yaml.Node, what string) *Severity {
	w := d.OneOf(n, what, append(severityWords(), Off))
	if w == "" {
		return nil
	}
	severity, _ := rules.ParseSeverity(w)
	return &Severity{Severity: severity, Off: w == Off, Pos: d.Pos(n)}
}

func severityWords() []string {
	var words []string
	for s := rules.Info; s <= rules.Critical; s++ {
		words = append(words, s.String())
	}
	return words
}

// checkNames looks for policies that take a name of the pack.
func (d *Decoder) checkNames(f *File, pack []*Rule) {
	for _, r := range f.Rules {
		if slices.ContainsFunc(pack, func(p *Rule) bool { return p.Name == r.Name }) {
			d.FailAt(r.name, "policies: %q is a policy of the built-in pack; the section builtin changes it", r.Name)
		}
	}
}

// addPack puts the rules of the pack before those of the file, as the section builtin wants them.
func (d *Decoder) addPack(f *File, pack []*Rule) {
	var names []string
	on := make(map[string]*Rule)
	for _, r := range pack {
		names = append(names, r.Name)
		r.Builtin = true
		on[r.Name] = r
	}
	for _, c := range f.builtin {
		r := on[c.name.Value]
		switch {
		case r == nil:
			d.Fail(c.name, "builtin: no policy of the built-in pack is called %q%s", c.name.Value, spell.DidYouMean(c.name.Value, names))
		case c.to.Off:
			delete(on, r.Name)
			f.Off = append(f.Off, r)
			c.to.Rule = r.ID()
			f.Severities = append(f.Severities, c.to)
		default:
			r.Severity = c.to.Severity
		}
	}
	kept := slices.DeleteFunc(slices.Clone(pack), func(r *Rule) bool { return on[r.Name] == nil })
	f.Rules = append(kept, f.Rules...)
}

// merge puts the checks of the file on top of those of its profile.
func (f *File) merge() {
	f.Checks = profiles[f.Profile]
	set := func(into *bool, value *bool) {
		if value != nil {
			*into = *value
		}
	}
	set(&f.Checks.EachExit, f.checks.eachExit)
	set(&f.Checks.RequireHuman, f.checks.requireHuman)
	set(&f.Checks.PerCall, f.checks.perCall)
	set(&f.Checks.Contained, f.checks.contained)
	set(&f.Checks.Strict, f.checks.strict)
	set(&f.Checks.Implicit, f.checks.implicit)
	set(&f.Checks.LinearPlans, f.checks.linearPlans)
}
