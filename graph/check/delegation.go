package check

// This file looks at what agents delegate to each other, and at what they may do unasked.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
	reasons "github.com/agentvet/agentvet/graph/reason"
)

// Delegation reports, of the agents of p, destructive tools that no workflow gates, answers
// without a form, tools that ask where nobody hears it, agents that call each other in a circle, and with Options.Contained agents that may do more than the agent that
// delegates to them.
func Delegation(p *graph.Program, o Options) []Problem {
	var list []Problem
	called := newCallees(p)
	type place struct {
		name string
		pos  graph.Pos
	}
	said := make(map[place]bool)
	for _, a := range p.Agents {
		for _, t := range a.Tools {
			if problem := unconfirmed(a, t); problem != nil && !(t.Pos.IsValid() && said[place{t.Name, t.Pos}]) {
				said[place{t.Name, t.Pos}] = true
				list = append(list, problem)
			}
		}
		for _, sub := range a.SubAgents {
			if a.Kind != graph.AgentLLM && handsTextOn(a, sub) {
				list = append(list, &UntypedReturn{base(nil, none), a, sub})
			}
			if o.Contained {
				list = widened(list, a, sub, true)
			}
		}
		for _, c := range called.of(a) {
			if c.sure && c.agent.Untyped {
				list = append(list, &UntypedReturn{base(nil, none), a, c.agent})
			}
			if o.Contained && !slices.Contains(a.SubAgents, c.agent) {
				list = widened(list, a, c.agent, c.sure)
			}
		}
	}
	return append(append(list, unheard(p, called)...), callCycles(p, called)...)
}

// A Delegated is that the model of From hands over to To, or calls it like a tool, and that To may then call Tools. It is
// not sure if several agents may be meant; Open is why To may call others, too, nil if it may not.
type Delegated struct {
	From, To *graph.Agent
	Sure     bool
	Tools    []*graph.Tool
	Open     *graph.Unknown
}

// Delegations returns all delegations of p, in the order of its agents.
func Delegations(p *graph.Program) (list []Delegated) {
	called := newCallees(p)
	for _, a := range p.AllAgents() {
		if !delegates(a) {
			continue
		}
		add := func(sub *graph.Agent, sure bool) {
			if sub != a && !slices.ContainsFunc(list, func(d Delegated) bool { return d.From == a && d.To == sub }) {
				tools, open := authority(sub)
				list = append(list, Delegated{a, sub, sure, tools, open})
			}
		}
		for _, sub := range a.SubAgents {
			add(sub, true)
		}
		for _, c := range called.of(a) {
			add(c.agent, c.sure)
		}
	}
	return list
}

// delegates reports whether a model decides when the sub-agents of a run: one of its own, or that which a loop asks that
// runs tools. A loop without tools only runs its parts.
func delegates(a *graph.Agent) bool {
	return a.Kind == graph.AgentLLM || a.Kind == graph.AgentLoop && len(a.Tools) > 0
}

// OpenTools returns why not all tools of a are known, nil if they are.
func OpenTools(a *graph.Agent) *graph.Unknown { return openTools(a) }

// callees are the agents that others may call like tools, by framework and name.
type callees map[[2]string][]*graph.Agent

func newCallees(p *graph.Program) callees {
	m := make(callees)
	for _, a := range p.AllAgents() {
		m[[2]string{a.Framework, a.Name}] = append(m[[2]string{a.Framework, a.Name}], a)
	}
	return m
}

// A callee is an agent that another one may call like a tool. It is not sure if only its name
// is known, or if several agents have it.
type callee struct {
	agent *graph.Agent
	sure  bool
	apart bool // graph.Tool.Apart
}

func (m callees) of(a *graph.Agent) (list []callee) {
	for _, t := range a.Tools {
		if t.Agent == "" {
			continue
		}
		named := m[[2]string{a.Framework, t.Agent}]
		if i := slices.IndexFunc(a.SubAgents, func(sub *graph.Agent) bool { return sub.Name == t.Agent }); i >= 0 {
			named = a.SubAgents[i : i+1] // another program may have agents of these names, too
		}
		for _, sub := range named {
			list = append(list, callee{sub, len(named) == 1, t.Apart})
		}
		if named == nil {
			list = append(list, callee{&graph.Agent{
				Name: t.Agent, Pos: t.Pos, Unknowns: []graph.Unknown{{What: graph.UnknownTools, Node: none, Reason: reasons.Of(reasons.Agent), Pos: t.Pos}},
			}, false, t.Apart})
		}
	}
	return list
}

