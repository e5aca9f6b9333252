package main

// This file holds agentvet to the holes that were found in two published verifiers of plans, Atmosphere's and guardians, and
// to what must not be lost of them. docs/plan.md has the same rows in words.

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/analyzers/policy"
	"github.com/agentvet/agentvet/analyzers/report"
	"github.com/agentvet/agentvet/analyzers/verify"
	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/plans"
	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/plan"
	"github.com/agentvet/agentvet/graph/verdict"
	"github.com/agentvet/agentvet/internal/atmosphere"
)

// A peerCase is one plan, and what is said of it; or another question.
type peerCase struct {
	steps  []string
	own    bool   // it has a version, and the input "given"
	rule   string // over order
	policy string // agentvet.yaml, behind its version
	theirs string // a policy of Atmosphere, behind its name
	want   string // the rules of the findings, in order; or how the answer begins … and what is in it
	ask    func(t *testing.T) string
}

// peerTools are the tools that the plans call.
func peerTools() []*graph.Tool {
	n := 0
	at := func() graph.Pos { n++; return graph.Pos{File: "desk.go", Line: n, Col: 2} }
	param := func(name, takes string, change ...func(*graph.Param)) graph.Param {
		p := graph.Param{Path: name, Field: strings.ToUpper(name[:1]) + name[1:], Type: takes, Takes: takes, Pos: at()}
		for _, f := range change {
			f(&p)
		}
		return p
	}
	sink := func(s graph.Sink) func(*graph.Param) { return func(p *graph.Param) { p.Sink = &s } }
	bound := func(of string) func(*graph.Param) {
		return func(p *graph.Param) { p.Bounds = []graph.Limit{{Op: "<=", Of: of}} }
	}
	optional := func(p *graph.Param) { p.Optional = true }
	tool := func(name string, params ...graph.Param) *graph.Tool {
		return &graph.Tool{Name: name, Handler: "example.com/desk." + name, Params: params, Pos: at()}
	}
	secret, approve, wipe, remote := tool("read_secret"), tool("approve"), tool("wipe"), tool("remote")
	secret.Sources, approve.Events, remote.Unread = []string{"secret"}, []string{"human"}, true
	wipe.Needs, wipe.Inferred = []graph.Need{{Capability: "fs.delete"}}, []string{"fs.delete"}
	return []*graph.Tool{
		tool("fetch_emails"), secret, approve, wipe, remote, tool("auth"), tool("get_number"),
		tool("summarize", param("text", "string")), tool("redact", param("text", "string"), param("extra", "string", optional)),
		tool("send_email", param("to", "string", optional), param("body", "string", sink(graph.Sink{Forbid: []string{"fetch_emails", "secret"}, Unless: []string{"redact"}})),
			param("parts", "[]string", optional)),
		tool("post", param("text", "string", sink(graph.Sink{Forbid: []string{"*"}}))),
		tool("pay", param("amount", "float64", bound("1000"), optional)), tool("send_bulk", param("count", "int", bound("quota"))),
		tool("transfer", param("amount", "float64", optional), param("account", "string", optional)),
		tool("forward", param("body", "string", sink(graph.Sink{Forbid: []string{"forward"}}))),
	}
}

// Steps of plans.
func peerCall(tool, args, bind string) string {
	if bind != "" {
		bind = fmt.Sprintf(`, "resultBinding": %q`, bind)
	}
	return fmt.Sprintf(`{"label": %q, "toolName": %[1]q, "arguments": {%s}%s}`, tool, args, bind)
}

func peerIf(condition, then, otherwise string) string {
	return fmt.Sprintf(`{"label": "if", "condition": %q, "then": [%s], "otherwise": [%s]}`, condition, then, otherwise)
}

func peerWhile(condition string, most int, do string) string {
	return fmt.Sprintf(`{"label": "while", "while": %q, "atMost": %d, "do": [%s]}`, condition, most, do)
}

