package verify

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/plan"
	"github.com/agentvet/agentvet/graph/verdict"
)

// planTools are the tools of the examples.
func planTools() []*graph.Tool {
	param := func(name, takes string) graph.Param {
		return graph.Param{Path: name, Field: strings.ToUpper(name[:1]) + name[1:], Type: takes, Takes: takes, Pos: at(name)}
	}
	body := param("body", "string")
	body.Sink = &graph.Sink{Forbid: []string{"fetch_emails", "secret"}, Name: "no-inbox-leak", Unless: []string{"redact"}}
	extra := param("extra", "string")
	extra.Optional = true
	amount := param("amount", "int64")
	amount.Bounds = []graph.Limit{{Op: "<=", Of: "1000"}}
	count := param("count", "int")
	count.Bounds, count.Optional = []graph.Limit{{Op: "<=", Of: "quota"}}, true
	size := param("size", "float64")
	size.Bounds = []graph.Limit{{Op: "<", Of: "10"}}
	items := param("items", "[]object")
	text := param("items[].text", "string")
	text.Sink = &graph.Sink{Forbid: []string{"fetch_emails"}}
	heads, head := param("heads", "{}object"), param("heads{}.text", "string")
	head.Sink = text.Sink
	tool := func(name string, params ...graph.Param) *graph.Tool {
		return &graph.Tool{Name: name, Handler: "example.com/desk." + name, Params: params, Pos: at(name)}
	}
	secret := tool("read_secret")
	secret.Sources = []string{"secret"}
	approve := tool("approve")
	approve.Events = []string{"human"}
	wipe := tool("wipe")
	wipe.Needs, wipe.Inferred = []graph.Need{{Capability: "fs.delete"}}, []string{"fs.delete"}
	erase := tool("erase")
	erase.Gate = graph.Gate{Kind: graph.GateInterrupt, Pos: at("erase")}
	closed := tool("closed")
	closed.Unread = true
	helper := tool("helper")
	helper.Agent = "helper"
	return []*graph.Tool{
		tool("fetch_emails"), secret, tool("summarize", param("text", "string")), tool("redact", param("text", "string"), extra),
		tool("send_email", param("to", "string"), body), tool("send_list", items, text), tool("send_heads", heads, head), tool("pay", amount), tool("send_bulk", count),
		tool("cut", size), tool("get_number"), tool("auth"), approve, wipe, erase, closed, helper,
	}
}

// at returns the place of a thing in Go: of each another line.
func at(name string) graph.Pos {
	line := 0
	for _, c := range []byte(name) {
		line += int(c)
	}
	return graph.Pos{File: "desk.go", Line: line, Col: 2}
}

// call returns a step, as in call("fetch_emails", "", "mail").
func call(tool, args, bind string) string {
	step := fmt.Sprintf(`{"label": "%s", "toolName": "%[1]s", "arguments": {%s}`, tool, args)
	if bind != "" {
		step += fmt.Sprintf(`, "resultBinding": %q`, bind)
	}
	return step + "}"
}

func when(condition, then, otherwise string) string {
	return fmt.Sprintf(`{"label": "if", "condition": %q, "then": [%s], "otherwise": [%s]}`, condition, then, otherwise)
}

func each(list string, most int, do string) string {
	return fmt.Sprintf(`{"label": "each", "forEach": %q, "item": "i", "atMost": %d, "do": [%s]}`, list, most, do)
}

func while(condition string, most int, do string) string {
	return fmt.Sprintf(`{"label": "while", "while": %q, "atMost": %d, "do": [%s]}`, condition, most, do)
}

func both(one, other string) string {
	return fmt.Sprintf(`{"label": "both", "parallel": [[%s], [%s]]}`, one, other)
}

