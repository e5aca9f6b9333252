package files

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/dfa/guard"
)

// registry has the tools of a desk.
const registry = `{"version": 1, "tools": [
	{"name": "lookup", "hints": {"read_only": true}},
	{"name": "refund", "destructive": true},
	{"name": "refund_all", "destructive": true},
	{"name": "mail", "declared": ["net.smtp"]},
	{"name": "fetch", "sources": ["untrusted"]}
]}`

// session returns a guard of the files with the session s, and a function that calls a tool in it.
func session(t *testing.T, p Program) func(agent, tool string) string {
	t.Helper()
	if p.Registry == nil {
		p.Registry = []byte(registry)
	}
	o, err := Options(p)
	if err != nil {
		t.Fatal(err)
	}
	o.Logger = slog.New(slog.DiscardHandler)
	g, err := guard.New(o)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Start(t.Context(), "s"); err != nil {
		t.Fatal(err)
	}
	return func(agent, tool string) string {
		err := g.Admit(context.Background(), "s", guard.Call{Agent: agent, Tool: tool, Arguments: `{}`})
		if r := new(guard.Refusal); errors.As(err, &r) {
			list := []string{r.Reason.String()}
			for _, b := range r.Rules {
				list = append(list, b.Name)
			}
			return strings.Join(list, " ")
		}
		return "ok"
	}
}

// TestOptions: what a file says of runs is enforced.
func TestOptions(t *testing.T) {
	off := "builtin: {confirm-destructive: off, outward-after-untrusted: off}\n"
	for name, tt := range map[string]struct {
		policy string
		calls  string // agent:tool, then what comes of it
	}{
		"no file":         {"", ":lookup ok, :refund needs-approval confirm-destructive, :fetch ok, :mail needs-approval outward-after-untrusted, :gone unknown-tool"},
		"pack off":        {off, ":refund ok, :fetch ok, :mail ok"},
		"policies":        {off + "policies: [{name: p, all: [never tool:mail after tool:lookup, 'ltlf: G !tool:refund_all']}]\n", ":mail ok, :lookup ok, :mail forbidden p, :refund_all forbidden p"},
		"handling":        {off + "policies: [{name: p, handling: halt, rule: never tool:mail}]\n", ":mail forbidden p, :lookup stopped"},
		"sensitive":       {off + "sensitive: [refund*]\n", ":lookup ok, :refund needs-approval structure/human-gate, :refund_all needs-approval structure/human-gate"},
		"per call":        {off + "sensitive: [refund]\nprofile: regulated\n", ":refund needs-approval structure/human-gate, :refund_all ok"},
		"agents":          {off + "grant: [{agents: [desk], allowed: ['re*', lookup]}, {agents: [desk], allowed: [mail]}]\n", "desk:refund ok, desk:mail ok, desk:fetch not-granted, other:fetch ok, :lookup not-granted"},
		"nothing":         {off + "grant: [{agents: ['*'], allowed: none}]\n", "desk:lookup not-granted"},
		"workflows":       {off + "grant: [{workflows: [desk], allowed: [lookup]}, {workflows: [other], allowed: [mail]}]\n", ":lookup ok, :mail not-granted"},
		"capabilities":    {off + "grant: [{agents: [desk], capabilities: none}]\n", "desk:mail ok"},
		"other workflows": {off + "policies: [{name: p, workflows: [other], rule: never tool:mail}]\n", ":mail ok"},
		"this workflow":   {off + "policies: [{name: p, workflows: [de*], packages: ['example.com/**'], agents: [desk], rule: never tool:mail}]\n", ":mail forbidden p"},
		"elsewhere":       {off + "severities: {structure: nonsense}\nlibraries: nonsense\nsuppress: 3\ninventory: x\n", ":mail ok"},
	} {
		t.Run(name, func(t *testing.T) {
			p := Program{Workflow: "desk", Package: "example.com/desk", Agents: []string{"desk", "other"}}
			if tt.policy != "" {
				p.Policy = []byte("version: 1\n" + tt.policy)
			}
			call := session(t, p)
			for _, one := range strings.Split(tt.calls, ", ") {
				who, want, _ := strings.Cut(one, " ")
				agent, tool, _ := strings.Cut(who, ":")
				if got := call(agent, tool); got != want {
					t.Errorf("%s: %s, want %s", who, got, want)
				}
			}
		})
	}
}

