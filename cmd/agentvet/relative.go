package main

// This file names the files of a program relative to the working directory.

import (
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/graph"
)

// relativize changes every position in p. The program must be ours alone: it
// is one that came out of payloads.
func relativize(p *graph.Program, dir string) {
	r := &relativizer{dir: dir, seen: make(map[any]bool)}
	for _, w := range p.Workflows {
		for _, part := range w.All() {
			r.workflow(part)
		}
	}
	for _, a := range p.Agents {
		r.agent(a)
	}
	for _, t := range p.Tools {
		r.tool(t)
	}
	r.unknowns(p.Unknowns)
}

// A relativizer remembers what it has changed: agents and tools are shared.
type relativizer struct {
	dir  string
	seen map[any]bool
}

func (r *relativizer) pos(p *graph.Pos) { *p = report.Rel(r.dir, *p) }

// first reports whether it is called with key for the first time.
func (r *relativizer) first(key any) bool {
	if r.seen[key] {
		return false
	}
	r.seen[key] = true
	return true
}

func (r *relativizer) workflow(w *graph.Workflow) {
	if !r.first(w) {
		return
	}
	r.pos(&w.Pos)
	for i := range w.Nodes {
		n := &w.Nodes[i]
		r.pos(&n.Pos)
		for _, t := range n.Tools {
			r.tool(t)
		}
	}
	for i := range w.Edges {
		r.pos(&w.Edges[i].Pos)
	}
	for i := range w.Branches {
		b := &w.Branches[i]
		r.pos(&b.Pos)
		for j := range b.Values {
			r.pos(&b.Values[j].Pos)
		}
	}
	for i := range w.Interrupts {
		r.pos(&w.Interrupts[i].Pos)
	}
	for i := range w.Jumps {
		r.pos(&w.Jumps[i].Pos)
	}
	r.unknowns(w.Unknowns)
}

func (r *relativizer) agent(a *graph.Agent) {
	if !r.first(a) {
		return
	}
	r.pos(&a.Pos)
	for _, t := range a.Tools {
		r.tool(t)
	}
	for _, sub := range a.SubAgents {
		r.agent(sub)
	}
	r.unknowns(a.Unknowns)
}

func (r *relativizer) tool(t *graph.Tool) {
	if r.first(t) {
		r.pos(&t.Pos)
		r.pos(&t.Gate.Pos)
	}
}

func (r *relativizer) unknowns(list []graph.Unknown) {
	for i := range list {
		r.pos(&list[i].Pos)
	}
}
