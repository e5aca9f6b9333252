package graph

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/graph/reason"
)

// wholeProgram returns a program in which every field of every type is set somewhere.
func wholeProgram() *Program {
	at := func(line int) Pos { return Pos{"dir/p.go", line, 3} }
	shared, own, first := &Tool{Name: "t", Pos: at(1)}, &Tool{Name: "own", Pos: at(2)}, &Tool{Name: "own", Pos: at(3)}
	leaf := &Agent{Name: "leaf", Kind: AgentLLM, Tools: []*Tool{shared, own}, Replaced: []Replacement{{first, own}}, Unhandled: []*Tool{{Name: "gone", Pos: at(9)}}, Untold: []*Tool{own}, Pos: at(4),
		Maker: "p.build", Hooks: []Hook{{"BeforeModelCallbacks", "p.watch", at(10)}}}
	root := &Agent{
		Name: "root", Kind: AgentLoop, Framework: "adk", SubAgents: []*Agent{leaf, leaf}, Bound: Known(2), Returns: "out",
		Unused: true, Unset: true, Untyped: true, Unknowns: []Unknown{{UnknownTools, None, reason.Words("a list"), true, at(5)}}, Pos: at(6), Origin: Pos{File: "q.go", Line: 9},
	}
	leaf.SubAgents = []*Agent{root}
	return &Program{
		Workflows: []*Workflow{full(), good()}, Agents: []*Agent{root}, Tools: []*Tool{shared},
		Unknowns:  []Unknown{{UnknownAnything, None, reason.Words("a package"), false, at(7)}},
		Completed: []Pos{at(8), {File: "q.go", Line: 9}},
	}
}

func encodeProgram(t testing.TB, p *Program) []byte {
	t.Helper()
	text, err := p.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestProgramRoundTrip(t *testing.T) {
	want := wholeProgram()
	var got *Program
	if err := json.Unmarshal(encodeProgram(t, want), &got); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the program differs (-want +got):\n%s", diff)
	}
	// Identity, which cmp does not see.
	root := got.Agents[0]
	leaf := root.SubAgents[0]
	if leaf != root.SubAgents[1] || leaf.SubAgents[0] != root || leaf.Tools[0] != got.Tools[0] || leaf.Replaced[0].By != leaf.Tools[1] || leaf.Unhandled[0].Name != "gone" || leaf.Untold[0] != leaf.Tools[1] || leaf.Maker != "p.build" || len(leaf.Hooks) != 1 || leaf.Hooks[0].Func != "p.watch" {
		t.Error("identity of agents or tools is lost")
	}
	if empty, err := DecodeProgram("p.json", encodeProgram(t, new(Program))); err != nil || !cmp.Equal(empty, new(Program)) {
		t.Errorf("the empty program is read as %+v, %v", empty, err)
	}
}

// TestProgramForms: one workflow is a program, and so is a list of tools. Where a file
// does not say what is the program's, everything is.
func TestProgramForms(t *testing.T) {
	var tools strings.Builder
	if err := EncodeRegistry(&tools, wholeProgram().Tools, wholeProgram().Unknowns); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text                     string
		workflows, agents, tools int
	}{
		{string(encode(t, full())), 1, 0, 0},
		{`{"entry_id":"a","nodes":[{"id":"a","kind":"llm","metadata":{"workflows":[1]}}],"tool_defs":[{"name":"agents"}]}`, 1, 0, 0},
		{tools.String(), 0, 0, 1},
		{`{"agents":[{"name":"a","sub_agents":[1],"tools":["x"]},{"name":"b","tools":["x"]}],"workflows":null}`, 0, 2, 0},
		{`{"agents":[{"name":"a","tools":["x"],"tool_ids":[0]}],"roots":1,"tools":[{"name":"x"}],"own_tools":0}`, 0, 1, 0},
	} {
		p, err := DecodeProgram("p.json", []byte(c.text))
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if len(p.Workflows) != c.workflows || len(p.Agents) != c.agents || len(p.Tools) != c.tools {
			t.Errorf("%s has %d workflows, %d agents, %d tools", c.text, len(p.Workflows), len(p.Agents), len(p.Tools))
		}
		if len(p.Agents) == 2 && p.Agents[0].Tools[0] != p.Agents[1].Tools[0] {
			t.Errorf("%s: one name makes two tools", c.text)
		}
	}
}

func TestDecodeProgramErrors(t *testing.T) {
	for _, c := range []struct {
		text string
		code Code
		at   string
	}{
		{`{"tools":[],"toolz":[]}`, CodeKey, "1:13"},
		{`{"tools":[{"name":"x","kind":"y"}]}`, CodeKey, "1:23"},
		{`{"tools":[{}]}`, CodeMissing, "1:11"},
		{`{"tools":[],"own_tools":1}`, CodeReference, "1:25"},
		{`{"agents":[],"roots":-1}`, CodeReference, "1:22"},
		{`{"agents":[{"agent":"x"}]}`, CodeKey, "1:13"},
		{`{"agents":[{"kind":"crowd"}]}`, CodeType, "1:20"},
		{`{"agents":[{"sub_agents":[1]}]}`, CodeReference, "1:27"},
		{`{"agents":[{"tools":["x"],"tool_ids":[0]}]}`, CodeReference, "1:39"},
		{`{"agents":[{"replaced":[{"name":"x","by":"-"}]}]}`, CodeMissing, "1:25"},
		{`{"agents":[{"unknowns":[{"what":"tools","node":"n"}]}]}`, CodeReference, "1:48"},
		{`{"tools":[],"unknowns":[{"what":"tools","node":"n"}]}`, CodeReference, "1:48"},
		{`{"workflows":[{"nodes":[]}]}`, CodeEntry, "1:15"},
		{`{"workflows":[` + agentproof + `,{"nodes":[{"id":"a","kind":"entry"},{"id":"a","kind":"llm"}]}]}`, CodeDuplicateID, "20:44"},
		{`{"workflows":[]} x`, CodeSyntax, "1:18"},
		{`{"workflows":[`, CodeSyntax, "1:15"},
		{`{"workflows`, CodeSyntax, "1:2"},
		{`[]`, CodeType, "1:1"},
	} {
		p, err := DecodeProgram("f.json", []byte(c.text))
		var first *Error
		if !errors.As(err, &first) || p != nil {
			t.Errorf("DecodeProgram(%s) = %v, %v, want an error", c.text, p, err)
			continue
		}
		if first.Code != c.code || first.Pos.String() != "f.json:"+c.at {
			t.Errorf("DecodeProgram(%s) = %v (%s), want %s at %s", c.text, err, first.Code, c.code, c.at)
		}
	}
}
