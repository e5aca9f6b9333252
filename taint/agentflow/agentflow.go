package agentflow

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/taint"
	"github.com/agentvet/agentvet/taint/ssaflow"
)

// Labels of what models and tools produce, beside those that the program names.
const (
	LabelModel = taint.LabelModel
)

// A Func is a function that a framework runs.
type Func struct {
	ID string // its identity, see package funcid
	// Data are the parameters that hold data, the receiver counted; contexts and
	// options do not.
	Data []int
	// Clean says of fields of its arguments which sanitizers everything in them goes
	// through before anything else happens to it, by Go name.
	Clean map[string][]string
}

// An Input is a program.
type Input struct {
	Program *graph.Program
	// Result is what is known of the functions of the package.
	Result *ssaflow.Result
	// Func finds the function of a handler or a step; the ID of its result is "" if
	// it is not known.
	Func func(id string) Func
	// Asks says of the labels of what a tool returns whether anybody asks where it comes from;
	// nil for always.
	Asks func(taint.Labels) bool
}

// Flows returns the flows that go through a step, a tool or a model of the program, and what
// arrives where nobody asks for them. If complete is false, there may be others.
func Flows(in *Input) (flows []taint.Flow, rest []taint.Arrival, complete bool) {
	if flows, rest, complete = assembled(in, in.Result.Assemble); !complete {
		flows, rest, complete = assembled(in, in.Result.AssembleCoarse)
	}
	return surer(in, flows), rest, complete
}

// maxAlone is up to how many tools are looked at each by itself.
const maxAlone = 64

// surer returns flows with what is sure of tools that are looked at by themselves: beside others that are called in the same way, or in
// something large, it may not be known whose data it is that arrives.
func surer(in *Input, flows []taint.Flow) []taint.Flow {
	type end struct {
		tool *graph.Tool
		sink taint.Sink
	}
	sure := make(map[end]bool)
	var unsure []*graph.Tool
	for _, t := range in.Program.AllTools() {
		if t.Gated() || in.Func(t.Handler).ID == "" {
			continue
		}
		open := false
		for i := range flows {
			if f := &flows[i]; isOf(f, t) {
				e := end{t, f.Sink}
				sure[e] = sure[e] || f.IsSure()
			}
		}
		for i := range flows {
			f := &flows[i]
			open = open || isOf(f, t) && !sure[end{t, f.Sink}]
		}
		if open {
			unsure = append(unsure, t)
		}
	}
	if len(unsure) == 0 || len(unsure) > maxAlone {
		return flows
	}
	for _, t := range unsure {
		alone := &Input{Program: &graph.Program{Tools: []*graph.Tool{t}}, Result: in.Result, Func: in.Func, Asks: in.Asks}
		more, _, complete := assembled(alone, in.Result.Assemble)
		for _, f := range more {
			if known, any := sure[end{t, f.Sink}]; complete && any && !known && f.IsSure() && isOf(&f, t) {
				flows = append(flows, f)
			}
		}
	}
	return taint.SortFlows(flows)
}

// isOf reports whether a flow is of what a model chooses for a tool.
func isOf(f *taint.Flow, t *graph.Tool) bool {
	return f.Source.Name == t.Name && f.Source.Pos == t.Pos && f.Source.Labels.Has(LabelModel)
}

// assembled is Flows in an assembly.
func assembled(in *Input, assemble func() *ssaflow.Assembly) (flows []taint.Flow, rest []taint.Arrival, complete bool) {
	// What is too large to put together is not known. Neither is what a defect of
	// agentvet keeps from being put together: who imports the package must not suffer.
	defer func() {
		if recover() != nil {
			flows, rest, complete = nil, nil, false
		}
	}()
	assembly := assemble()
	defer assembly.Done()
	b := &builder{
		Input: in, Assembly: assembly,
		agents: make(map[*graph.Agent]context), bodies: make(map[*graph.Workflow]*body),
		byName: make(map[string][]*graph.Agent), unless: accepted(in.Program),
	}
	all := in.Program.AllAgents()
	for _, a := range all {
		b.byName[a.Name] = append(b.byName[a.Name], a)
		b.agents[a] = b.contextOf(a)
	}
	for _, a := range all {
		b.agent(a)
	}
	for _, w := range in.Program.AllWorkflows() {
		b.workflow(w)
	}
	b.alone()
	flows, rest, complete = b.Flows(in.Asks)
	return slices.DeleteFunc(flows, func(f taint.Flow) bool { return !Crosses(f) || len(f.Labels.Visible()) == 0 }), rest, complete
}

