package report_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/check"
)

// TestIgnoredGates: what is said of a gate is what is known to get past it.
func TestIgnoredGates(t *testing.T) {
	at := func(line int) graph.Pos { return graph.Pos{File: "a.go", Line: line, Col: 2} }
	for _, c := range []struct {
		gate    graph.Gate
		message string
		steps   []string // after the first
	}{
		{graph.Gate{Kind: graph.GateIgnored},
			`tool "remove" asks somebody here, and goes on whatever the answer is`,
			[]string{"somebody is asked here, and a no leads on as a yes does"}},
		{graph.Gate{Kind: graph.GateIgnored, Slip: graph.Slip{Way: graph.SlipAny}},
			`tool "remove" asks somebody here, and goes on whatever the answer is`,
			[]string{"somebody is asked here, and a no leads on as a yes does"}},
		{graph.Gate{Kind: graph.GateIgnored, Slip: graph.Slip{Way: graph.SlipRefusal}},
			`tool "remove" asks somebody here, and goes on where nobody agreed`,
			[]string{"somebody is asked here, and the way on from here is that of a refusal"}},
		{graph.Gate{Kind: graph.GateIgnored, Slip: graph.Slip{Way: graph.SlipWord, Words: "cancel"}},
			`tool "remove" asks somebody here, and goes on where the answer is "cancel"`,
			[]string{`somebody is asked here, and "cancel" leads on as a yes does`}},
		{graph.Gate{Kind: graph.GateConditional, Slip: graph.Slip{Way: graph.SlipFailure}},
			`tool "remove" asks somebody here, and goes on where nobody can be asked`,
			[]string{"somebody is asked here, and a question that fails leads on as a yes does"}},
		{graph.Gate{Kind: graph.GateIgnored, Slip: graph.Slip{Way: graph.SlipOther, Pos: at(7)}},
			`tool "remove" asks somebody here, and goes on unless the answer refuses`,
			[]string{"somebody is asked here, and any other answer leads on as a yes does, an empty one too", "the tool acts here all the same"}},
		{graph.Gate{Kind: graph.GateConditional, Slip: graph.Slip{Way: graph.SlipAny, Does: "os.Truncate", Pos: at(7)}},
			`tool "remove" asks somebody here, and os.Truncate runs whatever the answer is`,
			[]string{"somebody is asked here, and a no leads on as a yes does", "os.Truncate runs here all the same"}},
		{graph.Gate{Kind: graph.GateConditional, Slip: graph.Slip{Way: graph.SlipWord, Words: "decline,cancel", Does: "os.Truncate", Pos: at(7)}},
			`tool "remove" asks somebody here, and os.Truncate runs where the answer is "decline" or "cancel"`,
			[]string{`somebody is asked here, and "decline" or "cancel" leads on as a yes does`, "os.Truncate runs here all the same"}},
		{graph.Gate{Kind: graph.GateIgnored, Slip: graph.Slip{Way: graph.SlipUncalled, Words: "confirmTool"}},
			`nothing calls confirmTool, which is there to ask before tools run, and tool "remove" runs with nobody asked`,
			[]string{"confirmTool is here, and nothing in the program calls it"}},
		{graph.Gate{Kind: graph.GateIgnored, Slip: graph.Slip{Way: graph.SlipModel, Words: "confirm"}},
			`the only confirmation of tool "remove" is its argument "confirm", which the model fills in`,
			[]string{`what the model says in "confirm" decides here, and nobody is asked`}},
		{graph.Gate{Kind: graph.GateIgnored, Slip: graph.Slip{Way: graph.SlipOff, Words: "flag confirm"}},
			`nobody is asked before tool "remove" unless flag confirm says so: by default this question is off`,
			[]string{"somebody is asked here if flag confirm says so, and by default it does not"}},
		{graph.Gate{Kind: graph.GateConditional, Slip: graph.Slip{Way: graph.SlipLate, Pos: at(7)}},
			`tool "remove" asks somebody here, and goes on where no answer comes in time`,
			[]string{"somebody is asked here, and the end of the time for an answer leads on as a yes does", "the tool acts here all the same"}},
		{graph.Gate{Kind: graph.GateIgnored, Slip: graph.Slip{Way: graph.SlipUnset, Words: "agent.approve"}},
			`nothing that runs sets agent.approve, which is there to ask before tools run, and tool "remove" runs with nobody asked`,
			[]string{"agent.approve would be asked here, and it is nil in each run of the program"}},
	} {
		c.gate.Pos = at(5)
		list := check.Tools(&graph.Program{Tools: []*graph.Tool{{Name: "remove", Gate: c.gate, Pos: at(3)}}})
		if len(list) != 1 {
			t.Errorf("%+v: %d problems, want 1", c.gate, len(list))
			continue
		}
		f := report.FromProblem(list[0])
		if f.Message != c.message || f.Pos != at(5) {
			t.Errorf("%+v: %s: %s, want %s", c.gate, f.Pos, f.Message, c.message)
		}
		var steps []string
		for _, s := range f.Witness[1:] {
			steps = append(steps, s.Text)
		}
		if diff := cmp.Diff(c.steps, steps); diff != "" {
			t.Errorf("%+v: witness (-want +got):\n%s", c.gate, diff)
		}
	}
}

// TestSharedQuestion: a question before several tools is asked in vain once.
func TestSharedQuestion(t *testing.T) {
	gate := graph.Gate{Kind: graph.GateIgnored, Slip: graph.Slip{Way: graph.SlipAny}, Pos: graph.Pos{File: "a.go", Line: 5, Col: 2}}
	p := &graph.Program{Tools: []*graph.Tool{{Name: "remove", Gate: gate}, {Name: "write", Gate: gate}, {Name: "write", Gate: gate, Pos: gate.Pos}}}
	list := check.Tools(p)
	if len(list) != 1 {
		t.Fatalf("%d problems, want 1", len(list))
	}
	if got, want := report.FromProblem(list[0]).Message, `tool "remove" and 2 more ask somebody here, and go on whatever the answer is`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
