package extract

// This file says where somebody may be asked by code that is not seen.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// openDecided marks the steps and agents of a program that call tools behind deciders: whether
// somebody is asked there is not known, once for each step and agent. Servers have no ways to their
// tools that others are judged by.
func openDecided(p *graph.Program) {
	unknown := func(tools []*graph.Tool, n graph.NodeID) (out []graph.Unknown) {
		i := slices.IndexFunc(tools, func(t *graph.Tool) bool { return t.Gate.Unseen })
		if i >= 0 {
			out = append(out, graph.Unknown{What: graph.UnknownTools, Node: n, Reason: reason.Of(reason.MayAsk), Pos: tools[i].Gate.Pos})
		}
		return out
	}
	for _, w := range p.AllWorkflows() {
		for i := range w.Nodes {
			w.Unknowns = append(w.Unknowns, unknown(w.Nodes[i].Tools, graph.NodeID(i))...)
		}
	}
	for _, a := range p.AllAgents() {
		if a.Kind != graph.AgentServer {
			a.Unknowns = append(a.Unknowns, unknown(a.Tools, graph.None)...)
		}
	}
}
