package change

// This file compares two tools of one name.

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

// tool returns what changes from o to n.
func tool(o, n *graph.Tool) (list []Change) {
	add := func(k Kind, e Effect, of, was, is string) {
		if was != is {
			list = append(list, Change{Kind: k, Effect: e, Name: n.Name, Of: of, Old: was, New: is, Tool: n, Pos: n.Pos})
		}
	}
	list = capabilities(o, n)
	for _, c := range missing(n.Declared, o.Declared) {
		add(Declares, Neither, c, "", c)
	}
	for _, c := range missing(o.Declared, n.Declared) {
		add(Declares, Neither, c, c, "")
	}
	add(Gate, compared(holds(o.Gate), holds(n.Gate)), "", gate(o.Gate), gate(n.Gate))
	for _, h := range hints {
		was, is := h.of(o), h.of(n)
		effect := Neither
		if is == h.harmless && was != h.harmless {
			effect = Adds
		}
		add(Hint, effect, h.name, hint(was), hint(is))
	}
	if o.Destructive != n.Destructive {
		add(Hint, compared(btoi(o.Destructive), btoi(n.Destructive)), "destructive", hint(graph.HintOf(o.Destructive)), hint(graph.HintOf(n.Destructive)))
	}
	add(Description, Neither, "", o.Description, n.Description)
	add(Title, Neither, "", o.Title, n.Title)
	add(Event, Neither, "", strings.Join(o.Events, ", "), strings.Join(n.Events, ", "))
	list = append(list, arguments(o, n)...)
	list = append(list, schemas(o, n)...)
	list = append(list, outputs(o, n)...)
	return append(list, annotations(o, n)...)
}

// unknown is the capability of code of which nothing is known.
const unknown = "unknown"

// capabilities compares what the code of two tools needs.
func capabilities(o, n *graph.Tool) (list []Change) {
	was, is := needs(o), needs(n)
	_, hides := is[unknown] // which may be anything
	for _, name := range keys(was, is) {
		before, had := was[name]
		now, has := is[name]
		c := Change{Kind: Capability, Name: n.Name, Of: name, Tool: n, Pos: n.Pos}
		switch {
		case has && (!had || before.Maybe && !now.Maybe):
			c.Effect, c.Perhaps, c.New = Adds, now.Maybe || name == unknown, name
			if had {
				c.Old = name
			}
		case had && (!has || now.Maybe && !before.Maybe):
			c.Effect, c.Perhaps, c.Old = Takes, has || before.Maybe || hides, name
			if has {
				c.New = name
			}
		default:
			continue
		}
		list = append(list, c)
	}
	return list
}

// needs returns what the code of a tool needs, by capability.
func needs(t *graph.Tool) map[string]graph.Need {
	m := make(map[string]graph.Need)
	for _, n := range t.Needs {
		m[n.Capability] = n
	}
	if t.Unread {
		m[unknown] = graph.Need{Capability: unknown}
	}
	return m
}

// compared returns the effect of a hold that changes: less of it adds authority.
func compared(was, is int) Effect {
	switch {
	case is < was:
		return Adds
	case is > was:
		return Takes
	}
	return Neither
}

// holds orders gates by what they hold back.
func holds(g graph.Gate) int {
	switch {
	case g.Unheeded || !g.Kind.MayHold():
		return 0
	case g.Kind == graph.GateConditional:
		return 1
	}
	return 2
}

// gate returns the words for a gate, "" for none.
func gate(g graph.Gate) string {
	if g.Kind == graph.GateNone {
		return ""
	}
	return g.Kind.String()
}

// hints are what tools say of themselves. One that is harmless makes clients ask less.
var hints = []struct {
	name     string
	of       func(*graph.Tool) graph.Hint
	harmless graph.Hint
}{
	{"read-only", func(t *graph.Tool) graph.Hint { return t.Hints.ReadOnly }, graph.HintTrue},
	{"destructive", func(t *graph.Tool) graph.Hint { return t.Hints.Destructive }, graph.HintFalse},
	{"idempotent", func(t *graph.Tool) graph.Hint { return t.Hints.Idempotent }, graph.HintTrue},
	{"open-world", func(t *graph.Tool) graph.Hint { return t.Hints.OpenWorld }, graph.HintFalse},
}

