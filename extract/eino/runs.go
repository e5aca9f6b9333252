package eino

// This file finds out which graphs and agents the code of a node runs itself.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// runsOne makes n the workflow that a function runs, if it always runs that one and
// nothing else, once.
func (a *workshop) runsOne(n *graph.Node, b *assembly.Behaviour) bool {
	isRun := func(s *assembly.CourseStep) bool { return s.Kind == "run" }
	i := slices.IndexFunc(b.Course.Steps, isRun)
	if i < 0 || !b.Known || !b.Course.Once(isRun) {
		return false
	}
	list, more := a.runs(b.Course.Steps[i].Effect)
	if len(list) != 1 || more != nil {
		return false
	}
	n.Kind, n.Sub = graph.KindSubgraph, list[0]
	return true
}

// placeRuns adds the workflows that a step may run, each at its turn in place of the
// others.
func (a *workshop) placeRuns(s *assembly.Sketch, st *assembly.CourseStep, pos graph.Pos) []string {
	var names []string
	n := graph.Node{Name: fmt.Sprintf("run:%d", pos.Line), Kind: graph.KindSubgraph, Pos: pos}
	list, more := a.runs(st.Effect)
	for _, w := range list {
		n.Sub = w
		names = append(names, s.Place(n))
	}
	if more != nil {
		n.Sub = nil
		names = append(names, s.PlaceUnknown(n, more))
	}
	return names
}

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