// peerRows are the rows: their names are those of docs/plan.md.
func peerRows() map[string][]peerCase {
	fetch, number, auth := peerCall("fetch_emails", "", "mail"), peerCall("get_number", "", "n"), peerCall("auth", "", "")
	send := func(body string) string { return peerCall("send_email", `"body": "`+body+`"`, "") }
	pay := func(amount string) string { return peerCall("pay", `"amount": `+amount, "") }
	transfer := func(amount string) string { return peerCall("transfer", `"amount": `+amount, "") }
	const authFirst = "tool:auth before tool:fetch_emails"
	all := `"controlFlow": "BRANCHING", "allowedTools": ["fetch_emails", "auth", "get_number", "transfer", "send_email", "summarize", "wipe"]`
	automaton := func(moves ...string) string {
		return all + `, "automata": [{"name": "a", "initialState": "out", "states": [{"name": "out"}, {"name": "in"}, {"name": "bad", "error": true}], "transitions": [` + strings.Join(moves, ",") + `]}]`
	}
	move := func(from, to, tool, cond string) string {
		if cond != "" {
			cond = fmt.Sprintf(`, "condition": %q`, cond)
		}
		return fmt.Sprintf(`{"fromState": %q, "toState": %q, "toolName": %q%s}`, from, to, tool, cond)
	}
	return map[string][]peerCase{
		// guardians
		"a loop that need not run": {
			{own: true, rule: authFirst, steps: []string{number, peerWhile("@n == 1", 3, auth), fetch}, want: "policy/rule"},
			{own: true, rule: authFirst, steps: []string{number, auth, peerWhile("@n == 1", 3, ""), fetch}},
		},
		"a loop that overwrites data": {
			{own: true, steps: []string{fetch, number, peerWhile("@n == 1", 3, peerCall("auth", "", "mail")), send("@mail")}, want: "taint/flow"},
		},
		"a rule that counts, and a loop": {
			{own: true, rule: "at most 5 tool:get_number", steps: []string{peerWhile("@given == 1", 6, number)}, want: "policy/rule"},
			{own: true, rule: "at most 5 tool:get_number", steps: []string{peerWhile("@given == 1", 5, number)}},
		},
		"several tests of one call": {
			{theirs: automaton(move("out", "in", "transfer", "amount > 10"), move("out", "bad", "transfer", "amount > 1000")), steps: []string{number, transfer(`"@n"`)}, want: "policy/a"},
			{theirs: automaton(move("out", "in", "transfer", "amount > 10"), move("out", "bad", "transfer", "amount > 1000")), steps: []string{number, transfer("1000")}},
		},
		"a source without labels": {{steps: []string{fetch, send("@mail")}, want: "taint/flow"}},
		"constants that a branch on tainted data chooses": {
			{steps: []string{fetch, peerIf("@mail == a", send("yes"), send("no"))}, want: "taint/flow taint/flow"},
		},
		"a sanitizer that gets raw data as well": {
			{steps: []string{fetch, peerCall("redact", `"text": "@mail", "extra": "@mail"`, "c"), send("@c")}, want: "taint/flow"},
			{steps: []string{fetch, peerCall("redact", `"text": "@mail"`, "c"), send("@c")}},
		},
		"data that was sanitized, in the next tool": {
			{steps: []string{fetch, peerCall("redact", `"text": "@mail"`, "c"), peerCall("summarize", `"text": "@c"`, "s"), send("@s")}},
		},
		"what a solver does not decide": {
			{steps: []string{number, pay(`"@n"`)}, want: "unknown plan/bound"},
			{steps: []string{pay("1e999999999")}, want: "unknown plan/bound plan/call"},
		},
		"1000.9 and 2^64+5": {
			{steps: []string{pay("1000.9")}, want: "plan/bound"}, {steps: []string{pay("18446744073709551621")}, want: "plan/bound"}, {steps: []string{pay("1000")}},
		},
		"patterns such as `*a*` and `**`": {
			{rule: `never tool:*mail*`, steps: []string{send("x")}, want: "policy/rule"},
			{policy: "sensitive: ['*ip*']", steps: []string{peerCall("wipe", "", "")}, want: "structure/human-gate"},
			{policy: "grant: [{workflows: ['*'], allowed: ['*mail*']}]", steps: []string{auth, fetch}, want: "capability/ungranted"},
		},
		"a condition on what is not bound": {{steps: []string{peerIf("@gone == 1", "", "")}, want: "plan/reference"}},
		"a test that cannot be answered": {
			{rule: "never tool:transfer(amount > 10)", steps: []string{number, transfer(`"@n"`)}, want: "policy/rule"},
			{ask: func(t *testing.T) string { return peerGuard(t, "never tool:transfer(amount > 10)", `{"amount": `) }, want: "forbidden"},
			{ask: func(t *testing.T) string { return peerGuard(t, "never tool:transfer(amount > 10)", `{"amount": 10}`) }, want: "allowed"},
		},

		// Atmosphere
		"the plan that is verified, and what runs": {
			{ask: func(t *testing.T) string { return peerRun(t, peerCall("send_email", `"to": "a", "body": "b"`, "")) }, want: "not allowed, and nothing runs"},
			{ask: func(t *testing.T) string { return peerRun(t, peerCall("redact", `"text": "a"`, "")) }, want: `redact {"text":"a"}`},
			{ask: peerCode("gate"), want: "policy/human-first"},
		},
		"a bound by name, `count <= quota`": {
			{steps: []string{peerCall("get_number", "", "quota"), peerCall("send_bulk", `"count": "@quota"`, "")}, want: "unknown plan/bound"},
			{steps: []string{number, peerIf("@n <= 1000", number+", "+pay(`"@n"`), "")}, want: "unknown plan/bound"},
		},
		"a bounded argument that is left out": {{steps: []string{peerCall("pay", "", "")}, want: "unknown plan/bound"}},
		"`if @n <= 1000` around `pay(@n)`": {
			{steps: []string{number, peerIf("@n <= 1000", pay(`"@n"`), "")}}, {steps: []string{number, peerIf("@n <= 1000", "", pay(`"@n"`))}, want: "unknown plan/bound"},
			{steps: []string{number, peerIf("@n <= 1000", peerCall("summarize", `"text": "x"`, "m")+", "+pay(`"@m"`), "")}, want: "unknown plan/bound"},
		},
		"sums": {
			{steps: []string{pay("900"), pay("900"), pay("900")}}, {rule: "at most 2 tool:pay", steps: []string{pay("900"), pay("900"), pay("900")}, want: "policy/rule"},
		},
		"relations between two arguments or calls": {
			{rule: "never tool:transfer(account != result of tool:fetch_emails)", steps: []string{fetch, peerCall("transfer", `"account": "@mail"`, "")}},
			{rule: "never tool:transfer(account != result of tool:fetch_emails)", steps: []string{fetch, peerCall("get_number", "", "mail"), peerCall("transfer", `"account": "@mail"`, "")}, want: "unknown policy/rule"},
			{steps: []string{peerCall("transfer", `"amount": 5, "account": "5"`, "")}},
		},
		"a reference within a text": {{steps: []string{fetch, send("see @mail")}}},
		"another argument of a tool with a sink": {
			{steps: []string{fetch, peerCall("send_email", `"body": "x", "parts": ["@mail"]`, "")}},
			{rule: "never tool:send_email after tool:fetch_emails", steps: []string{fetch, peerCall("send_email", `"body": "x", "parts": ["@mail"]`, "")}, want: "policy/rule"},
		},
		"what tools keep": {{ask: peerCode("memory"), want: "taint/flow"}, {ask: peerCode("channel"), want: "taint/flow"}},
		"sanitizers, labels, `*`": {
			{steps: []string{peerCall("read_secret", "", "s"), send("@s")}, want: "taint/flow"}, {steps: []string{number, peerCall("post", `"text": "@n"`, "")}, want: "taint/flow"},
			{steps: []string{fetch, peerCall("redact", `"text": "@mail"`, "c"), send("@c")}},
		},
		"loops, parts side by side, errors": {
			{own: true, rule: authFirst, steps: []string{`{"label": "both", "parallel": [[` + auth + `], [` + fetch + `]]}`}, want: "policy/rule"},
			{own: true, rule: authFirst, steps: []string{`{"label": "both", "parallel": [[` + auth + `], [` + number + `]]}`, fetch}},
			{ask: peerCode("retry"), want: "policy/human-first"},
		},
		"a name that both ways of a condition bind to clean data": {
			{steps: []string{fetch, number, peerIf("@n == 1", peerCall("auth", "", "mail"), peerCall("auth", "", "mail")), send("@mail")}},
			{steps: []string{fetch, number, peerIf("@n == 1", peerCall("auth", "", "mail"), ""), send("@mail")}, want: "taint/flow"},
		},
		"two conditions that ask the same": {
			{rule: authFirst, steps: []string{number, peerIf("@n == 1", auth, ""), peerIf("@n == 1", fetch, "")}},
			{rule: authFirst, steps: []string{number, peerIf("@n == 1", auth, ""), peerIf("@n != 1", fetch, "")}, want: "policy/rule"},
		},
		"steps that lead nowhere": {{ask: peerCode("deadend"), want: "structure/dead-end"}},
		"what happens at the end (`a -> F b`), counts, `before`": {
			{rule: "tool:fetch_emails -> F tool:auth", steps: []string{fetch}, want: "policy/rule"}, {rule: "tool:fetch_emails -> F tool:auth", steps: []string{fetch, auth}},
			{rule: "at most 1 tool:auth", steps: []string{auth, auth}, want: "policy/rule"},
		},
		"`a >= 80 && a <= 90`": {
			{steps: []string{number, peerIf("n >= 80 && n <= 90", "", "")}, want: "no plan … a condition is one comparison"},
			{theirs: automaton(move("out", "bad", "transfer", "amount >= 80 && amount <= 90")), want: "no policy … is compared with"},
		},
		"`status == \"a==b\"`":                  {{ask: peerQuotes, want: "a==b"}},
		"`9007199254740993 > 9007199254740992`": {{rule: "never tool:transfer(amount > 9007199254740992)", steps: []string{transfer("9007199254740993")}, want: "policy/rule"}},
		"a tool, a state or a source that a rule misspells": {
			{rule: "human before tool:send_mail", steps: []string{auth}, want: "policy/vacuous"},
			{policy: "sensitive: [wip]", steps: []string{auth}, want: "sensitive: wip"},
			{theirs: automaton(move("out", "bda", "transfer", "")), want: `no policy … has no state "bda"`},
			{theirs: all + `, "taintRules": [{"name": "n", "sourceTool": "fetch_email", "sinkTool": "send_email", "sinkParam": "body"}]`, want: `no policy … the registry has no tool "fetch_email"`},
			{theirs: all + `, "taintRules": [{"name": "n", "sourceTool": "fetch_emails", "sinkTool": "send_email", "sinkParam": "text"}]`, want: `no policy … tool "send_email" has no argument "text"`},
			{ask: peerCode("typo"), want: "taint/name"},
		},
		"capabilities and numbers in the policy file": {
			{theirs: all + `, "numericInvariants": [{"toolName": "transfer", "argName": "amount", "op": "LE", "bound": 1000}]`, steps: []string{transfer("5000")}, want: "plan/bound"},
			{theirs: all + `, "grantedCapabilities": [], "toolCapabilityRequirements": {"auth": ["net"]}`, steps: []string{auth}, want: "capability/ungranted"},
			{theirs: all + `, "grants": []`, want: `no policy … the policy has no key "grants"`},
		},
		"the order and the words of findings": {{ask: peerSame, want: "the same"}},
		"places":                              {{ask: peerPlaces, want: "plan.json:3:125 steps[1].then[0] desk.go"}},
		"capabilities": {
			{policy: "grant: [{workflows: [plan], capabilities: [fs]}]", steps: []string{peerCall("wipe", "", "")}},
			{policy: "grant: [{workflows: [plan], capabilities: [fs.read]}]", steps: []string{peerCall("wipe", "", "")}, want: "capability/ungranted"},
			{policy: "grant: [{workflows: [plan], capabilities: [fs]}]", steps: []string{peerCall("remote", "", "")}, want: "unknown capability/ungranted"},
			{ask: peerCode("claims"), want: "capability/excess capability/undeclared structure/human-gate"},
		},
		"a human before a tool": {
			{policy: "sensitive: [wipe]", steps: []string{peerCall("wipe", "", "")}, want: "structure/human-gate"},
			{rule: "human before tool:wipe", steps: []string{peerCall("approve", "", ""), peerCall("wipe", "", "")}},
			{rule: "human before tool:wipe", steps: []string{number, peerIf("@n == 1", peerCall("approve", "", ""), ""), peerCall("wipe", "", "")}, want: "policy/rule"},
		},
		"loops and input variables": {
			{own: true, steps: []string{peerCall("summarize", `"text": "@given"`, "")}}, {steps: []string{peerCall("summarize", `"text": "@given"`, "")}, want: "plan/reference"},
		},
		"conditions":            {{steps: []string{number, peerIf("@n == 1", auth, "")}}, {policy: "checks: {linear-plans: true}", steps: []string{number, peerIf("@n == 1", auth, "")}, want: "plan/control-flow"}},
		"a field of a result":   {{steps: []string{number, peerIf("@n.score >= 80", auth, "")}, want: "plan/reference"}},
		"a plan from a planner": {{ask: peerTexts, want: "taint/flow"}},
		"text or code fences around the JSON, unknown keys, keys that occur twice, a call and a condition in one step": {
			{steps: []string{`{"label": "a", "toolName": "auth", "condition": "n == 1", "then": []}`}, want: "no plan … has no key"},
			{steps: []string{`{"label": "a", "toolName": "auth", "toolName": "wipe"}`}, want: "no plan … occurs twice"},
			{steps: []string{`{"label": "a", "toolName": "auth"}]}` + "\n```", ``}, want: "no plan … no JSON"},
		},
		"a null argument, `\"@  \"`": {
			{steps: []string{peerCall("summarize", `"text": null`, "")}, want: "no plan … a null among arguments"}, {steps: []string{peerCall("summarize", `"text": "@  "`, "")}, want: "no plan … is no reference"},
		},

		// What both get right.
		"tags on arguments, one name for all their sources": {{ask: peerCode("tags"), want: "taint/flow taint/flow taint/flow"}},
		"references at any depth": {
			{steps: []string{peerCall("send_email", `"body": "x", "parts": ["@gone"]`, "")}, want: "plan/reference"}, {steps: []string{fetch, peerCall("summarize", `"text": "@mail"`, "s"), send("@s")}, want: "taint/flow"},
		},
		"a name that one way of a condition binds": {
			{steps: []string{number, peerIf("@n == 1", peerCall("auth", "", "x"), ""), peerCall("summarize", `"text": "@x"`, "")}, want: "plan/reference"},
			{steps: []string{number, peerIf("@n == 1", peerCall("auth", "", "x"), peerCall("auth", "", "x")), peerCall("summarize", `"text": "@x"`, "")}},
		},
		"a tool that is source and sink": {
			{steps: []string{peerCall("forward", `"body": "x"`, "f")}}, {steps: []string{peerCall("forward", `"body": "x"`, "f"), peerCall("forward", `"body": "@f"`, "")}, want: "taint/flow"},
		},
		"a name that is bound anew": {{steps: []string{fetch, peerCall("auth", "", "mail"), send("@mail")}}},
		"a call of which an automaton says nothing": {
			{theirs: automaton(move("out", "in", "auth", ""), move("out", "bad", "fetch_emails", "")), steps: []string{number, auth, number, fetch}},
			{theirs: automaton(move("out", "in", "auth", ""), move("out", "bad", "fetch_emails", "")), steps: []string{fetch, fetch, fetch}, want: "policy/a"},
		},
		"all findings, in all ways of conditions": {
			{rule: authFirst, steps: []string{number, peerIf("@n == 1", fetch+", "+send("@mail"), peerCall("gone", "", "")), pay("2000")}, want: "policy/rule taint/flow plan/call plan/bound"},
		},
		"an empty plan": {{steps: nil}},
		"a chain without checks": {{ask: func(t *testing.T) string {
			_, err := plans.New(plans.Program{})
			return err.Error()
		}, want: "no registry … agentvet tools"}},
	}
}

