package report

// This file counts: what was read, and what was found in it.

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph/verdict"
)

// A Report is the result of one analysis: of some packages, or of one graph.
type Report struct {
	Findings []Finding // sorted; suppressed ones and unknowns included
	Scope    Scope
	Off      []Off        // the rules that the policy file switches off
	Trusted  []Trust      // what takes findings away because it is believed
	Policies []PolicyRule // the policies of the program, in which findings are described
	Notices  []string     // what was not read or not checked, and why
	Err      error        // set if nothing could be analysed
}

// A Scope counts what an analysis has read.
type Scope struct {
	Workflows int `json:"workflows"`
	Agents    int `json:"agents"`
	Tools     int `json:"tools"`
	Packages  int `json:"packages"`
}

// A Summary counts what a report says. Unknown counts what could not be decided, whether or
// not it is listed as findings; HeldBack what rules say, or could not decide, that wait for -strict, if nobody
// asked for them.
type Summary struct {
	Scope
	Violated   int            `json:"violated"`
	Unknown    int            `json:"unknown"`
	HeldBack   int            `json:"held_back"`
	Suppressed int            `json:"suppressed"`
	ProvedAway int            `json:"proved_away,omitempty"` // findings of which it was proved that they cannot be
	Rules      map[string]int `json:"rules"`                 // findings by rule, unknowns and what is held back included

	severities [rules.Critical + 1]int
	violations map[string]broken // by rule
	silence    map[silence]int
	believed   map[believed]int
	lowered    map[lowered]int
}

// A broken rule has findings: how many, and how severe they are at most.
type broken struct {
	number   int
	severity rules.Severity
}

func (v broken) add(o broken) broken {
	return broken{v.number + o.number, max(v.severity, o.severity)}
}

// Summary returns the counts of r; with strict, nothing is held back.
func (r *Report) Summary(strict bool) Summary {
	s := Summary{Scope: r.Scope, Rules: make(map[string]int), violations: make(map[string]broken), silence: r.countSilence()}
	s.believed, s.lowered = r.countBelieved()
	for _, f := range OneASource(r.Findings) {
		switch {
		case f.Verdict == verdict.Holds:
			s.ProvedAway++
			continue
		case f.Suppressed != nil:
			s.Suppressed++
			continue
		case f.Held(strict):
			s.HeldBack++
		case f.Verdict == verdict.Unknown:
			s.Unknown++
		case f.Verdict == verdict.Violated:
			s.Violated++
			s.severities[min(f.Severity, rules.Critical)]++
			s.violations[f.Rule] = s.violations[f.Rule].add(broken{1, f.Severity})
		}
		s.Rules[f.Rule]++
	}
	return s
}

// Add adds the counts of t to s.
func (s *Summary) Add(t Summary) {
	s.Workflows += t.Workflows
	s.Agents += t.Agents
	s.Tools += t.Tools
	s.Packages += t.Packages
	s.Violated += t.Violated
	s.Unknown += t.Unknown
	s.HeldBack += t.HeldBack
	s.Suppressed += t.Suppressed
	s.ProvedAway += t.ProvedAway
	if s.Rules == nil {
		s.Rules, s.violations, s.silence = make(map[string]int), make(map[string]broken), make(map[silence]int)
		s.believed, s.lowered = make(map[believed]int), make(map[lowered]int)
	}
	for key, n := range t.believed {
		s.believed[key] += n
	}
	for key, n := range t.lowered {
		s.lowered[key] += n
	}
	for key, n := range t.silence {
		s.silence[key] += n
	}
	for rule, v := range t.violations {
		s.violations[rule] = s.violations[rule].add(v)
	}
	for rule, n := range t.Rules {
		s.Rules[rule] += n
	}
	for i, n := range t.severities {
		s.severities[i] += n
	}
}

// A Standing says how a report counts a finding.
type Standing uint8

const (
	Listed     Standing = iota // a reader is shown it
	Undecided                  // that could not be decided, and nobody asked for it
	HeldBack                   // its rule waits for -strict
	Silenced                   // something says to ignore it
	ProvedAway                 // it was proved that it cannot be
)