// TestOneAgent: the only agent is who calls.
func TestOneAgent(t *testing.T) {
	call := session(t, Program{Policy: []byte("version: 1\ngrant: [{agents: [desk], allowed: [lookup]}]\n"), Agents: []string{"desk"}})
	if got := call("", "lookup") + ", " + call("", "fetch"); got != "ok, not-granted" {
		t.Error(got)
	}
}

// TestErrors: a mistake has its place, and what cannot be decided is said.
func TestErrors(t *testing.T) {
	for _, tt := range []struct{ policy, registry, want string }{
		{"version: 1\npolicies: [{name: p, rule: never never}]\n", registry, "agentvet.yaml:2:34: rule: want an atom"},
		{"version: 1\npolcies: []\n", registry, `agentvet.yaml:2:1: the policy file has no key "polcies"; did you mean "policies"?`},
		{"version: 1\npolicies: [{name: p, workflows: [a], rule: never tool:x}]\n", registry, `agentvet.yaml:2:44: policy "p" is for certain workflows: say in Program.Workflow what runs`},
		{"version: 1\npolicies: [{name: p, packages: [a], rule: never tool:x}]\n", registry, `agentvet.yaml:2:43: policy "p" is for certain packages: say in Program.Package what runs`},
		{"version: 1\npolicies: [{name: p, agents: [a], rule: never tool:x}]\n", registry, `agentvet.yaml:2:41: policy "p" is for certain agents: say in Program.Agents what runs`},
		{"version: 1\ngrant: [{workflows: [a], allowed: [x]}]\n", registry, `agentvet.yaml:2:9: grant: the entry is for certain workflows: say in Program.Workflow what runs`},
		{"version: 1\nsensitive: [mail, refnd]\n", registry, `agentvet.yaml:2:19: sensitive: no tool of the registry is called "refnd"; did you mean "refund"?`},
		{"version: 1\n", "", "no registry: agentvet tools -o"},
		{"version: 1\n", `{"version": 7, "tools": []}`, "not a registry: registry.json:1:13: version 7 is not known"},
	} {
		if _, err := Options(Program{Policy: []byte(tt.policy), Registry: []byte(tt.registry)}); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %s", tt.policy, err, tt.want)
		}
	}
}

// TestSameName: several tools of a name are one that does what any of them does.
func TestSameName(t *testing.T) {
	o, err := Options(Program{Registry: []byte(`{"version": 1, "tools": [
		{"name": "a", "hints": {"read_only": true}, "declared": ["fs.read"], "position": "a.go:1:1"},
		{"name": "a", "destructive": true, "inferred": ["exec"], "position": "b.go:1:1"},
		{"name": "b", "hints": {"read_only": true}}
	]}`)})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(o.Tools), "[{a [exec fs.read] [destructive]} {b [] [read-only]}]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// The mail desk of testdata/plan, whose registry agentvet wrote, under a guard.
func Example() {
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", "plan", name))
		if err != nil {
			panic(err)
		}
		return data
	}
	o, err := Options(Program{Policy: read("agentvet.yaml"), Registry: read("registry.json"), Workflow: "plan"})
	if err != nil {
		panic(err)
	}
	o.Logger = slog.New(slog.DiscardHandler)
	g, err := guard.New(o)
	if err != nil {
		panic(err)
	}
	ctx := context.Background()
	if err := g.Start(ctx, "s"); err != nil {
		panic(err)
	}
	for _, tool := range []string{"fetch_emails", "send_email", "ask_owner", "send_email"} {
		fmt.Println(g.Call(ctx, "s", guard.Call{Tool: tool, Arguments: `{}`}, func(context.Context) error { return nil }))
	}
	// Output:
	// <nil>
	// refused: tool "send_email": a policy forbids it as event 2 of this session; policy owner-first: human before each tool:send_email; it is allowed after a call of "ask_owner"; tools that may be called now: "fetch_emails", "summarize", "redact", "ask_owner"
	// <nil>
	// <nil>
}
