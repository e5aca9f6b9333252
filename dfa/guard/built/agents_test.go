package built_test

import (
	"testing"

	"github.com/agentvet/agentvet/dfa/guard/built"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// TestAgents: agents of which a view has no workflow do what their kind says.
func TestAgents(t *testing.T) {
	model := func(name string, names ...string) *graph.Agent {
		return &graph.Agent{Name: name, Kind: graph.AgentLLM, Tools: tools(names...)}
	}
	runs := func(kind graph.AgentKind, bound graph.Bound) *graph.Agent {
		return &graph.Agent{Name: "all", Kind: kind, Bound: bound, SubAgents: []*graph.Agent{model("one", "look"), model("two", "refund")}}
	}
	round := []*graph.Agent{model("one", "look"), model("two", "refund")}
	round[0].SubAgents, round[1].SubAgents = round[1:], round[:1]
	beside := chain("desk", "tool:look")
	beside.Agents = []*graph.Agent{model("clerk", "refund")}
	drawn := &graph.Program{Workflows: chain("clerk", "human", "tool:refund").Workflows, Agents: []*graph.Agent{{Name: "clerk", Kind: graph.AgentWorkflow}}}
	const late = "version: 1\nseverities: {delegation: off}\npolicies:\n  - {name: late, rule: 'never tool:look after tool:refund'}\n"
	const first = "version: 1\nseverities: {delegation: off}\npolicies:\n  - {name: first, rule: 'agent:one before tool:refund'}\n"
	const between = "version: 1\nseverities: {delegation: off}\npolicies:\n  - {name: between, rule: 'tool:look only between agent:all and tool:refund'}\n"
	behind := chain("desk", "human")
	clerk := model("clerk", "refund")
	b := behind.Workflows[0]
	b.Nodes = append(b.Nodes, graph.Node{Name: "clerk", Kind: graph.KindLLM, Agent: "clerk", Tools: clerk.Tools, Calls: graph.CallsAny})
	last := graph.NodeID(len(b.Nodes) - 1)
	for i := range b.Edges {
		if e := &b.Edges[i]; b.Nodes[e.To].Kind == graph.KindExit {
			end := e.To
			e.To = last
			b.Edges = append(b.Edges, graph.Edge{From: last, To: end, Kind: graph.EdgeDirect, Branch: graph.None})
			break
		}
	}
	behind.Agents = []*graph.Agent{clerk}
	boss := &graph.Agent{Name: "boss", Kind: graph.AgentLLM, Tools: tools("look"), SubAgents: []*graph.Agent{model("payer", "refund")}}
	const never = "version: 1\nseverities: {delegation: off}\npolicies:\n  - {name: never, rule: 'never tool:refund'}\n"
	of := func(list ...*graph.Agent) *graph.Program { return &graph.Program{Agents: list} }
	for _, test := range []struct {
		name   string
		policy string
		view   *graph.Program
		want   verdict.Verdict
	}{
		{"one after the other", late, of(runs(graph.AgentSequential, graph.Bound{})), verdict.Holds},
		{"side by side", late, of(runs(graph.AgentParallel, graph.Bound{})), verdict.Violated},
		{"again and again", late, of(runs(graph.AgentLoop, graph.Known(2))), verdict.Violated},
		{"once", late, of(runs(graph.AgentLoop, graph.Known(1))), verdict.Holds},
		{"handed over", late, of(runs(graph.AgentLLM, graph.Bound{})), verdict.Violated},
		{"what they do", never, of(runs(graph.AgentSequential, graph.Bound{})), verdict.Violated},
		{"the first one first", first, of(runs(graph.AgentSequential, graph.Bound{})), verdict.Holds},
		{"and back", late, of(boss), verdict.Violated},
		{"and to each other", between, of(runs(graph.AgentLLM, graph.Bound{})), verdict.Violated},
		{"drawn behind a gate", humanFirst, behind, verdict.Holds},
		{"one below", never, of(&graph.Agent{Name: "boss", Kind: graph.AgentLLM, SubAgents: []*graph.Agent{model("payer", "refund")}}), verdict.Violated},
		{"below each other", never, of(round...), verdict.Violated},
		{"beside a graph", never, beside, verdict.Violated},
		{"two of them", never, of(model("one", "look"), model("two", "refund")), verdict.Violated},
		{"what its workflow is", humanFirst, drawn, verdict.Holds},
		{"a server", never, of(&graph.Agent{Name: "server", Kind: graph.AgentServer, Tools: tools("refund")}), verdict.Violated},
		{"an agent with code of its own", never, of(&graph.Agent{Name: "own", Kind: graph.AgentCustom}), verdict.Unknown},
		{"elsewhere", never, of(&graph.Agent{Name: "remote", Kind: graph.AgentRemote}), verdict.Unknown},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := verifier(t, built.Program{Policy: []byte(test.policy)}).Verify(test.view)
			if a.Verdict != test.want {
				t.Errorf("%v, want %v: %s", a.Verdict, test.want, a.Error())
			}
		})
	}
}

