package verify

import (
	"strings"
	"testing"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/verdict"
)

// TestUndeclared: a rule over capabilities is not kept by tools that declare none.
func TestUndeclared(t *testing.T) {
	const text = `{"name":"w","framework":"f","entry_id":"a","exit_ids":["b"],
		"nodes":[{"id":"a","kind":"llm"},{"id":"b","kind":"tool"}],"edges":[{"source":"a","target":"b"}]}`
	for _, tt := range []struct {
		name     string
		declared []string
		pkg      string
		want     string // of the verdict; "" if the rule holds
	}{
		{"nothing declared", nil, "p", verdict.Unknown.String()},
		{"another one", []string{"net"}, "p", ""},
		{"the one", []string{"exec"}, "p", verdict.Violated.String()},
		{"a graph file", nil, "", ""}, // which says all that there is
	} {
		t.Run(tt.name, func(t *testing.T) {
			w, err := graph.Decode("w.json", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			w.Nodes[1].Tools = []*graph.Tool{{Name: "run", Declared: tt.declared}}
			p, err := policy.Load("p.yaml", []byte("version: 1\npolicies:\n  - name: calm\n    rule: never cap:exec after kind:llm\n"), policy.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range Order(&graph.Program{Workflows: []*graph.Workflow{w}}, Options{}, func(*graph.Workflow) []*policy.Rule { return p.Rules }, tt.pkg) {
				got = append(got, f.Verdict.String())
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}
