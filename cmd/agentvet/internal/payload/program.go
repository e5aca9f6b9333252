package payload

// This file writes a program so that agents and tools, which refer to each
// other, keep their identity. The published JSON of a program is for readers
// and has no reader of its own; this form is for one version of agentvet, which
// is part of the cache key.

import (
	"encoding/json"

	"github.com/agentvet/agentvet/graph"
)

type wireProgram struct {
	Workflows []*graph.Workflow `json:"workflows"`
	Agents    []wireAgent       `json:"agents"`
	Roots     int               `json:"roots"` // the first agents are those of the program
	Tools     []graph.Tool      `json:"tools"`
	Own       []int             `json:"own"` // the tools of the program, as indexes of Tools
	Unknowns  []graph.Unknown   `json:"unknowns"`
	Completed []graph.Pos       `json:"completed,omitempty"`
}

type wireAgent struct {
	Agent graph.Agent `json:"agent"` // without its tools and sub-agents
	Tools []int       `json:"tools"`
	Subs  []int       `json:"subs"`
}

// program is a graph.Program as JSON.
type program struct{ *graph.Program }

// MarshalJSON implements json.Marshaler.
func (p program) MarshalJSON() ([]byte, error) {
	out := wireProgram{Roots: len(p.Agents), Unknowns: p.Unknowns, Completed: p.Completed}
	for _, w := range p.Workflows {
		// One that cannot be written is no graph; a finding says so.
		if _, err := w.MarshalJSON(); err == nil {
			out.Workflows = append(out.Workflows, w)
		}
	}
	toolID := make(map[*graph.Tool]int)
	tool := func(t *graph.Tool) int {
		id, ok := toolID[t]
		if !ok {
			id = len(out.Tools)
			toolID[t] = id
			out.Tools = append(out.Tools, *t)
		}
		return id
	}
	for _, t := range p.Tools {
		out.Own = append(out.Own, tool(t))
	}
	all := p.AllAgents()
	number := make(map[*graph.Agent]int, len(all))
	for i, a := range all {
		number[a] = i
	}
	for _, a := range all {
		wire := wireAgent{Agent: *a}
		wire.Agent.Tools, wire.Agent.SubAgents = nil, nil
		for _, t := range a.Tools {
			wire.Tools = append(wire.Tools, tool(t))
		}
		for _, sub := range a.SubAgents {
			wire.Subs = append(wire.Subs, number[sub])
		}
		out.Agents = append(out.Agents, wire)
	}
	return json.Marshal(out)
}

// UnmarshalJSON reads what MarshalJSON writes.
func (p *program) UnmarshalJSON(data []byte) error {
	var in wireProgram
	if err := json.Unmarshal(data, &in); err != nil {
		return err
	}
	p.Program = &graph.Program{Workflows: in.Workflows, Unknowns: in.Unknowns, Completed: in.Completed}
	for _, id := range in.Own {
		p.Tools = append(p.Tools, &in.Tools[id])
	}
	all := make([]*graph.Agent, len(in.Agents))
	for i := range in.Agents {
		all[i] = &in.Agents[i].Agent
	}
	for i, wire := range in.Agents {
		for _, id := range wire.Tools {
			all[i].Tools = append(all[i].Tools, &in.Tools[id])
		}
		for _, id := range wire.Subs {
			all[i].SubAgents = append(all[i].SubAgents, all[id])
		}
	}
	p.Agents = all[:in.Roots]
	return nil
}
