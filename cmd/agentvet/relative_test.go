package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/graph"
)

// TestRelativize wants each position changed once, wherever it is and however
// often it is shared.
func TestRelativize(t *testing.T) {
	in := graph.Pos{File: "/src/app/app/a.go", Line: 3, Col: 1}
	program := func(pos graph.Pos) *graph.Program {
		tool := &graph.Tool{Name: "t", Pos: pos, HandlerPos: pos, Gate: graph.Gate{Pos: pos}}
		agent := &graph.Agent{Tools: []*graph.Tool{tool}, Pos: pos, Unknowns: []graph.Unknown{{Pos: pos}}}
		agent.SubAgents = []*graph.Agent{agent}
		body := &graph.Workflow{Pos: pos, Branches: []graph.Branch{{Pos: pos, Values: []graph.Value{{Pos: pos}}}}}
		return &graph.Program{
			Workflows: []*graph.Workflow{body, {
				Pos:        pos,
				Nodes:      []graph.Node{{Sub: body, Tools: []*graph.Tool{tool}, Pos: pos}, {Sub: body}},
				Edges:      []graph.Edge{{Pos: pos}},
				Interrupts: []graph.Interrupt{{Pos: pos}},
				Jumps:      []graph.Jump{{Pos: pos}},
			}},
			Agents: []*graph.Agent{agent},
			Tools:  []*graph.Tool{tool},
		}
	}
	got := program(in)
	relativize(got, "/src/app")
	want := program(graph.Pos{File: "app/a.go", Line: 3, Col: 1})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("relativize (-want +got):\n%s", diff)
	}
}
