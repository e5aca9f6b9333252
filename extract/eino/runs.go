package eino

// This file finds out which graphs and agents the code of a node runs itself.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// runs returns the workflows that an effect may run, and why there may be others.
func (a *workshop) runs(e assembly.Effect) (list []*graph.Workflow, more *assembly.Unknown) {
	v, _ := a.EffectArg(e, "flow")
	for _, x := range v.Each() {
		w := a.flowOf(x)
		switch {
		case w == nil:
			if more = x.Unknown(); more == nil {
				more = &assembly.Unknown{Reason: reason.Of(reason.NoValue), Pos: e.Pos}
			}
		case !slices.Contains(list, w):
			list = append(list, w)
		}
	}
	return list, more
}

// flowOf returns the workflow of a graph, a compiled one, an agent or the runner of
// one, nil for anything else.
func (a *workshop) flowOf(v assembly.Value) *graph.Workflow {
	o := v.Object()
	if o != nil && o.Kind == "compile" {
		o = o.Parent
	}
	switch {
	case o == nil:
	case slices.Contains(graphKinds, o.Kind):
		return a.workflow(o, nil)
	case o.Kind == "runner":
		v = a.config(o, "Agent")
	case !slices.Contains(agentKinds, o.Kind):
		return nil
	}
	if ag := a.agent(v); ag != nil {
		return a.agentWorkflow(ag)
	}
	return nil
}
