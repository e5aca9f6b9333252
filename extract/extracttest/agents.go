package extracttest

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/graph"
)

// Agent compares the last agent of a package of a real module with what the
// framework itself offered to a model: the names of its tools, and the rounds that
// it had, 0 where nothing limits them. Like Rows it runs with AGENTVET_REAL set only.
func Agent(t *testing.T, dir, pattern, truth string) {
	if os.Getenv("AGENTVET_REAL") == "" {
		t.Skip("AGENTVET_REAL is not set")
	}
	type view struct {
		Tools  []string `json:"tools"`
		Rounds int      `json:"rounds"`
	}
	data, err := os.ReadFile(truth)
	if err != nil {
		t.Fatal(err)
	}
	var want, got view
	if err := json.Unmarshal(data, &want); err != nil {
		t.Fatal(err)
	}
	for _, p := range Extract(t, dir, pattern) {
		if len(p.Agents) == 0 {
			t.Fatal("no agent")
		}
		g := p.Agents[len(p.Agents)-1]
		if len(g.Unknowns) > 0 || g.Bound.State != graph.BoundKnown && g.Bound.State != graph.BoundUnlimited {
			t.Errorf("%s: bound %v, unknown %v", g.Name, g.Bound, g.Unknowns)
		}
		got.Rounds = g.Bound.N
		for _, tool := range g.Tools {
			got.Tools = append(got.Tools, tool.Name)
		}
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-framework +extracted):\n%s", pattern, d)
	}
}