// TestGates: what a framework shows before a tool counts, and of what the registry has only what is in the tool itself.
func TestGates(t *testing.T) {
	gated := func(kind graph.GateKind) []byte {
		list := desk()
		for _, one := range list {
			if one.Name == "refund" {
				one.Gate = graph.Gate{Kind: kind, Pos: one.Pos}
			}
		}
		return registry(t, list...)
	}
	for _, test := range []struct {
		registry, shown graph.GateKind
		want            verdict.Verdict
	}{
		{graph.GateNone, graph.GateNone, verdict.Violated},
		{graph.GateNone, graph.GateConfirm, verdict.Holds},
		{graph.GateConfirm, graph.GateNone, verdict.Violated},
		{graph.GateCallback, graph.GateNone, verdict.Violated},
		{graph.GateInterrupt, graph.GateNone, verdict.Holds},
		{graph.GateWrapper, graph.GateNone, verdict.Holds},
		{graph.GateConditional, graph.GateNone, verdict.Violated},
		{graph.GateIgnored, graph.GateNone, verdict.Violated},
	} {
		v, err := built.New(built.Program{Policy: []byte(humanFirst), Registry: gated(test.registry)})
		if err != nil {
			t.Fatal(err)
		}
		one := tool("refund")
		one.Gate.Kind = test.shown
		a := v.Verify(&graph.Program{Agents: []*graph.Agent{{Name: "clerk", Kind: graph.AgentLLM, Tools: []*graph.Tool{one}}}})
		if a.Verdict != test.want {
			t.Errorf("%v in the registry, %v shown: %v, want %v: %s", test.registry, test.shown, a.Verdict, test.want, a.Error())
		}
	}
}

// TestSeveralRows: which of several tools of one name it is has to be clear.
func TestSeveralRows(t *testing.T) {
	at := func(line int) graph.Pos { return graph.Pos{File: "other.go", Line: line, Col: 1} }
	twin := &graph.Tool{Name: "look", Description: "Look something up.", Handler: "other.look", Pos: at(1)}
	other := &graph.Tool{Name: "look", Description: "Look for somebody.", Handler: "other.find", Declared: []string{"exec"}, Pos: at(2)}
	worse := &graph.Tool{Name: "look", Description: "Look something up.", Handler: "other.exec", Declared: []string{"exec"}, Pos: at(3)}
	for _, test := range []struct {
		name string
		more *graph.Tool
		want verdict.Verdict
	}{
		{"the same one twice", twin, verdict.Holds},
		{"one with another description", other, verdict.Holds},
		{"one that does more", worse, verdict.Unknown},
	} {
		v, err := built.New(built.Program{Registry: registry(t, append(desk(), test.more)...)})
		if err != nil {
			t.Fatal(err)
		}
		if a := v.Verify(agent("look")); a.Verdict != test.want {
			t.Errorf("%s: %v, want %v: %s", test.name, a.Verdict, test.want, a.Error())
		}
	}
	runs := &graph.Tool{Name: "look", Description: "Look something up.", Handler: "other.run", Agent: "clerk", Pos: at(4)}
	v, err := built.New(built.Program{Registry: registry(t, runs)})
	if err != nil {
		t.Fatal(err)
	}
	if a := v.Verify(agent("look")); a.Verdict != verdict.Unknown {
		t.Errorf("a tool that runs an agent: %v: %s", a.Verdict, a.Error())
	}
}
