package report

// This file words what the code of tools may do to the world.

import (
	"fmt"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/taint/capability"
)

// FalseHint says that a hint of a tool denies what its code does.
func FalseHint(t *graph.Tool, n *graph.Need) *Finding {
	hint := "not destructive"
	if t.Hints.ReadOnly == graph.HintTrue {
		hint = "read-only"
	}
	f := newFinding(rules.FalseHint, t.Pos, "tool %q says that it is %s, and its code %s", t.Name, hint, capability.Means(n.Capability))
	f.Subject = t.Name
	f.Witness = append([]Step{{Pos: t.Pos, Text: fmt.Sprintf("%q is made here, with the hint that it is %s", t.Name, hint)}}, needSteps(t, n)...)
	return f
}

// UndeclaredCapability says that the code of a tool needs what the tool does not declare.
func UndeclaredCapability(t *graph.Tool, n *graph.Need) *Finding {
	f := newFinding(rules.Undeclared, t.Pos, "tool %q does not declare %s, and its code %s", t.Name, n.Capability, capability.Means(n.Capability))
	f.Subject = t.Name
	f.Witness = append([]Step{declares(t)}, needSteps(t, n)...)
	return f
}

// PerhapsUndeclared says that the code of a tool may need what the tool does not declare.
func PerhapsUndeclared(t *graph.Tool, n *graph.Need) *Finding {
	f := UndeclaredCapability(t, n)
	f.Verdict = verdict.Unknown
	f.Message = fmt.Sprintf("the code of tool %q may need more than it declares; not certain: ", t.Name)
	if capability.Hides(n.Capability) {
		f.Message += "somewhere it " + capability.Means(n.Capability)
	} else {
		f.Message += fmt.Sprintf("it may be code of the tool that %s, or not", capability.Means(n.Capability))
	}
	return f
}

// UnknownNeeds says that a tool declares capabilities, and that nothing is known of its code.
func UnknownNeeds(t *graph.Tool) *Finding {
	f := newFinding(rules.Undeclared, t.Pos, "tool %q declares %s, and nothing is known of its code", t.Name, list(t.Declared))
	f.Subject, f.Verdict = t.Name, verdict.Unknown
	f.Witness = []Step{declares(t)}
	return f
}

func declares(t *graph.Tool) Step {
	return Step{Pos: t.Pos, Text: fmt.Sprintf("%q declares %s", t.Name, list(t.Declared))}
}

// needSteps returns the way from the handler of a tool to what needs a capability.
func needSteps(t *graph.Tool, n *graph.Need) (steps []Step) {
	for i, h := range n.Path {
		s := Step{Pos: h.Pos, Text: "which calls " + h.Func}
		switch {
		case i == 0:
			s.Text = "its code calls " + h.Func
		case !h.Pos.IsValid():
			s.Text = "which comes to call " + h.Func
		}
		if i == len(n.Path)-1 {
			s.Text += ", and " + capability.Means(n.Capability)
		}
		steps = append(steps, s)
	}
	return steps
}
