package taint

import "testing"

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