// TestPlans holds what is said of plans to what is right, for all that other verifiers of plans get
// wrong: see docs/plan.md.
func TestPlans(t *testing.T) {
	fetch, number := call("fetch_emails", "", "mail"), call("get_number", "", "n")
	send := func(body string) string { return call("send_email", `"to": "ann", "body": "`+body+`"`, "") }
	pay := func(amount string) string { return call("pay", `"amount": `+amount, "") }
	for _, c := range []struct {
		name   string
		steps  []string
		rule   string
		policy string
		// version is set for plans of the own form, with inputs.
		version bool
		inputs  string
		want    []string // the places and what is said, in short
	}{
		{name: "no step"},
		{name: "what is read is not sent", steps: []string{fetch, call("summarize", `"text": "@mail"`, "short")}},
		{name: "a leak", steps: []string{fetch, send("@mail")}, want: []string{`3 "@mail" taint/flow: fetch_emails`}},
		{name: "a leak through a tool", steps: []string{fetch, call("summarize", `"text": "@mail"`, "s"), send("@s")}, want: []string{`4 "@s" taint/flow: fetch_emails`}},
		{name: "a label", steps: []string{call("read_secret", "", "s"), send("@s")}, want: []string{`3 "@s" taint/flow: read_secret`}},
		{name: "a leak below a condition", steps: []string{fetch, number, when("@n == 1", send("@mail"), "")}, want: []string{`4 "@mail" taint/flow: fetch_emails`}},
		{name: "either way leaves it in", steps: []string{fetch, number, when("@n == 1", call("auth", "", "mail"), ""), send("@mail")}, want: []string{`5 "@mail" taint/flow: fetch_emails`}},
		{name: "both ways replace it", steps: []string{fetch, number, when("@n == 1", call("auth", "", "mail"), call("auth", "", "mail")), send("@mail")}},
		{name: "replaced", steps: []string{fetch, call("auth", "", "mail"), send("@mail")}},
		{name: "a list within", steps: []string{fetch, call("send_list", `"items": [{"text": "a"}, {"text": "@mail"}]`, "")}, want: []string{`3 "@mail" taint/flow: fetch_emails`}},
		{name: "the whole list", steps: []string{fetch, call("send_list", `"items": "@mail"`, "")}, want: []string{`3 "@mail" taint/flow: fetch_emails`}},
		{name: "below a key", steps: []string{fetch, call("send_heads", `"heads": {"a": {"text": "@mail"}}`, "")}, want: []string{`3 "@mail" taint/flow: fetch_emails`}},
		{name: "below a key that looks like a path", steps: []string{fetch, call("send_heads", `"heads": {"a.b[]{}": {"text": "@mail"}}`, "")}, want: []string{`3 "@mail" taint/flow: fetch_emails`}},
		{name: "it decides what is sent", steps: []string{fetch, when("@mail == a", send("yes"), send("no"))},
			want: []string{`3 "yes" taint/flow: fetch_emails`, `3 "no" taint/flow: fetch_emails`}},
		{name: "it decides which value is sent", steps: []string{fetch, when("@mail == a", call("auth", "", "x"), call("get_number", "", "x")), send("@x")},
			want: []string{`4 "@x" taint/flow: fetch_emails`}},
		{name: "it decides whether a value is replaced", steps: []string{fetch, call("auth", "", "x"), when("@mail == a", call("get_number", "", "x"), ""), send("@x")},
			want: []string{`5 "@x" taint/flow: fetch_emails`}},
		{name: "sanitized", steps: []string{fetch, call("redact", `"text": "@mail"`, "clean"), send("@clean")}},
		{name: "sanitized, and then in another tool", steps: []string{fetch, call("redact", `"text": "@mail"`, "c"), call("summarize", `"text": "@c"`, "s"), send("@s")}},
		{name: "sanitized, and raw beside it", steps: []string{fetch, call("redact", `"text": "@mail", "extra": "@mail"`, "clean"), send("@clean")},
			want: []string{`4 "@clean" taint/flow: fetch_emails`}},
		{name: "a text that looks like a reference", steps: []string{fetch, send("see @mail")}},
		{name: "a text that begins with @", steps: []string{fetch, send("@@mail")}},

		{name: "a tool that there is not", steps: []string{call("fetch_email", "", "")}, want: []string{`2 "fetch_email" plan/call: no tool is called "fetch_email"; did you mean "fetch_emails"?`}},
		{name: "a tool that runs an agent", steps: []string{call("helper", "", "")}, want: []string{`2 "helper" unknown plan/call: tool "helper" runs the agent "helper", and what that does is not known`}},
		{name: "a reference before its binding", steps: []string{send("@mail"), fetch}, want: []string{`2 "@mail" plan/reference: @mail is not bound on every way that leads here`}},
		{name: "to itself", steps: []string{call("summarize", `"text": "@s"`, "s")}, want: []string{`2 "@s" plan/reference: @s is not bound on every way that leads here`}},
		{name: "within a list", steps: []string{call("send_list", `"items": [{"text": "@x"}]`, "")}, want: []string{`2 "@x" plan/reference: @x is not bound on every way that leads here`}},
		{name: "in a condition", steps: []string{when("@x == 1", "", "")}, want: []string{`2 @x plan/reference: @x is not bound on every way that leads here`}},
		{name: "bound on one way", steps: []string{number, when("@n == 1", call("auth", "", "x"), ""), call("summarize", `"text": "@x"`, "")},
			want: []string{`4 "@x" plan/reference: @x is not bound on every way that leads here`}},
		{name: "bound on both ways", steps: []string{number, when("@n == 1", call("auth", "", "x"), call("auth", "", "x")), call("summarize", `"text": "@x"`, "")}},

		{name: "missing, extra, wrong", steps: []string{call("send_email", `"to": 5, "subject": "x"`, "")}, want: []string{`2 { plan/call: argument "body" of tool "send_email" is missing: want string`, `2 5 plan/call: argument "to" of tool "send_email" is 5, and the tool takes string`, `2 "subject" plan/call: tool "send_email" has no argument "subject"`}},
		{name: "a field of another case", steps: []string{call("summarize", `"Text": "x"`, "")}, want: []string{`2 { plan/call: argument "text" of tool "summarize" is missing: want string`, `2 "Text" plan/call: tool "summarize" has no argument "Text"; did you mean "text"?`}},
		{name: "a path for a name", steps: []string{call("send_list", `"items": [], "items[].text": "x"`, "")}, want: []string{`2 "items[].text" plan/call: tool "send_list" has no argument "items[].text"`}},
		{name: "no list", steps: []string{call("send_list", `"items": {"text": "x"}`, "")}, want: []string{`2 { plan/call: argument "items" of tool "send_list" is an object, and the tool takes a list of object`}},
		{name: "a number with an exponent is no int", steps: []string{pay("1e2")}, want: []string{`2 1e2 plan/call: argument "amount" of tool "pay" is 1e2, and the tool takes int64`}},

		{name: "within its bound", steps: []string{pay("1000"), call("cut", `"size": 9.99`, "")}},
		{name: "beyond", steps: []string{pay("1001")}, want: []string{`2 1001 plan/bound: argument "amount" of tool "pay" is 1001, and must be <= 1000`}},
		{name: "by a fraction", steps: []string{pay("1000.9")}, want: []string{`2 1000.9 plan/bound: argument "amount" of tool "pay" is 1000.9, and must be <= 1000`, `2 1000.9 plan/call: argument "amount" of tool "pay" is 1000.9, and the tool takes int64`}},
		{name: "beyond 64 bits", steps: []string{pay("18446744073709551621")}, want: []string{`2 18446744073709551621 plan/bound: argument "amount" of tool "pay" is 18446744073709551621, and must be <= 1000`, `2 18446744073709551621 plan/call: argument "amount" of tool "pay" is 18446744073709551621, and the tool takes int64`}},
		{name: "beyond all exponents", steps: []string{call("cut", `"size": 1e999999999`, "")}, want: []string{`2 1e999999999 unknown plan/bound: whether argument "size" of tool "cut", 1e999999999, is < 10 is not known`, `2 1e999999999 plan/call: argument "size" of tool "cut" is 1e999999999, and the tool takes float64`}},
		{name: "a reference", steps: []string{number, pay(`"@n"`)}, want: []string{`3 "@n" unknown plan/bound: whether argument "amount" of tool "pay", @n, is <= 1000 is not known`}},
		{name: "that is compared", steps: []string{number, when("@n <= 1000", pay(`"@n"`), "")}},
		{name: "with less", steps: []string{number, when("@n < 10", pay(`"@n"`), "")}},
		{name: "on the other way", steps: []string{number, when("@n > 1000", "", pay(`"@n"`))}},
		{name: "with more", steps: []string{number, when("@n <= 1001", pay(`"@n"`), "")}, want: []string{`3 "@n" unknown plan/bound: whether argument "amount" of tool "pay", @n, is <= 1000 is not known`}},
		{name: "and bound anew", steps: []string{number, when("@n <= 1000", number+", "+pay(`"@n"`), "")},
			want: []string{`3 "@n" unknown plan/bound: whether argument "amount" of tool "pay", @n, is <= 1000 is not known`}},
		{name: "behind the condition", steps: []string{number, when("@n <= 1000", "", ""), pay(`"@n"`)},
			want: []string{`4 "@n" unknown plan/bound: whether argument "amount" of tool "pay", @n, is <= 1000 is not known`}},
		{name: "a bound that is called as a result is", steps: []string{call("get_number", "", "quota"), call("send_bulk", `"count": "@quota"`, "")},
			want: []string{`3 "@quota" unknown plan/bound: whether argument "count" of tool "send_bulk", @quota, is <= quota is not known`}},
		{name: "left out", steps: []string{call("send_bulk", "", "")}, want: []string{`2 { unknown plan/bound: argument "count" of tool "send_bulk" is left out: whether what the tool takes for it is <= quota is not known`}},

		{name: "before it", rule: "tool:auth before tool:fetch_emails", steps: []string{call("auth", "", ""), fetch}},
		{name: "not before it", rule: "tool:auth before tool:fetch_emails", steps: []string{fetch, call("auth", "", "")}, want: []string{`2 { policy/rule`}},
		{name: "before it on one way", rule: "tool:auth before tool:fetch_emails", steps: []string{number, when("@n == 1", call("auth", "", ""), ""), fetch}, want: []string{`4 { policy/rule`}},
		{name: "before it where it runs", rule: "tool:auth before tool:fetch_emails",
			steps: []string{number, when("@n == 1", call("auth", "", ""), ""), when("@n == 1", fetch, "")}},
		{name: "before it where it does not run", rule: "tool:auth before tool:fetch_emails",
			steps: []string{number, when("@n == 1", call("auth", "", ""), ""), when("@n != 1", fetch, "")}, want: []string{`4 { policy/rule`}},
		{name: "of another value of the name", rule: "tool:auth before tool:fetch_emails",
			steps: []string{number, when("@n == 1", call("auth", "", ""), ""), number, when("@n == 1", fetch, "")}, want: []string{`5 { policy/rule`}},
		{name: "at most", rule: "at most 2 tool:pay", steps: []string{pay("900"), pay("900"), pay("900")}, want: []string{`4 { policy/rule`}},
		{name: "in the end", rule: "tool:fetch_emails -> F tool:auth", steps: []string{fetch}, want: []string{`2 { policy/rule`}},
		{name: "a human", rule: "human before tool:pay", steps: []string{call("approve", "", ""), pay("1")}},
		{name: "a guard that holds", rule: "G !tool:pay(amount > 500)", steps: []string{pay("501")}, want: []string{`2 { policy/rule`}},
		{name: "a guard that does not", rule: "G !tool:pay(amount > 500)", steps: []string{pay("500")}},
		{name: "a guard on a reference", rule: "G !tool:pay(amount > 500)", steps: []string{number, when("@n <= 1000", pay(`"@n"`), "")},
			want: []string{`3 { policy/rule`}},
		{name: "a guard on what is left out", rule: `G !tool:redact(extra == "all")`, steps: []string{call("redact", `"text": "x"`, "")}},
		{name: "a guard beyond 2^53", rule: "G !tool:pay(amount > 9007199254740992)", steps: []string{pay("9007199254740993")},
			want: []string{`2 { policy/rule`, `2 9007199254740993 plan/bound: argument "amount" of tool "pay" is 9007199254740993, and must be <= 1000`}},

		{name: "what code needs", rule: "G !cap:fs.delete", steps: []string{call("wipe", "", "")}, want: []string{`2 { policy/rule`}},
		{name: "what code does not need", rule: "G !cap:fs.delete", steps: []string{call("auth", "", "")}},
		{name: "what code needs that was not read", rule: "G !cap:fs.delete", steps: []string{call("closed", "", "")}, want: []string{`unknown policy/rule`}},

		{name: "a loop that takes all", version: true, steps: []string{fetch, each("@mail", 2, call("send_email", `"to": "ann", "body": "@i"`, ""))},
			want: []string{`3 "@i" taint/flow: fetch_emails`}},
		{name: "a loop is not always executed", version: true, rule: "tool:auth before tool:wipe", steps: []string{number, while("@n == 1", 3, call("auth", "", "")), call("wipe", "", "")},
			want: []string{`4 { policy/rule`}},
		{name: "a loop that cleans only if it runs", version: true, steps: []string{fetch, number, while("@n == 1", 3, call("auth", "", "mail")), send("@mail")},
			want: []string{`5 "@mail" taint/flow: fetch_emails`}},
		{name: "the sixth round", version: true, rule: "at most 5 tool:auth", steps: []string{fetch, each("@mail", 6, call("auth", "", ""))}, want: []string{`3 { policy/rule`}},
		{name: "five rounds", version: true, rule: "at most 5 tool:auth", steps: []string{fetch, each("@mail", 5, call("auth", "", ""))}},
		{name: "how often it runs tells of the list", version: true, steps: []string{fetch, each("@mail", 2, send("again"))}, want: []string{`3 "again" taint/flow: fetch_emails`}},
		{name: "a name of an earlier round", version: true, steps: []string{number, while("@n == 1", 2, call("summarize", `"text": "@x"`, "y")+", "+call("auth", "", "x"))},
			want: []string{`3 "@x" plan/reference: @x is not bound on every way that leads here`}},
		{name: "a name of a loop behind it", version: true, steps: []string{number, while("@n == 1", 2, call("auth", "", "x")), call("summarize", `"text": "@x"`, "")},
			want: []string{`4 "@x" plan/reference: @x is not bound on every way that leads here`}},
		{name: "an element behind the loop", version: true, steps: []string{fetch, each("@mail", 1, ""), call("summarize", `"text": "@i"`, "")},
			want: []string{`4 "@i" plan/reference: @i is not bound on every way that leads here`}},
		{name: "what a loop compares", version: true, steps: []string{number, while("@n <= 1000", 2, pay(`"@n"`))}},
		{name: "what changes in a loop", version: true, steps: []string{number, while("@n <= 1000", 2, number+", "+pay(`"@n"`))},
			want: []string{`3 "@n" unknown plan/bound: whether argument "amount" of tool "pay", @n, is <= 1000 is not known`}},
		{name: "side by side in any order", version: true, rule: "tool:auth before tool:wipe", steps: []string{both(call("auth", "", ""), call("wipe", "", ""))},
			want: []string{`2 { policy/rule`}},
		{name: "behind both", version: true, rule: "tool:auth before tool:wipe", steps: []string{both(call("auth", "", ""), number), call("wipe", "", "")}},
		{name: "behind a condition in one", version: true, rule: "tool:auth before tool:wipe",
			steps: []string{number, both(when("@n == 1", call("auth", "", ""), ""), call("get_number", "", "m")), call("wipe", "", "")}, want: []string{`4 { policy/rule`}},
		{name: "behind both ways of a condition in one", version: true, rule: "tool:auth before tool:wipe",
			steps: []string{number, both(when("@n == 1", call("auth", "", ""), call("auth", "", "")), call("get_number", "", "m")), call("wipe", "", "")}},
		{name: "bound beside", version: true, steps: []string{both(fetch, call("summarize", `"text": "@mail"`, ""))},
			want: []string{`2 { plan/reference: @mail is bound in one of several parts that run side by side, and bound or used in another one`, `2 "@mail" plan/reference: @mail is not bound on every way that leads here`}},
		{name: "bound in both", version: true, steps: []string{both(fetch, fetch)},
			want: []string{`2 { plan/reference: @mail is bound in one of several parts that run side by side, and bound or used in another one`, `2 { plan/reference: @mail is bound in one of several parts that run side by side, and bound or used in another one`}},
		{name: "a leak out of a part", version: true, steps: []string{both(fetch, number), send("@mail")}, want: []string{`3 "@mail" taint/flow: fetch_emails`}},
		{name: "an input", version: true, inputs: `["customer"]`, steps: []string{call("summarize", `"text": "@customer"`, "")}},
		{name: "an input that is secret", version: true, inputs: `["token"]`, steps: []string{send("@token")}, want: []string{`2 "@token" taint/flow: token`}},
		{name: "an input that there is not", version: true, inputs: `["tokens"]`, steps: []string{}, want: []string{`1 "tokens" plan/reference: the program gives plans no input "tokens"; did you mean "token"?`}},

		{name: "no conditions", policy: "checks: {linear-plans: true}", steps: []string{number, when("@n == 1", "", "")}, want: []string{`3 "@n == 1" plan/control-flow: the plan has a condition, and none are permitted`}},
		{name: "not allowed", policy: "grant: [{workflows: [plan], allowed: [auth]}]", steps: []string{call("auth", "", ""), call("wipe", "", "")},
			want: []string{`3 "wipe" capability/ungranted: workflow "plan" has tool "wipe"`}},
		{name: "not granted", policy: "grant: [{workflows: [plan], capabilities: [fs.read]}]", steps: []string{call("wipe", "", "")}, want: []string{`2 "wipe" capability/ungranted: tool "wipe" needs fs.delete`}},
		{name: "granted", policy: "grant: [{workflows: [plan], capabilities: [fs]}]", steps: []string{call("wipe", "", "")}},
		{name: "code that was not read", policy: "grant: [{workflows: [plan], capabilities: [fs]}]", steps: []string{call("closed", "", "")}, want: []string{`unknown capability/ungranted`}},
		{name: "sensitive", policy: "sensitive: [wipe]", steps: []string{call("wipe", "", "")}, want: []string{`2 { structure/human-gate`}},
		{name: "sensitive, and asks itself", policy: "sensitive: [erase]", steps: []string{call("erase", "", "")}},
		{name: "sensitive, behind an answer that nobody reads", policy: "sensitive: [wipe]", steps: []string{call("approve", "", ""), call("wipe", "", "")}, want: []string{`3 { structure/human-gate`}},
		{name: "what is silenced in code", policy: "suppress: [{rule: structure/human-gate, reason: old code}]\nsensitive: [wipe]", steps: []string{call("wipe", "", "")}, want: []string{`2 { structure/human-gate`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := `{"goal": "test", "steps": [` + "\n  " + strings.Join(c.steps, ",\n  ") + "\n]}"
			if c.version {
				inputs := "[]"
				if c.inputs != "" {
					inputs = c.inputs
				}
				text = `{"version": 1, "inputs": ` + inputs + ", " + text[1:]
			}
			p, err := plan.Decode("p.json", []byte(text))
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			q := Proposal{Plan: p, Registry: plan.NewRegistry(planTools(), nil)}
			q.Registry.Inputs = map[string][]string{"customer": nil, "token": {"secret"}}
			if c.rule != "" {
				rule, err := policy.Parse("rule", c.rule, graph.Pos{})
				if err != nil {
					t.Fatal(err)
				}
				q.Rules = append(q.Rules, rule)
			}
			var o Options
			if c.policy != "" {
				if o.Policy, err = policy.Load("agentvet.yaml", []byte("version: 1\n"+c.policy), policy.Options{}); err != nil {
					t.Fatal(err)
				}
			}
			checkPlan(t, text, c.want, q, o)
		})
	}
}

