package product

// This file says which events the run of a node has: a small automaton, its
// program, whose arcs are events.

import (
	"slices"

	"github.com/agentvet/agentvet/graph"
)

// An arc leads from one phase of a program to the next by an event. Phase 0 is
// the first; after is the end.
type arc struct {
	from, to int16
	what     What
	tool     int16 // index in Node.Tools, for calls; none otherwise
}

const after int16 = -1

// simple reports whether the program of a node is one arc, and which.
func simple(n *graph.Node) (What, bool) {
	if len(n.Tools) > 0 && n.Calls != graph.CallsNone {
		return Pass, false
	}
	return running(n), true
}

// running is what a run of the node is, without calls.
func running(n *graph.Node) What {
	switch {
	case n.Kind == graph.KindEntry, n.Kind == graph.KindExit, n.Kind == graph.KindSubgraph:
		return Pass
	case n.Kind == graph.KindHuman && n.Generated:
		return Ask
	case n.Generated:
		return Pass
	}
	return Run
}

// program returns the arcs of a node that is not simple, or that an interrupt
// stands at. rounds is the greatest number of rounds of an agent, 0 for any.
func program(n *graph.Node, before, behind bool, rounds int) []arc {
	b := &programmer{node: n}
	from := int16(0)
	b.next = 1
	if before {
		from = b.step(from, Ask, none)
	}
	last := b.body(from, rounds)
	if behind {
		last = b.step(last, Ask, none)
	}
	b.arcs = append(b.arcs, arc{last, after, Pass, none})
	return b.arcs
}

type programmer struct {
	node *graph.Node
	arcs []arc
	next int16 // the next phase that is free
}

// step adds a phase that the event leads to.
func (b *programmer) step(from int16, w What, tool int) int16 {
	to := b.next
	b.next++
	b.arcs = append(b.arcs, arc{from, to, w, int16(tool)})
	return to
}

// body adds what the node does and returns the phase behind it.
func (b *programmer) body(from int16, rounds int) int16 {
	n := b.node
	switch {
	case len(n.Tools) == 0 || n.Calls == graph.CallsNone:
		return b.step(from, running(b.node), none)
	case n.Calls == graph.CallsOnce && len(n.Tools) == 1, n.Calls == graph.CallsUnspecified && len(n.Tools) == 1:
		return b.once(from)
	case n.Calls == graph.CallsOnce && len(n.Tools) <= maxOnce:
		return b.eachOnce(b.step(from, running(b.node), none))
	case n.Kind == graph.KindLLM && n.Calls == graph.CallsAny:
		return b.rounds(from, rounds)
	}
	at := b.step(from, running(b.node), none)
	b.anyCalls(at, at)
	return at
}

// once: the run of the node is the call.
func (b *programmer) once(from int16) int16 {
	w := RunAndCall
	if running(b.node) == Pass {
		w = Call
	}
	gate := b.node.Tools[0].Gate.Kind
	if !gate.MayHold() {
		return b.step(from, w, 0)
	}
	asked := b.step(from, Ask, none)
	to := b.step(asked, w, 0)
	b.arcs = append(b.arcs, arc{asked, to, running(b.node), none}) // the answer is no
	if gate == graph.GateConditional {
		b.arcs = append(b.arcs, arc{from, to, w, 0})
	}
	return to
}

// maxOnce is the number of tools up to which it is kept in mind which of them
// code that calls each at most once has called; with more, any sequence is
// assumed.
const maxOnce = 5

// eachOnce: code calls each tool at most once, in an order that is not known.
func (b *programmer) eachOnce(from int16) int16 {
	sets := []int16{from} // the phase after each set of calls
	for range 1<<len(b.node.Tools) - 1 {
		sets = append(sets, b.next)
		b.next++
	}
	end := b.next
	b.next++
	for set, at := range sets {
		for t := range b.node.Tools {
			if set>>t&1 == 0 {
				b.call(at, sets[set|1<<t], sets[set|1<<t], t)
			}
		}
		b.arcs = append(b.arcs, arc{at, end, Pass, none})
	}
	return end
}

// rounds: a model is asked, calls what it likes, and is asked again, unless it
// called a tool whose result is the answer.
func (b *programmer) rounds(from int16, most int) int16 {
	end := b.next
	b.next++
	for i := 0; ; i++ {
		at := b.step(from, running(b.node), none)
		answered := at
		if len(b.node.Final) > 0 {
			answered = b.next
			b.next++
			b.anyCalls(answered, answered)
			b.arcs = append(b.arcs, arc{answered, end, Pass, none})
		}
		b.anyCalls(at, answered)
		b.arcs = append(b.arcs, arc{at, end, Pass, none})
		if most == 0 {
			b.arcs = append(b.arcs, arc{at, from, Pass, none})
			return end
		}
		if i == most-1 {
			return end
		}
		from = at
	}
}

// anyCalls adds the calls of any tools, any number of times. Those whose result is
// the answer lead to another phase.
func (b *programmer) anyCalls(at, answered int16) {
	for t, tool := range b.node.Tools {
		to := at
		if slices.Contains(b.node.Final, tool.Name) {
			to = answered
		}
		b.call(at, to, at, t)
	}
}

// call adds the call of a tool, with the question in front of it; refused is the
// phase after the answer no.
func (b *programmer) call(from, to, refused int16, tool int) {
	direct := arc{from, to, Call, int16(tool)}
	gate := b.node.Tools[tool].Gate.Kind
	if !gate.MayHold() {
		b.arcs = append(b.arcs, direct)
		return
	}
	asked := b.step(from, Ask, none)
	b.arcs = append(b.arcs, arc{asked, to, Call, int16(tool)}, arc{asked, refused, Pass, none})
	if gate == graph.GateConditional {
		b.arcs = append(b.arcs, direct)
	}
}
