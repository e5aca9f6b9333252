package assembly

// This file says what a step is whose functions a framework calls one after the
// other.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// A Phase is a function that a framework calls for a step.
type Phase struct {
	Name string // of its node in the workflow of the step; "" if it has none
	Body *interp.Behaviour
	Skip bool        // the framework may not call it
	Max  graph.Bound // how often it calls it; BoundNone for once
}

// A Doing is what a framework knows of the effects of code that it calls. Its zero value is
// that of a framework whose code has tools and graphs of its own only where it compares the
// names of tools. Effects of these kinds count:
//
//	llm    a model is asked                          fn:llm    by a function that the framework makes
//	tool   an argument `tool` is called, or what a   fn:tools  likewise
//	       model chose of the tools of another one
//	run    a workflow or an agent runs               fn:agent  likewise
//	human  a human is asked
type Doing struct {
	// Stops: a question to a human stops the run, whatever the code does with the answer. Else
	// it is one only if a condition depends on the answer.
	Stops  bool
	Offers bool // a model gets tools for another step to call
	Lines  bool // workflows that it runs go by their lines
	// Uses returns the tools that an effect calls or offers to a model, and why there may be
	// others.
	Uses func(Effect) ([]*graph.Tool, []*Unknown)
	// Workflows returns the workflows that an effect runs, and why there may be others; Runs adds
	// the nodes of what it runs. A framework has one of them, or neither.
	Workflows func(Effect) ([]*graph.Workflow, *Unknown)
	Runs      func(s *Sketch, st *CourseStep, pos graph.Pos) []string
	// Sketch begins the workflow of a step.
	Sketch func(name string, pos graph.Pos) *Sketch
}

// phases are those of one step.
type phases struct {
	*Assembly
	Doing
	list     []Phase
	stack    []graph.Pos // the calls that led to the step
	unknowns []graph.Unknown
}

// Describe is Do for a framework that knows nothing of the effects of code.
func (a *Assembly) Describe(n graph.Node, stack []graph.Pos, list ...Phase) (graph.Node, []graph.Unknown) {
	begin := func(name string, pos graph.Pos) *Sketch { return NewSketch(name, a.Name, "START", "END", pos) }
	return a.Do(n, Doing{Sketch: begin}, stack, list...)
}

// Do completes a step by what its phases do, and returns what is not known of it. One that
// asks a model is an LLM step, one that calls tools a TOOL step, one that runs one workflow
// that workflow. One that asks a human and has to wait for the answer is a HUMAN step; where
// it does more than that, or may not ask, its phases are a workflow of their own.
func (a *Assembly) Do(n graph.Node, d Doing, stack []graph.Pos, list ...Phase) (graph.Node, []graph.Unknown) {
	p := &phases{Assembly: a, Doing: d, list: list, stack: stack}
	for _, ph := range list {
		if !ph.Body.Known {
			p.unknowns = append(p.unknowns, graph.Unknown{What: graph.UnknownBody, Node: graph.None, Reason: ph.Body.Reason, Pos: n.Pos})
		}
		if !d.Stops {
			p.foreign(ph.Body, n.Pos)
		}
	}
	human, llm, tool := p.any(p.asks), p.any(asksModel), p.any(callsTool)
	run := (p.Workflows != nil || p.Runs != nil) && p.any(runsFlow)
	switch {
	case run && !human && !llm && !tool && p.alone(&n):
	case run, human && (llm || tool || !p.always()):
		n.Kind, n.Sub = graph.KindSubgraph, p.sketch(n)
	case human:
		n.Kind = graph.KindHuman
	default:
		n.Kind = graph.KindPassthrough
		p.calls(&n, llm, tool)
	}
	return n, p.unknowns
}

