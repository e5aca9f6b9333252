package atmosphere_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/plan"
	"github.com/agentvet/agentvet/internal/atmosphere"
)

func tools() []*graph.Tool {
	tool := func(name string, params ...string) *graph.Tool {
		t := &graph.Tool{Name: name, Handler: "desk." + name, Pos: graph.Pos{File: "desk.go", Line: len(name), Col: 1}}
		for _, p := range params {
			path, takes, _ := strings.Cut(p, " ")
			t.Params = append(t.Params, graph.Param{Path: path, Field: strings.ToUpper(path), Type: takes, Takes: takes, Optional: true, Pos: t.Pos})
		}
		return t
	}
	return []*graph.Tool{
		tool("fetch"), tool("auth"), tool("logout"), tool("sum", "text string"), tool("send", "to string", "body string"), tool("pay", "amount float64"), tool("quota"),
	}
}

// call returns a step, as in call("send", `"body": "x"`, "r").
func call(tool, args, bind string) string {
	if bind != "" {
		bind = fmt.Sprintf(`, "resultBinding": %q`, bind)
	}
	return fmt.Sprintf(`{"label": "l", "toolName": %q, "arguments": {%s}%s}`, tool, args, bind)
}

// TestConvert: plans are held to what the policy says, also to what its own command drops.
func TestConvert(t *testing.T) {
	const all = `"allowedTools": ["fetch", "auth", "logout", "sum", "send", "pay", "quota"], "controlFlow": "BRANCHING"`
	flow := `"taintRules": [{"name": "no-leak", "sourceTool": "fetch", "sinkTool": "send", "sinkParam": "body"}]`
	automaton := func(moves string) string {
		return `"automata": [{"name": "Auth First", "initialState": "out", "states": [{"name": "out"}, {"name": "in", "error": false}, {"name": "bad", "error": true}], "transitions": [` + moves + `]}]`
	}
	move := func(from, to, tool, cond string) string {
		if cond != "" {
			cond = fmt.Sprintf(`, "condition": %q`, cond)
		}
		return fmt.Sprintf(`{"fromState": %q, "toState": %q, "toolName": %q%s}`, from, to, tool, cond)
	}
	login := automaton(move("out", "in", "auth", "") + "," + move("in", "out", "logout", "") + "," + move("out", "bad", "fetch", ""))
	charge := automaton(move("out", "bad", "pay", "amount > 1000"))
	bound := func(op, to string) string {
		return fmt.Sprintf(`"numericInvariants": [{"toolName": "pay", "argName": "amount", "op": %q, "bound": %s}]`, op, to)
	}
	needs := func(granted string) string {
		return fmt.Sprintf(`"grantedCapabilities": [%s], "toolCapabilityRequirements": {"send": ["net"], "sum": []}`, granted)
	}
	fetch, auth := call("fetch", "", "m"), call("auth", "", "")
	pay := func(amount string) string { return call("pay", `"amount": `+amount, "") }
	for _, c := range []struct {
		name, policy string
		steps        []string
		want         []string // rules of the findings
	}{
		{"a leak", all + "," + flow, []string{fetch, call("send", `"body": "@m"`, "")}, []string{"taint/flow"}},
		{"a leak through a tool", all + "," + flow, []string{fetch, call("sum", `"text": "@m"`, "s"), call("send", `"body": "@s"`, "")}, []string{"taint/flow"}},
		{"another argument", all + "," + flow, []string{fetch, call("send", `"to": "@m"`, "")}, nil},
		{"not allowed", `"allowedTools": ["fetch"]`, []string{fetch, auth}, []string{"capability/ungranted"}},
		{"nothing allowed", `"allowedTools": []`, []string{auth}, []string{"capability/ungranted"}},
		{"linear unless it says otherwise", `"allowedTools": ["fetch"]`, []string{fetch, `{"label": "l", "condition": "@m == 1", "then": []}`}, []string{"plan/control-flow"}},
		{"branches", all, []string{fetch, `{"label": "l", "condition": "@m == 1", "then": []}`}, nil},
		{"before auth", all + "," + login, []string{fetch, auth}, []string{"policy/auth-first"}},
		{"after auth", all + "," + login, []string{auth, fetch}, nil},
		{"after logout", all + "," + login, []string{auth, call("logout", "", ""), fetch}, []string{"policy/auth-first"}},
		{"after another auth", all + "," + login, []string{auth, call("logout", "", ""), auth, fetch}, nil},
		{"on one way", all + "," + login, []string{call("quota", "", "q"), `{"label": "l", "condition": "@q == 1", "then": [` + auth + `]}`, fetch}, []string{"policy/auth-first"}},
		{"a guard that holds", all + "," + charge, []string{pay("2000")}, []string{"policy/auth-first"}},
		{"a guard that does not", all + "," + charge, []string{pay("500")}, nil},
		{"a guard that may", all + "," + charge, []string{call("quota", "", "q"), pay(`"@q"`)}, []string{"policy/auth-first"}},
		{"within a bound", all + "," + bound("LE", "1000"), []string{pay("500")}, nil},
		{"beyond it", all + "," + bound("LE", "1000"), []string{pay("5000")}, []string{"plan/bound"}},
		{"by a fraction", all + "," + bound("LE", "1000"), []string{pay("1000.9")}, []string{"plan/bound"}},
		{"beyond 64 bits", all + "," + bound("LE", "1000"), []string{pay("18446744073709551621")}, []string{"plan/bound"}},
		{"left out", all + "," + bound("LE", "1000"), []string{call("pay", "", "")}, []string{"unknown plan/bound"}},
		{"a bound by name", all + "," + bound("LE", `{"bindingName": "q"}`), []string{call("fetch", "", "q"), pay(`"@q"`)}, []string{"unknown plan/bound"}},
		{"granted", all + "," + needs(`"net"`), []string{call("send", "", "")}, nil},
		{"not granted", all + "," + needs(""), []string{call("send", "", "")}, []string{"capability/ungranted"}},
		{"needs nothing", all + "," + needs(""), []string{call("sum", "", "")}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := atmosphere.Decode("old.json", []byte(`{"name": "desk", `+c.policy+`}`))
			if err != nil {
				t.Fatal(err)
			}
			text, err := p.YAML("old.json")
			if err != nil {
				t.Fatal(err)
			}
			rules, err := policy.Load("agentvet.yaml", []byte(text), policy.Options{})
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			held := tools()
			if err := p.Annotate(held); err != nil {
				t.Fatal(err)
			}
			pl, err := plan.Decode("plan.json", []byte(`{"goal": "g", "steps": [`+strings.Join(c.steps, ",")+`]}`))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range verify.Plan(verify.Proposal{Plan: pl, Registry: plan.NewRegistry(held, nil)}, verify.Options{Policy: rules}) {
				rule := f.Rule
				if f.Verdict.String() == "unknown" {
					rule = "unknown " + rule
				}
				got = append(got, rule)
			}
			slices.Sort(got)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("findings (-want +got):\n%s%s", diff, text)
			}
		})
	}
}

