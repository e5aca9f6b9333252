package langchaingo

// This file reads sequences of chains.

import (
	"cmp"
	"strings"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
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
			if fn := a.Arg(x, "fn"); !fn.IsNil() {
				return a.code(s, fn.Observe(), n)
			}
			n.Kind = graph.KindPassthrough // it fails
		default:
			n.Kind, n.Bound = graph.KindLLM, graph.Known(1)
			if u := a.inside(x); u != nil {
				return s.PlaceOpen(n, []graph.Unknown{u.Open(graph.UnknownBody, n.Pos)})
			}
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

// inside returns why it is not known what a chain of the framework runs: a chain that it is
// made with may be an agent. Others ask a model.
func (a *assembler) inside(o *assembly.Object) *assembly.Unknown {
	for _, name := range []string{"inner", "condense"} {
		for _, x := range a.Arg(o, name).Each() {
			if o.Args[name] != nil && x.Object("chain:llm") == nil {
				return x.Why(reason.RunsUnseen, "a chain")
			}
		}
	}
	if a.Around(o, "chain:inner") {
		return assembly.Because(reason.MayOverwrite, "code that mentions what it runs")
	}
	return nil
}

// ownStep adds the node of a chain that is a type of the program's own, or a literal of one of
// the framework's.
func (a *assembler) ownStep(s *assembly.Sketch, v assembly.Value, n graph.Node) string {
	typ := v.Dynamic()
	n.Name = cmp.Or(assembly.TypeName(typ), "?")
	if !a.IsFramework(typ) {
		return a.code(s, v.ObserveMethod("Call"), n)
	}
	var open []graph.Unknown
	if !strings.HasSuffix(typ, "/chains.LLMChain") {
		open = append(open, assembly.Because(reason.RunsUnseen, "a chain").Open(graph.UnknownBody, n.Pos))
	}
	n.Kind = graph.KindLLM
	return s.PlaceOpen(n, open)
}

// code adds the node of a chain that runs code of the program.
func (a *assembler) code(s *assembly.Sketch, b *assembly.Behaviour, n graph.Node) string {
	n.Func = b.Func
	return s.PlaceOpen(a.Describe(n, nil, assembly.Phase{Name: "run", Body: b}))
}
