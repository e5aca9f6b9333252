package graph

import "testing"

// TestProgramAll wants each part once, however often it is referred to.
func TestProgramAll(t *testing.T) {
	shared, own := &Tool{Name: "shared"}, &Tool{Name: "own"}
	body := &Workflow{Name: "body", Nodes: []Node{{Tools: []*Tool{shared}}}}
	team := &Agent{Name: "team", Tools: []*Tool{own, shared}}
	team.SubAgents = []*Agent{{Name: "helper", SubAgents: []*Agent{team}}}
	p := &Program{
		Workflows: []*Workflow{{Name: "top", Nodes: []Node{{Sub: body}, {Sub: body}}}, body},
		Agents:    []*Agent{team},
	}
	if all := p.AllWorkflows(); len(all) != 2 || all[0].Name != "top" || all[1] != body {
		t.Errorf("AllWorkflows returns %d workflows, want top, body", len(all))
	}
	if all := p.AllAgents(); len(all) != 2 || all[0] != team || all[1].Name != "helper" {
		t.Errorf("AllAgents returns %d agents, want team, helper", len(all))
	}
	if all := p.AllTools(); len(all) != 2 || all[0] != shared || all[1] != own {
		t.Errorf("AllTools returns %d tools, want shared, own", len(all))
	}
}
