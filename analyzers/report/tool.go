package report

// This file says of a tool what lists of tools show.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/authority"
)

// A Capability is one that the code of a tool needs, or that the tool declares.
type Capability struct {
	Name     string
	Declared string // yes or no; "" if the tool declares nothing, or what it needs is not known
	How      string // how the code comes to it
}

// Capabilities returns what a tool needs and what it declares.
func Capabilities(t *graph.Tool) []Capability {
	var list []Capability
	if t.Unread {
		list = append(list, Capability{Name: authority.Unknown, How: "its code was not read, or is not told from other code"})
	}
	for i := range t.Needs {
		n := &t.Needs[i]
		c := Capability{Name: n.Capability, How: how(n)}
		switch {
		case n.Capability == authority.Unknown || len(t.Declared) == 0:
		case authority.CoversAny(t.Declared, n.Capability):
			c.Declared = "yes"
		default:
			c.Declared = "no"
		}
		list = append(list, c)
	}
	for _, c := range t.Declared {
		if !slices.ContainsFunc(t.Needs, func(n graph.Need) bool { return authority.Covers(c, n.Capability) }) && len(t.Needs) > 0 {
			list = append(list, Capability{c, "yes", "nothing is seen that needs it"})
		}
	}
	return list
}

// how returns how code comes to a capability: the place of the last call of the program's own,
// and the functions on the way.
func how(n *graph.Need) string {
	var words []string
	if n.Maybe {
		words = append(words, "maybe")
	}
	var at graph.Pos
	for i, h := range n.Path {
		if i > 0 {
			words = append(words, ">")
		}
		words = append(words, h.Func)
		if h.Pos.IsValid() {
			at = h.Pos
		}
	}
	if at.IsValid() {
		words = append(words, "at", at.String())
	}
	return strings.Join(words, " ")
}

// Hints returns the hints that are given, in one line.
func Hints(h graph.Hints) string { return strings.Join(h.Words(), ", ") }
