package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/dfa/product"
	"github.com/agentvet/agentvet/dfa/syntax"
	"github.com/agentvet/agentvet/docs/rules"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
)

func TestDemand(t *testing.T) {
	for _, tt := range []struct{ rule, want string }{
		{"G !tool:rm", `a call of "rm" never happens`},
		{"tool:deploy -> F human", `after each call of "deploy", there is a human being asked`},
		{"node:a -> F node:b -> F decision:yes", `after each step "a", there is step "b" and after that the decision "yes"`},
		{"agent:x -> F[<=1] kind:human", `after each step of agent "x", there is a step of kind human within one event`},
		{"a U b", `there is a call or step tagged "b", and nothing but a call or step tagged "a" before it`},
		{"human before tool:*", `before the first call of any tool, there is a human being asked`},
		{"human before each (destructive || cap:fs.write)", `before each call or step tagged "destructive" or a call that needs fs.write, there is a human being asked since the last one`},
		{"never !human after tool:lock", `after a call of "lock", there is never anything but a human being asked`},
		{"at most 2 tool:pay(amount > 10)", `a call "tool:pay(amount > 10)" happens twice at most`},
		{"at least 3 human before tool:fire", `before the first call of "fire", a human being asked has happened 3 times at least`},
		{"cap:db only between node:open and node:close", `each call that needs db comes after step "open", with no step "close" in between`},
		{"(G !a) AND ((G !b) OR (ltlf: F c))", `a call or step tagged "a" never happens; and a call or step tagged "b" never happens; or "F c" holds at the first event`},
	} {
		if got := Demand(syntax.MustParse(tt.rule)); got != tt.want {
			t.Errorf("Demand(%q) = %s, want %s", tt.rule, got, tt.want)
		}
	}
}

// TestOrderFindings holds what findings say of each way to violate a policy.
func TestOrderFindings(t *testing.T) {
	w := &graph.Workflow{
		Name: "shop", Pos: graph.Pos{File: "a.go", Line: 1, Col: 1}, Mode: graph.ModeAll, Exits: []graph.NodeID{3},
		Nodes: []graph.Node{
			{Name: "start", Kind: graph.KindEntry},
			{Name: "model", Kind: graph.KindLLM, Calls: graph.CallsAny, Tools: []*graph.Tool{{Name: "pay"}, {Name: "ask", Gate: graph.Gate{Kind: graph.GateConfirm}}}, Pos: graph.Pos{File: "a.go", Line: 2, Col: 1}},
			{Name: "again", Kind: graph.KindRouter, Pos: graph.Pos{File: "a.go", Line: 3, Col: 1}},
			{Name: "end", Kind: graph.KindExit},
		},
		Branches: []graph.Branch{{From: 2}},
		Edges: []graph.Edge{
			{From: 0, To: 1, Kind: graph.EdgeDirect, Branch: graph.None},
			{From: 1, To: 2, Kind: graph.EdgeDirect, Branch: graph.None, Pos: graph.Pos{File: "a.go", Line: 5, Col: 1}},
			{From: 2, To: 1, Kind: graph.EdgeConditional, Branch: 0, Label: "more", Pos: graph.Pos{File: "a.go", Line: 6, Col: 1}},
			{From: 2, To: 3, Kind: graph.EdgeConditional, Branch: 0, Label: "done"},
		},
	}
	for _, tt := range []struct {
		rule   string
		unfair bool
		want   []string
	}{
		{"human before tool:pay", false, []string{
			`a.go:2:1: policy/p: a call of "pay" can come without a human being asked before it; the policy is "human before tool:pay"`,
			`a.go:1:1 the run starts at "start" [0]`, `a.go:2:1 then "model" (llm) [0]`, `a.go:2:1 "model" calls tool "pay" [1]`,
		}},
		{"tool:pay -> F node:audit", false, []string{
			`a.go:2:1: policy/p: after a call of "pay", a run can end without step "audit"; the policy is "tool:pay -> F node:audit"`,
			`a.go:1:1 the run starts at "start" [0]`, `a.go:2:1 then "model" (llm) [0]`, `a.go:2:1 "model" calls tool "pay" [1]`,
			`a.go:5:1 then "again" (router) [1]`, `a.go:1:1 and the run ends`,
		}},
		{"tool:pay -> F decision:done", true, []string{
			`a.go:2:1: policy/p: after a call of "pay", a run can go on for ever without the decision "done"; the policy is "tool:pay -> F decision:done"`,
			`a.go:1:1 the run starts at "start" [0]`, `a.go:2:1 then "model" (llm) [0]`, `a.go:2:1 "model" calls tool "pay" [1]`,
			`a.go:2:1 from here for ever: "model" runs [1]`,
			`a.go:2:1 and back to "model"`,
		}},
		{"at most 1 tool:ask", false, []string{
			`a.go:2:1: policy/p: a call of "ask" can happen more than once; the policy is "at most 1 tool:ask"`,
			`a.go:1:1 the run starts at "start" [0]`, `a.go:2:1 then "model" (llm) [0]`, `a.go:2:1 "model" asks a human [0]`,
			`a.go:2:1 "model" calls tool "ask" [1]`, `a.go:2:1 "model" asks a human [1]`, `a.go:2:1 "model" calls tool "ask" [2]`,
		}},
		{"tool:pay -> F decision:done", false, nil},
		{"never decision:done", false, []string{
			`a.go:3:1: policy/p: the decision "done" can happen; the policy is "never decision:done"`,
			`a.go:1:1 the run starts at "start" [0]`, `a.go:2:1 then "model" (llm) [0]`,
			`a.go:5:1 then "again" (router), which decides for "done" [1]`,
		}},
	} {
		res := product.Check(w, product.MustCompile(tt.rule), product.Options{Unfair: tt.unfair})
		var got []string
		if f := FromOrder(w, PolicyRule{ID: "policy/p", Text: tt.rule, Severity: rules.High}, res); f != nil {
			got = append(got, f.Pos.String()+": "+f.Rule+": "+f.Message)
			for _, s := range f.Witness {
				got = append(got, strings.TrimSpace(s.Pos.String()+" "+s.Text))
			}
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.rule, diff)
		}
	}
}

// TestOrderDoubt wants words for each doubt, different ones.
func TestOrderDoubt(t *testing.T) {
	seen := make(map[string]product.Why)
	for w := product.WhyNone + 1; !strings.HasPrefix(w.String(), "invalid"); w++ {
		text := OrderDoubt(product.Doubt{Why: w, Part: reason.Words("the part is not known"), Max: 7})
		if other, again := seen[text]; again || text == "" {
			t.Errorf("%s is worded %q, as is %s", w, text, other)
		}
		seen[text] = w
	}
	if len(seen) == 0 {
		t.Error("there are no doubts")
	}
}
