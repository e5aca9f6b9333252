package verify

// This file verifies plans: what a model proposes, before it runs.

import (
	"slices"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/authority"
	"github.com/agentvet/agentvet/graph/plan"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/taint/planflow"
)

// PlanName is what policies and grants call the workflow that a plan is.
const PlanName = "plan"

// A Proposal is a plan, and what it is held to.
type Proposal struct {
	Plan     *plan.Plan
	Registry *plan.Registry
	Agent    string         // the agent that proposes it, "" for none
	Rules    []*policy.Rule // over order, beside those of the policy
}

// Plan returns what is wrong with a plan, and what could not be decided. The findings are sorted and
// judged by the policy, but for its suppressions, which are about code.
func Plan(q Proposal, o Options) []report.Finding { return NewPlanner(q, o).Verify(q.Plan) }

// A Planner verifies plans against one registry and one policy, of which it has done what is the same
// for all plans. It may be used by many goroutines.
type Planner struct {
	of       Proposal
	o        Options
	rules    []*policy.Rule // those that are for plans
	compiled map[*policy.Rule]*product.Rule
}

// NewPlanner returns what verifies plans against what q says, but for its plan.
func NewPlanner(q Proposal, o Options) *Planner {
	p := &Planner{of: q, o: o.Effective()}
	p.rules, p.compiled = compile(slices.DeleteFunc(slices.Concat(p.o.Policy.Checked(), q.Rules), func(r *policy.Rule) bool { return !isForPlans(r, q.Agent) }))
	return p
}

// Sensitive returns the patterns of sensitive tools that match none of the registry.
func (v *Planner) Sensitive() []UnmatchedTool {
	names := slices.Clone(v.o.Policy.Sensitive)
	for _, flag := range v.o.Named() { // those of the policy among them
		if !slices.ContainsFunc(names, func(n policy.Name) bool { return n.Text == flag.Text }) {
			names = append(names, flag)
		}
	}
	return unmatchedOf(names, v.of.Registry)
}

// Verify is the function Plan.
func (v *Planner) Verify(p *plan.Plan) []report.Finding {
	out, _ := v.verify(p)
	return out
}

// verify also returns the work that it took: see planWork.
func (v *Planner) verify(p *plan.Plan) (out []report.Finding, work int) {
	for _, problem := range plan.Check(p, v.of.Registry, plan.Options{Linear: v.o.LinearPlans}) {
		out = append(out, *report.FromPlan(PlanName, &problem))
	}
	out = append(out, planFlows(p, v.of.Registry)...)
	program := &graph.Program{Workflows: []*graph.Workflow{p.Workflow(PlanName, v.of.Agent, v.of.Registry)}}
	out = append(out, Program(program, v.o)...)
	ordered, work := v.order(program.Workflows[0])
	out = append(out, ordered...)
	for _, r := range v.rules {
		if t := unreadTool(r, p, v.of.Registry); t != nil {
			out = append(out, *report.PlanUnread(PlanName, aboutRule(r), r.Pos, t))
		}
	}
	out = append(out, planGrants(p, program, v.o.Policy)...)
	out = report.Sort(v.o.Policy.Apply(out))
	for i := range out {
		if s := out[i].Suppressed; s != nil && s.By == report.ByEntry {
			out[i].Suppressed = nil
		}
	}
	return out, work + stepWork*len(program.Workflows[0].Nodes)
}

// planWork is how much the rules over order may cost for one plan: about a second. Whoever writes a plan may be against
// the program.
const planWork = 1 << 22

// stepWork is about what all else costs for a step, as measured.
const stepWork = 160

// order checks the rules over order on the workflow that a plan is.
func (v *Planner) order(w *graph.Workflow) (out []report.Finding, work int) {
	if !sound(w) {
		return nil, 0 // Program says why
	}
	on := product.On(w).Within(planWork)
	for _, r := range v.rules {
		f := order(w, on, r, v.o.feasible(), v.compiled)
		switch {
		case f == nil:
			continue
		case !r.Builtin:
			report.OfPlan(f, r.Pos)
		}
		out = append(out, *f)
	}
	return out, on.Spent()
}

// unreadTool returns a tool that the plan calls and of which it is not known whether its code needs what a
// rule asks for; nil if there is none.
func unreadTool(r *policy.Rule, p *plan.Plan, tools *plan.Registry) *graph.Tool {
	for _, atom := range r.Rule.Atoms() {
		if atom.Kind != syntax.AtomCap {
			continue
		}
		for s := range plan.All(p.Steps) {
			if s.Call == nil {
				continue
			}
			if t := tools.Tool(s.Call.Tool); t != nil && mayNeed(t, atom) {
				return t
			}
		}
	}
	return nil
}

