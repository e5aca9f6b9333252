package langchaingo

// This file reads sequences of chains.

import (
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
)

// The ends of a workflow; langchaingo has no names for them.
const (
	start = "START"
	end   = "END"
)

// sequence returns the workflow of a sequence: its chains, one after the other.
func (a *assembler) sequence(o *assembly.Object) *graph.Workflow {
	pos := a.Place(o)
	s := assembly.NewSketch(assembly.FuncName(o.Func), a.Name, start, end, pos)
	elems, more := a.Arg(o, "chains").Elems()
	last := []string{start}
	for _, e := range elems {
		var here []string
		for _, alt := range e.Each() {
			name := a.step(s, alt, o)
			for _, from := range last {
				s.Arrow(from, assembly.Arrow{To: name, Guard: alt.Guard.Data(), Pos: pos})
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
func (a *assembler) step(s *assembly.Sketch, v assembly.Value, o *assembly.Object) string {
	n := graph.Node{Pos: a.Place(o)}
	if x := v.Object(); x != nil {
		n.Name, n.Pos = x.Row.Text("name"), a.Place(x)
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
	}
	if u := v.Unknown(); u != nil {
		n.Name, n.Kind = "?", graph.KindPassthrough
		name := s.Place(n)
		open := u.Open(graph.UnknownBody, n.Pos)
		open.Node = s.Lookup(name)
		s.Unknown(open)
		return name
	}
	if strings.HasSuffix(v.Type(), "langchaingo/agents.Executor") {
		known := a.executors[v.Literal()]
		if known == nil { // another package makes it
			known = &graph.Agent{Name: "Executor", Pos: n.Pos}
		}
		a.inner[v.Literal()] = true
		g := a.executor(v, known.Name, known.Pos)
		n = assembly.ModelNode(g)
		n.Name = "Executor"
		return s.PlaceModel(g, n)
	}
	return a.ownStep(s, v, n)
}

// ownStep adds the node of a chain that is a type of the program's own.
func (a *assembler) ownStep(s *assembly.Sketch, v assembly.Value, n graph.Node) string {
	typ := v.Dynamic()
	b := v.ObserveMethod("Call")
	n.Name, n.Func, n.Kind = typ[strings.LastIndex(typ, ".")+1:], b.Func, graph.KindPassthrough
	human := false
	for _, e := range b.Effects {
		human = human || b.AsksHuman(e)
		if e.Kind == "llm" {
			n.Kind = graph.KindLLM
		}
	}
	if human && n.Kind == graph.KindPassthrough && !b.Course.Avoids(func(st *assembly.CourseStep) bool { return b.AsksHuman(st.Effect) }) {
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
