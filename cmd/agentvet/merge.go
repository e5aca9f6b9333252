package main

// This file puts together what was found in each package.

import (
	"cmp"
	"encoding/json"
	"slices"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/cmd/agentvet/internal/payload"
	"github.com/agentvet/agentvet/graph"
)

// merge returns the program that all packages make together, sorted by
// position. A part that two packages report in the same words is one part.
// Parts that share a position and differ stay apart: they are what a function
// builds for different callers.
func merge(payloads []*payload.Payload) *graph.Program {
	return mergeWithout(completed(payloads), payloads)
}

// mergeWithout is merge where it is known what callers complete.
func mergeWithout(done completions, payloads []*payload.Payload) *graph.Program {
	all := new(graph.Program)
	for _, p := range payloads {
		for _, w := range p.Program.Workflows {
			if !done.workflow(w) {
				all.Workflows = append(all.Workflows, w)
			}
		}
		for _, a := range p.Program.Agents {
			if !done.agent(a) {
				all.Agents = append(all.Agents, a)
			}
		}
		all.Tools = append(all.Tools, p.Program.Tools...)
		all.Unknowns = append(all.Unknowns, p.Program.Unknowns...)
	}
	all.Workflows = unique(all.Workflows,
		func(w *graph.Workflow) (graph.Pos, string) { return w.Pos, w.Name },
		func(w *graph.Workflow) *graph.Program { return &graph.Program{Workflows: []*graph.Workflow{w}} })
	all.Agents = unique(all.Agents,
		func(a *graph.Agent) (graph.Pos, string) { return a.Pos, a.Name },
		func(a *graph.Agent) *graph.Program { return &graph.Program{Agents: []*graph.Agent{a}} })
	all.Tools = withoutDefinitions(uniqueTools(all.Tools))
	all.Unknowns = unique(all.Unknowns,
		func(u graph.Unknown) (graph.Pos, string) { return u.Pos, u.Reason },
		func(u graph.Unknown) *graph.Program { return &graph.Program{Unknowns: []graph.Unknown{u}} })
	return all
}

func uniqueTools(tools []*graph.Tool) []*graph.Tool {
	return unique(tools,
		func(t *graph.Tool) (graph.Pos, string) { return t.Pos, t.Name },
		func(t *graph.Tool) *graph.Program { return &graph.Program{Tools: []*graph.Tool{t}} })
}

// everyTool returns the tools of a program as agents and steps hold them, with the
// gates in front of them there, also those that packages outside the run make; and
// those that nothing holds as they are made.
func everyTool(p *graph.Program) []*graph.Tool {
	type key struct {
		pos  graph.Pos
		name string
	}
	held := make(map[key]bool)
	holders := &graph.Program{Workflows: p.Workflows, Agents: p.Agents}
	list := holders.AllTools()
	for _, t := range list {
		held[key{t.Pos, t.Name}] = true
	}
	for _, t := range p.Tools {
		if !held[key{t.Pos, t.Name}] {
			list = append(list, t)
		}
	}
	return uniqueTools(list)
}

// withoutDefinitions drops the tools that one package only defines and another
// gives a handler.
func withoutDefinitions(tools []*graph.Tool) []*graph.Tool {
	type key struct {
		pos  graph.Pos
		name string
	}
	handled := make(map[key]bool)
	for _, t := range tools {
		if t.Handler != "" {
			handled[key{t.Pos, t.Name}] = true
		}
	}
	return slices.DeleteFunc(tools, func(t *graph.Tool) bool {
		return t.Handler == "" && t.Name != "" && handled[key{t.Pos, t.Name}]
	})
}

// unique sorts parts of a program and drops repeats, and parts of tests, which
// are wrong on purpose. Parts are compared by what they print alone in a program.
func unique[T any](parts []T, key func(T) (graph.Pos, string), alone func(T) *graph.Program) []T {
	type keyed struct {
		part T
		pos  graph.Pos
		name string
		text string
	}
	var list []keyed
	for _, part := range parts {
		pos, name := key(part)
		if isTest(pos) {
			continue
		}
		text, err := json.Marshal(alone(part))
		if err != nil {
			continue // cannot come from a payload, which is JSON
		}
		list = append(list, keyed{part, pos, name, string(text)})
	}
	slices.SortStableFunc(list, func(a, b keyed) int {
		return cmp.Or(report.ComparePos(a.pos, b.pos), cmp.Compare(a.name, b.name), cmp.Compare(a.text, b.text))
	})
	list = slices.CompactFunc(list, func(a, b keyed) bool { return a.text == b.text })
	out := make([]T, len(list))
	for i, k := range list {
		out[i] = k.part
	}
	return out
}