// Standing returns how a report counts f: violations of rules that do not wait and what blocks are
// listed, and with strict also the others and what else could not be decided.
func (f *Finding) Standing(strict bool) Standing {
	switch {
	case f.Verdict == verdict.Holds:
		return ProvedAway
	case f.Suppressed != nil:
		return Silenced
	case strict || f.Strict || f.blocks():
		return Listed
	case f.Held(strict):
		return HeldBack
	case f.Verdict != verdict.Violated:
		return Undecided
	}
	return Listed
}

// Shown returns what a reader is shown, with the fingerprints that single findings have: see OneASource.
func (r *Report) Shown(strict bool) []Named {
	return oneASource(slices.DeleteFunc(r.named(), func(n Named) bool { return n.Standing(strict) != Listed }))
}

// Listed returns the findings that are listed, each by itself.
func (r *Report) Listed(strict bool) []Finding {
	var listed []Finding
	for _, f := range r.Findings {
		if f.Standing(strict) == Listed {
			listed = append(listed, f)
		}
	}
	return listed
}

// ProvedAway returns the findings of which it was proved that they cannot be.
func (r *Report) ProvedAway() []Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return f.Verdict != verdict.Holds })
}

// Blocked reports whether a finding says that something was not read which may be all
// that there is.
func (r *Report) Blocked() bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Suppressed == nil && f.blocks() })
}

// Unsure reports whether something of the program was not read, silenced or not.
func (r *Report) Unsure() bool {
	return slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Rule == rules.Undecided || f.blocks() })
}

// Held reports whether f is held back without strict. What could not be decided of the program itself never is.
func (f *Finding) Held(strict bool) bool {
	return f.waits() && !strict && !f.Strict && f.Rule != rules.Undecided
}

// waits reports whether f is of a rule, or a kind, that is off unless somebody asks for it.
func (f *Finding) waits() bool {
	rule, _ := rules.ByID(f.Rule)
	return (rule.StrictOnly || f.Waits) && !f.Asked
}

func (f *Finding) blocks() bool {
	rule, _ := rules.ByID(f.Rule)
	return rule.Blocks
}

// String returns the summary line.
//
//	3 findings (1 critical, 2 high), 1 unknown (-strict lists them), 0 suppressed; 4 workflows, 2 agents, 7 tools in 3 packages
func (s Summary) String() string {
	var b strings.Builder
	b.WriteString(plural(s.Violated, "finding"))
	var parts []string
	for sev := rules.Critical; sev > rules.SeverityUnset; sev-- {
		if n := s.severities[sev]; n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, sev))
		}
	}
	if len(parts) > 0 {
		fmt.Fprintf(&b, " (%s)", strings.Join(parts, ", "))
	}
	fmt.Fprintf(&b, ", %d unknown", s.Unknown)
	if s.HeldBack > 0 {
		fmt.Fprintf(&b, ", %d held back", s.HeldBack)
	}
	if s.Suppressed > 0 {
		fmt.Fprintf(&b, ", %d suppressed", s.Suppressed)
	}
	if s.ProvedAway > 0 {
		fmt.Fprintf(&b, ", %d proved away", s.ProvedAway)
	}
	b.WriteString("; " + s.Scope.String())
	return b.String()
}

// Advice says how to fix what each rule found, a line for each, the severe ones first. What is
// wrong with a directive, its finding says itself.
func (s Summary) Advice() (lines []string) {
	found := slices.SortedFunc(maps.Keys(s.violations), func(a, b string) int {
		return cmp.Or(-cmp.Compare(s.violations[a].severity, s.violations[b].severity), cmp.Compare(a, b))
	})
	for _, id := range found {
		rule, _ := rules.ByID(id)
		if fix := rule.Fix(); fix != "" && rule.Group() != "agentvet" {
			v := s.violations[id]
			lines = append(lines, fmt.Sprintf("to fix %s (%s, %s): %s; more: agentvet explain %[1]s", id, v.severity, plural(v.number, "finding"), fix))
		}
	}
	return lines
}

// Empty reports whether nothing was found.
func (s Scope) Empty() bool { return s.Workflows+s.Agents+s.Tools == 0 }

// NothingFound says that a run should have found something.
const NothingFound = "-require-workflow: no workflow, agent or tool was found"

// String returns the scope as in a summary line.
func (s Scope) String() string {
	text := fmt.Sprintf("%s, %s, %s", plural(s.Workflows, "workflow"), plural(s.Agents, "agent"), plural(s.Tools, "tool"))
	if s.Packages > 0 {
		text += " in " + plural(s.Packages, "package")
	}
	return text
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
