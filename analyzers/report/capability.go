package report

// This file words what the code of tools may do to the world.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/authority"
	"github.com/agentvet/agentvet/graph/check"
	"github.com/agentvet/agentvet/graph/verdict"
)

// FalseHint says that a hint of a tool denies what its code does.
func FalseHint(t *graph.Tool, n *graph.Need) *Finding {
	hint := hintOf(t)
	f := newFinding(rules.FalseHint, t.Pos, "tool %q says that it is %s, and its code %s", t.Name, hint, authority.Means(n.Capability))
	f.Subject = t.Name
	f.Witness = append([]Step{{Pos: t.Pos, Text: fmt.Sprintf("%q%s, with the hint that it is %s", t.Name, whatIsAt(t), hint)}}, needSteps(n)...)
	return f
}

// PerhapsFalseHint says that it is not known whether hints of tools deny what their code does at one place, the last of the way to a need
// of the first of them.
func PerhapsFalseHint(tools []*graph.Tool, n *graph.Need) *Finding {
	t := tools[0]
	f := FalseHint(t, n)
	f.Verdict = verdict.Unknown
	who, whose := fmt.Sprintf("whether tool %q is %s, as it says", t.Name, hintOf(t)), "its"
	if len(tools) > 1 {
		who, whose = fmt.Sprintf("whether %s are %s, as they say", someOf(tools), hintOf(t)), "their"
	}
	why := "what that changes, only a run tells"
	switch {
	case n.Maybe:
		why = "maybe, as it is not certain which code runs"
	case n.Fixed:
		why = "one file, which no call of it chooses, so that it may be the program's own"
	}
	f.Message = fmt.Sprintf("it is not known %s: %s code %s; %s", who, whose, authority.Means(n.Capability), why)
	return f
}

// someOf names tools, of many the first two.
func someOf(tools []*graph.Tool) string {
	names := make([]string, len(tools))
	for i, t := range tools {
		names[i] = strconv.Quote(t.Name)
	}
	if len(names) > 3 {
		names = append(names[:2], fmt.Sprintf("%d more tools", len(names)-2))
	}
	return and(names)
}

// hintOf returns what a tool says of itself that its code may deny.
func hintOf(t *graph.Tool) string {
	if t.Hints.ReadOnly == graph.HintTrue {
		return "read-only"
	}
	return "not destructive"
}

// UndeclaredCapability says that the code of a tool needs what the tool does not declare.
func UndeclaredCapability(t *graph.Tool, n *graph.Need) *Finding {
	f := newFinding(rules.Undeclared, t.Pos, "tool %q does not declare %s, and its code %s", t.Name, n.Capability, authority.Means(n.Capability))
	f.Subject = t.Name
	f.Witness = append([]Step{declares(t)}, needSteps(n)...)
	return f
}

// PerhapsUndeclared says that the code of a tool may need what the tool does not declare.
func PerhapsUndeclared(t *graph.Tool, n *graph.Need) *Finding {
	f := UndeclaredCapability(t, n)
	f.Verdict = verdict.Unknown
	f.Message = fmt.Sprintf("the code of tool %q may need more than it declares; not certain: ", t.Name)
	if authority.Hides(n.Capability) {
		f.Message += "somewhere it " + authority.Means(n.Capability)
	} else {
		f.Message += fmt.Sprintf("it may be code of the tool that %s, or not", authority.Means(n.Capability))
	}
	return f
}

// UnknownNeeds says that tools that are made at one place declare capabilities, and that nothing is known of
// their code.
func UnknownNeeds(tools []*graph.Tool) *Finding {
	t := tools[0]
	f := newFinding(rules.Undeclared, t.Pos, "tool %q declares %s, and nothing is known of its code", t.Name, list(t.Declared))
	if len(tools) > 1 {
		f = newFinding(rules.Undeclared, t.Pos, "%d tools declare what they do, and nothing is known of their code", len(tools))
	}
	f.Subject, f.Verdict = t.Name, verdict.Unknown
	for _, t := range tools {
		f.Witness = append(f.Witness, declares(t))
	}
	return f
}

