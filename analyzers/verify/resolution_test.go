package verify

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
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
	o := Options{Sensitive: []string{"a*", "at_step", "at_stop", "delete_*", "in_body", "of_agent", "of_sub_agent", "later"}}
	all := o.Named()
	r := NewResolution(all)
	r.Add(program)
	r.Add(&graph.Program{Tools: offered("later")})
	names := []string{"alone", "at_step", "in_body", "later", "of_agent", "of_sub_agent"}
	want := []UnmatchedTool{
		{Pattern: policy.Name{Text: "at_stop"}, Names: names, Certain: true},
		{Pattern: policy.Name{Text: "delete_*"}, Names: names, Certain: true},
	}
	if diff := cmp.Diff(want, r.Unmatched()); diff != "" {
		t.Errorf("Unmatched (-want +got):\n%s", diff)
	}
	for _, p := range []*graph.Program{
		{Tools: []*graph.Tool{{Unknown: reason.Words("it is computed")}}},
		{Unknowns: []graph.Unknown{{What: graph.UnknownAnything}}},
		{Workflows: []*graph.Workflow{{Unknowns: []graph.Unknown{{What: graph.UnknownBody}}}}},
		{Agents: []*graph.Agent{{Unknowns: []graph.Unknown{{What: graph.UnknownTools}}}}},
	} {
		r := NewResolution(all)
		r.Add(p)
		if list := r.Unmatched(); len(list) != len(all) || list[0].Certain {
			t.Errorf("%+v: Unmatched = %v; want all, not certain", *p, list)
		}
	}
}
