package plan

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/graph"
)

// TestSame: which values of calls are the same, also where a name is bound anew and where a key has a dot in it.
func TestSame(t *testing.T) {
	p, err := Decode("plan.json", []byte(`{"version": 1, "goal": "g", "inputs": ["in"], "steps": [
		{"label": "a", "toolName": "look", "arguments": {"q": "@in"}, "resultBinding": "x"},
		{"label": "b", "toolName": "pay", "arguments": {"a": {"b.c": "@x", "b": {"c": "y"}}, "list": ["@x", {"to": "@in"}], "": "@x"}},
		{"label": "c", "toolName": "look", "arguments": {"q": "@x"}, "resultBinding": "x"},
		{"label": "if", "condition": "@in == 1", "then": [{"label": "d", "toolName": "look", "resultBinding": "x"}], "otherwise": []},
		{"label": "e", "toolName": "pay", "arguments": {"a": "@x"}}
	]}`))
	if err != nil {
		t.Fatal(err)
	}
	var got []graph.Same
	names := make(map[string]string) // as they come, since the numbers in them say nothing
	for _, n := range p.Workflow("w", "", NewRegistry(nil, nil)).Nodes {
		for _, s := range n.Same {
			if names[s.Name] == "" {
				names[s.Name] = string(rune('A' + len(names)))
			}
			s.Name = names[s.Name]
			got = append(got, s)
		}
	}
	want := []graph.Same{
		{Tool: "look", Path: "q", Name: "A"}, {Tool: "look", Result: true, Name: "B"},
		{Tool: "pay", Path: `a."b.c"`, Name: "B"}, {Tool: "pay", Path: "list[]", Name: "B"}, {Tool: "pay", Path: "list[].to", Name: "A"}, {Tool: "pay", Path: `""`, Name: "B"},
		{Tool: "look", Path: "q", Name: "B"}, {Tool: "look", Result: true, Name: "C"},
		{Tool: "look", Result: true, Name: "D"},
		{Tool: "pay", Path: "a", Name: "E"},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("values that are the same (-want +got):\n%s", diff)
	}
}
