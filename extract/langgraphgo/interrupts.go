package langgraphgo

// This file reads interrupts. The program gives them to a run, not to the graph:
// a gate stands only if every run that starts at the entry has it.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// interrupts adds the gates that all runs of the graph have, and those on steps
// that do not exist, of which one is enough.
func (b *builder) interrupts() {
	if b.first || !b.heedsInterrupts() {
		return
	}
	var runs [][]graph.Interrupt
	gated := false
	for _, op := range b.runsOf(b.obj) {
		if list, starts := b.gatesOf(op, gated); starts {
			runs = append(runs, list)
			gated = gated || len(list) > 0
		}
	}
	var added []graph.Interrupt
	for i, list := range runs {
		for _, x := range list {
			everywhere := i == 0
			for _, other := range runs[1:] {
				everywhere = everywhere && slices.ContainsFunc(other, same(x))
			}
			if (everywhere || b.Lookup(x.Name) == graph.None) && !slices.ContainsFunc(added, same(x)) {
				added = append(added, x)
				b.Interrupt(x)
			}
		}
	}
}

// withoutGates takes the gates from a graph that a node of another one runs, too:
// such a run has none. Those on steps that do not exist stay.
func withoutGates(w *graph.Workflow) {
	w.Interrupts = slices.DeleteFunc(w.Interrupts, func(x graph.Interrupt) bool { return x.Node != graph.None })
}

// runElsewhere notes that runs which agentvet does not see may have gates. That
// matters to the steps that call tools.
func (a *graphs) runElsewhere(w *graph.Workflow) {
	for i := range w.Nodes {
		if n := &w.Nodes[i]; len(n.Tools) > 0 {
			w.Unknowns = append(w.Unknowns, graph.Unknown{
				What: graph.UnknownBody, Node: graph.NodeID(i), Pos: n.Pos,
				Reason: reason.Of(reason.MayStop),
			})
		}
	}
}

// heedsInterrupts reports whether the engine looks at the interrupts of a run.
// That of StateGraph in version 0.5 does not: only MessageGraph's did.
func (b *builder) heedsInterrupts() bool {
	return !b.Describes("(*"+root+"/graph.MessageGraph).AddNode") || b.obj.Row.Name == "NewMessageGraph"
}

// gatesOf returns the gates of one run, and whether it starts at the entry. One
// that goes on where another stopped says so, or leaves it to the checkpoints of
// its thread.
func (b *builder) gatesOf(op *assembly.Op, gated bool) (list []graph.Interrupt, starts bool) {
	config := b.Read(op.Arg("config"))
	if !config.Field("ResumeFrom").IsZero() {
		return nil, false
	}
	pos := op.At(b.Assembly)
	list, open := assembly.Stops(config.Field("InterruptBefore"), false, pos)
	b.MayStop(open, pos)
	after, open := assembly.Stops(config.Field("InterruptAfter"), true, pos)
	b.MayStop(open, pos)
	list = append(list, after...)
	if len(list) == 0 && gated && op.Row.Name == "CheckpointableRunnable.InvokeWithConfig" {
		return nil, false
	}
	return list, true
}

// same returns a function that reports whether a gate is that of x.
func same(x graph.Interrupt) func(graph.Interrupt) bool {
	return func(y graph.Interrupt) bool { return x.Name == y.Name && x.After == y.After }
}
