package assembly

// This file says what a step is whose functions a framework calls one after the
// other.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// A Phase is a function that a framework calls for a step.
type Phase struct {
	Name string
	Body *interp.Behaviour
	Skip bool        // the framework may not call it
	Max  graph.Bound // how often it calls it; BoundNone for once
}

// phases are those of one step.
type phases struct {
	*Assembly
	list     []Phase
	stack    []graph.Pos // the calls that led to the step
	unknowns []graph.Unknown
}

// Describe completes a step by what its phases do, and returns what is not known
// of it. One that asks a model is an LLM step, with the tools for whose names it has
// code. One that asks a human and has to wait for the answer is a HUMAN step; where
// it does more than that, or may not ask, its phases are a workflow of their own.
func (a *Assembly) Describe(n graph.Node, stack []graph.Pos, list ...Phase) (graph.Node, []graph.Unknown) {
	p := &phases{Assembly: a, list: list, stack: stack}
	human, llm, tool := false, false, false
	for _, ph := range list {
		if !ph.Body.Known {
			p.unknowns = append(p.unknowns, graph.Unknown{What: graph.UnknownBody, Node: graph.None, Reason: ph.Body.Reason, Pos: n.Pos})
		}
		for _, e := range ph.Body.Effects {
			human = human || p.asks(e)
			llm = llm || asksModel(e)
			tool = tool || e.Kind == "tool"
		}
		p.foreign(ph.Body, n.Pos)
	}
	tools := p.chosen()
	switch {
	case human && (llm || tool || !p.always()):
		n.Kind, n.Sub = graph.KindSubgraph, p.sketch(n)
	case human:
		n.Kind = graph.KindHuman
	case llm:
		n.Kind, n.Tools, n.Bound = graph.KindLLM, tools, p.bound()
		if len(tools) > 0 {
			n.Calls = graph.CallsAny
		}
	case len(tools) > 0:
		n.Kind, n.Tools, n.Calls = graph.KindTool, tools, graph.CallsAny
	default:
		n.Kind = graph.KindPassthrough
	}
	return n, p.unknowns
}

// asksModel reports whether an effect is a call of a model.
func asksModel(e interp.Effect) bool { return e.Kind == "llm" || e.Row.Verb == library.VerbAsk }

// asks reports whether an effect asks a human in earnest: a condition of this phase
// or a later one depends on the answer.
func (p *phases) asks(e interp.Effect) bool {
	return slices.ContainsFunc(p.list, func(ph Phase) bool { return ph.Body.Decides(p.effects(), e) })
}

func (p *phases) effects() []interp.Effect {
	var all []interp.Effect
	for _, ph := range p.list {
		all = append(all, ph.Body.Effects...)
	}
	return all
}

// always reports whether no way through the phases avoids the human.
func (p *phases) always() bool {
	return slices.ContainsFunc(p.list, func(ph Phase) bool {
		return !ph.Skip && ph.Body.Known && ph.Body.Course != nil &&
			!ph.Body.Course.Avoids(func(s *interp.CourseStep) bool { return p.asks(s.Effect) })
	})
}

// bound returns how often the step asks its model if a phase is repeated.
func (p *phases) bound() graph.Bound {
	for _, ph := range p.list {
		if ph.Max.State != graph.BoundNone && slices.ContainsFunc(ph.Body.Effects, asksModel) {
			return ph.Max
		}
	}
	return graph.Bound{}
}

// foreign notes what agents and workflows of other frameworks do in a step.
func (p *phases) foreign(b *interp.Behaviour, pos graph.Pos) {
	for _, e := range b.Effects {
		u := graph.Unknown{Node: graph.None, Pos: p.At(e.Pos, p.below(e.Stack))}
		switch {
		case e.Row.Verb == library.VerbAsk && e.Kind != "llm":
			u.What, u.Reason = graph.UnknownTools, reason.Of(reason.ForeignAgent)
		case e.Kind == "run" || e.Kind == "flow" || e.Kind == "tool":
			u.What, u.Reason = graph.UnknownBody, reason.Of(reason.ForeignRun)
		default:
			continue
		}
		if !slices.Contains(p.unknowns, u) {
			p.unknowns = append(p.unknowns, u)
		}
	}
}