// OfGraph returns the flows of a program of which no code is known: workflows of a graph file. If complete is
// false, there may be others.
func OfGraph(p *graph.Program, asks func(taint.Labels) bool) (flows []taint.Flow, complete bool) {
	flows, _, complete = Flows(&Input{
		Program: p, Result: ssaflow.Empty(), Asks: asks, Func: func(string) Func { return Func{} },
	})
	return flows, complete
}

// Crosses reports whether f goes through a step, a tool or a model: no function
// shows it by itself.
func Crosses(f taint.Flow) bool {
	return f.Source.Labels.Has(LabelModel) || f.IsSaid() || f.Sink.Kind == taint.KindResult || slices.ContainsFunc(f.Hops, func(h taint.Hop) bool {
		return h.Op == taint.OpModel || h.Op == taint.OpTool || h.Op == taint.OpEdge
	})
}

// A builder puts the program together.
type builder struct {
	*Input
	*ssaflow.Assembly
	agents map[*graph.Agent]context
	byName map[string][]*graph.Agent
	bodies map[*graph.Workflow]*body
	called []*graph.Tool
	unless map[string]bool // names of sanitizers that sinks accept
}

// cleaned returns a cell whose data gets into out by way of something called name,
// which may be a sanitizer that sinks accept.
func (b *builder) cleaned(name string, out ssaflow.Cell) ssaflow.Cell {
	if !b.unless[name] {
		return out
	}
	c := b.Cell()
	b.Move(c, out, taint.Labels{taint.MarkOf(name)}, taint.Hop{})
	return c
}

// accepted returns the names of the sanitizers that sinks of p accept.
func accepted(p *graph.Program) map[string]bool {
	out := make(map[string]bool)
	for _, t := range p.AllTools() {
		for i := range t.Params {
			if s := t.Params[i].Sink; s != nil {
				for _, name := range s.Unless {
					out[name] = true
				}
			}
		}
	}
	return out
}

// A context is what an agent has read and what comes out of it. For a model that is the
// same; an agent that only runs others does not pass what one of them said to those
// beside it.
type context struct{ in, out ssaflow.Cell }

func (b *builder) contextOf(a *graph.Agent) context {
	c := context{in: b.Cell()}
	if c.out = c.in; runsOthers(a) {
		c.out = b.Cell()
	}
	return c
}

// agent adds what a does with its context.
func (b *builder) agent(a *graph.Agent) {
	b.tools(a.Tools, b.agents[a].in, a.Pos)
	if runsOthers(a) {
		b.run(a)
		return
	}
	for _, sub := range a.SubAgents {
		b.hand(b.agents[a].out, b.agents[sub].in, sub)
		b.hand(b.agents[sub].out, b.agents[a].in, a)
	}
}

// run adds what goes on between the agents that a runs.
func (b *builder) run(a *graph.Agent) {
	for i, sub := range a.SubAgents {
		b.hand(b.agents[a].in, b.agents[sub].in, sub)
		b.hand(b.agents[sub].out, b.agents[a].out, a)
		if i > 0 && a.Kind != graph.AgentParallel {
			b.hand(b.agents[a.SubAgents[i-1]].out, b.agents[sub].in, sub)
		}
	}
	if n := len(a.SubAgents); n > 1 && a.Kind == graph.AgentLoop {
		b.hand(b.agents[a.SubAgents[n-1]].out, b.agents[a.SubAgents[0]].in, a.SubAgents[0])
	}
}

// hand adds that what is in one context may get into another, which is of agent to.
func (b *builder) hand(from, into ssaflow.Cell, to *graph.Agent) {
	b.Move(from, into, nil, taint.Hop{Op: taint.OpModel, Name: to.Name, Pos: to.Pos})
}

// runsOthers reports whether a runs its sub-agents in an order of the program's, and
// has no model of its own. One of which a part is not known may do anything.
func runsOthers(a *graph.Agent) bool {
	if len(a.Tools) > 0 || len(a.SubAgents) == 0 || len(a.Unknowns) > 0 {
		return false
	}
	return a.Kind == graph.AgentSequential || a.Kind == graph.AgentParallel || a.Kind == graph.AgentLoop
}

