package graph

// This file decides what a drawing of a workflow shows; dot.go and mermaid.go
// put it into their languages.

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A drawing numbers the boxes of a workflow and of its bodies. A body that
// stands at several nodes is drawn once and the other nodes are linked to it,
// so a drawing is no larger than the workflow.
type drawing struct {
	all   []*Workflow
	index map[*Workflow]int
}

// A Way is what happens in a workflow, step by step: drawings mark it, with the numbers of its steps.
type Way struct {
	Text  string   // what happens
	Steps [][]Spot // a step may stand at several nodes, or at none
}

// A Spot is a node of a workflow or of one of its bodies, and the edge that leads to it, or None.
type Spot struct {
	In   *Workflow
	Node NodeID
	Edge EdgeID
}

// wayColor is that of a way. It is wide, too, and has numbers: no colour is needed to see it.
const wayColor = "#c2410c"

// at returns the numbers of the steps at a node as a line of text, "" for none.
func (w *Way) at(in *Workflow, n NodeID) string {
	if w == nil {
		return ""
	}
	var numbers []string
	for i, spots := range w.Steps {
		if slices.ContainsFunc(spots, func(s Spot) bool { return s.In == in && s.Node == n }) {
			numbers = append(numbers, strconv.Itoa(i+1))
		}
	}
	const most = 4
	if len(numbers) > most {
		numbers = append(numbers[:most-1], "…")
	}
	if numbers == nil {
		return ""
	}
	return "▶ " + strings.Join(numbers, ", ")
}

// takes reports whether an edge is part of the way.
func (w *Way) takes(in *Workflow, e EdgeID) bool {
	return w != nil && slices.ContainsFunc(w.Steps, func(spots []Spot) bool {
		return slices.ContainsFunc(spots, func(s Spot) bool { return s.In == in && s.Edge == e })
	})
}

func newDrawing(w *Workflow) *drawing {
	d := &drawing{all: w.All(), index: make(map[*Workflow]int)}
	for i, x := range d.all {
		d.index[x] = i
	}
	return d
}

// id returns the identifier of node n of workflow w: numbers, so that names
// can neither collide nor break the syntax.
func (d *drawing) id(w *Workflow, n NodeID) string {
	return "w" + strconv.Itoa(d.index[w]) + "n" + strconv.Itoa(int(n))
}

func (d *drawing) inside(w *Workflow, n NodeID) bool { return 0 <= n && int(n) < len(w.Nodes) }

// title returns the line above a drawing.
func (w *Workflow) title(o PrintOptions) string {
	framework := ""
	if w.Framework != "" {
		framework = "(" + w.Framework + ")"
	}
	words := slices.DeleteFunc([]string{w.Name, framework, o.pos(w.Pos)}, func(s string) bool { return s == "" })
	return strings.Join(words, " ")
}

// toolText returns the line of a tool: a mark if it must not run without a human, and how one stands
// before it.
func toolText(t *Tool, o PrintOptions) string {
	text := "• "
	if t.IsDestructive() || o.Sensitive != nil && t.Name != "" && o.Sensitive(t) {
		text += "⚠ "
	}
	text += cmp.Or(t.Name, "?")
	if t.Gate.Kind != GateNone {
		text += " ⏸ " + t.Gate.Kind.String()
	}
	return text
}

// nodeText returns the lines of text inside node id of w.
func nodeText(w *Workflow, id NodeID, o PrintOptions) []string {
	n := &w.Nodes[id]
	name := n.Name
	if n.Label != "" && n.Label != n.Name {
		name += " (" + n.Label + ")"
	}
	var lines []string
	if steps := o.Way.at(w, id); steps != "" {
		lines = append(lines, steps)
	}
	lines = append(lines, name)
	if n.Agent != "" && n.Agent != n.Name {
		lines = append(lines, "agent "+n.Agent)
	}
	for _, t := range n.Tools {
		lines = append(lines, toolText(t, o))
	}
	if n.Bound.State != BoundNone {
		lines = append(lines, n.Bound.String())
	}
	return lines
}

// gates returns the texts of the interrupts at each node that has some.
func gates(w *Workflow) map[NodeID][]string {
	texts := make(map[NodeID][]string)
	for _, i := range w.Interrupts {
		text := "⏸ human before"
		if i.After {
			text = "⏸ human after"
		}
		texts[i.Node] = append(texts[i.Node], text)
	}
	return texts
}

// openNodes returns the nodes of which something is unknown.
func openNodes(w *Workflow) map[NodeID]bool {
	open := make(map[NodeID]bool)
	for _, u := range w.Unknowns {
		if u.Node != None {
			open[u.Node] = true
		}
	}
	return open
}

// edgeText returns the text at an edge: its router value, and in brackets the
// condition under which it exists, in lines that are not long.
func edgeText(e *Edge) string {
	guard := e.Guard.String()
	switch {
	case guard == "":
		return e.Label
	case e.Label == "":
		return wrap("[" + guard + "]")
	}
	return wrap(e.Label + " [" + guard + "]")
}

// wrap breaks text at spaces into lines of some width, longer only where a word is.
func wrap(text string) string {
	const most = 40 // characters
	var b strings.Builder
	width := 0
	for i, word := range strings.Split(text, " ") {
		n := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case width+1+n > most:
			b.WriteByte('\n')
			width = 0
		default:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(word)
		width += n
	}
	return b.String()
}

// jumpTargets returns the names that jumps of nodes lead to and no node has,
// each once, in the order of the jumps.
func jumpTargets(w *Workflow) (names []string, index map[string]int) {
	index = make(map[string]int)
	for _, j := range w.Jumps {
		if _, ok := index[j.Target]; !ok && j.From != None {
			index[j.Target] = len(names)
			names = append(names, j.Target)
		}
	}
	return names, index
}

func indentation(depth int) string { return strings.Repeat("  ", depth) }