// TestPeers: each row has the right answer, and the page has each row.
func TestPeers(t *testing.T) {
	rows := peerRows()
	for name, cases := range rows {
		t.Run(name, func(t *testing.T) {
			for i, c := range cases {
				got := ""
				if c.ask != nil {
					got = c.ask(t)
				} else {
					got = peerVerdict(t, c)
				}
				begin, end, part := strings.Cut(c.want, " … ")
				if part && strings.HasPrefix(got, begin) && strings.Contains(got, end) {
					continue
				}
				if part || got != c.want {
					t.Errorf("case %d: %q, want %q\n%s", i+1, got, c.want, strings.Join(c.steps, "\n"))
				}
			}
		})
	}
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "plan.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(page), "## Where this differs from Atmosphere")
	var named []string
	for _, m := range regexp.MustCompile(`(?m)^\| (.+?) \| `).FindAllStringSubmatch(table, -1) {
		if m[1] != "what" {
			named = append(named, m[1])
		}
	}
	slices.Sort(named)
	var have []string
	for name := range rows {
		have = append(have, name)
	}
	slices.Sort(have)
	if diff := cmp.Diff(named, have); diff != "" {
		t.Errorf("rows of docs/plan.md, and rows here (-page +test):\n%s", diff)
	}
}

// peerVerdict returns the rules of the findings on a plan, or why it is none.
func peerVerdict(t *testing.T, c peerCase) string {
	t.Helper()
	tools := peerTools()
	text := "version: 1\n" + c.policy
	if c.theirs != "" {
		p, err := atmosphere.Decode("old.json", []byte(`{"name": "desk", `+c.theirs+`}`))
		if err == nil {
			text, err = p.YAML("old.json")
		}
		if err == nil {
			for _, one := range tools { // that file alone is to say so
				for i := range one.Params {
					one.Params[i].Sink, one.Params[i].Bounds = nil, nil
				}
			}
			err = p.Annotate(tools)
		}
		if err != nil {
			return "no policy: " + err.Error()
		}
	}
	rules, err := policy.Load("agentvet.yaml", []byte(text), policy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.Decode("plan.json", peerText(c))
	if err != nil {
		return "no plan: " + err.Error()
	}
	q := verify.Proposal{Plan: p, Registry: plan.NewRegistry(tools, nil)}
	q.Registry.Inputs = map[string][]string{"given": nil}
	if c.rule != "" {
		rule, err := policy.Parse("rule", c.rule, graph.Pos{})
		if err != nil {
			t.Fatal(err)
		}
		q.Rules = append(q.Rules, rule)
	}
	planner := verify.NewPlanner(q, verify.Options{Policy: rules})
	var list []string
	for _, u := range planner.Sensitive() {
		list = append(list, "sensitive: "+u.Pattern.Text)
	}
	for _, f := range slices.Concat(verify.VacuousForPlans(q.Rules, q), planner.Verify(p)) {
		switch f.Verdict {
		case verdict.Unknown:
			list = append(list, "unknown "+f.Rule)
		case verdict.Violated:
			list = append(list, f.Rule)
		}
	}
	return strings.Join(list, " ")
}

func peerText(c peerCase) []byte {
	head := `{"goal": "g", `
	if c.own {
		head += `"version": 1, "inputs": ["given"], `
	}
	return []byte(head + `"steps": [` + "\n" + strings.Join(c.steps, ",\n") + "\n]}")
}

// peerGuard returns what a guard says of a call.
func peerGuard(t *testing.T, rule, arguments string) string {
	t.Helper()
	g, err := guard.New(guard.Options{Rules: []guard.Rule{{Name: "r", Text: rule}}, OpenTools: true, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Start(t.Context(), "s"); err != nil {
		t.Fatal(err)
	}
	err = g.Admit(t.Context(), "s", guard.Call{Tool: "transfer", Arguments: arguments})
	if r := new(guard.Refusal); errors.As(err, &r) {
		return r.Reason.String()
	}
	return "allowed"
}

// peerRun runs a plan of the bundled desk, and returns the calls.
func peerRun(t *testing.T, step string) string {
	t.Helper()
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "plan", name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	v, err := plans.New(plans.Program{Policy: read("agentvet.yaml"), Registry: read("registry.json")})
	if err != nil {
		t.Fatal(err)
	}
	var calls []string
	_, err = plans.Run(t.Context(), v.Verify([]byte(`{"goal": "g", "steps": [`+step+`]}`)), nil, func(_ context.Context, c guard.Call) (any, error) {
		calls = append(calls, c.Tool+" "+c.Arguments)
		return "", nil
	})
	if errors.Is(err, plans.ErrNotAllowed) && len(calls) == 0 {
		return "not allowed, and nothing runs"
	}
	return strings.Join(calls, ", ")
}

// peerQuotes returns the text with which a condition compares.
func peerQuotes(t *testing.T) string {
	p, err := plan.Decode("plan.json", peerText(peerCase{steps: []string{peerIf(`status == "a==b"`, "", "")}}))
	if err != nil {
		t.Fatal(err)
	}
	return p.Steps[0].If.Cond.Right.Text
}

// peerBad is a plan with findings of all kinds.
var peerBad = peerCase{steps: []string{
	peerCall("fetch_emails", "", "mail"), peerIf("@mail == a", peerCall("send_email", `"body": "@mail"`, ""), peerCall("gone", `"a": 1, "b": 2`, "")),
	peerCall("pay", `"amount": 2000, "x": 1, "y": 2`, ""), peerCall("wipe", "", ""),
}}

// peerFindings returns what is said of peerBad.
func peerFindings(t *testing.T) []report.Finding {
	p, err := plan.Decode("plan.json", peerText(peerBad))
	if err != nil {
		t.Fatal(err)
	}
	rules, err := policy.Load("agentvet.yaml", []byte("version: 1\nsensitive: [wipe]\n"), policy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return verify.Plan(verify.Proposal{Plan: p, Registry: plan.NewRegistry(peerTools(), nil)}, verify.Options{Policy: rules})
}

// peerSame reports whether the findings are the same bytes each time.
func peerSame(t *testing.T) string {
	var first []byte
	for range 20 {
		text, err := json.Marshal(peerFindings(t))
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = text
		}
		if !bytes.Equal(first, text) {
			return "another one"
		}
	}
	return "the same"
}

// peerPlaces returns where a finding stands, and what of its way.
func peerPlaces(t *testing.T) string {
	p, err := plan.Decode("plan.json", peerText(peerBad))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range peerFindings(t) {
		if f.Rule == "taint/flow" && p.StepAt(f.Pos) != nil {
			return fmt.Sprint(f.Pos, " ", p.StepAt(f.Pos).Path, " ", f.Witness[len(f.Witness)-1].Pos.File)
		}
	}
	return ""
}

// peerTexts verifies a plan that a planner has made of texts: a text with @ is a reference, wherever it comes from.
func peerTexts(t *testing.T) string {
	text, err := json.Marshal(map[string]any{"goal": "g", "steps": []any{
		map[string]any{"label": "a", "toolName": "fetch_emails", "resultBinding": "emails"},
		map[string]any{"label": "b", "toolName": "send_email", "arguments": map[string]any{"body": "@emails"}},
	}})
	if err != nil {
		t.Fatal(err)
	}
	p, err := plan.Decode("plan.json", text)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, f := range verify.Plan(verify.Proposal{Plan: p, Registry: plan.NewRegistry(peerTools(), nil)}, verify.Options{}) {
		list = append(list, f.Rule)
	}
	return strings.Join(list, " ")
}

// peerPrograms is what agentvet finds in the packages of testdata/peers, by package.
var peerPrograms = sync.OnceValues(func() (map[string][]string, error) {
	cmd := exec.Command(binary, "-strict", "-json", "./...")
	cmd.Dir = filepath.Join("testdata", "peers")
	out, err := cmd.Output()
	if exit := new(exec.ExitError); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != exitFindings) {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	var said struct {
		Findings []struct {
			Rule, Verdict string
			Position      string
		}
	}
	if err := json.Unmarshal(out, &said); err != nil {
		return nil, err
	}
	found := make(map[string][]string)
	for _, f := range said.Findings {
		dir, _, _ := strings.Cut(f.Position, "/")
		found[dir] = append(found[dir], f.Rule)
	}
	return found, nil
})

// peerCode returns what agentvet finds in a package of testdata/peers.
func peerCode(dir string) func(*testing.T) string {
	return func(t *testing.T) string {
		t.Helper()
		found, err := peerPrograms()
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(found[dir], " ")
	}
}
