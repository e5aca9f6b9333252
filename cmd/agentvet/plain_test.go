//go:build truth

package main

// This file compares programs without a framework with what running them says.

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// plain has agents that call a vendor's client in a loop of their own.
var plain = &agentModule{name: "plain"}

// oneloop has agents that are one function each.
var oneloop = &agentModule{name: "oneloop"}

// TestPlain compares the agents of testdata/plain with truth/agents.json there,
// which the module's own test finds by running the programs.
func TestPlain(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "plain", "truth", "agents.json"))
	if err != nil {
		t.Fatal(err)
	}
	var want []struct {
		Package, Agent string
		Tools          []string
		Bound          int
	}
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	out, _ := plain.agentvet(t, "graph", "-format", "json", "./...")
	var found struct {
		Agents []struct {
			Name, Position string
			Tools          []string
			Bound          int
		}
	}
	if err := json.Unmarshal(out, &found); err != nil {
		t.Fatal(err)
	}
	if len(found.Agents) != len(want) {
		t.Errorf("%d agents, want %d", len(found.Agents), len(want))
	}
	for _, w := range want {
		matched := false
		for _, a := range found.Agents {
			slices.Sort(a.Tools)
			matched = matched || strings.HasPrefix(a.Position, w.Package+"/") && a.Name == w.Agent &&
				a.Bound == w.Bound && slices.Equal(a.Tools, w.Tools)
		}
		if !matched {
			t.Errorf("%s: no agent %s with tools %v and bound %d among %+v", w.Package, w.Agent, w.Tools, w.Bound, found.Agents)
		}
	}
}