// ExcessCapability says that a tool declares capabilities that its code does not need.
func ExcessCapability(t *graph.Tool, idle []string) *Finding {
	f := newFinding(rules.Excess, t.Pos, "tool %q declares %s, and nothing in its code needs that", t.Name, and(idle))
	f.Subject = t.Name
	var needed []string
	for _, n := range t.Needs {
		needed = append(needed, n.Capability)
	}
	f.Witness = []Step{declares(t), {Pos: t.Pos, Text: "its code needs " + and(needed)}}
	return f
}

// HiddenEffects says that nobody can tell what the code of a tool does.
func HiddenEffects(t *graph.Tool, n *graph.Need) *Finding {
	f := newFinding(rules.Hidden, t.Pos, "nobody can tell what tool %q does: its code %s", t.Name, authority.Means(n.Capability))
	f.Subject = t.Name
	f.Witness = append([]Step{{Pos: t.Pos, Text: strconv.Quote(t.Name) + whatIsAt(t)}}, needSteps(n)...)
	return f
}

// OutsideTool says that a step of a workflow, which runs a function of that name, does something itself,
// and not by a tool.
func OutsideTool(w *graph.Workflow, node *graph.Node, function string, n *graph.Need) *Finding {
	f := newFinding(rules.OutsideTool, node.Pos, "step %q %s, and no tool does", node.Name, authority.Means(n.Capability))
	f.Workflow, f.Subject = w.Name, node.Name
	f.Witness = []Step{{Pos: w.Pos, Text: fmt.Sprintf("the workflow %q is made here", w.Name)}, {Pos: node.Pos, Text: fmt.Sprintf("step %q runs %s", node.Name, function), Node: node.Name}}
	f.Witness = append(f.Witness, needSteps(n)...)
	return f
}

// BesideTools says that the loop of an agent without a framework, which a function of that name has, does
// something itself, and not by a tool.
func BesideTools(a *graph.Agent, function string, n *graph.Need) *Finding {
	f := newFinding(rules.OutsideTool, a.Pos, "the loop of %q itself %s, and no tool does", a.Name, authority.Means(n.Capability))
	f.Subject = a.Name
	f.Witness = append([]Step{{Pos: a.Pos, Text: fmt.Sprintf("%s asks the model and runs its tools", function), Node: a.Name}}, needSteps(n)...)
	return f
}

// OutsideHook says that a function of that name, which runs beside an agent, does something itself, and not by a
// tool.
func OutsideHook(a *graph.Agent, h *graph.Hook, function string, n *graph.Need) *Finding {
	f := newFinding(rules.OutsideTool, h.Pos, "a function in %s of %q %s, and no tool does", h.What, a.Name, authority.Means(n.Capability))
	f.Subject = a.Name
	f.Witness = append([]Step{
		{Pos: a.Pos, Text: fmt.Sprintf("agent %q", a.Name), Node: a.Name},
		{Pos: h.Pos, Text: fmt.Sprintf("has %s in %s", function, h.What), Node: a.Name},
	}, needSteps(n)...)
	return f
}

// OutsideMaker says that a function of that name, which makes an agent, does something itself, and not by a tool.
func OutsideMaker(a *graph.Agent, function string, n *graph.Need) *Finding {
	f := newFinding(rules.OutsideTool, a.Pos, "what makes %q %s, and no tool does", a.Name, authority.Means(n.Capability))
	f.Subject = a.Name
	f.Witness = append([]Step{{Pos: a.Pos, Text: fmt.Sprintf("%s makes the agent", function), Node: a.Name}}, needSteps(n)...)
	return f
}

// WiderCapability says that a tool of an agent does what no tool of the agent does that delegates to it.
func WiderCapability(a, sub *graph.Agent, t *graph.Tool, n *graph.Need) *Finding {
	f := newFinding(rules.WiderScope, sub.Pos, "tool %q of %q %s, and no tool of %q does, which delegates to it", t.Name, sub.Name, authority.Means(n.Capability), a.Name)
	f.Subject = sub.Name
	f.Witness = append(append(delegation(a, sub), toolSteps([]*graph.Tool{t})...), needSteps(n)...)
	return f
}

