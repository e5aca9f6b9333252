package report

// This file says what silences findings. The program under analysis can silence any of
// them, and the user can set some aside, so none disappears: each is kept with what silences
// it, counted and listed.

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// A Suppression is what silences a finding, and why.
type Suppression struct {
	By     Silencer
	Reason string    // "" if the rule is switched off
	Pos    graph.Pos // of the directive or of the entry in the policy file
}

// A Silencer is a kind of thing that silences findings: the program, or the user.
type Silencer uint8

const (
	_           Silencer = iota
	ByDirective          // //agentvet:ignore beside the code
	ByEntry              // an entry under suppress in the policy file
	BySwitch             // the policy file switches the rule off
	ByBaseline           // the user: it is in a baseline
	ByAge                // the user: no line of it has changed
	BySize               // the user: it is not severe enough
)

var silencers = []string{"", "ignore", "suppress", "off", "baseline", "age", "severity"}

// String returns the word for s in JSON.
func (s Silencer) String() string { return silencers[s] }

// parseSilencer reads what String returns.
func parseSilencer(word string) (Silencer, error) {
	if i := slices.Index(silencers, word); i > 0 {
		return Silencer(i), nil
	}
	return 0, fmt.Errorf("unknown silencer %q", word)
}

// Says returns what silences a finding, in words.
func (s *Suppression) Says() string {
	switch s.By {
	case BySwitch:
		return "silenced: the policy file switches the rule off"
	case ByEntry:
		return "suppressed by the policy file: " + s.Reason
	case ByBaseline:
		return "in the baseline"
	case ByAge:
		return "nothing of it has changed " + s.Reason
	case BySize:
		return "less severe than " + s.Reason
	}
	return "silenced by //agentvet:ignore: " + s.Reason
}

// IsOff reports whether the policy file switches off the rule of f.
func (f *Finding) IsOff() bool { return f.Suppressed != nil && f.Suppressed.By == BySwitch }

// Silenced returns the rule and the message of f, and what silences it.
func (f *Finding) Silenced() string { return f.Headline() + " (" + f.Suppressed.Says() + ")" }

// An Off is a rule, or a group of rules, that the policy file switches off, and where.
type Off struct {
	Rule string
	Pos  graph.Pos
}

// A Lowering says that the policy file makes a finding less severe.
type Lowering struct {
	From rules.Severity
	Pos  graph.Pos // of the entry
}

// A Trust is what takes findings away because it is believed: a directive, which says that data is clean, that a
// human is asked or that an event happens, or a row of the policy file on what a library does to data. What it takes
// away is not known: no finding was made.
type Trust struct {
	Row     bool // of the policy file
	Word    string
	Subject string // the function that it is about, with its package; "" for a piece of code
	Text    string // of a directive, what follows its word; of a row, all of it
	Pos     graph.Pos
}

// Says returns what is believed, in words.
func (t *Trust) Says() string {
	if t.Row {
		return "believed: the policy file says " + t.Text
	}
	text := "believed: " + t.kind()
	if t.Text != "" {
		text += " " + t.Text
	}
	if t.Subject != "" {
		text += " on " + t.Subject
	}
	return text
}

// kind returns what a summary calls a trust of this kind.
func (t *Trust) kind() string {
	if t.Row {
		return t.Word
	}
	return "//agentvet:" + t.Word
}

// CompareTrust orders trusts by position.
func CompareTrust(a, b Trust) int {
	return cmp.Or(ComparePos(a.Pos, b.Pos), cmp.Compare(a.Word, b.Word))
}

// Lowered returns the findings that the policy file makes less severe, and that it and the program do not silence as
// well.
func (r *Report) Lowered() []Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool {
		return f.Lowered == nil || f.Verdict == verdict.Holds || f.Suppressed != nil && f.Suppressed.By <= BySwitch
	})
}

// SaysLowered returns the rule and the message of f, and that the policy file makes it less severe.
func (f *Finding) SaysLowered() string {
	return fmt.Sprintf("%s (the policy file makes it %s: it is %s)", f.Headline(), f.Severity, f.Lowered.From)
}

// Unsilenced returns findings as if nothing silenced any of them, or made it less severe.
func Unsilenced(findings []Finding) []Finding {
	out := slices.Clone(findings)
	for i := range out {
		f := &out[i]
		f.Suppressed = nil
		if f.Lowered != nil {
			f.Severity, f.Lowered = f.Lowered.From, nil
		}
	}
	return out
}

// Silenced returns the findings that something silences.
func (r *Report) Silenced() []Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return f.Suppressed == nil || f.Verdict == verdict.Holds })
}

// A Named is a finding with its fingerprint.
type Named struct {
	Finding
	Fingerprint string
}

// named returns the findings of r with their fingerprints, which are those of all of them
// together: one that is not listed today keeps the number of its twin tomorrow.
func (r *Report) named() []Named {
	names := Fingerprints(r.Findings)
	list := make([]Named, len(names))
	for i, f := range r.Findings {
		list[i] = Named{f, names[i]}
	}
	return list
}

