//go:build truth

package main

// This file compares the programs of testdata/published with the graphs that
// they were written after: those of graph/check/testdata/published.

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/graph"
)

// A shape is a workflow without its hierarchy: kinds by step, and edges. Entry and
// exit are "start" and "end".
type shape struct {
	kinds map[string]string
	edges map[[2]string]bool
}

func newShape() *shape { return &shape{make(map[string]string), make(map[[2]string]bool)} }

// publishedShape reads a published graph.
func publishedShape(t *testing.T, name string) *shape {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "graph", "check", "testdata", "published", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var g struct {
		Nodes []struct{ ID, Kind string }
		Edges []struct{ Source, Target string }
	}
	if err := json.Unmarshal(data, &g); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	id := strings.NewReplacer("__start__", "start", "__end__", "end")
	s := newShape()
	for _, n := range g.Nodes {
		s.kinds[id.Replace(n.ID)] = n.Kind
	}
	for _, e := range g.Edges {
		s.edges[[2]string{id.Replace(e.Source), id.Replace(e.Target)}] = true
	}
	return s
}

// staticShape flattens a workflow: the steps of a body stand beside their step,
// which leads to the first of them, while the last lead on. Steps that extraction
// made are left out.
func staticShape(w *graph.Workflow) *shape {
	s := newShape()
	s.body(w, "start", []string{"end"})
	s.kinds["start"], s.kinds["end"] = "entry", "exit"
	return s
}

// body adds the steps of w, which entry leads to and which lead on to after.
func (s *shape) body(w *graph.Workflow, entry string, after []string) {
	for id, n := range w.Nodes {
		from := n.Name
		switch {
		case graph.NodeID(id) == w.Entry:
			from = entry
		case n.Kind == graph.KindExit || n.Generated:
			continue
		default:
			s.kinds[n.Name] = n.Kind.String()
		}
		next := successors(w, graph.NodeID(id), after, make(map[graph.NodeID]bool))
		if n.Sub != nil {
			s.body(n.Sub, n.Name, next)
			continue
		}
		for _, to := range next {
			s.edges[[2]string{from, to}] = true
		}
	}
}

// successors returns the names of the steps that follow a step, past those that
// extraction made.
func successors(w *graph.Workflow, id graph.NodeID, after []string, seen map[graph.NodeID]bool) []string {
	var list []string
	for _, e := range w.Edges {
		if e.From != id || seen[e.To] {
			continue
		}
		switch n := &w.Nodes[e.To]; {
		case n.Kind == graph.KindExit:
			list = append(list, after...)
		case n.Generated:
			seen[e.To] = true
			list = append(list, successors(w, e.To, after, seen)...)
		default:
			list = append(list, n.Name)
		}
	}
	return list
}

// A publishedRow is a row of the table in testdata/published/README.md: published
// graph, program, and what comparing them has to come to.
var publishedRow = regexp.MustCompile("(?m)^\\| \\d+ \\| `(\\w+)` \\| `(\\w+)/([\\w/]+)` \\| (\\d+, \\d+) \\| (\\d+, \\d+) \\| (\\d+, \\d+) \\|")

// TestPublished holds the table to what agentvet reads from the programs.
func TestPublished(t *testing.T) {
	readme, err := os.ReadFile(filepath.Join("..", "..", "testdata", "published", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := publishedRow.FindAllStringSubmatch(string(readme), -1)
	if len(rows) != 18 {
		t.Fatalf("the table has %d rows, want 18", len(rows))
	}
	for _, r := range rows {
		m := moduleOf(t, "published/"+r[2])
		m.load(t)
		var file staticFile
		out, _ := m.agentvet(t, "graph", "-format", "json", "./"+r[3])
		if err := json.Unmarshal(out, &file); err != nil {
			t.Fatalf("%s: %v", r[3], err)
		}
		if len(file.Workflows) != 1 {
			t.Errorf("%s: %d workflows, want 1", r[3], len(file.Workflows))
			continue
		}
		want, got := publishedShape(t, r[1]), staticShape(file.Workflows[0])
		for i, text := range []string{want.size(), got.size(), want.common(got)} {
			if r[4+i] != text {
				t.Errorf("%s: column %d of the table is %s, want %s", r[1], i+4, r[4+i], text)
			}
		}
	}
}

func moduleOf(t *testing.T, name string) *agentModule {
	t.Helper()
	for _, m := range modules {
		if m.name == name {
			return m
		}
	}
	t.Fatalf("no module %s", name)
	return nil
}

func (s *shape) size() string { return fmt.Sprintf("%d, %d", len(s.kinds), len(s.edges)) }

// common counts the steps and the edges that both have.
func (s *shape) common(o *shape) string {
	steps, edges := 0, 0
	for name := range s.kinds {
		if o.kinds[name] != "" {
			steps++
		}
	}
	for e := range s.edges {
		if o.edges[e] {
			edges++
		}
	}
	return fmt.Sprintf("%d, %d", steps, edges)
}
