package verify

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/graph"
)

// TestResolution looks for names in every place that has tools.
func TestResolution(t *testing.T) {
	offered := func(name string) []*graph.Tool { return []*graph.Tool{{Name: name}} }
	body := &graph.Workflow{Nodes: []graph.Node{{Name: "n", Tools: offered("in_body")}}}
	program := &graph.Program{
		Tools: offered("alone"),
		Workflows: []*graph.Workflow{{
			Nodes:    []graph.Node{{Name: "n", Tools: offered("at_step")}, {Name: "s", Sub: body}},
			Unknowns: []graph.Unknown{{What: graph.UnknownBound}},
		}},
		Agents: []*graph.Agent{{Tools: offered("of_agent"), SubAgents: []*graph.Agent{{Tools: offered("of_sub_agent")}}}},
	}
	all := []string{"a*", "at_step", "at_stop", "delete_*", "in_body", "of_agent", "of_sub_agent", "later"}
	r := NewResolution(all)
	r.Add(program)
	r.Add(&graph.Program{Tools: offered("later")})
	patterns, certain := r.Unmatched()
	if diff := cmp.Diff([]string{"at_stop", "delete_*"}, patterns); diff != "" || !certain {
		t.Errorf("Unmatched is certain: %v; (-want +got):\n%s", certain, diff)
	}
	for _, p := range []*graph.Program{
		{Tools: []*graph.Tool{{Unknown: "it is computed"}}},
		{Unknowns: []graph.Unknown{{What: graph.UnknownAnything}}},
		{Workflows: []*graph.Workflow{{Unknowns: []graph.Unknown{{What: graph.UnknownBody}}}}},
		{Agents: []*graph.Agent{{Unknowns: []graph.Unknown{{What: graph.UnknownTools}}}}},
	} {
		r := NewResolution(all)
		r.Add(p)
		if patterns, certain := r.Unmatched(); certain || len(patterns) != len(all) {
			t.Errorf("%+v: Unmatched = %v, %v; want all, not certain", *p, patterns, certain)
		}
	}
}
