package assembly

// This file collects the tools of an agent: which it may have at once, and which stand
// for each other.

import (
	"iter"
	"slices"

	"github.com/agentvet/agentvet/extract/internal/interp"
	"github.com/agentvet/agentvet/graph"
)

// A ToolList holds the tools that an agent has, each under the condition under which it
// is there. Tools with one name of which no run has two count as one tool.
type ToolList struct{ slots []*toolSlot }

// A toolSlot is the place of one tool in the list that a run has. Which tool it is depends
// on the run.
type toolSlot struct {
	of    []toolAlt
	tool  *graph.Tool // stands for all of them
	clash bool        // tool was chosen because a run has it beside another of its name
}

type toolAlt struct {
	tool  *graph.Tool
	guard interp.Guard
}

// Add adds a tool that is there where g holds.
func (l *ToolList) Add(t *graph.Tool, g interp.Guard) {
	x := toolAlt{t, g}
	for _, s := range l.slots {
		if t.Name != "" && s.tool.Name == t.Name && !slices.ContainsFunc(s.of, x.beside) {
			s.of = append(s.of, x)
			if StrongerGate(t.Gate, s.tool.Gate) != t.Gate {
				s.tool = t
			}
			return
		}
	}
	l.slots = append(l.slots, &toolSlot{of: []toolAlt{x}, tool: t})
}

// beside reports whether a run may have both.
func (x toolAlt) beside(y toolAlt) bool { return !x.guard.Excludes(y.guard) }

// Tools returns the tools in the order in which they were added. Where no run has two of
// one name, the one with less in front of it stands for the others; where a run may have
// two that differ, there are two.
func (l *ToolList) Tools() (tools []*graph.Tool) {
	for t := range l.All() {
		tools = append(tools, t)
	}
	return tools
}

// All returns the tools with those that each stands for, itself included.
func (l *ToolList) All() iter.Seq2[*graph.Tool, []*graph.Tool] {
	for i, s := range l.slots {
		for _, earlier := range l.slots[:i] {
			if earlier.tool.Name == s.tool.Name && s.tool.Name != "" {
				earlier.tellApart(s)
			}
		}
	}
	return func(yield func(*graph.Tool, []*graph.Tool) bool) {
		for _, s := range l.slots {
			var of []*graph.Tool
			for _, x := range s.of {
				of = append(of, x.tool)
			}
			if !yield(s.tool, of) {
				return
			}
		}
	}
}

// tellApart makes two tools stand for two slots if there is a run in which they differ.
func (s *toolSlot) tellApart(other *toolSlot) {
	for _, x := range s.of {
		for _, y := range other.of {
			free := (!s.clash || s.tool == x.tool) && (!other.clash || other.tool == y.tool)
			if free && x.tool != y.tool && x.beside(y) {
				s.tool, s.clash = x.tool, true
				other.tool, other.clash = y.tool, true
				return
			}
		}
	}
}

// Tools returns the tools in a list, and why there may be more.
func (x Value) Tools(tool func(Value) *graph.Tool) (tools []*graph.Tool, more *Unknown) {
	var l ToolList
	list, more := x.List()
	for _, v := range list {
		if t := tool(v); t != nil {
			l.Add(t, v.Guard)
		}
	}
	return l.Tools(), more
}
