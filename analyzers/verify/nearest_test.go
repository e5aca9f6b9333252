package verify

import (
	"encoding/json"
	"math/rand"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/plan"
)

func TestNearest(t *testing.T) {
	fetch := call("fetch_emails", "", "mail")
	send := call("send_email", `"to": "ann", "body": "@mail"`, "")
	for _, c := range []struct {
		name, rule string
		steps      []string
		want       string
	}{
		{"it holds", "never tool:pay", []string{fetch}, ""},
		{"cleaned", "never tool:pay", []string{fetch, send},
			`call "redact" with "@mail" before "send_email", which calls "send_email", and use what it returns there` + "\n"},
		{"asked", "human before tool:pay", []string{call("pay", `"amount": 1`, "")}, `call "approve" before "pay", which calls "pay"` + "\n"},
		{"called before", "tool:auth before tool:pay", []string{fetch, call("pay", `"amount": 1`, "")}, `call "auth" before "pay", which calls "pay"` + "\n"},
		{"moved", "tool:summarize before tool:pay", []string{call("pay", `"amount": 1`, ""), call("summarize", `"text": "a"`, "")},
			`move "summarize", which calls "summarize" before "pay", which calls "pay"` + "\n"},
		{"both", "human before tool:send_email", []string{fetch, send},
			`call "redact" with "@mail" before "send_email", which calls "send_email", and use what it returns there` + "\n" +
				`call "approve" before "send_email", which calls "send_email"` + "\n"},
		{"left out", "never tool:pay", []string{fetch, call("pay", `"amount": 1`, "")}, `leave out "pay", which calls "pay"` + "\n"},
		{"below a condition", "never tool:pay", []string{fetch, when("@mail == a", call("pay", `"amount": 1`, "")+", "+call("auth", "", ""), "")}, `leave out "pay", which calls "pay"` + "\n"},
		{"nothing would be left", "never tool:pay", []string{call("pay", `"amount": 1`, "")}, "none"},
		{"too much is wrong", "never tool:pay", []string{fetch, call("pay", `"amount": 1`, ""), call("pay", `"amount": 2`, ""), call("pay", `"amount": 3`, "")}, "none"},
	} {
		t.Run(c.name, func(t *testing.T) {
			rule, wrong := policy.Parse("rule", c.rule, graph.Pos{})
			if wrong != nil {
				t.Fatal(wrong)
			}
			v := NewPlanner(Proposal{Registry: plan.NewRegistry(planTools(), nil), Rules: []*policy.Rule{rule}}, Options{})
			s := v.Nearest("plan.json", []byte(`{"goal": "g", "steps": [`+strings.Join(c.steps, ", ")+`]}`))
			if got := suggested(s); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

func suggested(s *Suggestion) string {
	if s == nil {
		return "none"
	}
	return s.String()
}

// TestRandomNearest runs what is suggested for random plans: none of it does what is forbidden.
func TestRandomNearest(t *testing.T) {
	found, edits := 0, make(map[plan.EditKind]int)
	for seed := range *randomPlans / 50 {
		w := newWorld(rand.New(rand.NewSource(int64(seed))))
		tools := plan.NewRegistry(w.tools, nil)
		tools.Inputs = map[string][]string{"in": {"untrusted"}}
		rule, wrong := policy.Parse("rule", w.rule.text, graph.Pos{})
		if wrong != nil {
			t.Fatal(wrong)
		}
		s := NewPlanner(Proposal{Registry: tools, Rules: []*policy.Rule{rule}}, Options{}).Nearest("plan.json", []byte(w.text))
		if s == nil || len(s.Edits) == 0 {
			continue
		}
		found++
		for _, e := range s.Edits {
			edits[e.Kind]++
		}
		w.text = string(s.Text)
		var whole struct{ Steps []any }
		if err := json.Unmarshal(s.Text, &whole); err != nil {
			t.Fatal(err)
		}
		asInWorld(whole.Steps)
		w.steps, w.calls = whole.Steps, strings.Count(w.text, `"toolName"`)
		if w.calls > 5 {
			continue // too many runs
		}
		if bad := w.forbidden(); bad != "" {
			t.Errorf("seed %d: suggested, and %s\nrule %s\n%s", seed, bad, w.rule.text, w.text)
		}
	}
	t.Logf("%d suggestions: %v", found, edits)
	if found < *randomPlans/500 || len(edits) < 3 {
		t.Errorf("%d suggestions, with %v: the test says little", found, edits)
	}
}

// asInWorld makes steps what those of a world are: numbers of rounds are whole, and calls have arguments.
func asInWorld(steps []any) {
	for _, s := range steps {
		step := s.(map[string]any)
		if most, ok := step["atMost"].(float64); ok {
			step["atMost"] = int(most)
		}
		if _, isCall := step["toolName"]; isCall && step["arguments"] == nil {
			step["arguments"] = map[string]any{}
		}
		for _, list := range within(step) {
			asInWorld(list)
		}
	}
}
