package report

// This file words what is wrong with plans.

import (
	"fmt"
	"strings"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/plan"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/spell"
	"github.com/agentvet/agentvet/taint"
)

// planRules are the rules of problems.
var planRules = map[plan.Kind]string{
	plan.NoTool: rules.PlanCall, plan.SeveralTools: rules.PlanCall, plan.RunsAgent: rules.PlanCall,
	plan.Missing: rules.PlanCall, plan.Extra: rules.PlanCall, plan.WrongType: rules.PlanCall, plan.Unchecked: rules.PlanCall,
	plan.Unbound: rules.PlanReference, plan.OutOfBound: rules.PlanBound, plan.Branches: rules.PlanControlFlow,
	plan.NoInput: rules.PlanReference, plan.Raced: rules.PlanReference,
}

// FromPlan returns the finding about a problem of the plan that is called workflow.
func FromPlan(workflow string, p *plan.Problem) *Finding {
	f := newFinding(planRules[p.Kind], p.Pos, "%s", planWords(p))
	f.Verdict, f.Workflow = p.Verdict, workflow
	if p.Kind == plan.NoInput {
		f.Witness = []Step{{Pos: p.Pos, Text: "the plan wants it here"}}
		return f
	}
	f.Subject, f.Witness = p.Step.Path, []Step{stepOf(p.Step)}
	if p.Pos != p.Step.Pos {
		f.Witness = append(f.Witness, Step{Pos: p.Pos, Text: planPlace(p), Node: p.Step.Path})
	}
	if p.Kind == plan.Unbound && p.Other.IsValid() {
		f.Witness = append(f.Witness, Step{Pos: p.Other, Text: fmt.Sprintf("%q is bound here, which not every way to the reference has behind it", p.Name)})
	}
	if p.Kind == plan.Raced {
		f.Witness = append(f.Witness, Step{Pos: p.Other, Text: fmt.Sprintf("%q is in another part here", p.Name)})
	}
	if p.Tool != nil {
		f.Witness = append(f.Witness, Step{Pos: p.Tool.Pos, Text: fmt.Sprintf("tool %q%s", p.Tool.Name, whatIsAt(p.Tool))})
	}
	if p.Kind == plan.SeveralTools {
		f.Witness = append(f.Witness, Step{Pos: p.Other, Text: "and another one of that name here"})
	}
	if p.Param != nil && p.Param.Pos.IsValid() && p.Param.Pos != p.Tool.Pos {
		f.Witness = append(f.Witness, Step{Pos: p.Param.Pos, Text: fmt.Sprintf("its argument %q is declared here", p.Param.Path)})
	}
	return f
}

// stepOf returns the step of a witness for one of a plan.
func stepOf(s *plan.Step) Step {
	what := "decides"
	switch {
	case s.Parts != nil:
		what = "has parts that run side by side"
	case s.Call != nil:
		what = fmt.Sprintf("calls %q", s.Call.Tool)
	}
	return Step{Pos: s.Pos, Text: fmt.Sprintf("%s, %q, %s", s.Path, s.Label, what), Node: s.Path}
}

// planPlace says what stands at the place of a problem.
func planPlace(p *plan.Problem) string {
	switch p.Kind {
	case plan.Unbound:
		return "with the reference @" + p.Name
	case plan.Raced:
		return "by this step"
	case plan.Branches:
		return "by this condition"
	case plan.NoTool, plan.SeveralTools, plan.RunsAgent:
		return "by this name"
	case plan.Missing, plan.Unchecked:
		return "with these arguments"
	}
	return "with this argument"
}

