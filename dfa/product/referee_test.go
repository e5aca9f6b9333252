package product_test

// This file is the referee of the product: it runs workflows by the definition of
// a run, one token and one event at a time. It shares nothing with the product but
// the words for what a step does.

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/graph"
)

// A letter is what happens at once. If its what is Pass, nothing does.
type letter struct {
	in     *graph.Workflow
	node   graph.NodeID
	what   product.What
	tool   *graph.Tool // of a call
	labels string      // the router values that are decided, a line each
}

// events returns what the letter is for a rule; all of it happens at once.
func (l letter) events() []dfa.Event {
	n := &l.in.Nodes[l.node]
	var e dfa.Event
	if l.what == product.Run || l.what == product.RunAndCall {
		e = dfa.Event{Node: n.Name, Kind: n.Kind.String(), Agent: n.Agent, Human: n.Kind == graph.KindHuman, Tags: n.Events}
		if n.Kind == graph.KindTool && len(n.Tools) == 0 {
			e.Tags = slices.Concat(e.Tags, []string{"tool"}) // which tool it calls is not known
		}
	}
	if l.what == product.Call || l.what == product.RunAndCall {
		e.Tool, e.Agent, e.Open = l.tool.Name, n.Agent, true
		e.Tags = slices.Concat(e.Tags, l.tool.Events)
	}
	e.Human = e.Human || l.what == product.Ask
	list := []dfa.Event{e}
	for d := range strings.Lines(l.labels) {
		list = append(list, dfa.Event{Decision: strings.TrimSuffix(d, "\n")})
	}
	return list
}

// A world says which conditions of optional edges hold.
type world map[string]bool

// worlds returns all of them, for w and its bodies.
func worlds(w *graph.Workflow) []world {
	list := []world{{}}
	for _, part := range w.All() {
		for i := range part.Edges {
			if !part.Edges[i].Optional() {
				continue
			}
			for c := range part.Edges[i].Guard.Conditions {
				list = decided(list, c)
			}
		}
	}
	return list
}

// decided returns the worlds of list with a condition decided.
func decided(list []world, c graph.Cond) (out []world) {
	name, _ := named(c)
	if _, known := list[0][name]; known {
		return list
	}
	for _, old := range list {
		for _, holds := range []bool{false, true} {
			next := world{name: holds}
			maps.Copy(next, old)
			out = append(out, next)
		}
	}
	return out
}

// named returns a name for what a condition is about, and whether it is its opposite.
func named(c graph.Cond) (name string, negated bool) {
	if c.Eval != 0 {
		return fmt.Sprint("evaluation ", c.Eval), c.Neg
	}
	name = strings.NewReplacer("(", "", ")", "").Replace(c.Text)
	return strings.TrimPrefix(name, "!"), c.Neg != strings.HasPrefix(name, "!")
}

// hold reports whether g holds in w.
func (w world) hold(g graph.Guard) bool {
	return !slices.ContainsFunc(g, func(c graph.Cond) bool {
		if c.Any != nil {
			return !slices.ContainsFunc(c.Any, w.hold)
		}
		name, negated := named(c)
		return w[name] == negated
	})
}

// A situation is one body that runs.
type situation struct {
	w      *graph.Workflow
	steps  []step  // that are active
	tokens []token // that wait for their node to begin
	counts []int   // how often each bounded loop was gone back, by node
	ran    uint    // the nodes that a join waits for, of those that have run; a bit each
	ticks  int     // supersteps that were begun, where the engine limits them
}

// A token came to a node from another one, or from nowhere to the entry.
type token struct{ to, from graph.NodeID }

// A step is a node that runs.
type step struct {
	node  graph.NodeID
	stage stage
	round int         // of a model
	asked *graph.Tool // a human was just asked about its call
	used  uint        // the tools that code has called, a bit each
	final bool        // a model called a tool whose result is its answer
	body  *situation
}

// stage is how far a step is.
type stage uint8

const (
	before  stage = iota // of the interrupt in front
	begin                // of the step itself
	calling              // its tools
	behind               // the step; perhaps an interrupt follows
	leaving              // it sends tokens
)

// text is a name of the situation that no other has.
func (s *situation) text() string { return string(s.append(nil)) }