// TestMistakes: what passes silently there is an error with its place.
func TestMistakes(t *testing.T) {
	automaton := func(initial, moves string) string {
		return `"automata": [{"name": "a", "initialState": "` + initial + `", "states": [{"name": "s"}, {"name": "t"}, {"name": "e", "error": true}], "transitions": [` + moves + `]}]`
	}
	cond := func(text string) string {
		return automaton("s", `{"fromState": "s", "toState": "e", "toolName": "pay", "condition": "`+text+`"}`)
	}
	for _, c := range []struct{ policy, want string }{
		{`"allowedTool": []`, `the policy has no key "allowedTool"; did you mean "allowedTools"?`},
		{`"controlFlow": "LINEAR"`, "controlFlow: want one of"},
		{`"taintRules": [{"name": "n", "sourceTool": "fetch", "sinkTool": "send"}]`, "the entry has 3 of the 4 keys"},
		{automaton("u", ""), `old.json:1:`},
		{automaton("s", `{"fromState": "s", "toState": "ee", "toolName": "pay"}`), `has no state "ee"`},
		{automaton("e", ""), "begins in the error state"},
		{cond("a >= 80 && a <= 90"), "is compared with"},
		{cond("a"), "want one comparison"},
		{cond("a == @b"), "is compared with"},
		{cond("a == 5d"), "is compared with"},
		{automaton("s", `{"fromState": "s", "toState": "t", "toolName": "pay"}, {"fromState": "t", "toState": "s", "toolName": "pay"}, {"fromState": "t", "toState": "e", "toolName": "send"}`), "leads back to"},
		{`"numericInvariants": [{"toolName": "pay", "argName": "amount", "op": "NE", "bound": 1}]`, "op: want one of"},
		{`"numericInvariants": [{"toolName": "pay", "argName": "amount", "op": "LE", "bound": 1.5}]`, "want a whole number"},
		{`"allowedTools": ["a\nb"]`, "control character"},
		{`"allowedTools": ["sent"]`, `the registry has no tool "sent"; did you mean "send"?`},
		{`"taintRules": [{"name": "n", "sourceTool": "fetched", "sinkTool": "send", "sinkParam": "body"}]`, `the registry has no tool "fetched"`},
		{`"taintRules": [{"name": "n", "sourceTool": "fetch", "sinkTool": "send", "sinkParam": "bodi"}]`, `tool "send" has no argument "bodi"; did you mean "body"?`},
	} {
		p, err := atmosphere.Decode("old.json", []byte(`{"name": "desk", `+c.policy+`}`))
		if err == nil {
			if _, err = p.YAML("old.json"); err == nil {
				err = p.Annotate(tools())
			}
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\nerror %v, want %q", c.policy, err, c.want)
		}
	}
	held := tools()
	held[4].Params[1].Sink = &graph.Sink{Forbid: []string{"secret"}, Unless: []string{"clean"}}
	p, err := atmosphere.Decode("old.json", []byte(`{"name": "desk", "taintRules": [{"name": "n", "sourceTool": "fetch", "sinkTool": "send", "sinkParam": "body"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Annotate(held); err == nil || !strings.Contains(err.Error(), "which accepts what clean has cleaned") {
		t.Errorf("a sink with sanitizers is widened: %v", err)
	}
}

// FuzzDecode: no text makes reading or converting panic, and what comes out is a policy file or an error.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"name": "a", "allowedTools": ["x"], "controlFlow": "BRANCHING", "taintRules": [{"name": "n", "sourceTool": "a", "sinkTool": "b", "sinkParam": "c"}]}`))
	f.Add([]byte(`{"name": "a", "automata": [{"name": "a", "initialState": "s", "states": [{"name": "s"}, {"name": "e", "error": true}], "transitions": [{"fromState": "s", "toState": "e", "toolName": "t", "condition": "a > 1"}]}]}`))
	f.Add([]byte(`{"name": "a", "grantedCapabilities": ["net"], "toolCapabilityRequirements": {"a": ["net.x"]}, "numericInvariants": [{"toolName": "a", "argName": "b", "op": "LE", "bound": {"bindingName": "q"}}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := atmosphere.Decode("old.json", text)
		if err != nil {
			return
		}
		out, err := p.YAML("old.json")
		if err != nil {
			return
		}
		p.Annotate(tools())
		policy.Load("agentvet.yaml", []byte(out), policy.Options{})
	})
}
