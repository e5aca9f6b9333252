package plain

// This file reads the tools of a loop: those that the program offers to the model,
// and those for which it has code.

import (
	"cmp"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/assembly"
	"github.com/agentvet/agentvet/extract/library"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

// An offer is a tool as the program describes it to the model.
type offer struct {
	name, description string
	schemas           []assembly.Value // of its arguments; not all are given
}

// schemaFields are what the vendors call the field with the schema of a tool's arguments.
var schemaFields = []string{"Parameters", "ParametersJsonSchema", "InputSchema"}

// tell notes in a tool what the model is told of it.
func (o *offer) tell(t *graph.Tool) {
	t.Description = o.description
	for _, schema := range o.schemas {
		if len(t.Params) == 0 {
			assembly.Offers(t, schema)
		}
	}
}

// offers returns the tools in the argument of a call, in order, and why there may
// be others.
func offers(v assembly.Value) (list []offer, more *assembly.Unknown) {
	for _, one := range v.Each() {
		var in []offer
		var why *assembly.Unknown
		if one.Object() != nil { // an option
			in, why = offers(one.Arg("tools"))
		} else {
			in, why = offered(one)
		}
		list, more = append(list, in...), cmp.Or(more, why)
	}
	return list, more
}

// offered returns the tools in a list: each vendor wraps the name and the description
// in structs of its own.
func offered(v assembly.Value) (list []offer, more *assembly.Unknown) {
	elems, more := v.List()
	for _, e := range elems {
		in, why := described(e)
		list, more = append(list, in...), cmp.Or(more, why)
	}
	return list, more
}

// described returns the tools that one element of a list describes.
func described(v assembly.Value) (list []offer, more *assembly.Unknown) {
	switch {
	case v.Object() != nil:
		return offers(v)
	case !v.IsStruct():
		return offered(v)
	}
	if name := v.Field("Name").TextOr(""); name != "" {
		o := offer{name: name, description: v.Field("Description").Behind().TextOr("")}
		for _, field := range schemaFields {
			o.schemas = append(o.schemas, v.Field(field))
		}
		return []offer{o}, nil
	}
	for _, field := range v.Fields() {
		in, why := described(field)
		list, more = append(list, in...), cmp.Or(more, why)
	}
	return list, more
}

// tools sets the tools of the agent: those for which there is code, or, if none is
// found, those on offer.
func (l *loop) tools() {
	byName := make(map[string]*graph.Tool)
	for _, c := range l.chosen {
		name := l.Choice(c)
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
		t := &graph.Tool{Name: o.name, Framework: framework, Pos: l.agent.Pos}
		o.tell(t)
		l.agent.Tools = append(l.agent.Tools, t)
	}
	if l.more != nil {
		l.unknown(graph.UnknownTools, l.more.Reason, l.more.Pos)
	}
	l.unknown(graph.UnknownTools, reason.Of(reason.Requests), l.agent.Pos)
}

// tool describes the tool for one name that the model may choose.
func (l *loop) tool(name string, c *assembly.CourseStep) *graph.Tool {
	t := l.Chosen(c, nil)
	t.Gate = l.gate(name, c)
	if i := slices.IndexFunc(l.offered, func(o offer) bool { return o.name == name }); i >= 0 {
		l.offered[i].tell(t)
	}
	return t
}

// gate returns the question to a human between the choice of a name and the call
// that handles it. It is one only if the call depends on the answer, and for every
// call only if no way leads past it.
func (l *loop) gate(name string, c *assembly.CourseStep) graph.Gate {
	var asked, handled *assembly.CourseStep
	past := false // a way from the choice to the call that asks nobody
	seen := make(map[*assembly.CourseStep]bool)
	var visit func(next []int, asking bool)
	visit = func(next []int, asking bool) {
		for _, i := range next {
			if i == assembly.CourseEnd || seen[l.course.Steps[i]] {
				continue
			}
			s := l.course.Steps[i]
			switch {
			case s.Kind == "human":
				seen[s] = true
				asked = s
				visit(s.Next, true)
				continue
			case s.Kind == "handle" && l.Choice(s) == name:
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
