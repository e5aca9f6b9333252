package dfa

// This file writes an automaton as text and for Graphviz.

import (
	"fmt"
	"slices"
	"strings"
)

// String returns the automaton as text: one line a state, with what is settled in
// it, and below it one line for each state that may follow, with the events that
// lead there. States that have not been unfolded are left out.
func (d *DFA) String() string {
	var b strings.Builder
	for q := range d.next {
		fmt.Fprintf(&b, "%d%s\n", q, d.describe(State(q)))
		for _, t := range d.transitions(State(q)) {
			fmt.Fprintf(&b, "\t%s: %d\n", t.when, t.to)
		}
	}
	return b.String()
}

func (d *DFA) describe(q State) string {
	var words []string
	if q == d.Start {
		words = append(words, "start")
	}
	switch {
	case d.Violating(q):
		words = append(words, "violating")
	case d.Satisfied(q):
		words = append(words, "satisfied")
	case d.Accepting(q):
		words = append(words, "accepting")
	}
	if words == nil {
		return ""
	}
	return " " + strings.Join(words, " ")
}

// DOT returns the automaton for Graphviz: accepting states have two rings,
// violating ones are filled.
func (d *DFA) DOT() string {
	var b strings.Builder
	b.WriteString("digraph {\n\trankdir=LR;\n\tnode [shape=circle];\n\tbegin [shape=point];\n")
	for q := range d.next {
		attrs := ""
		switch {
		case d.Violating(State(q)):
			attrs = " [style=filled]"
		case d.Accepting(State(q)):
			attrs = " [shape=doublecircle]"
		}
		fmt.Fprintf(&b, "\t%d%s;\n", q, attrs)
	}
	fmt.Fprintf(&b, "\tbegin -> %d;\n", d.Start)
	for q := range d.next {
		for _, t := range d.transitions(State(q)) {
			label := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(t.when)
			fmt.Fprintf(&b, "\t%d -> %d [label=\"%s\"];\n", q, t.to, label)
		}
	}
	b.WriteString("}\n")
	return b.String()
}

// A transition is the events that lead to one state.
type transition struct {
	when string // "a && !b || c", "true"
	to   State
}

// transitions returns what may follow q, by state.
func (d *DFA) transitions(q State) []transition {
	if d.next[q] == unmade {
		return nil
	}
	cubes := make(map[State][]string)
	var walk func(r ref, path []string)
	walk = func(r ref, path []string) {
		if r.isLeaf() {
			when := strings.Join(path, " && ")
			if when == "" {
				when = "true"
			}
			cubes[r.state()] = append(cubes[r.state()], when)
			return
		}
		n := d.diagrams.nodes[r]
		a := d.Atoms[n.atom].String()
		walk(n.hi, append(slices.Clone(path), a))
		walk(n.lo, append(slices.Clone(path), "!"+a))
	}
	walk(d.next[q], nil)
	var list []transition
	for to, when := range cubes {
		list = append(list, transition{strings.Join(when, " || "), to})
	}
	slices.SortFunc(list, func(a, b transition) int { return int(a.to - b.to) })
	return list
}
