package built

// This file completes views by what the program knows: workflows of agents, tools, functions.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/change"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/agentvet/agentvet/graph/sketch"
)

// draw adds a workflow for each agent that is in none: what a model or a client may call is an order of events, too.
func draw(p *graph.Program) {
	drawn, named := make(map[string]bool), make(map[string]bool)
	for _, w := range p.AllWorkflows() {
		named[w.Name] = true
		for i := range w.Nodes {
			drawn[w.Nodes[i].Agent] = true
		}
	}
	below := make(map[*graph.Agent]bool)
	for _, a := range p.AllAgents() {
		for _, sub := range a.SubAgents {
			below[sub] = true
		}
	}
	made := make(map[*graph.Agent]*sketch.Agent)
	for _, a := range p.AllAgents() {
		itself := named[a.Name] && a.Kind != graph.AgentLLM && a.Kind != graph.AgentServer // what it runs is that workflow
		if !drawn[a.Name] && !below[a] && !itself {
			p.Workflows = append(p.Workflows, sketch.Program(agentOf(a, made), graph.Engine{DeadEnd: graph.DeadEndExits}).Workflows...)
		}
	}
	if len(p.Workflows) == 0 { // agents that are only below each other
		for _, a := range p.Agents {
			p.Workflows = append(p.Workflows, sketch.Program(agentOf(a, made), graph.Engine{DeadEnd: graph.DeadEndExits}).Workflows...)
		}
	}
}

// agentOf returns an agent as it is drawn. One with a model may hand over to those below it, and they to it and to
// each other: which of these ways there are, an agent does not say.
func agentOf(a *graph.Agent, made map[*graph.Agent]*sketch.Agent) *sketch.Agent {
	if made[a] != nil {
		return made[a]
	}
	out := &sketch.Agent{Agent: a, Leaves: true}
	made[a] = out
	for _, sub := range a.SubAgents {
		s := agentOf(sub, made)
		if a.Kind == graph.AgentSequential || a.Kind == graph.AgentParallel || a.Kind == graph.AgentLoop {
			out.Subs = append(out.Subs, s)
			continue
		}
		out.Hands = append(out.Hands, s)
		s.Hands = append(s.Hands, out)
	}
	for _, s := range out.Hands {
		for _, other := range out.Hands {
			if s != other && other != out {
				s.Hands = append(s.Hands, other)
			}
		}
	}
	return out
}

// added are the tools that frameworks add by themselves. No description makes another one of them.
var added = []string{"transfer_to_agent", "finish_task", "set_model_response"}

// disown takes from tools that they are the framework's, where their names are none of those, and they do not just run an
// agent that the view has.
func disown(p *graph.Program) {
	for _, t := range p.AllTools() {
		delegates := t.Agent != "" && slices.ContainsFunc(p.AllAgents(), func(a *graph.Agent) bool { return a.Name == t.Agent })
		if t.Added() && !delegates && !slices.Contains(added, t.Name) {
			t.Description += "."
		}
	}
}

// viewName is the file of positions in a view, which has none: engines tell parts by where they stand.
const viewName = "view"

// place gives a position to each part that has none.
func place(p *graph.Program) {
	n := 0
	at := func(pos *graph.Pos) {
		if n++; !pos.IsValid() {
			*pos = graph.Pos{File: viewName, Line: n, Col: 1}
		}
	}
	for _, w := range p.AllWorkflows() {
		at(&w.Pos)
		for i := range w.Nodes {
			at(&w.Nodes[i].Pos)
		}
	}
	for _, a := range p.AllAgents() {
		at(&a.Pos)
	}
	for _, t := range p.AllTools() {
		at(&t.Pos)
		for i := range t.Params {
			at(&t.Params[i].Pos)
		}
	}
}