// hint returns the word for a hint, "" if it is not given.
func hint(h graph.Hint) string {
	return [...]string{graph.HintUnset: "", graph.HintFalse: "false", graph.HintTrue: "true"}[h]
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// arguments compares what a model may pass.
func arguments(o, n *graph.Tool) (list []Change) {
	was, is := params(o), params(n)
	for _, path := range keys(was, is) {
		before, now := was[path], is[path]
		c := Change{Kind: Argument, Name: n.Name, Of: path, Tool: n, Pos: n.Pos}
		switch {
		case before == nil:
			c.New, c.Pos = typeOf(now), cmp.Or(now.Pos, n.Pos)
		case now == nil:
			c.Old = typeOf(before)
		case before.Type != now.Type && !(nested(was, path) && nested(is, path)) || !sameValues(before, now):
			c.Old, c.New, c.Pos = typeOf(before), typeOf(now), cmp.Or(now.Pos, n.Pos)
		default:
			continue
		}
		list = append(list, c)
	}
	return list
}

// schemas compares what models are told of the arguments that both tools have, beside their types.
func schemas(o, n *graph.Tool) (list []Change) {
	was, is := params(o), params(n)
	for _, path := range keys(was, is) {
		before, now := was[path], is[path]
		if before == nil || now == nil {
			continue
		}
		add := func(k Kind, old, text string) {
			list = append(list, Change{Kind: k, Name: n.Name, Of: path, Old: old, New: text, Tool: n, Pos: cmp.Or(now.Pos, n.Pos)})
		}
		if before.Description != now.Description {
			add(ArgumentText, before.Description, now.Description)
		}
		if old, text := strings.Join(before.Schema, ", "), strings.Join(now.Schema, ", "); old != text {
			add(ArgumentSchema, old, text)
		}
	}
	return list
}

// outputs compares what clients are told that two tools return.
func outputs(o, n *graph.Tool) (list []Change) {
	was, is := byPath(o.Output), byPath(n.Output)
	for _, path := range keys(was, is) {
		before, now := was[path], is[path]
		c := Change{Kind: Output, Name: n.Name, Of: path, Tool: n, Pos: n.Pos}
		if before != nil {
			c.Old = told(before)
		}
		if now != nil {
			c.New, c.Pos = told(now), cmp.Or(now.Pos, n.Pos)
		}
		renamed := before != nil && now != nil && nested(was, path) && nested(is, path) && toldBeside(before) == toldBeside(now)
		if c.Old != c.New && !renamed {
			list = append(list, c)
		}
	}
	return list
}

// told returns all that is said of a field.
func told(p *graph.Param) string { return typeOf(p) + toldBeside(p) }

// toldBeside returns what is said of a field beside its type.
func toldBeside(p *graph.Param) (text string) {
	for _, keyword := range p.Schema {
		text += ", " + keyword
	}
	if p.Description != "" {
		text += fmt.Sprintf(", %q", p.Description)
	}
	return text
}

func params(t *graph.Tool) map[string]*graph.Param { return byPath(t.Params) }

func byPath(list []graph.Param) map[string]*graph.Param {
	m := make(map[string]*graph.Param)
	for i := range list {
		m[list[i].Path] = &list[i]
	}
	return m
}

// sameValues reports whether two arguments take the same values and may be left out alike, as far as
// that is recorded of the first. What a schema says has a type, and nothing beside that it takes.
func sameValues(p, q *graph.Param) bool {
	isRecorded := p.Takes != "" || p.Optional || q.Takes == ""
	return slices.Equal(p.Enum, q.Enum) && (!isRecorded || p.Takes == q.Takes && p.Optional == q.Optional)
}

// typeOf returns the words for the type of an argument. What it takes is not part of them where the
// name of the type says it.
func typeOf(p *graph.Param) string {
	text := cmp.Or(p.Type, "any")
	quoted := p.Takes == "string" && p.Type != "string" && !strings.ContainsAny(p.Type, "[*")
	if p.Takes != "" && (strings.ContainsAny(p.Type, "./") || quoted) {
		text += " (" + p.Takes + ")"
	}
	if len(p.Enum) > 0 {
		text += ", one of " + p.Values()
	}
	if p.Optional {
		text += ", optional"
	}
	return text
}

// nested reports whether an argument has parts of its own: then the name of its type is no matter.
func nested(m map[string]*graph.Param, path string) bool {
	for other := range m {
		if rest, ok := strings.CutPrefix(other, path); ok && rest != "" && strings.ContainsAny(rest[:1], ".[{") {
			return true
		}
	}
	return false
}