func declares(t *graph.Tool) Step {
	return Step{Pos: t.Pos, Text: fmt.Sprintf("%q declares %s", t.Name, list(t.Declared))}
}

// needSteps returns the way from the handler of a tool, or from a step, to what needs a capability.
func needSteps(n *graph.Need) (steps []Step) {
	for i, h := range n.Path {
		s := Step{Pos: h.Pos, Text: "which calls " + h.Func}
		switch {
		case i == 0:
			s.Text = "its code calls " + h.Func
		case !h.Pos.IsValid():
			s.Text = "which comes to call " + h.Func
		}
		if i == len(n.Path)-1 {
			s.Text += ", and " + authority.Means(n.Capability)
		}
		steps = append(steps, s)
	}
	return steps
}

// ShowHarm adds to f, which says that nobody is asked before a tool, the way to the worst that the code of the tool certainly
// does: it destroys something, or changes it. A tool that says itself that it is destructive may not know why.
func ShowHarm(f *Finding, t *graph.Tool) {
	var worst *graph.Need
	for i := range t.Needs {
		n := &t.Needs[i]
		if n.Maybe || authority.IsLibrarys(n) || !authority.Changes(n.Capability) {
			continue
		}
		if worst == nil || authority.Destroys(n.Capability) && !authority.Destroys(worst.Capability) {
			worst = n
		}
	}
	if worst != nil {
		f.show(worst)
	}
}

// show adds the way to a need to the witness of f, unless it is there.
func (f *Finding) show(n *graph.Need) {
	steps := needSteps(n)
	if last := len(steps) - 1; last >= 0 && !slices.Contains(f.Witness, steps[last]) {
		f.Witness = slices.Concat(f.Witness, steps)
	}
}

// whoseCode stands behind the name of a tool that destroys something, before what it does.
const whoseCode = ", whose code "

// Destroys says that a tool, whose code destroys something, can run in a workflow with nobody asked
// before. The problem is about that tool alone.
func Destroys(p check.Problem, t *graph.Tool, n *graph.Need) *Finding {
	f := FromProblem(p)
	name := tools([]*graph.Tool{t})
	f.Message = name + whoseCode + authority.Means(n.Capability) + "," + strings.TrimPrefix(f.Message, name)
	f.Subject = t.Name
	f.Waits = authority.IsUsual(n) // see docs/measured.md
	f.show(n)
	return f
}

// IsByCode reports whether f is about tools of which only their code says that they destroy something: neither an annotation nor a policy
// says so.
func IsByCode(f *Finding) bool {
	return f.Rule == rules.HumanGate && strings.Contains(f.Message, whoseCode)
}

// ByAgent makes f, a finding about a tool whose code destroys something, unknown: it does so by running an agent, and whether it
// does so itself, too, is not known.
func ByAgent(f *Finding, a *graph.Agent) {
	f.Verdict = verdict.Unknown
	f.Message = fmt.Sprintf("it is not known whether %s: it runs %q, which does what its own tools do", f.Message, a.Name)
}

// AgentDestroys says that an agent or a server has a tool whose code destroys something, with nobody
// asked before.
func AgentDestroys(a *graph.Agent, t *graph.Tool, n *graph.Need) *Finding {
	f := newFinding(rules.Unconfirmed, t.Pos, "the code of tool %q %s, and nobody is asked before it", t.Name, authority.Means(n.Capability))
	f.Subject, f.Waits = t.Name, true
	first := Step{Pos: a.Pos, Text: fmt.Sprintf("the model of %q", a.Name), Node: a.Name}
	if a.Kind == graph.AgentServer {
		first.Text = usesServer + strconv.Quote(a.Name)
	}
	f.Witness = append([]Step{first, {Pos: t.Pos, Text: fmt.Sprintf("may call %q", t.Name)}}, needSteps(n)...)
	return f
}
