package taint

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/agentvet/agentvet/graph"
)

// TestSortFlowsSure: what only an unsure flow has, a sure one of the same data to the same
// sink does not make sure.
func TestSortFlowsSure(t *testing.T) {
	flow := func(labels ...string) Flow {
		return Flow{
			Source: Source{Name: "os.Getenv", Labels: NewLabels("env", "secret")},
			Sink:   Sink{Name: "log.Print", Kind: "log"},
			Labels: NewLabels(labels...),
		}
	}
	for _, tt := range []struct {
		name       string
		flows      []Flow
		all        int
		sureSecret bool
	}{
		{"one has more", []Flow{flow("env", MarkApart), flow("env", "secret")}, 2, false},
		{"one has as much", []Flow{flow("env", "secret", MarkApart), flow("env", "secret")}, 1, true},
		{"both are sure", []Flow{flow("env", MarkApart), flow("secret", MarkApart)}, 1, true},
	} {
		out := SortFlows(tt.flows)
		sureSecret := false
		for _, f := range out {
			sureSecret = sureSecret || f.IsSure() && f.Labels.Has("secret")
		}
		if len(out) != tt.all || sureSecret != tt.sureSecret {
			t.Errorf("%s: %v", tt.name, out)
		}
	}
}

// TestFlowSet wants SortFlows to make the same of what a FlowSet keeps as of all flows that were added.
func TestFlowSet(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	pick := func(names ...string) Labels {
		return NewLabels(slices.DeleteFunc(names, func(string) bool { return r.IntN(2) == 0 })...)
	}
	at := func() graph.Pos { return graph.Pos{File: "a.go", Line: 1 + r.IntN(2)} }
	for range 300 {
		var all []Flow
		var set FlowSet
		var scratch []Hop // callers use it again
		for range 1 + r.IntN(40) {
			scratch = scratch[:0]
			for range r.IntN(3) {
				scratch = append(scratch, Hop{Op: OpCall, Pos: at()})
			}
			labels := pick("model", "secret", MarkApart, MarkOf("exec"))
			f := Flow{
				Source: Source{Name: "get", Labels: NewLabels("model", "secret")[r.IntN(2):], Pos: at()},
				Sink:   Sink{Name: "run", Kind: "exec", Pos: at()}, Labels: labels, Hops: scratch,
			}
			set.Add(f)
			f.Hops = slices.Clone(scratch)
			all = append(all, f)
		}
		if diff := cmp.Diff(SortFlows(all), SortFlows(set.All()), cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("of all flows and of those in the set (-all +set):\n%s", diff)
		}
	}
}