func planWords(p *plan.Problem) string {
	switch p.Kind {
	case plan.NoTool:
		if p.Open != nil {
			return fmt.Sprintf("no tool that is known is called %q, and there may be others, because %s", p.Name, p.Open.Reason)
		}
		return fmt.Sprintf("no tool is called %q%s", p.Name, spell.DidYouMean(p.Name, p.Names))
	case plan.SeveralTools:
		return fmt.Sprintf("which tool %q is meant is not known: there are several", p.Name)
	case plan.RunsAgent:
		return fmt.Sprintf("tool %q runs the agent %q, and what that does is not known", p.Name, p.Tool.Agent)
	case plan.Unbound:
		return fmt.Sprintf("@%s is not bound on every way that leads here%s", p.Name, spell.DidYouMean(p.Name, p.Names))
	case plan.Missing:
		return fmt.Sprintf("argument %q of tool %q is missing: want %s", p.Name, p.Tool.Name, p.Want)
	case plan.Extra:
		return extraWords(p)
	case plan.WrongType:
		return fmt.Sprintf("argument %q of tool %q is %s, and the tool takes %s", p.Name, p.Tool.Name, p.Got, jsonType(p.Want))
	case plan.Unchecked:
		if p.Name == "" {
			return fmt.Sprintf("the arguments of tool %q are not known", p.Tool.Name)
		}
		return fmt.Sprintf("what argument %q of tool %q may hold is not known", p.Name, p.Tool.Name)
	case plan.OutOfBound:
		return boundWords(p)
	case plan.NoInput:
		if len(p.Names) == 0 {
			return fmt.Sprintf("the program gives plans no input, and this one wants %q", p.Name)
		}
		return fmt.Sprintf("the program gives plans no input %q%s", p.Name, spell.DidYouMean(p.Name, p.Names))
	case plan.Raced:
		return fmt.Sprintf("@%s is bound in one of several parts that run side by side, and bound or used in another one", p.Name)
	case plan.Branches:
		return "the plan has a condition, and none are permitted"
	}
	panic("report: internal error: a problem of a plan without words")
}

func extraWords(p *plan.Problem) string {
	name := p.Name[strings.LastIndexByte(p.Name, '.')+1:]
	if p.Verdict == verdict.Unknown {
		return fmt.Sprintf("tool %q has no argument %q that is known, and not all of its arguments are", p.Tool.Name, p.Name)
	}
	return fmt.Sprintf("tool %q has no argument %q%s", p.Tool.Name, p.Name, spell.DidYouMean(name, p.Names))
}

func boundWords(p *plan.Problem) string {
	switch {
	case p.Verdict == verdict.Violated:
		return fmt.Sprintf("argument %q of tool %q is %s, and must be %s", p.Name, p.Tool.Name, p.Got, p.Want)
	case p.Got == "":
		return fmt.Sprintf("argument %q of tool %q is left out: whether what the tool takes for it is %s is not known", p.Name, p.Tool.Name, p.Want)
	}
	return fmt.Sprintf("whether argument %q of tool %q, %s, is %s is not known", p.Name, p.Tool.Name, p.Got, p.Want)
}

// jsonType returns the words for what an argument takes.
func jsonType(takes string) string {
	if strings.HasPrefix(takes, "one of ") {
		return takes // values, in which anything may stand
	}
	if of, ok := strings.CutPrefix(takes, "[]"); ok {
		return strings.TrimSuffix("a list of "+jsonType(of), " of ")
	}
	if of, ok := strings.CutPrefix(takes, "{}"); ok {
		return strings.TrimSuffix("an object of "+jsonType(of), " of ")
	}
	return strings.ReplaceAll(takes, "|", " or ")
}

// PlanFlow says that data of a plan reaches an argument that forbids it: see ForbiddenFlow. The
// argument is declared at a place of the program.
func PlanFlow(workflow string, f *taint.Flow, forbidden []string, param *graph.Param) *Finding {
	out := ForbiddenFlow(f, forbidden)
	out.Workflow = workflow
	out.Witness = append(out.Witness, Step{Pos: param.Pos, Text: "the sink is declared here"})
	return out
}

// PlanUnread says that a policy asks what the code of a tool needs, of which not all is known.
func PlanUnread(workflow string, p PolicyRule, pos graph.Pos, t *graph.Tool) *Finding {
	return &Finding{
		Rule: p.ID, Severity: p.Severity, Verdict: verdict.Unknown, Pos: t.Pos, Workflow: workflow, Subject: t.Name,
		Message: fmt.Sprintf("whether the plan keeps the policy %q is not known: what the code of tool %q needs is not known for certain", p.Text, t.Name),
		Witness: []Step{{Pos: t.Pos, Text: fmt.Sprintf("tool %q%s", t.Name, whatIsAt(t))}, {Pos: pos, Text: "the policy stands here"}},
	}
}

// OfPlan says of a finding about a policy over order where the policy stands. Those about plans and about what a
// framework has built have no other place.
func OfPlan(f *Finding, policy graph.Pos) *Finding {
	if policy.IsValid() && f.Verdict == verdict.Violated {
		f.Witness = append(f.Witness, Step{Pos: policy, Text: "the policy stands here"})
	}
	return f
}

// CalledIn says at which call of a plan a finding about a tool is.
func CalledIn(f *Finding, s *plan.Step) *Finding {
	f.Pos = s.Call.Pos
	f.Witness = append(f.Witness, stepOf(s))
	return f
}