// RunAgents adds to a step what the agents that its code runs may do. The effects
// name them in an argument `agent`; agent returns what is known of a value, nil if
// it is no agent.
func (a *Assembly) RunAgents(n *graph.Node, body *interp.Behaviour, agent func(Value) *graph.Agent) (unknowns []graph.Unknown) {
	for _, e := range body.Effects {
		v, runs := a.EffectArg(e, "agent")
		if !runs {
			continue
		}
		for _, x := range v.Each() {
			g := agent(x)
			if g == nil {
				u := x.Why(reason.RunsUnseen, "an agent")
				unknowns = append(unknowns, u.Open(graph.UnknownTools, n.Pos))
				continue
			}
			n.Tools, n.Calls = append(n.Tools, g.Tools...), graph.CallsAny
			if n.Bound.State == graph.BoundNone {
				n.Bound = g.Bound
			}
			unknowns = append(unknowns, g.Unknowns...)
			if len(g.SubAgents) > 0 || n.Kind == graph.KindSubgraph && len(g.Tools) > 0 {
				u := &interp.Unknown{Reason: reason.Of(reason.MoreThanTools)}
				unknowns = append(unknowns, u.Open(graph.UnknownBody, n.Pos))
			}
		}
	}
	return unknowns
}

// below returns the calls that led to an effect of the step.
func (p *phases) below(stack []graph.Pos) []graph.Pos {
	return append(slices.Clone(p.stack), stack...)
}

// chosen returns the tools for whose names the step has code.
func (p *phases) chosen() []*graph.Tool {
	var out []*graph.Tool
	for _, ph := range p.list {
		if ph.Body.Course == nil {
			continue
		}
		for _, s := range ph.Body.Course.Steps {
			name := p.Choice(s)
			if s.Kind != "choose" || slices.ContainsFunc(out, func(t *graph.Tool) bool { return t.Name == name }) {
				continue
			}
			out = append(out, p.Chosen(s, p.stack))
		}
	}
	return out
}

// sketch returns the workflow of the phases: one after the other, each the order of
// its effects.
func (p *phases) sketch(n graph.Node) *graph.Workflow {
	const start, end = "START", "END"
	s := NewSketch(n.Name, p.Name, start, end, n.Pos)
	last := []string{start}
	for _, ph := range p.list {
		if !slices.ContainsFunc(ph.Body.Effects, func(e interp.Effect) bool { return p.asks(e) || asksModel(e) || e.Kind == "choose" || e.Kind == "tool" }) {
			continue
		}
		inner := NewSketch(ph.Name, p.Name, start, end, n.Pos)
		inner.Course(ph.Body, func(st *interp.CourseStep) []string { return p.place(inner, st) })
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
		s.Arrow(from, Arrow{To: end, Pos: n.Pos})
	}
	return s.Finish()
}

// place adds the node of an effect, named by its line.
func (p *phases) place(s *Sketch, st *interp.CourseStep) []string {
	n := graph.Node{Pos: p.At(st.Pos, p.below(st.Stack))}
	switch {
	case st.Kind == "human" && p.asks(st.Effect):
		n = HumanAt(n.Pos)
	case asksModel(st.Effect):
		n = ModelAt(n.Pos)
	case st.Kind == "choose":
		name := p.Choice(st)
		i := slices.IndexFunc(p.chosen(), func(t *graph.Tool) bool { return t.Name == name })
		if i < 0 {
			return nil
		}
		n.Kind, n.Name, n.Calls, n.Tools = graph.KindTool, name, graph.CallsOnce, p.chosen()[i:i+1]
	default:
		return nil
	}
	return []string{s.Place(n)}
}