// calls completes a step that asks a model, calls tools, or does both.
func (p *phases) calls(n *graph.Node, llm, tool bool) {
	switch {
	case p.Uses != nil:
		n.Tools = p.used(p.effects())
	case !p.Stops:
		n.Tools = p.chosen()
	}
	switch tool = len(n.Tools) > 0 || tool && p.Uses != nil; {
	case llm:
		n.Kind, n.Bound = graph.KindLLM, p.bound()
		if p.Offers && !p.any(callsTool) {
			n.Calls = graph.CallsNone
		} else if tool {
			n.Calls = graph.CallsAny
		}
	case tool:
		n.Kind, n.Calls = graph.KindTool, graph.CallsAny
		if p.Uses != nil && len(p.list) == 1 {
			n.Calls = p.list[0].Body.Calls(n.Tools, callsOf)
		}
		n.Generated = len(n.Tools) == 0 && p.IsFramework(n.Func) // every prebuilt agent has one
	}
}

// asksModel reports whether an effect is a call of a model.
func asksModel(_ *Behaviour, e Effect) bool {
	return e.Kind == "llm" || e.Kind == "fn:llm" || e.Row.Verb == library.VerbAsk
}

func callsTool(_ *Behaviour, e Effect) bool { return e.Kind == "tool" || e.Kind == "fn:tools" }

func runsFlow(_ *Behaviour, e Effect) bool { return e.Kind == "run" || e.Kind == "fn:agent" }

// callsOf says how a step calls tools: one that it names once, those that a model chose any
// number of times.
func callsOf(s *CourseStep) graph.Calls {
	_, named := s.Args["tool"]
	switch {
	case !callsTool(nil, s.Effect):
		return graph.CallsUnspecified
	case named:
		return graph.CallsOnce
	}
	return graph.CallsAny
}

// any reports whether an effect of a phase is what is asks for.
func (p *phases) any(is func(*Behaviour, Effect) bool) bool {
	return slices.ContainsFunc(p.list, func(ph Phase) bool {
		return slices.ContainsFunc(ph.Body.Effects, func(e Effect) bool { return is(ph.Body, e) })
	})
}

// asks reports whether an effect of a phase asks a human in earnest: it stops the run, or a
// condition of this phase or a later one depends on the answer.
func (p *phases) asks(b *Behaviour, e interp.Effect) bool {
	if p.Stops {
		return b.Halts(e)
	}
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
			!ph.Body.Course.Avoids(func(s *interp.CourseStep) bool { return p.asked(ph.Body, s) })
	})
}

// asked reports whether a human was asked, or has answered, when a step is done.
func (p *phases) asked(b *Behaviour, s *CourseStep) bool {
	return p.asks(b, s.Effect) || p.Stops && s.Kind == "answered"
}

// bound returns how often the step asks its model if a phase is repeated.
func (p *phases) bound() graph.Bound {
	for _, ph := range p.list {
		if ph.Max.State != graph.BoundNone && slices.ContainsFunc(ph.Body.Effects, func(e Effect) bool { return asksModel(nil, e) }) {
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
		p.open(u)
	}
}

// open notes what is not known, once.
func (p *phases) open(u graph.Unknown) {
	if !slices.Contains(p.unknowns, u) {
		p.unknowns = append(p.unknowns, u)
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

// used returns the tools that effects call, each once, and notes why there may be others.
func (p *phases) used(effects []Effect) []*graph.Tool {
	var out []*graph.Tool
	for _, e := range effects {
		if e.Kind != "tool" && !strings.HasPrefix(e.Kind, "fn:") {
			continue
		}
		tools, open := p.Uses(e)
		for _, t := range tools {
			if t.Name == "" && !t.Pos.IsValid() {
				t.Pos = p.At(e.Pos, p.below(e.Stack))
			}
			same := func(x *graph.Tool) bool { return x == t || x.Name == "" && x.Unknown == t.Unknown && x.Pos == t.Pos }
			if !slices.ContainsFunc(out, same) {
				out = append(out, t)
			}
		}
		for _, why := range open {
			u := why.Open(graph.UnknownTools, e.Pos)
			u.Pos = p.At(u.Pos, p.below(e.Stack))
			p.open(u)
		}
	}
	return out
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
