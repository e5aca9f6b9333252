package report

// This file says what silences findings. The program under analysis can silence any of
// them, and the user can set some aside, so none disappears: each is kept with what silences
// it, counted and listed.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

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

// Unsilenced returns findings as if nothing silenced any of them.
func Unsilenced(findings []Finding) []Finding {
	out := slices.Clone(findings)
	for i := range out {
		out[i].Suppressed = nil
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
