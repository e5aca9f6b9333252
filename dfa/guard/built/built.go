package built

import (
	"cmp"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/plan"
	"github.com/agentvet/agentvet/graph/sketch"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/spell"
	"github.com/agentvet/agentvet/taint/agentflow"
	"github.com/agentvet/agentvet/taint/ssaflow"
)

// A Program is what views are held to.
type Program struct {
	Policy   []byte // the text of agentvet.yaml; none for the built-in pack alone
	Registry []byte // the text of the registry: agentvet tools -o registry.json ./...
	// Recorded is the text of another registry, of tools that are not the program's: those of MCP servers, as somebody
	// has written them down with graph.EncodeRegistry and reviewed them. It may say more of them, such as sources and
	// sinks.
	Recorded []byte
	// Package is the path of the package that builds the graphs, for policies that are for some packages only.
	Package string
	// Functions says what functions of the program do that a framework runs as steps, by the names of the steps. "*"
	// is all steps that have no entry.
	Functions map[string]Function
	// OneTarget are the names of steps whose branches choose one target each time, "*" for all. Some frameworks do not
	// show that. What holds only as long as a branch of another step chooses one is not decided.
	OneTarget []string
	// Enforced are the names of policies that a guard enforces while the program runs, as guard.Rule has them:
	// what could break them is no reason to refuse a view. structure/human-gate stands for a human before tools that are
	// sensitive or say that they are destructive: before a tool of which only its code says so, no guard asks, unless the policy
	// calls it sensitive.
	Enforced []string
	// OpenTools allows tools that are not in the registry. Nothing is known of their code.
	OpenTools bool
	// AllowUnknown allows what could not be decided.
	AllowUnknown bool
}

// A Function is what code of a step does. The zero Function calls no tool, asks nobody, and goes on where the graph shows.
type Function struct {
	Kind   graph.Kind // KindHuman if it asks a human and goes on only after a yes, KindLLM if it asks a model
	Tools  []string   // that it calls, or lets a model call
	Events []string   // what else it stands for, as in "tool:approve"
}

// The names of the files in errors and findings.
const (
	policyName   = "agentvet.yaml"
	registryName = "registry.json"
	recordedName = "recorded.json"
)

// A Verifier verifies views. It may be used by many goroutines.
type Verifier struct {
	p       Program
	rules   *policy.Policy
	builder *verify.Builder
	strict  bool

	mu    sync.Mutex
	known map[[sha256.Size]byte]*Answer
}

// maxKnown is how many answers a verifier keeps.
const maxKnown = 64

// New reads the files of a program. An error has the place of each mistake: a policy, or a pattern of sensitive
// tools, that names no tool of the registry is one, unless there may be others.
func New(p Program) (*Verifier, error) {
	if len(p.Registry) == 0 {
		return nil, errors.New("no registry: agentvet tools -o registry.json ./... writes it")
	}
	registry, err := graph.DecodeProgram(registryName, p.Registry)
	if err != nil {
		return nil, fmt.Errorf("not a registry: %w", err)
	}
	known, older := registry.HeldTools(), false
	recorded := make(map[string]bool) // names of tools that only Recorded has
	if len(p.Recorded) > 0 {
		others, err := graph.DecodeProgram(recordedName, p.Recorded)
		if err != nil {
			return nil, fmt.Errorf("not a registry: %w", err)
		}
		for _, t := range others.HeldTools() {
			recorded[t.Name] = !slices.ContainsFunc(known, func(own *graph.Tool) bool { return own.Name == t.Name })
		}
		older = others.Older
		known = append(known, unread(others.HeldTools())...)
	}
	about := func(tool string) report.Inventory {
		if recorded[tool] {
			return report.Inventory{File: recordedName, Older: older}
		}
		return report.Inventory{File: registryName, Older: registry.Older}
	}
	v := &Verifier{p: p, rules: policy.Default(), known: make(map[[sha256.Size]byte]*Answer)}
	if len(p.Policy) > 0 {
		if v.rules, err = policy.Load(policyName, p.Policy, policy.Options{}); err != nil {
			return nil, err
		}
	}
	options := verify.Options{Policy: v.rules}
	v.strict = options.Effective().Strict
	tools := plan.NewRegistry(known, registry.MayHaveTools())
	v.builder = verify.NewBuilder(tools, about, p.Package, p.OpenTools, options)
	if !p.OpenTools {
		if err := v.named(); err != nil {
			return nil, err
		}
	}
	if err := v.scoped(); err != nil {
		return nil, err
	}
	return v, nil
}

