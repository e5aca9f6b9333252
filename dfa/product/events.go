package product

// This file says what the events of nodes and tools carry, and which atoms of an
// automaton hold of them.

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/graph"
)

// stepEvent returns the event of a run of n that calls no tool that is known.
func stepEvent(n *graph.Node) dfa.Event {
	e := dfa.Event{Node: n.Name, Kind: n.Kind.String(), Agent: n.Agent, Human: n.Kind == graph.KindHuman, Tags: n.Events}
	if n.Kind == graph.KindTool && len(n.Tools) == 0 {
		e.Tags = slices.Concat(e.Tags, []string{"tool"}) // it calls one, nobody says which
	}
	return e
}

// callEvent returns the event of a call of t by n.
func callEvent(t *graph.Tool, n *graph.Node) dfa.Event {
	args, all := argsOf(t, n)
	e := dfa.Event{Tool: t.Name, Agent: n.Agent, Caps: slices.Concat(t.Declared, t.Inferred), Tags: t.Tags(), Args: args, Open: !all}
	for _, f := range n.Facts {
		with, err := strconv.ParseFloat(f.With, 64)
		if op := compareOps[f.Op]; f.Tool == t.Name && err == nil && op != 0 {
			e.Facts = append(e.Facts, dfa.Fact{Path: f.Path, Op: op, With: with})
		}
	}
	for _, same := range n.Same {
		arg := dfa.Arg{Path: same.Path, Value: syntax.Value{Kind: syntax.ValueSame, Text: same.Name}}
		switch {
		case same.Tool != t.Name:
		case same.Result:
			e.Result = append(e.Result, arg)
		default:
			e.Args = append(e.Args, arg)
		}
	}
	return e
}

// compareOps are the operators of facts.
var compareOps = map[string]syntax.Compare{
	"<": syntax.Less, "<=": syntax.LessEqual, ">": syntax.Greater, ">=": syntax.GreaterEqual, "==": syntax.Equal,
}

// argsOf returns what is known of the arguments of a call of t by n, and whether these are all.
func argsOf(t *graph.Tool, n *graph.Node) (args []dfa.Arg, all bool) {
	var byTool map[string]json.RawMessage
	if n.Args != "" && json.Unmarshal([]byte(n.Args), &byTool) != nil {
		return nil, false
	}
	text, given := byTool[t.Name]
	if !given {
		return nil, n.Exact
	}
	args, err := dfa.ParseArgs(string(text))
	return args, n.Exact && err == nil // with an error, nothing is known
}

// both returns the event that is a run of a node and a call at once.
func both(step, call dfa.Event) dfa.Event {
	step.Tool, step.Caps, step.Args, step.Open, step.Facts, step.Result = call.Tool, call.Caps, call.Args, call.Open, call.Facts, call.Result
	step.Tags = slices.Concat(step.Tags, call.Tags)
	return step
}

// A symbol is what an automaton sees of an event.
type symbol struct{ must, may dfa.Symbol }

// A reading is what spaces ask of an automaton.
type reading interface {
	Symbols(*dfa.Event) (must, may dfa.Symbol)
	Ignores(must, may dfa.Symbol) bool
	Swaps(must, may, otherMust, otherMay dfa.Symbol) bool
}

// labels are the symbols of a net for one automaton.
type labels struct {
	*net
	d         reading
	runs      []symbol           // by place
	calls     map[callKey]symbol // of tools
	ask       symbol
	decisions map[string]dfa.Symbol // by router value, of those that the automaton asks for
	scope
}

// A scope says which runs are searched.
type scope struct {
	known bool // not those past steps that are hidden
	cut   bool // also those that an engine may cut short: see body.cut
}

type callKey struct {
	p    place
	tool int16
}

