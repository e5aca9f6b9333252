//go:build truth

package main

// This file reads what agentvet prints of a program.

import (
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"testing"

	"github.com/agentvet/agentvet/graph"
)

// A staticFile is what agentvet graph -format json prints.
type staticFile struct {
	Workflows []*graph.Workflow
	Agents    []staticAgent
	Tools     []struct {
		Name, Description string
		Gate              *struct{ Kind string }
		Hints             toolHints
	}
}

type staticAgent struct {
	Name, Kind, Position string
	ToolIDs              []int `json:"tool_ids"`
	SubAgents            []int `json:"sub_agents"`
	Bound                any
	Unknowns             []struct{ Param bool }
}

// A staticSide is what agentvet says of one program.
type staticSide struct {
	side
	tops  []*graph.Workflow
	views map[*graph.Workflow]*outline // of tops and of every body in them
}

func (m *agentModule) static(t testing.TB, p prog) *staticSide {
	t.Helper()
	out, _ := m.agentvet(t, append([]string{"graph", "-format", "json"}, p.patterns()...)...)
	var file staticFile
	if err := json.Unmarshal(out, &file); err != nil {
		t.Fatalf("%s: %v", p.name, err)
	}
	s := &staticSide{tops: file.Workflows, views: make(map[*graph.Workflow]*outline)}
	for _, top := range file.Workflows {
		for _, w := range top.All() {
			s.flows = append(s.flows, m.staticFlow(s, w))
		}
	}
	for _, a := range file.Agents {
		s.people = append(s.people, m.staticPerson(&file, a))
	}
	return s
}

// staticFlow returns the view of w, each workflow once.
func (m *agentModule) staticFlow(s *staticSide, w *graph.Workflow) *outline {
	if f, ok := s.views[w]; ok {
		return f
	}
	f := &outline{name: w.Name, dir: path.Dir(w.Pos.File), mode: w.Mode.String(), limit: w.Engine.StepLimit, steps: make(map[string]*step), ways: make(map[way]bool)}
	s.views[w] = f
	for _, n := range w.Nodes {
		if n.Kind == graph.KindEntry || n.Kind == graph.KindExit {
			continue
		}
		st := &step{kinds: []string{n.Kind.String()}, join: n.Join, agent: n.Agent, made: n.Generated}
		for _, tool := range n.Tools {
			if tool.Name != "transfer_to_agent" { // the framework adds it
				st.tools = append(st.tools, tool.Name)
			}
		}
		slices.Sort(st.tools)
		if n.Sub != nil {
			st.sub = m.staticFlow(s, n.Sub)
		}
		f.steps[n.Name] = st
	}
	for _, e := range w.Edges {
		if m.isADK() && w.Nodes[e.To].Kind == graph.KindExit {
			continue // a graph of the ADK ends where nothing follows
		}
		x := way{w.Nodes[e.From].Name, w.Nodes[e.To].Name, e.Branch != graph.None, ""}
		if m.isADK() && x.branch {
			x.label = e.Label
		}
		f.ways[x] = true
	}
	for _, x := range w.Interrupts {
		f.interrupts = append(f.interrupts, interruptOf(x.Name, x.After, x.Node != graph.None))
	}
	slices.Sort(f.interrupts)
	return f
}

func (m *agentModule) staticPerson(file *staticFile, g staticAgent) *person {
	a := &person{name: g.Name, kind: g.Kind, pos: g.Position}
	for _, u := range g.Unknowns {
		a.general = a.general || u.Param
	}
	for _, sub := range g.SubAgents {
		a.subs = append(a.subs, file.Agents[sub].Name)
	}
	for _, id := range g.ToolIDs {
		tool := file.Tools[id]
		if tool.Gate != nil {
			a.gated = append(a.gated, tool.Name)
		}
		a.tools = append(a.tools, tool.Name)
		a.says(tool.Name, tool.Description, tool.Hints)
	}
	slices.Sort(a.tools)
	if g.Kind == "server" {
		a.tools = slices.Compact(a.tools) // that two share a name is a finding, not a difference
	}
	if g.Bound != nil {
		a.bound = fmt.Sprint(g.Bound)
	}
	if m.framework() != "eino" && !m.limits && g.Kind == "llm" {
		a.bound = "" // the ADK has no limit for an agent, and none to compare
	}
	return a
}
