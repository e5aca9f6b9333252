package main

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/graph"
)

// TestWritePolicy wants a policy file whatever the tools are called: as it is written, and
// with all that may be taken out of its comments.
func TestWritePolicy(t *testing.T) {
	for _, test := range []struct {
		tools     []*graph.Tool
		sensitive []string // what is proposed
		rule      string
	}{
		{nil, []string{"delete_*"}, "human before each tool:delete_*"},
		{[]*graph.Tool{{Name: "search"}, {Name: "search"}, {}}, []string{"delete_*"}, "human before each tool:delete_*"},
		{
			[]*graph.Tool{
				{Name: "read_mail"}, {Name: "send-mail"}, {Name: "run", Hints: graph.Hints{ReadOnly: graph.HintTrue}},
				{Name: "archive", Hints: graph.Hints{Destructive: graph.HintTrue}},
			},
			[]string{"archive", "send-mail"}, "human before each tool:archive",
		},
		{
			[]*graph.Tool{{Name: "a\nversion: 2\n", Destructive: true}, {Name: "x: \"y\" #\u2028\x1b[2J", Destructive: true}},
			[]string{"a\nversion: 2\n", "x: \"y\" #\u2028\x1b\\[2J"}, "human before each tool:NAME",
		},
	} {
		var b bytes.Buffer
		odd := &graph.Tool{Name: "odd \"*\"", Declared: []string{"payments", "net.*"}, Needs: []graph.Need{{Capability: "exec.my prog"}, {Capability: "unknown"}, {Capability: "env"}}}
		agents := []*graph.Agent{{Name: "a: [1]", Tools: append([]*graph.Tool{odd}, test.tools...)}, {Name: "idle"}, {Name: "quiet", Tools: []*graph.Tool{{Name: "look"}}}}
		writePolicy(&b, &graph.Program{Agents: agents}, test.tools)
		p, err := policy.Load(policy.FileName, b.Bytes(), policy.Options{})
		if err != nil {
			t.Errorf("%v\n%s", err, b.Bytes())
			continue
		}
		if len(p.Sensitive) > 0 || len(p.SwitchedOff()) > 0 || len(p.Rules) != len(policy.Default().Rules) {
			t.Errorf("as it is written, the file asks for something:\n%s", b.Bytes())
		}
		all := regexp.MustCompile(`(?m)^#([a-z]|  )`).ReplaceAllString(b.String(), "$1")
		if p, err = policy.Load(policy.FileName, []byte(all), policy.Options{}); err != nil {
			t.Errorf("%v\n%s", err, all)
			continue
		}
		grants := p.Grants()
		if len(grants) != 2 || !grants[0].Agents[0].Match("a: [1]") || grants[0].Capabilities.String() != "exec net payments" || !grants[0].Allowed.List[len(grants[0].Allowed.List)-1].Match(lastName(append(test.tools, odd))) {
			t.Errorf("it proposes the grants %v", grants)
		}
		if len(grants) == 2 && grants[1].Capabilities.String() != "none" {
			t.Errorf("it proposes %s for tools that need nothing", grants[1].Capabilities)
		}
		var got []string
		for _, s := range p.Sensitive {
			got = append(got, s.Text)
		}
		if strings.Join(got, "|") != strings.Join(test.sensitive, "|") {
			t.Errorf("it proposes %q, want %q", got, test.sensitive)
		}
		if r := p.RuleByName("ask-first"); r == nil || r.Text != test.rule {
			t.Errorf("it proposes the rule %+v, want %s", r, test.rule)
		}
	}
}

// lastName returns the last of the names of tools as they stand in a grant.
func lastName(tools []*graph.Tool) string {
	var names []string
	for _, t := range tools {
		if t.Name != "" {
			names = append(names, yamlText(pattern.Replace(t.Name)))
		}
	}
	last := slices.Max(names)
	for _, t := range tools {
		if yamlText(pattern.Replace(t.Name)) == last {
			return t.Name
		}
	}
	return ""
}
