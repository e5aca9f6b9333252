package verify

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/graph"
)

// TestDestroys: what is certain, is not said by the tool itself, and has no gate.
func TestDestroys(t *testing.T) {
	at := func(line int) graph.Pos { return graph.Pos{File: "a.go", Line: line, Col: 1} }
	need := func(name string, maybe bool, pos graph.Pos) graph.Need {
		return graph.Need{Capability: name, Maybe: maybe, Path: []graph.Hop{{Func: "f", Pos: pos}}}
	}
	wipe := need("fs.delete", false, at(9))
	for _, c := range []struct {
		name string
		tool graph.Tool
		o    Options
		want []string
	}{
		{"a tool that deletes", graph.Tool{Needs: []graph.Need{need("fs.read", false, at(8)), wipe}}, Options{},
			[]string{`structure/human-gate: tool "run", whose code deletes files, can run in "act" with no human asked before`}}, // not again of the server
		{"by an agent that it runs", graph.Tool{Needs: []graph.Need{{Capability: "fs.delete", Path: []graph.Hop{
			{Func: "p.spawn", Pos: at(5)}, {Func: "(*p.Agent).loop", Pos: at(6)}, {Func: "os.Remove", Pos: at(22)}}}}}, Options{},
			[]string{`structure/human-gate: it is not known whether tool "run", whose code deletes files, can run in "act" with no human asked before: it runs "Agent.loop #2", which does what its own tools do`}},
		{"by a function of that name elsewhere", graph.Tool{Needs: []graph.Need{{Capability: "fs.delete", Path: []graph.Hop{
			{Func: "(*q.Agent).loop", Pos: at(6)}, {Func: "os.Remove", Pos: graph.Pos{File: "b.go", Line: 2}}}}}}, Options{},
			[]string{`structure/human-gate: tool "run", whose code deletes files, can run in "act" with no human asked before`}},
		{"one that says so", graph.Tool{Needs: []graph.Need{wipe}, Destructive: true}, Options{}, nil},
		{"hints that a library sends on its own", graph.Tool{Needs: []graph.Need{wipe}, Hints: graph.Hints{
			ReadOnly: graph.HintFalse, Destructive: graph.HintTrue, Idempotent: graph.HintFalse, OpenWorld: graph.HintTrue}}, Options{},
			[]string{`delegation/destructive: the code of tool "run" deletes files, and nobody is asked before it`}},
		{"one that denies it, which is a hint that lies", graph.Tool{Needs: []graph.Need{wipe}, Hints: graph.Hints{ReadOnly: graph.HintTrue}}, Options{}, nil},
		{"one that is sensitive", graph.Tool{Needs: []graph.Need{wipe}}, Options{Sensitive: []string{"run"}}, nil},
		{"one that may delete", graph.Tool{Needs: []graph.Need{need("fs.delete", true, at(9))}}, Options{}, nil},
		{"a library's own files", graph.Tool{Needs: []graph.Need{need("fs.delete", false, graph.Pos{})}}, Options{}, nil},
		{"one that writes", graph.Tool{Needs: []graph.Need{need("fs.write", false, at(9))}}, Options{}, nil},
		{"a gate that asks in some cases", graph.Tool{Needs: []graph.Need{wipe}, Gate: graph.Gate{Kind: graph.GateConditional, Pos: at(7)}}, Options{},
			[]string{`structure/human-gate: tool "run", whose code deletes files, can run in "act" with no human asked before`}},
		{"a gate", graph.Tool{Needs: []graph.Need{wipe}, Gate: graph.Gate{Kind: graph.GateConfirm, Pos: at(7)}}, Options{}, nil},
		{"a gate that decides nothing is said elsewhere", graph.Tool{Needs: []graph.Need{wipe}, Gate: graph.Gate{Kind: graph.GateIgnored, Pos: at(7)}}, Options{}, nil},
	} {
		tool := c.tool
		tool.Name, tool.Pos = "run", at(3)
		w := &graph.Workflow{Name: "desk", Pos: at(1), Nodes: []graph.Node{
			{Name: "start", Kind: graph.KindEntry}, {Name: "act", Kind: graph.KindLLM, Agent: "desk", Tools: []*graph.Tool{&tool}, Calls: graph.CallsAny}, {Name: "end", Kind: graph.KindExit},
		}, Edges: []graph.Edge{{From: 0, To: 1, Kind: graph.EdgeDirect, Branch: graph.None}, {From: 1, To: 2, Kind: graph.EdgeDirect, Branch: graph.None}}, Exits: []graph.NodeID{2}}
		p := &graph.Program{Workflows: []*graph.Workflow{w}, Agents: []*graph.Agent{
			{Name: "desk", Kind: graph.AgentLLM, Tools: []*graph.Tool{&tool}, Pos: at(2)},
			{Name: "server", Kind: graph.AgentServer, Tools: []*graph.Tool{&tool}, Pos: at(4)},
			{Name: "Agent.loop #2", Kind: graph.AgentLoop, Pos: at(20)},
		}}
		var got []string
		for _, f := range Destroys(p, c.o) {
			got = append(got, f.Rule+": "+f.Message)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// TestDestroysAgain: with PerCall, an approval before the first call is not one before the second.
func TestDestroysAgain(t *testing.T) {
	w, err := graph.Decode("w.json", []byte(`{"name":"w","framework":"f","mode":"any","entry_id":"start","exit_ids":["end"],
		"nodes":[{"id":"start","kind":"entry"},{"id":"ask","kind":"human"},{"id":"act","kind":"tool"},{"id":"end","kind":"exit"}],
		"branches":[{"from":"act","func":"f","complete":true,"values":[{"text":"again"},{"text":"done"}]}],
		"edges":[{"source":"start","target":"ask"},{"source":"ask","target":"act"},
			{"source":"act","target":"act","kind":"loop","condition":"again","branch":0},
			{"source":"act","target":"end","kind":"conditional","condition":"done","branch":0}]}`))
	if err != nil {
		t.Fatal(err)
	}
	pos := graph.Pos{File: "a.go", Line: 3, Col: 1}
	w.Nodes[2].Tools = []*graph.Tool{{Name: "run", Pos: pos, Needs: []graph.Need{{Capability: "fs.delete", Path: []graph.Hop{{Func: "f", Pos: pos}}}}}}
	p := &graph.Program{Workflows: []*graph.Workflow{w}}
	if got := Destroys(p, Options{}); len(got) != 0 {
		t.Errorf("asked once: %v", got)
	}
	got := Destroys(p, Options{PerCall: true})
	if want := `tool "run", whose code deletes files, can run again in "act" with no human asked in between`; len(got) != 1 || got[0].Message != want {
		t.Errorf("asked once, with PerCall: %v, want %s", got, want)
	}
}
