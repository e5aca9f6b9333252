package plans

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/plan"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/visible"
)

// A Program is what plans are held to.
type Program struct {
	Policy   []byte // the text of agentvet.yaml; none for the built-in pack alone
	Registry []byte // the text of the registry: agentvet tools -o registry.json ./...
	Agent    string // the agent that proposes plans, for policies and grants that are for some agents only
	// Inputs are the names that plans may use without binding them, each with the labels of its value, such
	// as untrusted. Run gets the values.
	Inputs map[string][]string
}

// The names of the files in errors and findings.
const (
	policyName   = "agentvet.yaml"
	registryName = "registry.json"
	planName     = "plan.json"
)

// A Verifier verifies plans. It may be used by many goroutines.
type Verifier struct {
	planner *verify.Planner
	tools   *plan.Registry
	agent   string
	skipped []string
}

// New reads the files of a program. An error has the place of each mistake; a policy that names a tool
// which is not in the registry is one, and so is a pattern of sensitive tools that matches none.
func New(p Program) (*Verifier, error) {
	if len(p.Registry) == 0 {
		return nil, errors.New("no registry: agentvet tools -o registry.json ./... writes it")
	}
	registry, err := graph.DecodeProgram(registryName, p.Registry)
	if err != nil {
		return nil, fmt.Errorf("not a registry: %w", err)
	}
	rules := policy.Default()
	if len(p.Policy) > 0 {
		if rules, err = policy.Load(policyName, p.Policy, policy.Options{}); err != nil {
			return nil, err
		}
	}
	v := &Verifier{tools: plan.NewRegistry(registry.HeldTools(), registry.MayHaveTools()), agent: p.Agent}
	v.tools.Inputs = p.Inputs
	q := verify.Proposal{Registry: v.tools, Agent: p.Agent}
	for _, f := range rules.Apply(verify.VacuousForPlans(rules.Checked(), q)) {
		if f.Suppressed == nil {
			return nil, fmt.Errorf("%s: %s", f.Pos, f.Message)
		}
	}
	for _, r := range verify.NotForPlans(rules, p.Agent) {
		v.skipped = append(v.skipped, r.Name)
	}
	v.planner = verify.NewPlanner(q, verify.Options{Policy: rules})
	for _, u := range v.planner.Sensitive() {
		if u.Certain {
			return nil, errors.New(report.UnmatchedTool(fmt.Sprintf("%s: sensitive: %s", u.Pattern.Pos, u.Pattern.Text), u.Pattern.Text, true, u.Names))
		}
	}
	return v, nil
}

// Skipped returns the names of the policies that are for other workflows, packages or agents, and to which
// plans are not held.
func (v *Verifier) Skipped() []string { return v.skipped }

// An Answer says whether a plan may run, and why not.
type Answer struct {
	Verdict  verdict.Verdict
	Findings []report.Finding // what is wrong, and what could not be decided
	Err      error            // why it is no plan
	text     []byte
	plan     *plan.Plan
	agent    string
	tools    []string
}

// Allowed reports whether the plan may run.
func (a *Answer) Allowed() bool {
	return a != nil && a.plan != nil && a.Err == nil && a.Verdict == verdict.Holds
}

// Plan returns the plan, nil if the text was none.
func (a *Answer) Plan() *plan.Plan { return a.plan }

// Verify says whether a plan may run. It never panics.
func (v *Verifier) Verify(text []byte) (a *Answer) {
	defer func() {
		if p := recover(); p != nil {
			a = &Answer{Err: fmt.Errorf("the verifier failed: %v", p)}
		}
	}()
	p, err := plan.Decode(planName, text)
	if err != nil {
		return &Answer{Err: err}
	}
	findings := v.planner.Verify(p)
	return &Answer{Verdict: verify.PlanVerdict(findings), Findings: findings, text: bytes.Clone(text), plan: p, agent: v.agent, tools: v.tools.Names()}
}

// A Nearest is a plan that is allowed, made of one that is not.
type Nearest struct {
	Changes []string // in order, in words for a model
	Text    []byte   // of the plan, to be verified like any other one
}

// Nearest returns the plan that is allowed and differs least from one that is not: a value is cleaned by a tool that its
// sink accepts, a human is asked, a step is moved, or, as the last resort, left out. It is nil if none was found, or if a
// is no plan at all. It takes as long as verifying some hundred plans, and never panics. That it is allowed does not mean that
// it does what was wanted: show it to whoever proposed the other one.
func (v *Verifier) Nearest(a *Answer) (n *Nearest) {
	defer func() {
		if recover() != nil {
			n = nil
		}
	}()
	if a == nil || a.plan == nil {
		return nil
	}
	s := v.planner.Nearest(planName, a.text)
	if s == nil {
		return nil
	}
	n = &Nearest{Text: s.Text}
	for i := range s.Edits {
		n.Changes = append(n.Changes, visible.Line(s.Edits[i].String()))
	}
	return n
}

// Error is Message without its last line break, so that an answer that is no can be an error.
func (a *Answer) Error() string { return strings.TrimRight(a.Message(), "\n") }
