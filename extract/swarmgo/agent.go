package swarmgo

// This file reads agents: their functions, and whom these hand over to.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// oneRound: an agent is asked, its functions run, and it is asked once more without
// them.
var oneRound = graph.Known(2)

// functions gives an agent the functions of a list.
func (a *assembler) functions(m *assembly.Peer, list assembly.Value) {
	var tools assembly.ToolList
	functions, more := list.List()
	for _, f := range functions {
		tools.Add(a.function(m, f), f.Guard)
	}
	m.Tools = append(m.Tools, tools.Tools()...)
	if more != nil {
		m.Open(more, graph.UnknownTools, graph.UnknownTargets)
	}
}

// function returns the tool that a function is, and adds a way to each agent that it may
// return.
func (a *assembler) function(m *assembly.Peer, v assembly.Value) *graph.Tool {
	t := a.Tool(v)
	if t == nil {
		t = &graph.Tool{Framework: a.Name}
	}
	if t.Pos = m.Pos; len(v.Way()) > 0 {
		t.Pos = v.Way()[0]
	}
	f := v.Field("Function")
	if v.Unknown() != nil || f.IsZero() {
		return t
	}
	b := f.Observe()
	if !b.Known {
		u := &assembly.Unknown{Reason: b.Reason, Pos: b.Pos}
		m.Unknowns = append(m.Unknowns, u.Open(graph.UnknownTargets, t.Pos))
		return t
	}
	for _, res := range a.Returns(b) {
		for _, to := range res.Parts(res.Field("Agent")) {
			a.hand(m, t, to.Under(v.Guard))
		}
	}
	return t
}

// hand adds the way to an agent that a function returns, none for nil.
func (a *assembler) hand(m *assembly.Peer, t *graph.Tool, v assembly.Value) {
	if v.IsZero() {
		return
	}
	to := a.agents.Of(v)
	if to == nil {
		m.Unknowns = append(m.Unknowns, v.Open(graph.UnknownTargets, t.Pos))
		return
	}
	to.Linked = true
	if i := slices.IndexFunc(m.Hands, func(l assembly.Link) bool { return l.To == to }); i >= 0 {
		m.Hands[i].Guard = m.Hands[i].Guard.Or(v.Guard)
		return
	}
	m.Hands = append(m.Hands, assembly.Link{To: to, Label: t.Name, Guard: v.Guard, Pos: t.Pos})
	m.SubAgents = append(m.SubAgents, to.Agent)
}

// runs notes with which agents conversations begin.
func (a *assembler) runs() {
	begin := func(v assembly.Value, bound graph.Bound) {
		for _, x := range v.Each() {
			if m := a.agents.Of(x); m != nil {
				m.Run, m.Linked = true, true
				if bound.State != graph.BoundNone {
					m.Bound = bound
				}
			}
		}
	}
	for _, o := range a.ObjectsOf("llm") {
		var bound graph.Bound
		if o.Row.Text("streams") != "" { // its functions stay, and nothing counts
			bound.State = graph.BoundUnlimited
		}
		begin(a.Arg(o, "agent"), bound)
	}
	for _, o := range a.ObjectsOf("all") {
		configs, _ := a.Arg(o, "configs").Elems()
		a.Arg(o, "configs").Entries(func(_, config assembly.Value) { configs = append(configs, config) })
		for _, c := range configs {
			begin(c.Field("Agent"), graph.Bound{})
			begin(c.Field("Config", "Agent"), graph.Bound{})
		}
	}
}