func (s *situation) append(out []byte) []byte {
	if s == nil {
		return out
	}
	parts := make([]string, len(s.steps))
	for i, st := range s.steps {
		tool := slices.Index(s.w.Nodes[st.node].Tools, st.asked)
		part := append(out[len(out):], byte(st.node), byte(st.stage), byte(st.round), byte(tool), byte(st.used))
		if st.final {
			part = append(part, '!')
		}
		parts[i] = string(st.body.append(part))
	}
	slices.Sort(parts)
	for _, part := range parts {
		out = append(append(append(out, '{'), part...), '}')
	}
	tokens := slices.Clone(s.tokens)
	slices.SortFunc(tokens, func(a, b token) int { return cmp.Or(cmp.Compare(a.to, b.to), cmp.Compare(a.from, b.from)) })
	for _, t := range tokens {
		out = append(out, byte(t.to), byte(t.from))
	}
	out = append(out, '|')
	for _, n := range s.counts {
		out = append(out, byte(n))
	}
	return append(out, byte(s.ran), byte(s.ticks))
}

// size is the number of tokens that are under way.
func (s *situation) size() int {
	n := len(s.tokens)
	for _, st := range s.steps {
		n++
		if st.body != nil {
			n += st.body.size()
		}
	}
	return n
}

// with returns s with step i replaced by what it becomes, or without it.
func (s *situation) with(i int, becomes ...step) *situation {
	next := *s
	next.steps = slices.Concat(s.steps[:i], becomes, s.steps[i+1:])
	next.tokens, next.counts = slices.Clone(s.tokens), slices.Clone(s.counts)
	return &next
}

// A turn is one thing that can happen next.
type turn struct {
	letter  letter
	next    *situation
	ended   bool // the body is done
	failed  bool // the whole run is
	stopped bool // it is broken off by the engine, which is no end to judge
	calls   bool // a step calls what it likes, which it does not do for ever
}

// A referee runs workflows in one world.
type referee struct {
	world   world
	forever bool // engines have no limits
}

func (r referee) start(w *graph.Workflow) *situation {
	s := &situation{w: w, counts: make([]int, len(w.Nodes))}
	r.send(s, token{w.Entry, graph.None})
	return s
}

// turns returns what can happen next in s.
func (r referee) turns(s *situation) []turn {
	var list []turn
	for i := range s.steps {
		list = append(list, r.stepTurns(s, i)...)
	}
	due := r.due(s)
	list = append(list, due...)
	if len(s.steps) == 0 && len(due) == 0 {
		list = append(list, turn{next: s, ended: true})
	}
	return list
}

// stepTurns returns what step i can do next.
func (r referee) stepTurns(s *situation, i int) []turn {
	st := s.steps[i]
	n := &s.w.Nodes[st.node]
	if st.body != nil {
		var list []turn
		for _, t := range r.turns(st.body) {
			then := []step{{node: st.node, stage: behind}}
			if !t.ended {
				then[0] = st
				then[0].body = t.next
			} else if again := r.again(st, n); again != nil {
				then = append(then, *again)
			}
			for _, x := range then {
				list = append(list, turn{letter: t.letter, next: s.with(i, x), failed: t.failed, stopped: t.stopped, calls: t.calls})
			}
		}
		return list
	}
	does := func(what product.What, tool *graph.Tool, then step) turn {
		return turn{letter: letter{in: s.w, node: st.node, what: what, tool: tool}, next: s.with(i, then)}
	}
	at := func(g stage) step { return step{node: st.node, stage: g} }
	switch st.stage {
	case before:
		return []turn{does(product.Ask, nil, at(begin))}
	case begin:
		if n.Sub != nil {
			then := at(begin)
			then.body, then.round = r.start(n.Sub), 1
			return []turn{does(product.Pass, nil, then)}
		}
		if what := running(n); plain(s.w, st.node) && what != product.Pass {
			return r.leave(s, i, what)
		}
		return r.begin(st, n, does)
	case calling:
		return r.call(s.w, st, does)
	case behind:
		if interrupted(s.w, st.node, true) {
			return []turn{does(product.Ask, nil, at(leaving))}
		}
	}
	return r.leave(s, i, product.Decide)
}

// again returns st with its body begun once more, nil if its bound does not allow it.
func (r referee) again(st step, n *graph.Node) *step {
	switch n.Bound.State {
	case graph.BoundNone:
		return nil
	case graph.BoundKnown:
		if st.round++; st.round > n.Bound.N {
			return nil
		}
	}
	st.body = r.start(n.Sub)
	return &st
}

// come returns the step that a token at n begins.
func come(w *graph.Workflow, n graph.NodeID) step {
	if interrupted(w, n, false) {
		return step{node: n, stage: before}
	}
	return step{node: n, stage: begin}
}

func interrupted(w *graph.Workflow, n graph.NodeID, after bool) bool {
	return slices.ContainsFunc(w.Interrupts, func(i graph.Interrupt) bool { return i.Node == n && i.After == after })
}