// Known returns what a baseline has of r: the findings that are listed, but for those that
// say that something was not read.
func (r *Report) Known(strict bool) []Named {
	listed := r.Listed(strict)
	return slices.DeleteFunc(r.named(), func(n Named) bool {
		return n.blocks() || !slices.ContainsFunc(listed, func(f Finding) bool { return compare(f, n.Finding) == 0 })
	})
}

// SetKnownAside sets aside the findings whose fingerprints are known, and returns how many of
// those there are, silenced or not.
func (r *Report) SetKnownAside(known map[string]bool, s Suppression) (found int) {
	var mine []bool
	for _, n := range r.named() {
		mine = append(mine, known[n.Fingerprint])
		if known[n.Fingerprint] {
			found++
		}
	}
	i := -1
	r.SetAside(s, func(*Finding) bool { i++; return mine[i] })
	return found
}

// SetAside marks the findings that nothing silences yet, where which says so, as silenced by
// s. One that says that something was not read is never set aside: all may be in there.
func (r *Report) SetAside(s Suppression, which func(*Finding) bool) {
	r.Findings = slices.Clone(r.Findings)
	for i := range r.Findings {
		if f := &r.Findings[i]; which(f) && f.Suppressed == nil && !f.blocks() {
			f.Suppressed = &s
		}
	}
}

// silence counts the findings that are silenced: by what, and of which rule, or by which
// switch.
type silence struct {
	by   Silencer
	rule string
}

// countSilence adds what silences the findings of r to a count.
func (r *Report) countSilence() map[silence]int {
	count := make(map[silence]int)
	for _, off := range r.Off {
		count[silence{BySwitch, off.Rule}] = 0
	}
	for _, f := range r.Silenced() {
		key := silence{f.Suppressed.By, f.Rule}
		for _, off := range r.Off {
			if f.IsOff() && off.Pos == f.Suppressed.Pos {
				key.rule = off.Rule
			}
		}
		count[key]++
	}
	return count
}

// believed counts what is believed: of which kind, and whether it is a row of the policy file.
type believed struct {
	row  bool
	kind string
}

// lowered counts findings of a rule that the policy file makes less severe.
type lowered struct {
	rule     string
	from, to rules.Severity
}

// countBelieved counts what takes findings away unseen, and what makes them less severe.
func (r *Report) countBelieved() (map[believed]int, map[lowered]int) {
	trusted, less := make(map[believed]int), make(map[lowered]int)
	for _, t := range r.Trusted {
		trusted[believed{t.Row, t.kind()}]++
	}
	for _, f := range r.Lowered() {
		less[lowered{f.Rule, f.Lowered.From, f.Severity}]++
	}
	return trusted, less
}

// Believed says what takes findings away because it is believed, and which findings the policy file makes less severe, a
// line for each kind of thing.
//
//	believed, not checked: //agentvet:human (1 directive), //agentvet:sanitizer (2 directives)
//	believed, not checked, of the policy file: validator (1 row)
//	made less severe by the policy file: taint/effect (2 findings, high to info)
func (s Summary) Believed() (lines []string) {
	kinds := slices.SortedFunc(maps.Keys(s.believed), func(a, b believed) int { return cmp.Compare(a.kind, b.kind) })
	line := func(head, noun string, row bool) {
		var parts []string
		for _, k := range kinds {
			if k.row == row {
				parts = append(parts, fmt.Sprintf("%s (%s)", k.kind, plural(s.believed[k], noun)))
			}
		}
		if len(parts) > 0 {
			lines = append(lines, head+strings.Join(parts, ", "))
		}
	}
	line("believed, not checked: ", "directive", false)
	line("believed, not checked, of the policy file: ", "row", true)
	var parts []string
	for _, k := range slices.SortedFunc(maps.Keys(s.lowered), func(a, b lowered) int {
		return cmp.Or(cmp.Compare(a.rule, b.rule), -cmp.Compare(a.from, b.from))
	}) {
		parts = append(parts, fmt.Sprintf("%s (%s, %s to %s)", k.rule, plural(s.lowered[k], "finding"), k.from, k.to))
	}
	if len(parts) > 0 {
		lines = append(lines, "made less severe by the policy file: "+strings.Join(parts, ", "))
	}
	return lines
}

// Silence says what silences findings, a line for each kind of thing that does; none if
// nothing does and nothing is switched off.
//
//	silenced by //agentvet:ignore: structure/dead-end (2)
//	switched off by the policy file: structure (3 findings), taint/effect (0 findings)
func (s Summary) Silence() (lines []string) {
	var keys []silence
	for key := range s.silence {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b silence) int { return cmp.Or(cmp.Compare(a.by, b.by), cmp.Compare(a.rule, b.rule)) })
	heads := []string{ByDirective: "silenced by //agentvet:ignore: ", ByEntry: "suppressed by the policy file: ", BySwitch: "switched off by the policy file: ",
		ByBaseline: "in the baseline: ", ByAge: "not new: ", BySize: "below -min-severity: "}
	for by, head := range heads {
		var parts []string
		for _, key := range keys {
			if key.by == Silencer(by) {
				parts = append(parts, fmt.Sprintf("%s (%s)", key.rule, plural(s.silence[key], "finding")))
			}
		}
		if len(parts) > 0 {
			lines = append(lines, head+strings.Join(parts, ", "))
		}
	}
	return lines
}