// valueAt returns what stands at a place of a text: a string, a number, or the bracket that opens a value.
func valueAt(text string, pos graph.Pos) string {
	rest := strings.Split(text, "\n")[pos.Line-1][pos.Col-1:]
	switch rest[0] {
	case '{', '[':
		return rest[:1]
	case '"':
		return rest[:strings.IndexByte(rest[1:], '"')+2]
	}
	return rest[:strings.IndexAny(rest, ",}] ")]
}

func checkPlan(t *testing.T, text string, want []string, q Proposal, o Options) {
	t.Helper()
	var got []string
	for _, f := range Plan(q, o) {
		if f.Verdict == verdict.Holds || f.Suppressed != nil {
			continue
		}
		unknown := ""
		if f.Verdict == verdict.Unknown {
			unknown = "unknown "
		}
		message := strings.TrimPrefix(f.Message, "data of ")
		value := f.Pos.String()
		if f.Pos.File == "p.json" {
			value = fmt.Sprintf("%d %s", f.Pos.Line, valueAt(text, f.Pos))
		}
		got = append(got, fmt.Sprintf("%s %s%s: %s", value, unknown, f.Rule, message))
		if len(f.Witness) == 0 {
			t.Errorf("%s has no witness", f.Rule)
		}
	}
	if len(got) != len(want) {
		t.Fatalf("(-want +got):\n%s\n%s", cmp.Diff(want, got), text)
	}
	for i := range got {
		if !strings.Contains(got[i], want[i]) {
			t.Errorf("got  %s\nwant %s\n%s", got[i], want[i], text)
		}
	}
}
