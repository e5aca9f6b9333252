package taint

// This file defines sets of labels.

import (
	"slices"
	"strings"

	"github.com/agentvet/agentvet/graph"
)

// Labels is a set of labels: sorted, each once. The zero value is empty.
type Labels []string

// All is the label that stands for every label in what a sanitizer drops.
const All = "*"

// LabelModel is the label of what a model has chosen.
const LabelModel = "model"

// LabelSaid is the label of what a program reads of the calls that a model makes: the arguments of some
// tool. Which one it is, the code tells.
const LabelSaid = "said by a model"

// Returned returns the labels of what t returns: its own name is one of them.
func Returned(t *graph.Tool) Labels {
	labels := slices.Clone(t.Sources)
	if t.Name != "" {
		labels = append(labels, t.Name)
	}
	for i := range t.Returns {
		labels = append(labels, t.Returns[i].Sources...)
	}
	return NewLabels(labels...)
}

// NewLabels returns the set of names.
func NewLabels(names ...string) Labels {
	l := slices.Clone(names)
	slices.Sort(l)
	return slices.Compact(l)
}

// ParseLabels reads "a|b".
func ParseLabels(text string) Labels {
	if text == "" {
		return nil
	}
	return NewLabels(strings.Split(text, "|")...)
}

// String returns what ParseLabels reads.
func (l Labels) String() string { return strings.Join(l, "|") }

// Has reports whether name, or All, is in l.
func (l Labels) Has(name string) bool {
	return slices.Contains(l, name) || slices.Contains(l, All)
}

// Union returns the labels of l and m.
func (l Labels) Union(m Labels) Labels {
	switch {
	case len(l) == 0:
		return m
	case len(m) == 0:
		return l
	}
	return NewLabels(append(slices.Clone(l), m...)...)
}

// Without returns the labels of l that are not in dropped.
func (l Labels) Without(dropped Labels) Labels {
	if len(dropped) == 0 {
		return l
	}
	var rest Labels
	for _, name := range l {
		if !dropped.Has(name) {
			rest = append(rest, name)
		}
	}
	return rest
}

// Visible returns l without its marks.
func (l Labels) Visible() Labels {
	var out Labels
	for _, name := range l {
		if IsVisible(name) {
			out = append(out, name)
		}
	}
	return out
}

// IsVisible reports whether a label is no mark.
func IsVisible(name string) bool { return !strings.HasPrefix(name, "@") }

// Contains reports whether every label of m is in l.
func (l Labels) Contains(m Labels) bool {
	for _, name := range m {
		if !l.Has(name) {
			return false
		}
	}
	return true
}
