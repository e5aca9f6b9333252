package policy

import (
	"strings"
	"testing"
)

func TestContradictions(t *testing.T) {
	for _, tt := range []struct{ name, rules, want string }{
		{"none", "- {name: a, rule: 'human before tool:pay'}\n- {name: b, rule: never human}\n- {name: c, rule: 'ltlf: F tool:log'}", ""},
		{"one that nothing keeps", "- {name: a, rule: 'ltlf: tool:x && !tool:x'}", `p.yaml:3:19: no run can keep the policy "a"`},
		{"one that only doing nothing keeps", "- {name: a, rule: 'ltlf: G X true'}", `p.yaml:3:19: no run can keep the policy "a"`},
		{"parts of one", "- {name: a, all: ['ltlf: F tool:x', never tool:x]}", `no run can keep the policy "a"`},
		{"a pair", "- {name: a, rule: 'ltlf: F tool:log'}\n- {name: b, rule: 'never tool:l*'}\n- {name: c, rule: 'never tool:log'}",
			`p.yaml:5:19: no run can keep both the policy "c" and "a" on line 3`},
		{"a pair of demands, once", "- {name: a, rule: 'tool:x U tool:y'}\n- {name: b, rule: 'ltlf: !tool:x && !tool:y'}",
			`p.yaml:4:19: no run can keep both the policy "b" and "a" on line 3`},
		{"for other workflows", "- {name: a, rule: 'ltlf: F tool:log', workflows: [x]}\n- {name: c, rule: 'never tool:log', workflows: [y]}", ""},
		{"for some and for all", "- {name: a, rule: 'ltlf: F tool:log', workflows: [x]}\n- {name: c, rule: 'never tool:log'}", `both the policy "c" and "a"`},
		{"by length", "- {name: a, rule: 'ltlf: F tool:log'}\n- {name: c, rule: 'ltlf: X true'}", ""},
		{"numbers", "- {name: a, rule: 'ltlf: F(tool:a && X F tool:a)'}\n- {name: b, rule: at most 1 tool:a}", `both the policy "b" and "a"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			p, err := Load("p.yaml", []byte("version: 1\npolicies:\n"+tt.rules+"\n"), Options{})
			if err != nil {
				t.Fatal(err)
			}
			got := Contradictions(p.Rules).Error()
			if tt.want == "" && got != "" || !strings.Contains(got, tt.want) || strings.Count(got, "\n") > 0 {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