func newLabels(n *net, d reading, atoms []*syntax.Atom) *labels {
	l := &labels{net: n, d: d, runs: make([]symbol, len(n.body)), calls: make(map[callKey]symbol), decisions: make(map[string]dfa.Symbol)}
	asks := asksDecisions(atoms)
	l.ask = l.symbol(dfa.Event{Human: true})
	for i := range n.bodies {
		b := &n.bodies[i]
		for j := range b.w.Nodes {
			if w, ok := simple(&b.w.Nodes[j]); !ok || w == Run {
				l.runs[int(b.first)+j] = l.symbol(stepEvent(&b.w.Nodes[j]))
			}
		}
		for j := range b.w.Edges {
			if e := &b.w.Edges[j]; asks && e.Branch != none && e.Label != "" {
				if s, _ := d.Symbols(&dfa.Event{Decision: e.Label}); s != 0 {
					l.decisions[e.Label] = s
				}
			}
		}
	}
	return l
}

// asksDecisions reports whether some atom speaks of what routers decide.
func asksDecisions(atoms []*syntax.Atom) bool {
	return slices.ContainsFunc(atoms, func(a *syntax.Atom) bool { return a.Kind == syntax.AtomDecision })
}

func (l *labels) symbol(e dfa.Event) symbol {
	must, may := l.d.Symbols(&e)
	return symbol{must, may}
}

// stopsAt reports whether runs do not go past p.
func (l *labels) stopsAt(p place) bool { return l.known && l.hidden[p] != nil }

// decides adds to a move that it takes the edges of p: the decision is told by the
// event of the move, or is an event of its own if the move has none. An automaton
// that does not ask for it does not see it.
func (l *labels) decides(m *move, p place, edges ...graph.EdgeID) {
	d := l.decided(p, edges)
	if d == 0 {
		return
	}
	m.sym.must |= d
	m.sym.may |= d
	if m.what == Pass {
		m.what = Decide
	}
}

// decided returns the atoms that hold of taking the edges at p.
func (l *labels) decided(p place, edges []graph.EdgeID) (s dfa.Symbol) {
	if len(l.decisions) == 0 {
		return 0
	}
	b, _ := l.of(p)
	for _, e := range edges {
		if edge := &b.w.Edges[e]; edge.Branch != none {
			s |= l.decisions[edge.Label]
		}
	}
	return s
}

// event returns the symbol of an arc at p.
func (l *labels) event(p place, w What, tool int16) symbol {
	switch w {
	case Run:
		return l.runs[p]
	case Ask:
		return l.ask
	case Call, RunAndCall:
		key := callKey{p, tool}
		if s, ok := l.calls[key]; ok {
			return s
		}
		_, n := l.of(p)
		e := callEvent(n.Tools[tool], n)
		if w == RunAndCall {
			e = both(stepEvent(n), e)
		}
		s := l.symbol(e)
		l.calls[key] = s
		return s
	}
	return symbol{}
}

// Events returns the events that steps and tools of w and of its bodies have, and
// decisions of its routers: everything that an atom can match. What a run of it
// orders is not kept. Each is there once for each step.
func Events(w *graph.Workflow) []dfa.Event {
	var out []dfa.Event
	asks := false
	for _, b := range w.All() {
		for i := range b.Nodes {
			n := &b.Nodes[i]
			if shape, ok := simple(n); ok && shape == Pass {
				continue
			}
			step := stepEvent(n)
			asks = asks || step.Human
			if !n.Generated {
				out = append(out, step)
			}
			if n.Calls == graph.CallsNone {
				continue
			}
			for _, t := range n.Tools {
				out = append(out, callEvent(t, n))
				asks = asks || t.Gate.Kind.MayHold()
			}
		}
		for i := range b.Edges {
			if e := &b.Edges[i]; e.Branch != graph.None && e.Label != "" {
				out = append(out, dfa.Event{Decision: e.Label})
			}
		}
		for _, i := range b.Interrupts {
			asks = asks || i.Node != graph.None
		}
	}
	if asks {
		out = append(out, dfa.Event{Human: true})
	}
	return out
}
