package module

// This file makes one program of those of all packages.

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
)

// join returns the program that packages make together, sorted by position. A part
// that two packages report in the same words is one part. Parts that share a
// position and differ stay apart: they are what a function builds for different
// callers.
func join(packages []*Package, done completions) *graph.Program {
	all := new(graph.Program)
	placeHandlers(packages)
	for _, p := range packages {
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
		func(u graph.Unknown) (graph.Pos, string) { return u.Pos, u.Reason.String() },
		func(u graph.Unknown) *graph.Program { return &graph.Program{Unknowns: []graph.Unknown{u}} })
	return all
}

// placeHandlers says of every tool where its handler is, if one package knows it: not each that sees a
// tool sees the code of its handler, and the tool would be two.
func placeHandlers(packages []*Package) {
	at := make(map[string]graph.Pos)
	each := func(do func(*graph.Tool)) {
		for _, p := range packages {
			for _, t := range p.Program.AllTools() {
				do(t)
			}
		}
	}
	each(func(t *graph.Tool) {
		if _, known := at[t.Handler]; !known && t.Handler != "" && t.HandlerPos.IsValid() {
			at[t.Handler] = t.HandlerPos
		}
	})
	each(func(t *graph.Tool) { t.HandlerPos = at[t.Handler] })
}

// A toolID tells tools apart that one package defines and another uses.
type toolID struct {
	pos  graph.Pos
	name string
}

func idOf(t *graph.Tool) toolID { return toolID{t.Pos, t.Name} }

func uniqueTools(tools []*graph.Tool) []*graph.Tool {
	return unique(tools,
		func(t *graph.Tool) (graph.Pos, string) { return t.Pos, t.Name },
		func(t *graph.Tool) *graph.Program { return &graph.Program{Tools: []*graph.Tool{t}} })
}

// withoutDefinitions drops the tools that one package only defines and another
// gives a handler.
func withoutDefinitions(tools []*graph.Tool) []*graph.Tool {
	handled := make(map[toolID]bool)
	for _, t := range tools {
		if t.Handler != "" {
			handled[idOf(t)] = true
		}
	}
	return slices.DeleteFunc(tools, func(t *graph.Tool) bool {
		return t.Handler == "" && t.Name != "" && handled[idOf(t)]
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
			continue // no graph; a finding of its package says so
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

// isTest reports whether a position is in a test file.
func isTest(pos graph.Pos) bool { return strings.HasSuffix(pos.File, "_test.go") }
