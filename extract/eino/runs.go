package eino

// This file finds out which graphs and agents the code of a node runs itself.

import (
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// runsOne makes n the workflow that a function runs, if it always runs that one and
// nothing else, once.
func (a *assembler) runsOne(n *graph.Node, b *interp.Behaviour) bool {
	isRun := func(s *interp.FlowStep) bool { return s.Kind == "run" }
	i := slices.IndexFunc(b.Flow.Steps, isRun)
	if i < 0 || !b.Known || !b.Flow.Once(isRun) {
		return false
	}
	list, more := a.runs(b.Flow.Steps[i].Effect)
	if len(list) != 1 || more != nil {
		return false
	}
	n.Kind, n.Sub = graph.KindSubgraph, list[0]
	return true
}

// placeRuns adds the workflows that a step may run, each at its turn in place of the
// others.
func (a *assembler) placeRuns(s *assembly.Sketch, st *interp.FlowStep, pos graph.Pos) []string {
	var names []string
	n := graph.Node{Name: fmt.Sprintf("run:%d", pos.Line), Kind: graph.KindSubgraph, Pos: pos}
	list, more := a.runs(st.Effect)
	for _, w := range list {
		n.Sub = w
		names = append(names, s.Place(n))
	}
	if more != nil {
		n.Sub = nil
		name := s.Place(n)
		s.Unknown(unknown(graph.UnknownBody, s.Lookup(name), more, pos))
		names = append(names, name)
	}
	return names
}

// runs returns the workflows that an effect may run, and why there may be others.
func (a *assembler) runs(e interp.Effect) (list []*graph.Workflow, more *interp.Unknown) {
	for _, alt := range interp.Alternatives(e.Args["flow"]) {
		w := a.flowOf(alt.V)
		switch {
		case w == nil:
			if more = asUnknown(alt.V); more == nil {
				more = &interp.Unknown{Reason: "what it runs is nothing that agentvet can follow", Pos: e.Pos}
			}
		case !slices.Contains(list, w):
			list = append(list, w)
		}
	}
	return list, more
}

// flowOf returns the workflow of a graph, a compiled one, an agent or the runner of
// one, nil for anything else.
func (a *assembler) flowOf(v interp.Value) *graph.Workflow {
	o, ok := interp.Unwrap(v).(*interp.Object)
	if ok && o.Kind == "compile" {
		o = o.Parent
	}
	switch {
	case ok && slices.Contains(graphKinds, o.Kind):
		return a.workflow(o, nil)
	case ok && o.Kind == "runner":
		v = interp.Field(o.Arg("config"), "Agent")
	case ok && !strings.HasPrefix(o.Kind, "agent:"):
		return nil
	}
	if ag := a.agent(v); ag != nil {
		return a.agentWorkflow(ag)
	}
	return nil
}
