package policy

// This file reads a policy file: the file as a whole, and its sections.

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"go.yaml.in/yaml/v4"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/internal/regular"
	"github.com/agentvet/agentvet/internal/spell"
	"github.com/agentvet/agentvet/taint"
)

// Limits. A file within them is read in a fraction of a second.
const (
	maxSize     = 1 << 20 // bytes: ten thousand policies of a few lines
	maxNodes    = 100_000 // values, those behind an alias counted at each use
	maxPolicies = 1000
	maxRules    = 4 << 20 // bytes of the texts of rules, counted alike: more than the file has without aliases
)

// format is the version of the form of the file. It is part of Sum.
const format = "1"

// Options say what a file is read against.
type Options struct {
	// Today tells which suppressions have expired. At the zero time, none has.
	Today time.Time
}

// Read reads the policy file that the user calls by its name, and Load does the work.
func Read(name string, o Options) (*Policy, error) {
	src, err := regular.Named(name, maxSize)
	return load(name, src, err, o)
}

// ReadFound reads a policy file that Find has found. It is part of the program, which is not
// trusted: a link that leads out of the directory of the file is not followed.
func ReadFound(name string, o Options) (*Policy, error) {
	src, err := regular.Inside(filepath.Dir(name), name, maxSize)
	if errors.Is(err, regular.ErrOutside) {
		err = fmt.Errorf("%w; -policy FILE applies a policy file from anywhere", err)
	}
	return load(name, src, err, o)
}

func load(name string, src []byte, err error, o Options) (*Policy, error) {
	switch {
	case errors.Is(err, regular.ErrTooLarge):
		return nil, tooLarge(name)
	case err != nil:
		return nil, fmt.Errorf("the policy file cannot be read: %w", err)
	}
	return Load(name, src, o)
}

