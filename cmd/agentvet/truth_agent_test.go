//go:build truth

package main

// This file compares agents: their tools, their limits, and whom they hand over to.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// comparePerson holds an agent of the truth and its best static counterpart
// against each other.
func (c *comparison) comparePerson(truth *person, static *staticSide) {
	c.people.total++
	var best []string
	found := false
	for _, a := range static.people {
		if a.name != truth.name {
			continue
		}
		diffs := c.personDiffs(truth, a)
		if !found || len(diffs) < len(best) {
			found, best = true, diffs
		}
	}
	if !found {
		best = []string{"no static agent"}
	}
	best = append(best, c.transferDiffs(truth, static)...)
	best = slices.DeleteFunc(best, func(d string) bool {
		return c.except.allows(c.m, c.p, "agent "+truth.name+": "+d)
	})
	if len(best) == 0 {
		c.people.exact++
	}
	for _, d := range best {
		c.t.Errorf("%s: agent %s: %s", c.p.name, truth.name, d)
	}
}

func (c *comparison) personDiffs(truth, static *person) (diffs []string) {
	diff := func(format string, args ...any) { diffs = append(diffs, fmt.Sprintf(format, args...)) }
	if truth.kind != static.kind {
		diff("kind is %s, static %s", truth.kind, static.kind)
	}
	subs := slices.DeleteFunc(slices.Clone(static.subs), func(name string) bool {
		return truth.kind == "workflow" && !slices.Contains(truth.subs, name) && c.inNode(truth.name, name)
	})
	if !slices.Equal(truth.subs, subs) {
		diff("sub-agents are %v, static %v", truth.subs, subs)
	}
	for _, text := range truth.said {
		if !slices.Contains(static.said, text) {
			diff("a tool says %s, static %q", text, static.said)
		}
	}
	tools := static.tools
	if truth.toolsets { // the tools of a set exist at run time only
		tools = slices.DeleteFunc(slices.Clone(tools), func(name string) bool { return !slices.Contains(truth.tools, name) })
		if len(tools) == len(static.tools) {
			diff("nothing stands for its toolsets in static %v", static.tools)
		}
	}
	if !slices.Equal(truth.tools, tools) {
		diff("tools are %v, static %v", truth.tools, tools)
	}
	for _, name := range truth.gated { // the other way round, handlers may ask, which no framework sees
		if !slices.Contains(static.gated, name) {
			diff("tool %s needs a confirmation", name)
		}
	}
	if truth.bound != static.bound {
		diff("bound is %q, static %q", truth.bound, static.bound)
	}
	return diffs
}

// inNode reports whether a node of a workflow runs an agent: agentvet says that
// the agent of the workflow delegates to it, the framework that it has no
// sub-agents.
func (c *comparison) inNode(workflow, agent string) bool {
	for _, f := range c.truth.flows {
		for _, s := range f.steps {
			if f.name == workflow && s.agent == agent {
				return true
			}
		}
	}
	return false
}

// transferDiffs compares the transfers of an agent with those that leave its
// nodes in the views of the program's root agents and workflows.
func (c *comparison) transferDiffs(truth *person, static *staticSide) []string {
	if truth.kind != "llm" {
		return nil
	}
	var diffs []string
	for _, top := range static.tops {
		if root := c.agent[top.Name]; root != nil && !root.root {
			continue
		}
		for _, w := range top.All() {
			for id, n := range w.Nodes {
				if n.Agent != truth.name || n.Kind != graph.KindLLM {
					continue
				}
				got := transfers(w, graph.NodeID(id))
				if d := fmt.Sprintf("transfers are %v, static %v", truth.transfers, got); !slices.Equal(got, truth.transfers) && !slices.Contains(diffs, d) {
					diffs = append(diffs, d)
				}
			}
		}
	}
	return diffs
}

// transfers returns the agents that the agent of a node can hand over to. Edges
// in the body of a sequence or a loop are no transfers, and neither is the call
// of an agent that is a tool, nor its return, nor what the agent itself does next.
func transfers(w *graph.Workflow, n graph.NodeID) []string {
	var out []string
	calls := func(from, to graph.NodeID) bool {
		agent := w.Nodes[to].Agent
		return slices.ContainsFunc(w.Nodes[from].Tools, func(t *graph.Tool) bool { return t.Name == agent || t.Agent == agent })
	}
	add := func(name string) {
		if !slices.Contains(out, name) {
			out = append(out, name)
		}
	}
	for _, e := range w.Edges {
		agent := w.Nodes[e.To].Agent
		if e.From == n && agent != "" && agent != w.Nodes[n].Agent && w.Name == teamName(w) && !calls(n, e.To) && !calls(e.To, n) {
			add(agent)
		}
	}
	for _, j := range w.Jumps {
		if j.From == n {
			add(j.Target)
		}
	}
	slices.Sort(out)
	return out
}

// teamName returns the name of the agent that runs first in w if w is the view
// of a team: then it has the name of its agent.
func teamName(w *graph.Workflow) string {
	for _, e := range w.Edges {
		if e.From == w.Entry {
			return w.Nodes[e.To].Agent
		}
	}
	return ""
}