// tools adds the calls of tools by a model that has a context, or by code that has
// data for them.
func (b *builder) tools(tools []*graph.Tool, context ssaflow.Cell, model graph.Pos) {
	for _, t := range tools {
		args, results := b.Cell(), b.Cell()
		if !t.Gated() {
			b.Move(context, args, nil, taint.Hop{Op: taint.OpModel, Name: t.Name, Pos: model})
			b.Source(args, taint.Source{Name: t.Name, Labels: taint.Labels{LabelModel}, Pos: t.Pos})
		}
		b.tool(t, args, b.cleaned(t.Name, results))
		b.Move(results, context, ownChoice, taint.Hop{Op: taint.OpTool, Name: t.Name, Pos: t.Pos})
	}
}

// ownChoice is what data loses that a tool returns to the model: what the model chooses of it is
// its own choice again.
var ownChoice = func() taint.Labels {
	out := taint.Labels{LabelModel}
	for _, to := range graph.ConfineNames() {
		out = append(out, taint.Confined(to))
	}
	return taint.NewLabels(out...)
}()

// tool adds one call of t.
func (b *builder) tool(t *graph.Tool, args, results ssaflow.Cell) {
	b.called = append(b.called, t)
	fn := b.Func(t.Handler)
	b.sinks(t, args, fn)
	for _, w := range t.Around {
		if around := b.Func(w.Func); around.ID != "" {
			b.Enter(around.ID, w.Inner, b.given(around, args), taint.Hop{Op: taint.OpCall, Name: t.Name, Pos: t.Pos})
		}
	}
	if fn.ID != "" {
		b.call(fn, args, results, taint.Hop{Op: taint.OpCall, Name: t.Name, Pos: t.Pos})
	} else {
		b.Move(args, results, nil, taint.Hop{})
	}
	for _, a := range b.byName[t.Agent] {
		b.hand(args, b.agents[a].in, a)
		b.hand(b.agents[a].out, results, a)
	}
	b.Source(results, taint.Source{Name: t.Name, Labels: taint.Returned(t), Pos: t.Pos})
	b.Sink(results, taint.Sink{Name: t.Name, Kind: taint.KindResult, Pos: t.Pos})
}

// call adds the call of a function whose arguments hold what is in one cell.
func (b *builder) call(fn Func, args, results ssaflow.Cell, hop taint.Hop) {
	b.Call(fn.ID, b.given(fn, args), results, hop)
}

// given returns the arguments of a function if those that are data hold what is in one cell.
func (b *builder) given(fn Func, args ssaflow.Cell) (list []ssaflow.Cell) {
	for _, n := range fn.Data {
		for len(list) <= n {
			list = append(list, ssaflow.Cell{})
		}
		list[n] = args
	}
	return list
}

// sinks adds those of t's arguments that the program says are sinks, and if t sends
// something out, all of them.
func (b *builder) sinks(t *graph.Tool, args ssaflow.Cell, fn Func) {
	for i := range t.Params {
		p := &t.Params[i]
		if p.Sink == nil {
			continue
		}
		cell, drop := b.Cell(), taint.Labels(nil)
		for _, sanitizer := range fn.Clean[p.Field] {
			drop = append(drop, taint.MarkOf(sanitizer))
		}
		b.Move(args, cell, taint.NewLabels(drop...), taint.Hop{})
		b.Sink(cell, taint.Sink{
			Name: t.Name + "." + p.Path, Kind: taint.KindField, Pos: p.Pos,
			Forbid: joined(p.Sink.Forbid), Unless: joined(p.Sink.Unless), Title: p.Sink.Name,
		})
	}
	if t.Outward() {
		b.Sink(args, taint.Sink{Name: t.Name, Kind: taint.KindOutward, Pos: t.Pos})
	}
}

func joined(names []string) string { return taint.NewLabels(names...).String() }

// alone adds the tools that no agent and no step of the program has, each in a context
// of its own: which others a model has beside it, is only known where it gets it.
func (b *builder) alone() {
	called := make(map[*graph.Tool]bool)
	for _, t := range b.called {
		called[t] = true
	}
	for _, t := range b.Program.Tools {
		if !called[t] {
			b.tools([]*graph.Tool{t}, b.Cell(), t.Pos)
		}
	}
}
