package assembly

// This file makes a workflow of what the functions of one step do.

import (
	"fmt"
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// alone makes n the workflow that its function runs, if it always runs that one and nothing
// else, once. What is not known of that is not known of n.
func (p *phases) alone(n *graph.Node) bool {
	if p.Workflows == nil || len(p.list) != 1 {
		return false
	}
	b := p.list[0].Body
	isRun := func(s *CourseStep) bool { return s.Kind == "run" }
	i := slices.IndexFunc(b.Course.Steps, isRun)
	if i < 0 || !b.Known || !b.Course.Once(isRun) {
		return false
	}
	list, more := p.Workflows(b.Course.Steps[i].Effect)
	switch {
	case len(list) == 1 && more == nil:
		n.Sub = list[0]
	case len(list) == 0 && more != nil && !p.Lines:
		p.open(more.Open(graph.UnknownBody, n.Pos))
	default:
		return false
	}
	n.Kind = graph.KindSubgraph
	return true
}

// Body returns the workflow of what a function does, in the order of its control flow.
func (a *Assembly) Body(name string, pos graph.Pos, b *Behaviour, d Doing, stack []graph.Pos) *graph.Workflow {
	p := &phases{Assembly: a, Doing: d, list: []Phase{{Body: b}}, stack: stack}
	return p.sketch(graph.Node{Name: name, Pos: pos})
}

// sketch returns the workflow of the phases: one after the other, each the order of
// its effects.
func (p *phases) sketch(n graph.Node) *graph.Workflow {
	s := p.Sketch(n.Name, n.Pos)
	if len(p.list) == 1 && p.list[0].Name == "" {
		s.Course(p.list[0].Body, func(st *CourseStep) []string { return p.place(s, p.list[0].Body, st) })
		return s.Finish()
	}
	last := []string{s.Start}
	for _, ph := range p.list {
		if !slices.ContainsFunc(ph.Body.Effects, func(e Effect) bool {
			return p.asks(ph.Body, e) || asksModel(nil, e) || e.Kind == "choose" || e.Kind == "tool"
		}) {
			continue
		}
		inner := p.Sketch(ph.Name, n.Pos)
		inner.Course(ph.Body, func(st *CourseStep) []string { return p.place(inner, ph.Body, st) })
		name := s.Place(graph.Node{Name: ph.Name, Kind: graph.KindSubgraph, Sub: inner.Finish(), Pos: n.Pos})
		for _, from := range last {
			s.Arrow(from, Arrow{To: name, Pos: n.Pos})
		}
		if ph.Max.State != graph.BoundNone {
			s.Arrow(name, Arrow{To: name, Kind: graph.EdgeLoop, Label: "again", Pos: n.Pos})
		}
		if ph.Skip {
			last = append(last, name)
			continue
		}
		last = []string{name}
	}
	for _, from := range last {
		s.Arrow(from, Arrow{To: s.End, Pos: n.Pos})
	}
	return s.Finish()
}

// place adds the nodes of an effect, named by its line.
func (p *phases) place(s *Sketch, b *Behaviour, st *CourseStep) []string {
	pos := p.At(st.Pos, p.below(st.Stack))
	var n graph.Node
	switch {
	case p.asked(b, st):
		n = HumanAt(pos)
	case asksModel(nil, st.Effect):
		if n = ModelAt(pos); p.Offers {
			n.Calls = graph.CallsNone
		}
	case runsFlow(nil, st.Effect):
		return p.placeRuns(s, st, pos)
	case callsTool(nil, st.Effect) && p.Uses != nil:
		n = graph.Node{Kind: graph.KindTool, Name: fmt.Sprintf("tool:%d", pos.Line), Calls: callsOf(st), Pos: pos}
		if n.Calls == graph.CallsAny && p.Offers {
			n.Name = fmt.Sprintf("tools:%d", pos.Line)
		}
	case st.Kind == "choose" && !p.Stops:
		name := p.Choice(st)
		i := slices.IndexFunc(p.chosen(), func(t *graph.Tool) bool { return t.Name == name })
		if i < 0 {
			return nil
		}
		n = graph.Node{Kind: graph.KindTool, Name: name, Calls: graph.CallsOnce, Tools: p.chosen()[i : i+1], Pos: pos}
	default:
		return nil
	}
	return []string{p.placeUser(s, n, st)}
}

// placeUser adds a node with the tools that a step calls, and what is not known of these.
func (p *phases) placeUser(s *Sketch, n graph.Node, st *CourseStep) string {
	q := &phases{Assembly: p.Assembly, Doing: p.Doing, stack: p.stack}
	if p.Uses != nil {
		n.Tools = q.used([]Effect{st.Effect})
	}
	return s.PlaceOpen(n, q.unknowns)
}

// placeRuns adds the nodes of what a step may run, each at its turn in place of the others.
func (p *phases) placeRuns(s *Sketch, st *CourseStep, pos graph.Pos) []string {
	if p.Runs != nil {
		return p.Runs(s, st, pos)
	}
	if p.Workflows == nil {
		return nil
	}
	var names []string
	n := graph.Node{Name: fmt.Sprintf("run:%d", pos.Line), Kind: graph.KindSubgraph, Pos: pos}
	list, more := p.Workflows(st.Effect)
	for _, w := range list {
		one := n
		if one.Sub = w; !p.Lines {
			one.Name = w.Name
		}
		names = append(names, s.Place(one))
	}
	if more != nil {
		names = append(names, s.PlaceUnknown(n, more))
	}
	return names
}
