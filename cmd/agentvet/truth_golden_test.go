//go:build truth

package main

// This file reads the golden files, in which the frameworks speak.

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// goldenFile is the union of both formats of golden files.
type goldenFile struct {
	Workflows []*goldenFlow `json:"workflows"`
	Agents    []goldenAgent `json:"agents"`
}

type goldenFlow struct {
	Name, File, Package, Mode string
	StepLimit                 int `json:"step_limit"`
	Nodes                     []struct {
		ID, Kind, Component, Type, Agent string
		Tools                            []string
		Sub                              *goldenFlow
	}
	Edges []struct {
		From, To string
		Branch   bool
		Routes   []string
		Default  bool
	}
	Data       []struct{ From, To string }
	Interrupts []struct {
		Name         string
		After, Known bool
	}
}

type goldenAgent struct {
	Name, Type, Exit string
	Root             bool
	SubAgents        []string          `json:"sub_agents"`
	Tools            []json.RawMessage // a name, or an object
	Toolsets         []json.RawMessage
	MaxIterations    *int     `json:"max_iterations"`
	TransferTo       []string `json:"transfer_to"`
	MayTransferTo    []string `json:"may_transfer_to"`
}

// truth reads the golden file of a program.
func (m *agentModule) truth(t testing.TB, p prog) *side {
	t.Helper()
	name := strings.ReplaceAll(p.name, "/", m.golden) + ".json"
	data, err := os.ReadFile(filepath.Join(m.dir(), "truth", "golden", name))
	if err != nil {
		t.Fatal(err)
	}
	var g goldenFile
	if err := json.Unmarshal(data, &g); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	s := new(side)
	for _, w := range g.Workflows {
		s.flows = append(s.flows, m.truthFlow(w))
	}
	called := make(map[string]bool)
	for i := range g.Agents {
		a := m.truthPerson(&g.Agents[i])
		s.people = append(s.people, a)
		for _, sub := range a.subs {
			called[sub] = true
		}
	}
	for _, a := range s.people {
		a.root = a.root || m.framework() != "eino" && !called[a.name]
	}
	return s
}

func (m *agentModule) truthFlow(g *goldenFlow) *outline {
	f := &outline{name: g.Name, dir: g.File, mode: g.Mode, limit: g.StepLimit, steps: make(map[string]*step), ways: make(map[way]bool), data: make(map[way]bool)}
	for _, n := range g.Nodes {
		if n.Type == "start" {
			continue
		}
		s := &step{tools: slices.Sorted(slices.Values(n.Tools)), agent: n.Agent}
		if n.Kind != "" {
			s.kinds = []string{strings.ToLower(n.Kind)}
			s.typed = strings.HasSuffix(n.Component, "ToolsNode")
		}
		switch n.Type { // of the ADK; its functions, like Eino's, may be anything
		case "tool":
			s.kinds, s.typed = []string{"tool"}, true
		case "agent":
			s.kinds, s.typed = []string{"llm", "subgraph"}, true
		case "join":
			s.join = true
		case "workflow", "parallel":
			s.kinds = []string{"subgraph"}
		}
		s.open = len(s.kinds) == 0 // a function: only an analyzer sees what it runs
		if n.Sub != nil {
			s.sub = m.truthFlow(n.Sub)
			s.sub.bodyOnly = n.Type == "parallel"
		}
		f.steps[n.ID] = s
	}
	for _, e := range g.Edges {
		for _, label := range e.Routes {
			f.ways[way{e.From, e.To, true, label}] = true
		}
		if e.Default {
			f.ways[way{e.From, e.To, true, "default"}] = true
		} else if len(e.Routes) == 0 {
			f.ways[way{e.From, e.To, e.Branch, ""}] = true
		}
	}
	for _, d := range g.Data {
		f.data[way{d.From, d.To, false, ""}] = true
	}
	for _, x := range g.Interrupts {
		f.interrupts = append(f.interrupts, interruptOf(x.Name, x.After, x.Known))
	}
	slices.Sort(f.interrupts)
	return f
}

func interruptOf(name string, after, known bool) string {
	return fmt.Sprintf("%s after=%v known=%v", name, after, known)
}

// agentKinds are the kinds of agents by the types of both formats.
var agentKinds = map[string]string{
	"chat_model": "llm", "planner": "llm", "replanner": "llm", "LLMAgent": "llm",
	"SequentialAgent": "sequential", "ParallelAgent": "parallel", "LoopAgent": "loop",
	"WorkflowAgent": "workflow", "CustomAgent": "custom",
}

func (m *agentModule) truthPerson(g *goldenAgent) *person {
	a := &person{name: g.Name, kind: g.Type, subs: g.SubAgents, toolsets: len(g.Toolsets) > 0, root: g.Root}
	if kind, ok := agentKinds[g.Type]; ok {
		a.kind = kind
	}
	for _, raw := range g.Tools {
		var tool struct {
			Name, Description string
			Confirm, Provider bool
			Hints             *toolHints
		}
		if json.Unmarshal(raw, &tool.Name) != nil {
			_ = json.Unmarshal(raw, &tool) // it is an object then
		}
		if tool.Confirm || tool.Provider {
			a.gated = append(a.gated, tool.Name)
		}
		a.tools = append(a.tools, tool.Name)
		if tool.Hints != nil {
			a.says(tool.Name, tool.Description, *tool.Hints)
		}
	}
	if g.Exit != "" {
		a.tools = append(a.tools, g.Exit)
	}
	slices.Sort(a.tools)
	switch {
	case m.framework() == "eino" && g.Type == "chat_model" && *g.MaxIterations == 0:
		a.bound = "20" // the default of the type
	case (a.kind == "loop" || m.limits) && *g.MaxIterations == 0:
		a.bound = "unlimited"
	case g.MaxIterations != nil && *g.MaxIterations > 0:
		a.bound = fmt.Sprint(*g.MaxIterations)
	}
	if a.kind == "llm" {
		a.transfers = slices.Sorted(slices.Values(append(slices.Clone(g.TransferTo), g.MayTransferTo...)))
	}
	return a
}
