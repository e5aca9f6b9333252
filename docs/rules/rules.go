package rules

import (
	"embed"
	"regexp"
	"slices"
	"strings"
)

// A Rule is one kind of finding. It is read only.
type Rule struct {
	ID       string // group/name; the group is the analyzer that reports it
	Severity Severity
	Title    string // what it finds: a clause, lower case, without a full stop
	// Predicate names what it implements of Agentproof, Definition 3; "" for
	// nothing.
	Predicate string
	OWASP     []string // items of OWASP, see Items
	CWE       []int    // numbers of the Common Weakness Enumeration
	ATLAS     []string // techniques of MITRE ATLAS, see Technique
	// StrictOnly: it is reported only on demand, as fewer than seven of ten of its findings on
	// programs that nobody here had looked at were true and worth a maintainer's time, or as
	// it is not about a fault. Every other rule is on by default.
	StrictOnly bool
	// Blocks: nothing that is said of a program counts for what such a finding is about.
	// It is listed though its verdict is unknown, and a run that has one could not decide.
	Blocks bool
}

// All returns every rule, sorted by ID.
func All() []Rule { return slices.Clone(registry) }

// PolicyGroup is the group of policies over order: a policy called NAME, of a
// policy file or of a package, is the rule policy/NAME.
const PolicyGroup = "policy"

// ByID returns the rule called id. Policies that are not built in have an entry of
// their own making: their severity is in the findings.
func ByID(id string) (Rule, bool) {
	i, ok := slices.BinarySearchFunc(registry, id, func(r Rule, id string) int { return strings.Compare(r.ID, id) })
	switch {
	case ok:
		return registry[i], true
	case strings.HasPrefix(id, PolicyGroup+"/"):
		return Rule{ID: id, Severity: High, Title: "a policy of the program"}, true
	}
	return Rule{}, false
}

// Groups returns the groups of the rules, sorted: the part before the slash.
func Groups() []string {
	var groups []string
	for _, r := range registry {
		groups = append(groups, r.Group())
	}
	return slices.Compact(groups)
}

// Names returns the names that stand for rules: groups and IDs.
func Names() []string {
	names := Groups()
	for _, r := range registry {
		names = append(names, r.ID)
	}
	return names
}

// AboutIgnores returns the rules about what silences findings. Their own findings
// cannot be silenced.
func AboutIgnores() []string {
	return []string{BadIgnore, UnusedIgnore, ExpiredSuppression, UnusedSuppression}
}

// Matches reports whether pattern, a rule's ID or a group, covers the rule
// called id.
func Matches(pattern, id string) bool {
	return pattern == id || strings.HasPrefix(id, pattern+"/")
}

// Group returns the part of the ID before the slash.
func (r Rule) Group() string {
	group, _, _ := strings.Cut(r.ID, "/")
	return group
}

// pages holds every page under the rule's ID and ".md".
//
//go:embed structure agentvet boundary capability delegation plan policy taint
var pages embed.FS

// URL returns the address of the rule's help page.
func (r Rule) URL() string {
	if r.own() {
		return "https://github.com/agentvet/agentvet/blob/main/docs/policy.md"
	}
	return "https://github.com/agentvet/agentvet/blob/main/docs/rules/" + r.ID + ".md"
}

// Help returns the rule's help page in Markdown; that of VacuousPolicy for a policy
// of a program, which has none.
func (r Rule) Help() string {
	if r.own() {
		r.ID = VacuousPolicy
	}
	page, err := pages.ReadFile(r.ID + ".md")
	if err != nil {
		panic("rules: internal error: rule without a page: " + err.Error())
	}
	return string(page)
}

// links are those of a page, in Markdown.
var links = regexp.MustCompile(`\[([^]]*)\]\([^)]*\)`)

// Fix returns the first sentence of what the rule's page says on how to fix a finding, as plain
// text without the full stop; "" for a policy of a program.
func (r Rule) Fix() string {
	if r.own() {
		return ""
	}
	_, section, _ := strings.Cut(r.Help(), "\n## How to fix\n")
	section, _, _ = strings.Cut(section, "\n## ")
	paragraph, _, _ := strings.Cut(strings.TrimSpace(section), "\n\n")
	text := strings.Join(strings.Fields(links.ReplaceAllString(paragraph, "$1")), " ")
	first, _, _ := strings.Cut(strings.ReplaceAll(text, "`", "")+" ", ". ")
	return first
}

// own reports whether r is a policy of a program: it is not built in.
func (r Rule) own() bool {
	return r.Group() == PolicyGroup && !slices.ContainsFunc(registry, func(x Rule) bool { return x.ID == r.ID })
}