// unread says of tools of others that nothing is known of their code, unless somebody has said what it needs.
func unread(list []*graph.Tool) []*graph.Tool {
	for _, t := range list {
		t.Unread = t.Unread || t.Handler == "" && len(t.Declared) == 0
	}
	return list
}

// named finds names of tools that name nothing.
func (v *Verifier) named() error {
	for _, f := range v.builder.Vacuous() {
		if f.Suppressed == nil && f.Verdict == verdict.Violated {
			return fmt.Errorf("%s: %s", f.Pos, f.Message)
		}
	}
	for _, u := range v.builder.Sensitive() {
		if u.Certain {
			return fmt.Errorf("%s: no tool of the registry is called %q%s", u.Pattern.Pos, u.Pattern.Text, spell.DidYouMean(u.Pattern.Text, v.builder.Names()))
		}
	}
	return nil
}

// scoped finds policies of which it cannot be said whether they are for the program, and names of policies that
// there are not.
func (v *Verifier) scoped() error {
	for _, r := range v.rules.Checked() {
		if len(r.Scope.Packages) > 0 && v.p.Package == "" {
			return fmt.Errorf("%s: policy %q is for certain packages: say in Program.Package which one builds the graphs", r.Pos, r.Name)
		}
	}
	for _, step := range slices.Sorted(maps.Keys(v.p.Functions)) {
		for _, name := range v.p.Functions[step].Tools {
			if len(v.builder.Rows(name)) == 0 && !v.p.OpenTools {
				return fmt.Errorf("Functions: %q: no tool of the registry is called %q", step, name)
			}
		}
	}
	for _, name := range v.p.Enforced {
		if err := v.enforced(name); err != nil {
			return err
		}
	}
	return nil
}

// enforced returns why a guard does not refuse what breaks a policy.
func (v *Verifier) enforced(name string) error {
	name = strings.TrimPrefix(name, policy.Group+"/") // as findings have it
	of := name
	if name == humanGate {
		of = confirmDestructive // before others than sensitive tools, this one asks
	}
	r := v.rules.RuleByName(of)
	switch {
	case r == nil:
		return fmt.Errorf("Enforced: %q: there is no policy %q, or it is off", name, of)
	case r.Handling.String() == dfa.Warn.String():
		return fmt.Errorf("Enforced: %q: a guard only warns of what breaks policy %q (%s)", name, of, r.Pos)
	case demands(r):
		return fmt.Errorf("Enforced: %q: a guard cannot make happen what policy %q demands (%s)", name, of, r.Pos)
	}
	return nil
}

// demands reports whether a run may break a policy by ending too early, or whether that is not known.
func demands(r *policy.Rule) bool {
	d, err := dfa.CompileRule(r.Rule)
	if err != nil || d.Unfolding() {
		return true
	}
	for q := range d.Len() {
		if state := dfa.State(q); !d.Accepting(state) && !d.Violating(state) {
			return true
		}
	}
	return false
}

// confirmDestructive is the built-in policy by which guards ask before destructive tools.
const confirmDestructive = "confirm-destructive"

// An Answer says whether a view may run, and why not.
type Answer struct {
	Verdict verdict.Verdict
	// Findings are what is wrong, and what could not be decided: also that a registry of an older form was compared in part,
	// which is a reason to refuse only where the policy's profile is strict.
	Findings []report.Finding
	Err      error // why there is nothing to verify
	allowed  bool
	several  bool                       // only if a branch chooses several targets at once
	left     func(*report.Finding) bool // what is no reason to refuse
}

// Allowed reports whether the view may run.
func (a *Answer) Allowed() bool { return a != nil && a.allowed }

// Check returns nil if a view may run, and else the *Answer, which says why not. It never panics.
func (v *Verifier) Check(view *graph.Program) error {
	if a := v.Verify(view); !a.Allowed() {
		return a
	}
	return nil
}

// CheckView is Check for what an adapter shows.
func (v *Verifier) CheckView(view sketch.View) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &Answer{Verdict: verdict.Unknown, Err: fmt.Errorf("what was built could not be read: %v", p)}
		}
	}()
	if view == nil {
		return v.Check(nil)
	}
	one := func(step string) bool {
		return slices.Contains(v.p.OneTarget, step) || slices.Contains(v.p.OneTarget, "*")
	}
	a := v.Verify(view(one))
	if a.Err == nil && a.Verdict == verdict.Violated {
		single := v.Verify(view(func(string) bool { return true }))
		if single.Verdict == verdict.Violated || single.Err != nil {
			return single
		}
		a = a.unless(v)
	}
	if a.Allowed() {
		return nil
	}
	return a
}