// mayNeed reports whether it is not known if the code of t needs the capability that an atom names.
func mayNeed(t *graph.Tool, atom *syntax.Atom) bool {
	return t.Unread || slices.ContainsFunc(t.Needs, func(n graph.Need) bool {
		asked, _ := dfa.Match(atom, &dfa.Event{Caps: []string{n.Capability}})
		return n.Maybe && asked || authority.Hides(n.Capability)
	})
}

// PlanVerdict says what findings of Plan mean: a plan of which it is not Holds must not run. What is
// silenced and what was proved away counts for nothing.
func PlanVerdict(findings []report.Finding) verdict.Verdict {
	answer := verdict.Holds
	for _, f := range findings {
		switch {
		case f.Suppressed != nil || f.Verdict == verdict.Holds:
		case f.Verdict == verdict.Violated:
			return verdict.Violated
		default:
			answer = verdict.Unknown
		}
	}
	return answer
}

// planFlows returns a finding for each argument that data reaches which its sink forbids, and each
// source of it.
func planFlows(p *plan.Plan, r *plan.Registry) (out []report.Finding) {
	type flow struct {
		source string
		at     graph.Pos
		sink   string
	}
	said := make(map[flow]int) // index of the finding
	hops := make(map[flow]int)
	for _, f := range planflow.Flows(p, r) {
		names := forbidden(&f.Flow)
		if len(names) == 0 {
			continue
		}
		key := flow{f.Source.Name, f.Sink.Pos, f.Sink.Name}
		finding := report.PlanFlow(PlanName, &f.Flow, names, f.Param)
		switch i, again := said[key]; {
		case !again:
			said[key], hops[key] = len(out), len(f.Hops)
			out = append(out, *finding)
		case len(f.Hops) < hops[key]:
			out[i], hops[key] = *finding, len(f.Hops)
		}
	}
	return out
}

// planGrants returns a finding for each tool that the plan calls and that is not granted.
func planGrants(p *plan.Plan, program *graph.Program, policy *policy.Policy) []report.Finding {
	g := Grants{File: policy.Grants(), Known: func(t *graph.Tool) bool { return !t.Unread }}
	out := g.Ungranted(program)
	for i := range out {
		for s := range plan.All(p.Steps) {
			if out[i].Rule == rules.Ungranted && s.Call != nil && s.Call.Tool == out[i].Subject {
				report.CalledIn(&out[i], s)
				break
			}
		}
	}
	return out
}

// NotForPlans returns the policies over order that are for other workflows, packages or agents than that
// of a plan.
func NotForPlans(p *policy.Policy, agent string) (list []*policy.Rule) {
	for _, r := range p.Checked() {
		if r.Static() && !isForPlans(r, agent) {
			list = append(list, r)
		}
	}
	return list
}

func isForPlans(r *policy.Rule, agent string) bool {
	if agent == "" {
		return r.Scope.Covers(PlanName, "")
	}
	return r.Scope.Covers(PlanName, "", agent)
}

// VacuousForPlans returns a finding for each atom of a policy that names a tool which no plan can call.
func VacuousForPlans(list []*policy.Rule, q Proposal) (out []report.Finding) {
	w := allTools(q.Registry, q.Agent)
	return vacuousTools(slices.DeleteFunc(slices.Clone(list), func(r *policy.Rule) bool { return !isForPlans(r, q.Agent) }), w)
}

// allTools returns a workflow that calls every tool, with any arguments.
func allTools(r *plan.Registry, agent string) *graph.Workflow {
	all := new(plan.Plan)
	for _, name := range r.Names() {
		all.Steps = append(all.Steps, &plan.Step{Call: &plan.Call{Tool: name}})
	}
	w := all.Workflow(PlanName, agent, r)
	for i := range w.Nodes {
		w.Nodes[i].Exact = false
	}
	if u := r.Open(); u != nil {
		w.Unknowns = append(w.Unknowns, graph.Unknown{What: graph.UnknownTools, Node: graph.None, Reason: u.Reason, Pos: u.Pos})
	}
	return w
}

// vacuousTools returns a finding for each atom of a policy that names a tool which w does not have.
func vacuousTools(list []*policy.Rule, w *graph.Workflow) (out []report.Finding) {
	for _, r := range list {
		if r.Builtin || !r.Static() {
			continue
		}
		for _, u := range unmatched(r.Rule.Named(), []*graph.Workflow{w}) {
			if u.Atom.Kind == syntax.AtomTool { // others speak of what only programs have
				out = append(out, *vacuousAtom(r, u))
			}
		}
	}
	return out
}
