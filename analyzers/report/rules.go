package report

// This file is the registry of rules: what agentvet can say.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/docs/rules"
)

// A Rule is one kind of finding.
type Rule struct {
	ID       string // group/name; the group is the analyzer that reports it
	Severity Severity
	Title    string // a clause, lower case, without a full stop
}

// Identifiers of the rules.
const (
	ExitUnreachable  = "structure/exit-unreachable"
	Livelock         = "structure/livelock"
	DeadEnd          = "structure/dead-end"
	RouterShape      = "structure/router-shape"
	RouterValue      = "structure/router-value"
	RouterTarget     = "structure/router-target"
	HumanGate        = "structure/human-gate"
	UndeclaredTool   = "structure/undeclared-tool"
	Unreachable      = "structure/unreachable"
	ShadowedEdge     = "structure/shadowed-edge"
	ReplacedBranch   = "structure/replaced-branch"
	UnbalancedJoin   = "structure/unbalanced-join"
	SilentLoop       = "structure/silent-loop"
	UndeclaredNode   = "structure/undeclared-node"
	UnknownInterrupt = "structure/unknown-interrupt"
	DuplicateNode    = "structure/duplicate-node"

	UnusedIgnore  = "agentvet/unused-ignore"
	BadIgnore     = "agentvet/bad-ignore"
	BadAnnotation = "agentvet/bad-annotation"

	ExpiredSuppression = "agentvet/expired-suppression"
	UnusedSuppression  = "agentvet/unused-suppression"

	Undecided = "agentvet/unknown"

	Unbounded = "delegation/unbounded"

	TaintEffect   = "taint/effect"
	TaintFlow     = "taint/flow"
	TaintName     = "taint/name"
	TaintPrompt   = "taint/prompt"
	TaintSecret   = "taint/secret"
	TaintTrifecta = "taint/trifecta"

	OutwardAfterUntrusted = "policy/outward-after-untrusted"
	VacuousPolicy         = "policy/vacuous"
)

// registry lists every rule, sorted by ID.
var registry = []Rule{
	{BadAnnotation, High, "a struct tag or a directive that cannot be read"},
	{BadIgnore, Medium, "an ignore directive without a reason, or for a rule that does not exist"},
	{ExpiredSuppression, Medium, "a suppression whose last day has passed"},
	{Undecided, Info, "a part of the program that agentvet could not read"},
	{UnusedIgnore, Low, "an ignore directive that matches no finding"},
	{UnusedSuppression, Low, "a suppression that matches no finding"},
	{Unbounded, Medium, "a loop of models that nothing limits"},
	{OutwardAfterUntrusted, High, "something is sent out after untrusted input without a human in between"},
	{VacuousPolicy, Medium, "a policy that names what no workflow in its scope has"},
	{DeadEnd, High, "a step that leads nowhere"},
	{DuplicateNode, High, "two steps with one name"},
	{ExitUnreachable, Critical, "no run can reach an exit"},
	{HumanGate, High, "a sensitive tool runs without a human in between"},
	{Livelock, High, "a step from which no exit can be reached"},
	{ReplacedBranch, Medium, "a second branch that replaces the first"},
	{RouterShape, Medium, "a router whose edges do not fit a decision"},
	{RouterTarget, Medium, "a target that no value of its router selects"},
	{RouterValue, Medium, "a router value that no edge takes"},
	{ShadowedEdge, Medium, "an edge that another makes dead"},
	{SilentLoop, High, "a loop that the framework ends silently and calls a success"},
	{UnbalancedJoin, High, "a join whose paths differ in length"},
	{UndeclaredNode, High, "an edge or a jump to a step that does not exist"},
	{UndeclaredTool, Medium, "a tool that no declaration matches"},
	{UnknownInterrupt, High, "an interrupt on a step that does not exist"},
	{Unreachable, Medium, "a step that nothing reaches"},
	{TaintEffect, High, "what a model chooses, or what is fetched, runs as a command, a statement or a template, or picks a file or a host"},
	{TaintFlow, High, "data reaches an argument that forbids it"},
	{TaintName, Medium, "a tag, a directive or a row on a library that names what does not exist"},
	{TaintPrompt, High, "untrusted content becomes part of what a model is told to do"},
	{TaintSecret, High, "a secret gets to a model or into a log"},
	{TaintTrifecta, High, "one model has private data, untrusted content and a way out"},
}

// Rules returns every rule, sorted by ID.
func Rules() []Rule { return slices.Clone(registry) }

// PolicyGroup is the group of policies over order: a policy called NAME, of a
// policy file or of a package, is the rule policy/NAME.
const PolicyGroup = "policy"

// RuleByID returns the rule called id. Policies that are not built in have an
// entry of their own making: their severity is in the findings.
func RuleByID(id string) (Rule, bool) {
	i, ok := slices.BinarySearchFunc(registry, id, func(r Rule, id string) int { return strings.Compare(r.ID, id) })
	switch {
	case ok:
		return registry[i], true
	case strings.HasPrefix(id, PolicyGroup+"/"):
		return Rule{id, High, "a policy of the program"}, true
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

// Group returns the part of the ID before the slash.
func (r Rule) Group() string {
	group, _, _ := strings.Cut(r.ID, "/")
	return group
}

// URL returns the address of the rule's help page.
func (r Rule) URL() string {
	if r.own() {
		return "https://github.com/agentvet/agentvet/blob/main/docs/policy.md"
	}
	return "https://github.com/agentvet/agentvet/blob/main/docs/rules/" + r.ID + ".md"
}

// own reports whether r is a policy of a program: it is not built in.
func (r Rule) own() bool {
	return r.Group() == PolicyGroup && !slices.ContainsFunc(registry, func(x Rule) bool { return x.ID == r.ID })
}

// Help returns the rule's help page in Markdown; that of VacuousPolicy for a policy
// of a program, which has none.
func (r Rule) Help() string {
	if r.own() {
		r.ID = VacuousPolicy
	}
	page, err := rules.Pages.ReadFile(r.ID + ".md")
	if err != nil {
		panic("report: internal error: rule without a page: " + err.Error())
	}
	return string(page)
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
