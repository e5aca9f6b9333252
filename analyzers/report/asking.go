package report

// This file words findings about questions of which nobody gets the answer, or gets it in time.

import (
	"fmt"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
)

func unconfirmable(p *check.Unconfirmable, f *Finding) {
	t := p.Tool
	f.Subject = t.Name
	if p.Agent != nil {
		f.Message = fmt.Sprintf("%s asks before it acts, and nobody hears it: %q, whose tool it is, runs apart as a tool of %q", tools([]*graph.Tool{t}), p.Agent.Name, p.Caller.Name)
		f.Witness = append([]Step{
			{Pos: p.Caller.Pos, Text: fmt.Sprintf("agent %q", p.Caller.Name), Node: p.Caller.Name},
			{Pos: p.Agent.Pos, Text: fmt.Sprintf("calls %q as a tool, in a conversation of its own", p.Agent.Name), Node: p.Agent.Name},
		}, asksHere(t)...)
		return
	}
	step := p.Workflow.Nodes[p.Node].Name
	switch {
	case p.Why == graph.UnansweredTurn:
		f.Message = fmt.Sprintf("%s asks before it acts, and the answer never comes to it: %q is a step for one turn", tools([]*graph.Tool{t}), step)
	case t.Gate.Kind == graph.GateConfirm:
		f.Message = fmt.Sprintf("%s needs a confirmation that nobody can give: step %q runs it with no model in between, and fails", tools([]*graph.Tool{t}), step)
	default:
		f.Message = fmt.Sprintf("%s asks before it acts, and nobody hears it: step %q runs it with no model in between", tools([]*graph.Tool{t}), step)
	}
	f.Witness = append(f.Witness, asksHere(t)...)
}

// asksHere returns the steps that show a tool and where it asks.
func asksHere(t *graph.Tool) []Step {
	list := toolSteps([]*graph.Tool{t})
	if t.Gate.Pos.IsValid() && t.Gate.Pos != t.Pos {
		list = append(list, Step{Pos: t.Gate.Pos, Text: "it asks here"})
	}
	return list
}

func notAwaited(p *check.NotAwaited, f *Finding) {
	next := p.Workflow.Nodes[p.Next].Name
	goesOn := fmt.Sprintf("%q does not wait for the answer", next)
	if p.Next == p.Node {
		goesOn = "the next round does not wait for the answer"
	}
	if h := p.Human; h != nil {
		f.Message = fmt.Sprintf("%q asks somebody, and %s", f.Subject, goesOn)
		f.Witness = append(f.Witness, Step{Pos: h.Pos, Text: "somebody is asked here", Node: h.Name})
	} else {
		f.Message = fmt.Sprintf("%q asks somebody before %s, and %s", f.Subject, tools([]*graph.Tool{p.Tool}), goesOn)
		f.Witness = append(f.Witness, asksHere(p.Tool)...)
	}
	f.Witness = append(f.Witness, Step{Pos: p.Workflow.Nodes[p.Next].Pos, Text: fmt.Sprintf("%q runs meanwhile", next), Node: next})
}