// unless returns an answer about branches that may choose several targets, where all is well if they do not.
func (a *Answer) unless(v *Verifier) *Answer {
	b := *a
	b.Verdict, b.allowed, b.several = verdict.Unknown, v.p.AllowUnknown, true
	return &b
}

// Verify says whether a view may run. It never panics. Of views that it has seen it knows the answer.
func (v *Verifier) Verify(view *graph.Program) (a *Answer) {
	defer func() {
		if p := recover(); p != nil {
			a = &Answer{Verdict: verdict.Unknown, Err: fmt.Errorf("the verifier failed: %v", p)}
		}
	}()
	if view == nil || len(view.Workflows)+len(view.Agents) == 0 {
		return &Answer{Verdict: verdict.Unknown, Err: errors.New("nothing was built: there is no graph and no agent to verify")}
	}
	text, err := view.MarshalJSON()
	if err != nil {
		return &Answer{Verdict: verdict.Unknown, Err: err}
	}
	key := sha256.Sum256(text)
	v.mu.Lock()
	defer v.mu.Unlock()
	if a := v.known[key]; a != nil {
		return a
	}
	a = v.verify(text)
	if len(v.known) >= maxKnown {
		clear(v.known)
	}
	v.known[key] = a
	return a
}

// verify verifies the program in a text, which is a copy of its own.
func (v *Verifier) verify(text []byte) *Answer {
	p, err := graph.DecodeProgram("", text)
	if err != nil {
		return &Answer{Verdict: verdict.Unknown, Err: err}
	}
	if err := v.unnamed(p); err != nil {
		return &Answer{Verdict: verdict.Unknown, Err: err}
	}
	disown(p)
	draw(p)
	seen := p.HeldTools()
	v.complete(p)
	place(p)
	flows, _, complete := agentflow.Flows(&agentflow.Input{
		Program: p, Result: ssaflow.Empty(), Asks: verify.AsksOfResults, Func: func(string) agentflow.Func { return agentflow.Func{} },
	})
	if !complete {
		return &Answer{Verdict: verdict.Unknown, Err: errors.New("the data of the program could not be followed: it is too large")}
	}
	a := &Answer{Findings: v.builder.Verify(p, seen, flows), left: v.left}
	a.Verdict = verdict.Holds
	for i := range a.Findings {
		if f := &a.Findings[i]; !v.left(f) && (a.Verdict == verdict.Holds || f.Verdict == verdict.Violated) {
			a.Verdict = f.Verdict
		}
	}
	a.allowed = a.Verdict == verdict.Holds || a.Verdict == verdict.Unknown && v.p.AllowUnknown
	return a
}

// humanGate is the rule that the key sensitive asks for, as guards call it.
const humanGate = "structure/human-gate"

// left reports whether a finding is no reason to refuse: it was proved away or silenced, its rule waits for
// -strict, or a guard enforces it.
func (v *Verifier) left(f *report.Finding) bool {
	return f.Verdict == verdict.Holds || f.Suppressed != nil || f.Held(v.strict) ||
		v.isEnforced(f.Rule) && !report.IsByCode(f)
}

// isEnforced reports whether a guard enforces a rule, with or without the prefix that findings about policies have.
func (v *Verifier) isEnforced(rule string) bool {
	name := strings.TrimPrefix(rule, policy.Group+"/")
	return slices.ContainsFunc(v.p.Enforced, func(e string) bool { return strings.TrimPrefix(e, policy.Group+"/") == name })
}

// unnamed finds workflows without a name, where the policy is for some that have one.
func (v *Verifier) unnamed(p *graph.Program) error {
	if !slices.ContainsFunc(p.Workflows, func(w *graph.Workflow) bool { return w.Name == "" }) {
		return nil
	}
	for _, r := range v.rules.Checked() {
		if len(r.Scope.Workflows) > 0 {
			return fmt.Errorf("a graph has no name, and policy %q (%s) is for certain workflows: give the graph a name", r.Name, r.Pos)
		}
	}
	for _, g := range v.rules.Grants() {
		if len(g.Workflows) > 0 {
			return fmt.Errorf("a graph has no name, and a grant (%s) is for certain workflows: give the graph a name", cmp.Or(g.Pos, graph.Pos{File: policyName}))
		}
	}
	return nil
}
