package plain

// This file reads the tools of a loop: those that the program offers to the model,
// and those for which it has code.

import (
	"slices"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
)

// An offer is a tool as the program describes it to the model.
type offer struct{ name, description string }

// offers returns the tools in the argument of a call, in order, and why there may
// be others.
func offers(v interp.Value) (list []offer, more *interp.Unknown) {
	for _, alt := range interp.Alternatives(v) {
		if o, ok := interp.Unwrap(alt.V).(*interp.Object); ok { // an option
			in, why := offers(o.Arg("tools"))
			list = append(list, in...)
			more = first(more, why)
			continue
		}
		elems, why := interp.Elems(alt.V)
		more = first(more, why)
		for _, e := range elems {
			for _, one := range interp.Alternatives(e.V) {
				list, more = offered(list, more, one.V)
			}
		}
	}
	return list, more
}

func first(a, b *interp.Unknown) *interp.Unknown {
	if a != nil {
		return a
	}
	return b
}

// offered adds the tools in one element of a list: each vendor wraps the name and
// the description in structs of its own.
func offered(list []offer, more *interp.Unknown, v interp.Value) ([]offer, *interp.Unknown) {
	switch x := interp.Deref(v).(type) {
	case *interp.Unknown:
		return list, first(more, x)
	case *interp.Object:
		in, why := offers(x)
		return append(list, in...), first(more, why)
	case interp.Slice:
		in, why := offers(x)
		return append(list, in...), first(more, why)
	case *interp.Struct:
		if name, ok := interp.AsString(interp.Field(x, "Name")); ok && name != "" {
			text, _ := interp.AsString(interp.Deref(interp.Field(x, "Description")))
			return append(list, offer{name, text}), more
		}
		for _, name := range x.FieldNames() {
			list, more = offered(list, more, interp.Field(x, name))
		}
	}
	return list, more
}

// tools sets the tools of the agent: those for which there is code, or, if none is
// found, those on offer.
func (l *loop) tools() {
	byName := make(map[string]*graph.Tool)
	for _, c := range l.chosen {
		name, _ := interp.AsString(c.Args[interp.ChoiceArg])
		t := byName[name]
		if t == nil {
			t = l.tool(name, c)
			byName[name] = t
			l.agent.Tools = append(l.agent.Tools, t)
			continue
		}
		if other := l.tool(name, c); t.Handler == "" || t.Gate.Kind != graph.GateNone && other.Gate.Kind == graph.GateNone && other.Handler != "" {
			*t = *other // the way with less in front of it
		}
	}
	if len(l.chosen) > 0 {
		return
	}
	for _, o := range l.offered {
		l.agent.Tools = append(l.agent.Tools, &graph.Tool{
			Name: o.name, Description: o.description, Framework: framework, Pos: l.agent.Pos,
		})
	}
	if l.more != nil {
		l.unknown(graph.UnknownTools, l.more.Reason, l.more.Pos)
	}
	l.unknown(graph.UnknownTools, "what the program does with the tools that the model calls is not known", l.agent.Pos)
}

// tool describes the tool for one name that the model may choose.
func (l *loop) tool(name string, c *interp.FlowStep) *graph.Tool {
	t := &graph.Tool{Name: name, Framework: framework, Pos: l.At(c.Pos, c.Stack), Gate: l.gate(name, c)}
	if i := slices.IndexFunc(l.offered, func(o offer) bool { return o.name == name }); i >= 0 {
		t.Description = l.offered[i].description
	}
	if f, ok := c.Args[interp.HandlerArg].(interp.FuncValue); ok {
		t.Handler = f.ID
	}
	t.Args, _ = interp.AsString(c.Args[interp.ArgsArg])
	return t
}

// gate returns the question to a human between the choice of a name and the call
// that handles it. It is one only if the call depends on the answer, and for every
// call only if no way leads past it.
func (l *loop) gate(name string, c *interp.FlowStep) graph.Gate {
	var asked, handled *interp.FlowStep
	past := false // a way from the choice to the call that asks nobody
	seen := make(map[*interp.FlowStep]bool)
	var visit func(next []int, asking bool)
	visit = func(next []int, asking bool) {
		for _, i := range next {
			if i == interp.FlowEnd || seen[l.flow.Steps[i]] {
				continue
			}
			s := l.flow.Steps[i]
			switch {
			case s.Kind == "human":
				seen[s] = true
				asked = s
				visit(s.Next, true)
				continue
			case s.Kind == "handle" && isFor(s, name):
				handled = s
				past = past || !asking
				continue
			case s.Kind == "choose" || s.Row.Verb == library.VerbAsk:
				continue
			}
			seen[s] = true
			visit(s.Next, asking)
		}
	}
	visit(c.Next, false)
	switch {
	case asked == nil || handled == nil || !handled.Answered:
		return graph.Gate{}
	case past:
		return graph.Gate{Kind: graph.GateConditional, Pos: asked.Pos}
	}
	return graph.Gate{Kind: graph.GateCallback, Pos: asked.Pos}
}

func isFor(s *interp.FlowStep, name string) bool {
	n, _ := interp.AsString(s.Args[interp.ChoiceArg])
	return n == name
}