// complete gives a view the tools of the registry, and its steps what their functions do.
func (v *Verifier) complete(p *graph.Program) {
	for _, a := range p.AllAgents() {
		a.Tools = v.tools(a.Tools, func(u graph.Unknown) { u.Node = graph.None; a.Unknowns = append(a.Unknowns, u) })
	}
	p.Tools = v.tools(p.Tools, func(u graph.Unknown) { u.Node = graph.None; p.Unknowns = append(p.Unknowns, u) })
	for _, w := range p.AllWorkflows() {
		for i := range w.Nodes {
			n := &w.Nodes[i]
			v.function(w, graph.NodeID(i))
			n.Tools = v.tools(n.Tools, func(u graph.Unknown) { u.Node = graph.NodeID(i); w.Unknowns = append(w.Unknowns, u) })
		}
	}
}

// tools returns what the registry has of tools, and notes what is not known.
func (v *Verifier) tools(list []*graph.Tool, open func(graph.Unknown)) []*graph.Tool {
	list = slices.Clone(list)
	for i, t := range list {
		if t.Added() || t.Name == "" {
			continue
		}
		switch rows := v.alike(t); {
		case len(rows) == 0:
			one := *t
			one.Unread = true
			list[i] = &one
		case len(rows) > 1:
			open(graph.Unknown{What: graph.UnknownTools, Reason: reason.Of(reason.SeveralRows, t.Name), Pos: rows[0].Pos})
			fallthrough
		default:
			if list[i] = shown(rows[0], t); rows[0].Agent != "" && t.Agent == "" {
				open(graph.Unknown{What: graph.UnknownTools, Reason: reason.Of(reason.AgentUnshown, t.Name, rows[0].Agent), Pos: rows[0].Pos})
			}
		}
	}
	return list
}

// alike returns the rows of the registry that a tool may be: those of its name, and of these the ones with its
// description. Of those that are the same but for where they stand, there is one.
func (v *Verifier) alike(t *graph.Tool) []*graph.Tool {
	rows := v.builder.Rows(t.Name)
	if same := slices.DeleteFunc(slices.Clone(rows), func(row *graph.Tool) bool { return row.Description != t.Description }); len(same) > 0 {
		rows = same
	}
	var list []*graph.Tool
	for _, row := range rows {
		if !slices.ContainsFunc(list, func(o *graph.Tool) bool { return len(change.Tools([]*graph.Tool{o}, []*graph.Tool{row})) == 0 }) {
			list = append(list, row)
		}
	}
	return list
}

// shown returns a tool of the registry as the framework has it.
func shown(row, t *graph.Tool) *graph.Tool {
	one := *row
	switch row.Gate.Kind {
	case graph.GateInterrupt, graph.GateWrapper, graph.GateConditional, graph.GateIgnored:
	default: // somebody else asks
		one.Gate = t.Gate
	}
	if t.Gate.Kind != graph.GateNone {
		one.Gate = t.Gate
	}
	one.Agent = t.Agent
	return &one
}

// function completes a step that runs a function of the program.
func (v *Verifier) function(w *graph.Workflow, id graph.NodeID) {
	n := &w.Nodes[id]
	f, ok := v.p.Functions[n.Name]
	if !ok {
		f, ok = v.p.Functions["*"]
	}
	is := func(u graph.Unknown) bool { // also where it leads, where a function may say that
		return u.Node == id && u.Reason.String() == ownFunction
	}
	if !ok || !slices.ContainsFunc(w.Unknowns, is) {
		return
	}
	w.Unknowns = slices.DeleteFunc(w.Unknowns, is)
	if f.Kind != graph.KindInvalid {
		n.Kind = f.Kind
	} else if len(f.Tools) > 0 {
		n.Kind = graph.KindTool
	}
	for _, name := range f.Tools {
		n.Tools, n.Calls = append(n.Tools, &graph.Tool{Name: name}), graph.CallsAny
	}
	n.Events = append(n.Events, f.Events...)
}

// ownFunction is why it is not known what a step does that is a function: adapters say so.
var ownFunction = reason.Of(reason.OwnFunction).String()
