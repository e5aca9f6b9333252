package check_test

import (
	"testing"

	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
	"github.com/agentvet/agentvet/graph/verdict"
)

// TestCauseInWorkflow: what a doubt hangs on is an edge of the workflow that the problem
// is in, or none. Here a step of the body may run without a human because a step around
// the body may not wait for one.
func TestCauseInWorkflow(t *testing.T) {
	w := build("in:entry h:human a:pass j:sub out:exit in?h=x in?a=y h>j a>j j>out")
	w.Mode = graph.ModeAll
	w.Branches[0].Multi = true
	body := build("s:entry t:tool:delete! e:exit s>t t>e")
	for i := range w.Nodes {
		if w.Nodes[i].Name == "j" {
			w.Nodes[i].Sub = body
		}
	}
	found := false
	for _, p := range flats(check.RunAll([]*graph.Workflow{w}, check.Options{})) {
		if p.Rule() != rules.HumanGate || p.Workflow != body {
			continue
		}
		found = true
		if p.Verdict() != verdict.Unknown || p.Doubt.Why != check.WhyJoin || p.Doubt.Edge != graph.None {
			t.Errorf("verdict %s, why %d, cause %d; want unknown, a join, none", p.Verdict(), p.Doubt.Why, p.Doubt.Edge)
		}
	}
	if !found {
		t.Error("the tool in the body is not reported")
	}
}
