package verify

import (
	"strings"
	"testing"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/graph"
)

// TestAdequateKept tests policies that compare with earlier calls: the call is their occasion, and they find mistakes after
// which the earlier one has not been there.
func TestAdequateKept(t *testing.T) {
	desk := func(back, calls string) *graph.Workflow {
		p, err := graph.DecodeProgram("desk.json", []byte(`{"name": "desk", "framework": "custom", "entry_id": "start", "exit_ids": ["end"],
			"nodes": [{"id": "start", "kind": "entry"},
				{"id": "charge", "kind": "tool", "tools": ["pay"], "calls": "once", "args": {"pay": {"account": "A-1"}}},
				{"id": "back", "kind": "tool", "tools": ["refund"], "calls": "`+calls+`"`+back+`},
				{"id": "end", "kind": "exit"}],
			"edges": [{"source": "start", "target": "charge", "kind": "direct"}, {"source": "charge", "target": "back", "kind": "direct"}, {"source": "back", "target": "end", "kind": "direct"}]}`))
		if err != nil {
			t.Fatal(err)
		}
		return p.Workflows[0]
	}
	args := func(account string) string { return `, "args": {"refund": {"account": "` + account + `"}}` }
	for _, tt := range []struct {
		rule, back, calls string
		outcome, detail   string
		state             string
	}{
		{"never tool:refund(account != account of tool:pay)", args("A-1"), "once", "holds", `as step skipped: "charge"`, "ok"},
		{"never tool:refund(account != account of tool:pay)", args("A-2"), "once", "violated", "", "ok"},
		{"never tool:refund(account == account of tool:pay)", args("A-2"), "once", "protects nothing", "finds 0 of", "protects nothing"},
		{"never tool:refund(account == account of tool:pay)", args("A-1"), "once", "violated", "", "ok"},
		{"never tool:refund(account != account of tool:pay)", "", "once", "unknown", "the values are not known", "protects nothing"},
		{"never tool:refund(account != account of tool:pay)", "", "any", "violated", "", "ok"}, // a model chooses
		{"never tool:refund(account != result.account of tool:pay)", args("A-1"), "once", "unknown", "", "protects nothing"},
		{"never tool:close(account != account of tool:pay)", args("A-1"), "once", "cannot happen", "", "names what is not there"},
		{"never tool:refund(account != account of tool:pai)", args("A-1"), "once", "violated", "", "names what is not there"},
		{"(never tool:refund(account != account of tool:pay)) AND (never tool:refund(amount > 5))", args("A-1"), "once", "violated", "", "ok"},
	} {
		p, err := policy.Load("agentvet.yaml", []byte("version: 1\npolicies:\n  - {name: payer, rule: '"+tt.rule+"'}\n"), policy.Options{})
		if err != nil {
			t.Fatal(err)
		}
		a := Adequate(p.RuleByName("payer"), []Owned{{Workflow: desk(tt.back, tt.calls)}})
		if a.Err != nil || len(a.Rows) != 1 {
			t.Errorf("%s: error %v, %d rows", tt.rule, a.Err, len(a.Rows))
			continue
		}
		r := &a.Rows[0]
		if r.Outcome() != tt.outcome || !strings.Contains(r.Detail(), tt.detail) || a.State() != tt.state {
			t.Errorf("%s with %s: %s, %q, %s; want %s, %q, %s", tt.rule, tt.back, r.Outcome(), r.Detail(), a.State(), tt.outcome, tt.detail, tt.state)
		}
	}
}
