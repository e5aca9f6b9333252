package product_test

import (
	"testing"

	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/feasible"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/configured"
)

// inAll reports whether some configuration violates a rule, and whether it is not known of
// some whether it does.
func inAll(w *graph.Workflow, rule *product.Rule) (violated, unknown bool) {
	seen := make(map[string]bool)
	for _, c := range configured.All() {
		of := c.In(w)
		if text := of.Text(); !seen[text] {
			seen[text] = true
			v := product.Check(of, rule, product.Options{}).Verdict
			violated, unknown = violated || v == verdict.Violated, unknown || v == verdict.Unknown
		}
	}
	return violated, unknown
}

// TestFeasible: the verdict on a workflow is that on all its configurations together, and
// what is excluded is violated in none.
func TestFeasible(t *testing.T) {
	count := map[string]int{}
	for seed := range int64(4 * *pairsFlag) {
		m := newMaker(seed)
		w := m.workflow(6, 0)
		w.Unknowns = nil
		if configured.Guards(m.Rand, w) < 2 {
			continue
		}
		rule := product.MustCompile(m.rule(w))
		without := product.Check(w, rule, product.Options{})
		got := product.Check(w, rule, product.Options{Feasible: feasible.Guard})
		violated, unknown := inAll(w, rule)
		kind := without.Verdict.String() + " " + got.Verdict.String()
		count[kind]++
		switch {
		case unknown && !violated || got.Verdict == verdict.Unknown:
		case got.Verdict == verdict.Holds && violated, got.Verdict == verdict.Violated && !violated && !unknown:
			t.Errorf("seed %d: %v: %s, and some configuration violates it: %v\n%s", seed, rule.Source, kind, violated, w.Text())
		case got.Excluded != nil && len(got.Excluded.Clash) == 0, (got.Excluded != nil) != (kind == "violated holds"):
			t.Errorf("seed %d: %v: %s, excluded %+v", seed, rule.Source, kind, got.Excluded)
		}
	}
	t.Log(count)
	if count["violated holds"] < *pairsFlag/60 || count["violated violated"] < *pairsFlag/4 {
		t.Errorf("%v: the test is no good", count)
	}
}
