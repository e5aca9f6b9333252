package langchaingo

// This file reads sequences of chains.

import (
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// The ends of a workflow; langchaingo has no names for them.
const (
	start = "START"
	end   = "END"
)

// sequence returns the workflow of a sequence: its chains, one after the other.
func (a *assembler) sequence(o *interp.Object) *graph.Workflow {
	pos := a.places[o]
	s := assembly.NewSketch(assembly.FuncName(o.Func), a.Name, start, end, pos)
	elems, more := interp.Elems(o.Arg("chains"))
	last := []string{start}
	for _, e := range elems {
		var here []string
		for _, alt := range interp.Alternatives(e.V) {
			name := a.step(s, alt.V, o)
			for _, from := range last {
				s.Arrow(from, assembly.Arrow{To: name, Guard: append(e.Guard[:len(e.Guard):len(e.Guard)], alt.Guard...).Data(), Pos: pos})
			}
			here = append(here, name)
		}
		if len(e.Guard) > 0 {
			here = append(here, last...) // it may not be there
		}
		last = here
	}
	for _, from := range last {
		s.Arrow(from, assembly.Arrow{To: end, Pos: pos})
	}
	if more != nil {
		s.Unknown(more.Open(graph.UnknownAnything, pos))
	}
	return s.Finish()
}

// step adds the node of a chain in sequence o and returns its name.
func (a *assembler) step(s *assembly.Sketch, v interp.Value, o *interp.Object) string {
	n := graph.Node{Pos: a.places[o]}
	switch x := interp.Unwrap(v).(type) {
	case *interp.Object:
		n.Name, n.Pos = x.Row.Text("name"), a.places[x]
		switch x.Kind {
		case "chain:sequence":
			a.inner[x] = true
			n.Name, n.Kind, n.Sub = "SequentialChain", graph.KindSubgraph, a.sequence(x)
		case "chain:func":
			n.Kind = graph.KindPassthrough
		default:
			n.Kind, n.Bound = graph.KindLLM, graph.Known(1)
		}
		return s.Place(n)
	case *interp.Unknown:
		n.Name, n.Kind = "?", graph.KindPassthrough
		name := s.Place(n)
		u := x.Open(graph.UnknownBody, n.Pos)
		u.Node = s.Lookup(name)
		s.Unknown(u)
		return name
	}
	if strings.HasSuffix(interp.DynamicType(v), "langchaingo/agents.Executor") {
		known := a.executors[made(v)]
		if known == nil { // another package makes it
			known = &graph.Agent{Name: "Executor", Pos: n.Pos}
		}
		a.inner[made(v)] = true
		g := a.executor(v, known.Name, known.Pos)
		n = assembly.ModelNode(g)
		n.Name = "Executor"
		return s.PlaceModel(g, n)
	}
	return a.ownStep(s, v, n)
}

// ownStep adds the node of a chain that is a type of the program's own.
func (a *assembler) ownStep(s *assembly.Sketch, v interp.Value, n graph.Node) string {
	typ := interp.DynamicType(v)
	b := a.ObserveMethod(v, "Call")
	n.Name, n.Func, n.Kind = typ[strings.LastIndex(typ, ".")+1:], b.Func, graph.KindPassthrough
	human := false
	for _, e := range b.Effects {
		human = human || b.AsksHuman(e)
		if e.Kind == "llm" {
			n.Kind = graph.KindLLM
		}
	}
	if human && n.Kind == graph.KindPassthrough && !b.Flow.Avoids(func(st *interp.FlowStep) bool { return b.AsksHuman(st.Effect) }) {
		n.Kind = graph.KindHuman
	}
	if n.Name == "" {
		n.Name = "?"
	}
	name := s.Place(n)
	if !b.Known {
		s.Unknown(graph.Unknown{What: graph.UnknownBody, Node: s.Lookup(name), Reason: b.Reason, Pos: n.Pos})
	}
	return name
}
