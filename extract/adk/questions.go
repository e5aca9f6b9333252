package adk

// This file says what becomes of questions that nodes of a graph ask.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// questions notes in a node that stands in a graph itself to which of its questions no answer comes.
// One that another node runs gets the answers of that.
func (a *roster) questions(n *graphNode, node *graph.Node) {
	if n.obj == nil || isTrue(a.Arg(n.obj, "config").Field("ParallelWorker")) {
		return
	}
	switch n.obj.Kind {
	case "node:function", "node:emitting":
		node.Unheard = a.unheard(n.obj, false)
	case "node:dynamic":
		node.Unheard = a.unheard(n.obj, true)
	case "node:agent":
		if a.oneTurn(n.agent) {
			node.Tools = unanswered(node.Tools, graph.UnansweredTurn)
		}
	}
}

// unheard reports whether the function of a node asks and goes on with the answer, which it gets only
// where the framework runs it again. again is whether that does so if the program does not say.
func (a *roster) unheard(o *assembly.Object, again bool) graph.Unheard {
	b := a.observed(o, "fn")
	if !b.Has("human") || !slices.ContainsFunc(b.Effects, waits) {
		return graph.UnheardNever
	}
	set := a.Arg(o, "config").Field("RerunOnResume")
	if !set.IsZero() {
		var known bool
		if again, known = set.Behind().Bool(); !known {
			return graph.UnheardPerhaps
		}
	}
	if again {
		return graph.UnheardNever
	}
	return graph.UnheardAlways
}

// waits reports whether code goes on with an answer after e.
func waits(e assembly.Effect) bool {
	return e.Kind == "answer" || e.Row != nil && e.Row.Name == "ResumeOrRequestInput"
}

// oneTurn reports whether an agent that is a node of a graph answers once: it does unless the program
// says that it is there to chat.
func (a *roster) oneTurn(g *agent) bool {
	if g.Object == nil || g.Kind != graph.AgentLLM {
		return false
	}
	mode := a.Arg(g.Object, "mode")
	text, known := mode.Text()
	return mode.IsZero() || known && (text == "" || text == "single_turn")
}

// unanswered returns tools where no answer comes to them: copies of those that ask.
func unanswered(tools []*graph.Tool, why graph.Unanswered) []*graph.Tool {
	out := slices.Clone(tools)
	for i, t := range out {
		if t.Gate.Kind.MayHold() {
			c := *t
			c.Gate.Unanswered = why
			out[i] = &c
		}
	}
	return out
}
