//go:build truth

package main

// This file and its neighbours truth_*_test.go compare what agentvet reads from
// the source of the programs of corpus_test.go with what the frameworks
// themselves say of them at run time: the golden files in the truth directories
// of the modules, whose README files define them. Both sides become flows and
// people, and these are compared node by node and edge by edge.

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

// TestTruth compares every program with its golden file.
func TestTruth(t *testing.T) {
	except := readTable(t, "truth.txt")
	for _, m := range modules {
		t.Run(m.name, func(t *testing.T) {
			m.load(t)
			var flows, people agreement
			for _, p := range m.list {
				if p.name == "rejected" {
					continue // the framework refuses them: there is no golden file
				}
				c := &comparison{t: t, m: m, p: p, except: except}
				c.run(m.truth(t, p), m.static(t, p))
				flows, people = flows.plus(c.flows), people.plus(c.people)
			}
			t.Logf("%s workflows: %s", m.name, flows)
			t.Logf("%s agents: %d of %d exact", m.name, people.exact, people.total)
		})
	}
	except.stale(t)
}

// An outline is a workflow as both sides can describe it. Entry and exit are no
// steps of it.
type outline struct {
	name       string
	dir        string // of the call that compiles it (truth) or makes it (static)
	mode       string // "" if the framework has none
	limit      int    // of steps
	steps      map[string]*step
	ways       map[way]bool
	data       map[way]bool // inputs without control; truth only
	interrupts []string
	bodyOnly   bool // truth knows the steps of this body, but not its edges
}

func (f *outline) controlled(id string) bool {
	for x := range f.ways {
		if x.to == id {
			return true
		}
	}
	return false
}

type step struct {
	kinds []string // what it may be; none: anything
	tools []string // sorted
	typed bool     // tools are known
	join  bool
	agent string
	sub   *outline
	open  bool // truth cannot see into it
	made  bool // static only: invented by extraction
}

// A way is an edge. Its label is that of a route, where the framework has
// routes.
type way struct {
	from, to string
	branch   bool
	label    string
}

func (w way) String() string {
	if w.branch {
		return strings.TrimSuffix(fmt.Sprintf("%s -> %s by branch %s", w.from, w.to, w.label), " ")
	}
	return w.from + " -> " + w.to
}

func sortedWays(m map[way]bool) []way {
	return slices.SortedFunc(maps.Keys(m), func(a, b way) int { return strings.Compare(a.String(), b.String()) })
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// A person is an agent as both sides can describe it.
type person struct {
	name, kind string
	subs       []string // in order
	tools      []string // sorted
	gated      []string // those of them that need a confirmation
	toolsets   bool     // truth only: tools that exist at run time come on top
	bound      string   // "", unlimited, or a number
	transfers  []string // sorted; truth only
	root       bool     // truth only
	pos        string   // static only
	general    bool     // static only: it depends on what a caller passes
	said       []string // what clients get to read of each tool; of frameworks that say it
}

// toolHints are what a tool says of itself, each if it says it.
type toolHints struct {
	ReadOnly    *bool `json:"read_only"`
	Destructive *bool `json:"destructive"`
	Idempotent  *bool `json:"idempotent"`
	OpenWorld   *bool `json:"open_world"`
}

// says notes what clients get to read of a tool.
func (a *person) says(tool, description string, h toolHints) {
	text := fmt.Sprintf("%s: %q", tool, description)
	for _, hint := range []struct {
		name  string
		value *bool
	}{{"read-only", h.ReadOnly}, {"destructive", h.Destructive}, {"idempotent", h.Idempotent}, {"open-world", h.OpenWorld}} {
		if hint.value != nil {
			text += fmt.Sprintf(" %s=%v", hint.name, *hint.value)
		}
	}
	a.said = append(a.said, text)
}

// A side is all that is known of one program.
type side struct {
	flows  []*outline
	people []*person
}
