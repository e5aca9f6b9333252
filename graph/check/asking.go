package check

// This file finds questions that nobody answers where the answer is needed: tools that wait for an
// answer which never comes to them, steps whose code does not get the answer, and steps that run
// before it is there.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// unconfirmable reports the tools of each step to which no answer comes there. A tool that asks
// only in some cases may be one that never does.
func (p *pass) unconfirmable() (list []Problem) {
	for i := range p.v.w.Nodes {
		n := &p.v.w.Nodes[i]
		for k, t := range n.Tools {
			if t.Gate.Unanswered == graph.UnansweredNone || !t.Gate.Kind.MayHold() || slices.Contains(n.Tools[:k], t) {
				continue
			}
			problem := &Unconfirmable{Base: base(p.v.w, graph.NodeID(i)), Tool: t, Why: t.Gate.Unanswered}
			problem.Witness = p.ending.reach.path(graph.NodeID(i))
			problem.mayAsk(t)
			list = append(list, problem)
		}
	}
	return list
}

// mayAsk notes that t asks only in some cases.
func (b *Base) mayAsk(t *graph.Tool) {
	if t.Gate.Kind == graph.GateConditional {
		b.Doubt = Doubt{Why: WhyTool, Edge: none}
	}
}

// unheard reports the tools that ask somebody, of agents that others run apart, by where they are
// made: nobody hears the question.
func unheard(p *graph.Program, called callees) (list []Problem) {
	type place struct {
		name string
		pos  graph.Pos
	}
	said := make(map[place]bool)
	for _, a := range p.AllAgents() {
		for _, c := range called.of(a) {
			if !c.apart {
				continue
			}
			for _, t := range askingBelow(c.agent) {
				at := place{t.Name, t.Pos}
				if said[at] && t.Pos.IsValid() {
					continue
				}
				said[at] = true
				problem := &Unconfirmable{Base: base(nil, none), Tool: t, Caller: a, Agent: c.agent}
				problem.mayAsk(t)
				if !c.sure {
					problem.Doubt = Doubt{Why: WhyUnknown, Edge: none}
				}
				list = append(list, problem)
			}
		}
	}
	return list
}

// askingBelow returns the tools that ask, of an agent and of those to which it delegates.
func askingBelow(a *graph.Agent) (list []*graph.Tool) {
	seen := map[*graph.Agent]bool{a: true}
	queue := []*graph.Agent{a}
	for i := 0; i < len(queue); i++ {
		for _, t := range queue[i].Tools {
			if t.Gate.Kind.MayHold() && t.Gate.Unanswered == graph.UnansweredNone {
				list = append(list, t)
			}
		}
		for _, sub := range queue[i].SubAgents {
			if !seen[sub] {
				seen[sub] = true
				queue = append(queue, sub)
			}
		}
	}
	return list
}

// lostAnswers reports the steps whose code asks and does not get the answer.
func (p *pass) lostAnswers() (list []Problem) {
	for i := range p.v.w.Nodes {
		heard := p.v.w.Nodes[i].Unheard
		if heard == graph.UnheardNever {
			continue
		}
		problem := &LostAnswer{base(p.v.w, graph.NodeID(i))}
		problem.Witness = p.ending.reach.path(graph.NodeID(i))
		if heard == graph.UnheardPerhaps {
			problem.Doubt = Doubt{Why: WhyUnknown, Edge: none}
		}
		list = append(list, problem)
	}
	return list
}

// ignoredAnswers reports the steps that ask, and after which others act although nobody agreed.
func (p *pass) ignoredAnswers() (list []Problem) {
	for i := range p.v.w.Nodes {
		for _, past := range p.v.w.Nodes[i].Past {
			problem := &IgnoredAnswer{base(p.v.w, graph.NodeID(i)), past}
			at := graph.NodeID(i)
			problem.Witness = graph.Witness{{Node: at, Edge: none}}
			for _, e := range past.Path {
				if int(e) >= len(p.v.w.Edges) || p.v.w.Edges[e].From != at { // the workflow is not the one that it was read as
					break
				}
				at = p.v.w.Edges[e].To
				problem.Witness = append(problem.Witness, graph.Step{Node: at, Edge: e})
			}
			if len(problem.Witness) == len(past.Path)+1 {
				list = append(list, problem)
			}
		}
	}
	return list
}

// notAwaited reports the steps that may wait for somebody, in a workflow that runs on meanwhile.
func (p *pass) notAwaited() (list []Problem) {
	v := p.v
	if !v.w.Engine.RunsOn {
		return nil
	}
	for i := range v.w.Nodes {
		n := graph.NodeID(i)
		if !p.ending.reach.certainly(n) {
			continue
		}
		next := v.nextStep(n)
		asks := asksIn(&v.w.Nodes[i])
		if next == none || asks == (asking{}) {
			continue
		}
		problem := &NotAwaited{Base: base(v.w, n), Next: next, Tool: asks.tool, Human: asks.human}
		problem.Witness = p.ending.reach.path(n)
		if asks.tool != nil && asks.human == nil {
			problem.mayAsk(asks.tool)
		}
		list = append(list, problem)
	}
	return list
}

// nextStep returns the first step that runs after n and that the program has named, n itself where
// a loop runs it again, or None.
func (v *view) nextStep(n graph.NodeID) graph.NodeID {
	seen := map[graph.NodeID]bool{}
	queue := []graph.NodeID{n}
	for i := 0; i < len(queue); i++ {
		for _, e := range v.x.Out(queue[i]) {
			to := v.to[e]
			switch {
			case !v.live[e] || seen[to]:
			case v.kinds[to] == graph.KindExit || v.is(to, generated):
				seen[to] = true
				queue = append(queue, to)
			default:
				return to
			}
		}
	}
	return none
}

// asking is what asks in a step: a tool, one that always asks if there is one, or a human step of its body.
type asking struct {
	tool  *graph.Tool
	human *graph.Node
}

// asksIn returns what may ask somebody in a step and its body. Tools of agents that are called apart
// are left out, as nobody hears them, and so are tools that get no answer at all.
func asksIn(n *graph.Node) (a asking) {
	apart := make(map[string]bool)
	nodes := []*graph.Node{n}
	for _, w := range n.Sub.All() {
		for i := range w.Nodes {
			nodes = append(nodes, &w.Nodes[i])
		}
	}
	for _, m := range nodes {
		for _, t := range m.Tools {
			apart[t.Agent] = apart[t.Agent] || t.Apart
		}
	}
	for _, m := range nodes {
		if m.Agent != "" && apart[m.Agent] {
			continue
		}
		if m.Kind == graph.KindHuman && a.human == nil {
			a.human = m
		}
		for _, t := range runs(m) {
			if !t.Gate.Kind.MayHold() || t.Gate.Unanswered == graph.UnansweredStep {
				continue
			}
			if a.tool == nil || a.tool.Gate.Kind == graph.GateConditional && t.Gate.Kind != graph.GateConditional {
				a.tool = t
			}
		}
	}
	return a
}
