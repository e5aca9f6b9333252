package cliagents

// This file has the tools that the processes bring.

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

//go:embed builtin.txt
var builtinText string

// A builtin is a tool that a process brings.
type builtin struct {
	process, name string
	asks          string // what the process asks for before a call, "" for nothing
	capabilities  []string
	hints         graph.Hints
}

// known are those of which documentation says the name.
var known = readBuiltins(builtinText)

func readBuiltins(text string) []builtin {
	var out []builtin
	for line := range strings.Lines(text) {
		f := strings.Fields(line)
		if len(f) != 5 || f[0] == "#" {
			continue
		}
		b := builtin{process: f[0], name: f[1], asks: strings.TrimPrefix(f[2], "-")}
		if f[3] != "-" {
			b.capabilities = strings.Split(f[3], ",")
		}
		switch f[4] {
		case "destructive":
			b.hints.Destructive = graph.HintTrue
		case "readonly":
			b.hints.ReadOnly = graph.HintTrue
		}
		out = append(out, b)
	}
	return out
}

// builtins returns the tools that the process brings.
func (s *session) builtins() []offer {
	var out []offer
	for _, b := range known {
		if b.process == s.process {
			out = append(out, s.brought(b))
		}
	}
	return out
}

// builtin returns the tool of a name that the process brings, one of which only the name is
// known if none is.
func (s *session) builtin(name string, pos graph.Pos) offer {
	i := slices.IndexFunc(known, func(b builtin) bool { return b.process == s.process && b.name == name })
	if i < 0 {
		return offer{tool: &graph.Tool{Name: name, Framework: s.Framework, Outside: true, Pos: pos}, from: fromProcess, asks: "ask"}
	}
	o := s.brought(known[i])
	o.tool.Pos = pos
	return o
}

func (s *session) brought(b builtin) offer {
	return offer{from: fromProcess, asks: b.asks, tool: &graph.Tool{
		Name: b.name, Framework: s.Framework, Declared: b.capabilities, Outside: true, Hints: b.hints, Pos: s.Pos,
	}}
}
