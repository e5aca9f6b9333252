package dfa

// This file writes an event as text.

import (
	"strconv"
	"strings"

	"github.com/agentvet/agentvet/dfa/syntax"
)

// String returns the atoms that hold of e, as a rule names them, arguments behind
// the tool: "tool:refund(amount = 120) agent:desk". Arguments that are not known
// are "(?)". It is "an event" if there are none.
func (e *Event) String() string {
	var words []string
	add := func(prefix, name string) {
		if name != "" {
			words = append(words, prefix+name)
		}
	}
	if e.Human {
		words = append(words, "human")
	}
	add("node:", e.Node)
	add("kind:", e.Kind)
	if e.Tool != "" {
		words = append(words, "tool:"+e.Tool+e.arguments())
	}
	add("decision:", e.Decision)
	add("agent:", e.Agent)
	for _, c := range e.Caps {
		add("cap:", c)
	}
	words = append(words, e.Tags...)
	if words == nil {
		return "an event"
	}
	return strings.Join(words, " ")
}

func (e *Event) arguments() string {
	if e.Open {
		return "(?)"
	}
	var list []string
	for _, a := range e.Args {
		if a.Value.Kind == syntax.ValueMany || a.Value.Kind == syntax.ValueSame {
			continue // what it holds follows, or is not known
		}
		list = append(list, a.Path+" = "+printValue(a.Value))
	}
	if list == nil {
		return ""
	}
	return "(" + strings.Join(list, ", ") + ")"
}

// maxText is how much of a string among the arguments is written.
const maxText = 60

func printValue(v syntax.Value) string {
	switch v.Kind {
	case syntax.ValueNumber:
		return strconv.FormatFloat(v.Number, 'g', -1, 64)
	case syntax.ValueBool:
		return strconv.FormatBool(v.Bool)
	case syntax.ValueNull:
		return "null"
	}
	text := v.Text
	if len(text) > maxText {
		text = strings.ToValidUTF8(text[:maxText], "") + "…"
	}
	return strconv.Quote(text)
}