// Load reads a policy file. The error is an ErrorList unless the file is too
// large.
func Load(name string, src []byte, o Options) (*Policy, error) {
	pack, err := decode(builtinName, builtinSource, Options{}, nil)
	if err != nil {
		panic("policy: internal error: " + err.Error())
	}
	d, err := decode(name, src, o, pack.rules)
	if err != nil {
		return nil, err
	}
	p := d.merge()
	if p.File, err = filepath.Abs(name); err != nil {
		return nil, err
	}
	p.sum = p.hash(src)
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

func tooLarge(name string) error {
	return fmt.Errorf("%s: more than %d bytes are too many for a policy file", name, maxSize)
}

// hash returns a hash of the file, of its name, which findings carry, and of
// what the date has made of it.
func (p *Policy) hash(src []byte) string {
	h := sha256.New()
	fmt.Fprintf(h, "agentvet policy %s\n%q\n", format, p.File)
	for _, s := range p.suppressions {
		fmt.Fprintf(h, "%t ", s.Expired)
	}
	h.Write(src)
	return hex.EncodeToString(h.Sum(nil))
}

// A document is one file as it is written, before it is merged with others.
type document struct {
	*decoder
	pack      []*Rule // the rules of the built-in pack, as the file wants them
	profile   profile
	checks    struct{ eachExit, requireHuman, perCall, contained, strict, implicit, linearPlans *bool }
	sensitive []Name
	rules     []*Rule
	off       []*Rule // those of the pack that the file switches off
	builtin   []builtinChange
	severity  []severityOf
	suppress  []*suppression
	library   *taint.Table // nil if there is no such section
	grants    []*Grant
	inventory *Name
}

// A builtinChange is an entry of the section builtin.
type builtinChange struct {
	name *yaml.Node
	to   severityOf
}

// decode reads one file, which goes on top of the rules of a pack.
func decode(name string, src []byte, o Options, pack []*Rule) (*document, error) {
	if len(src) > maxSize {
		return nil, tooLarge(name)
	}
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	doc := &document{decoder: &decoder{file: filepath.ToSlash(name), src: newSource(src)}, profile: defaultProfile}
	if i := badByte(src); i >= 0 {
		doc.failAt(i, "the file is not text in UTF-8")
		return nil, doc.errs
	}
	if root := doc.parse(); root != nil {
		doc.sections(root, o)
		doc.changePack(pack)
		doc.checkNames(pack)
	}
	if len(doc.errs) > 0 {
		return nil, doc.errs.sorted()
	}
	return doc, nil
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
func (d *document) sections(root *yaml.Node, o Options) {
	versioned := false
	ok := d.mapping(root, "the policy file",
		field{"version", func(n *yaml.Node) { versioned = true; d.version(n) }},
		field{"profile", func(n *yaml.Node) { enum(d.decoder, n, "profile", profileWords, &d.profile) }},
		field{"checks", d.checkOptions},
		field{"sensitive", d.sensitiveTools},
		field{"grant", func(n *yaml.Node) { d.list(n, "grant", d.grant) }},
		field{"inventory", d.inventoryFile},
		field{"policies", d.policies},
		field{"builtin", d.builtinPack},
		field{"severities", d.severities},
		field{"suppress", func(n *yaml.Node) {
			d.list(n, "suppress", func(n *yaml.Node) { d.suppression(n, o) })
		}},
		field{"libraries", d.libraries},
	)
	if ok && !versioned {
		d.fail(root, "the file does not say which version of its form it has: write version: %s", format)
	}
	for _, s := range d.suppress {
		if d.profile == regulatedProfile && s.Until == "" {
			d.failAt(s.at, "suppress: the profile regulated wants a last day: write until: YYYY-MM-DD")
		}
	}
}

func (d *document) version(n *yaml.Node) {
	if v := d.enter(n); v != nil && (v.Kind != yaml.ScalarNode || v.Value != format || v.ShortTag() != "!!int") {
		d.fail(n, "version: want %s, not %s", format, describe(v))
	}
}

func (d *document) checkOptions(n *yaml.Node) {
	option := func(key string, into **bool) field {
		return field{key, func(n *yaml.Node) { d.bool(n, "checks: "+key, into) }}
	}
	d.mapping(n, "checks", option("each-exit", &d.checks.eachExit), option("require-human", &d.checks.requireHuman),
		option("per-call", &d.checks.perCall), option("contained-scope", &d.checks.contained), option("strict", &d.checks.strict), option("implicit", &d.checks.implicit),
		option("linear-plans", &d.checks.linearPlans))
}

func (d *document) sensitiveTools(n *yaml.Node) {
	d.list(n, "sensitive", func(n *yaml.Node) {
		if g := d.glob(n, "sensitive"); g != nil {
			d.sensitive = append(d.sensitive, Name{g.Text, d.pos(n)})
		}
	})
}

// builtinPack reads the changes of the built-in pack. Whether a name is one of
// the pack turns out when the two are merged.
func (d *document) builtinPack(n *yaml.Node) {
	d.pairs(n, "builtin", func(key, value *yaml.Node) {
		if to := d.severityOrOff(value, "builtin: "+key.Value); to != nil {
			d.builtin = append(d.builtin, builtinChange{key, *to})
		}
	})
}

// severityOrOff reads a severity or off.
func (d *document) severityOrOff(n *yaml.Node, what string) *severityOf {
	w := d.oneOf(n, what, append(severityWords(), off))
	if w == "" {
		return nil
	}
	severity, _ := rules.ParseSeverity(w)
	return &severityOf{Severity: severity, Off: w == off, Pos: d.pos(n)}
}

func severityWords() []string {
	var words []string
	for s := rules.Info; s <= rules.Critical; s++ {
		words = append(words, s.String())
	}
	return words
}

func (d *document) severities(n *yaml.Node) {
	d.pairs(n, "severities", func(key, value *yaml.Node) {
		if !slices.Contains(rules.Names(), key.Value) {
			d.fail(key, "severities: no rule is called %q%s", key.Value, spell.DidYouMean(key.Value, rules.Names()))
			return
		}
		to := d.severityOrOff(value, "severities: "+key.Value)
		switch {
		case to == nil:
		case to.Off && rules.Matches(key.Value, rules.Undecided):
			d.fail(value, "severities: %s cannot be switched off: what is not known would read as if it held", rules.Undecided)
		default:
			to.Rule = key.Value
			d.severity = append(d.severity, *to)
		}
	})
}

// suppression reads one entry of the section suppress.
func (d *document) suppression(n *yaml.Node, o Options) {
	s := &suppression{Pos: d.pos(n), at: d.src.start(n)}
	var rule, reason *yaml.Node
	glob := func(key string, into **Glob) field {
		return field{key, func(n *yaml.Node) { *into = d.glob(n, "suppress: "+key) }}
	}
	ok := d.mapping(n, "suppress",
		field{"rule", func(n *yaml.Node) { rule = n; s.rule = d.src.start(n); d.string(n, "suppress: rule", &s.Rule) }},
		glob("workflow", &s.Workflow), glob("file", &s.File), glob("subject", &s.Subject),
		field{"reason", func(n *yaml.Node) { reason = n; d.string(n, "suppress: reason", &s.Reason) }},
		field{"until", func(n *yaml.Node) { d.until(n, s, o.Today) }},
	)
	if !ok {
		return
	}
	d.suppress = append(d.suppress, s)
	switch {
	case rule == nil:
		d.fail(n, "suppress: the entry names no rule: write rule: RULE")
	case s.Rule != "" && !suppressible(s.Rule):
		d.fail(rule, "suppress: %s covers findings about suppressions, which cannot be suppressed", s.Rule)
	case reason == nil:
		d.fail(n, "suppress: the entry gives no reason: whoever reads it later needs it")
	}
}

// suppressible reports whether a pattern covers none of the findings about
// suppressions themselves.
func suppressible(pattern string) bool {
	return !slices.ContainsFunc(rules.AboutIgnores(), func(id string) bool { return rules.Matches(pattern, id) })
}

// until reads the last day of a suppression.
func (d *document) until(n *yaml.Node, s *suppression, today time.Time) {
	v := d.enter(n)
	if v == nil {
		return
	}
	s.Until = v.Value
	day, err := time.Parse(time.DateOnly, s.Until)
	if v.Kind != yaml.ScalarNode || err != nil {
		d.fail(n, "suppress: until: want a day such as 2027-06-30, not %s", describe(v))
		return
	}
	s.Expired = !today.IsZero() && !today.UTC().Before(day.AddDate(0, 0, 1))
}