// unconfirmed returns the problem that a model may call t of agent a with nobody asked
// before, nil if there is none. What an agent of a workflow calls is judged by humanGate, with
// the ways to it; here it is about servers, which have none, about confirmations that are asked
// for in vain, and about tools of which nothing is known.
func unconfirmed(a *graph.Agent, t *graph.Tool) Problem {
	p := &Unconfirmed{Base: base(nil, none), Agent: a, Tool: t}
	served := a.Kind == graph.AgentServer && SaysDestructive(t)
	switch {
	case t.Gate.Unheeded:
	case served && t.Gate.Kind == graph.GateConditional && t.Gate.Slip.Way == graph.SlipNone:
		p.Doubt = Doubt{Why: WhyTool, Edge: none} // somebody is asked in some cases
	case t.Gate.Kind != graph.GateNone:
		return nil // if it decides nothing, that is IgnoredGate
	case served:
		for _, other := range a.Tools {
			if other.Gate.Kind.MayHold() && (p.Asked == nil || SaysDestructive(other) && !SaysDestructive(p.Asked)) {
				p.Asked = other
			}
		}
	case a.Kind == graph.AgentLLM && t.Name == "" && t.Framework == "mcp":
		p.Doubt = Doubt{Why: WhyTool, Edge: none}
	default:
		return nil
	}
	return p
}

// SaysDestructive reports whether a tool says itself that it is destructive: what a library says of those that say nothing does not count.
func SaysDestructive(t *graph.Tool) bool {
	return t.Destructive || t.IsDestructive() && !t.Hints.AreDefaults() && t.Hints.ReadOnly != graph.HintTrue
}

// handsTextOn reports whether sub, one of several steps of a, hands text without a form to those
// after it or to whoever goes on with the answers of all.
func handsTextOn(a, sub *graph.Agent) bool {
	if !sub.Untyped || sub.Kind != graph.AgentLLM || len(a.SubAgents) < 2 {
		return false
	}
	switch a.Kind {
	case graph.AgentSequential:
		return sub != a.SubAgents[len(a.SubAgents)-1]
	case graph.AgentParallel:
		return true
	}
	return false
}

// widened adds the problem that sub may call tools which a may not. It is not certain if not all
// tools of a are known, or if it is not sure that a delegates to sub; if no tool of sub is known
// to be too many, it is one only if not all of them are known.
func widened(list []Problem, a, sub *graph.Agent, sure bool) []Problem {
	if !delegates(a) || a == sub {
		return list
	}
	has := make(map[string]bool)
	for _, t := range a.Tools {
		has[t.Name] = true
	}
	p := &WiderScope{Base: base(nil, none), Agent: a, Sub: sub}
	tools, open := authority(sub)
	for _, t := range tools {
		if t.Name != "" && !t.Added() && !has[t.Name] {
			has[t.Name] = true
			p.Excess = append(p.Excess, t)
		}
	}
	switch {
	case len(p.Excess) > 0 && sure:
		open = openTools(a)
	case len(p.Excess) == 0 && open == nil:
		return list
	}
	if open != nil || !sure {
		p.Doubt = Doubt{Why: WhyUnknown, Unknown: open, Edge: none}
	}
	return append(list, p)
}

// authority returns the tools of an agent, and of one without a model those of its parts, and
// what is not known of them.
func authority(a *graph.Agent) (tools []*graph.Tool, open *graph.Unknown) {
	seen := map[*graph.Agent]bool{a: true}
	queue := []*graph.Agent{a}
	for i := 0; i < len(queue); i++ {
		at := queue[i]
		tools = append(tools, at.Tools...)
		if open == nil {
			open = openTools(at)
		}
		if delegates(at) {
			continue // what it delegates further is judged there
		}
		for _, part := range at.SubAgents {
			if !seen[part] {
				seen[part] = true
				queue = append(queue, part)
			}
		}
	}
	return tools, open
}

// openTools returns why not all tools of a are known, nil if they are.
func openTools(a *graph.Agent) *graph.Unknown {
	for i, u := range a.Unknowns {
		if u.What == graph.UnknownTools || u.What == graph.UnknownAnything {
			return &a.Unknowns[i]
		}
	}
	for _, t := range a.Tools {
		if t.Name == "" {
			return &graph.Unknown{What: graph.UnknownTools, Node: none, Reason: t.Unknown, Pos: t.Pos}
		}
	}
	return nil
}
