package plans_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/plans"
	"github.com/agentvet/agentvet/graph/verdict"
)

// bundled returns a file of the bundled example; a program embeds its own.
func bundled(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("..", "..", "..", "testdata", "plan", name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func desk(t testing.TB) *plans.Verifier {
	t.Helper()
	v, err := plans.New(plans.Program{Policy: bundled(t, "agentvet.yaml"), Registry: bundled(t, "registry.json")})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// steps returns the text of a plan.
func steps(list string) []byte { return []byte(`{"goal": "g", "steps": [` + list + `]}`) }

// TestMessage wants the step, the rule, the way, and what would be allowed.
func TestMessage(t *testing.T) {
	v := desk(t)
	for _, test := range []struct{ name, plan, want string }{
		{"holds", string(bundled(t, "repaired.json")), "the plan is allowed\n"},
		{"no JSON", "Here you are: {}", "refused: this is not a plan, and nothing was run:\n   plan.json:1:1: no JSON: invalid character 'H' looking for beginning of value\n"},
		{"no such tool", string(steps(`{"label": "a", "toolName": "send_mail"}`)), `refused: the plan does not run, and nothing of it was run: it breaks what it must keep
1. steps[0] ("a", which calls "send_mail"): capability/ungranted: workflow "plan" has tool "send_mail", which is not one of those that it is allowed
   steps[0]: it has tool "send_mail"
   steps[0], "a", calls "send_mail"
2. steps[0] ("a", which calls "send_mail"): plan/call: no tool is called "send_mail"; did you mean "send_email"?
   steps[0], "a", calls "send_mail"
   by this name
the tools are: fetch_emails, summarize, redact, send_email, ask_owner
`},
		{"control characters", string(steps(`{"label": "\u001b[31m", "toolName": "x\u0007"}`)), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := v.Verify([]byte(test.plan)).Message()
			if diff := cmp.Diff(test.want, got); test.want != "" && diff != "" {
				t.Errorf("message (-want +got):\n%s", diff)
			}
			if i := strings.IndexFunc(got, func(r rune) bool { return r != '\n' && unicode.IsControl(r) }); i >= 0 {
				t.Errorf("a control character at %d of %q", i, got)
			}
		})
	}
}

// TestHostile: no plan makes the verifier take for ever, or say more than a model can read, and what is not decided is
// refused.
func TestHostile(t *testing.T) {
	v, err := plans.New(plans.Program{Policy: bundled(t, "agentvet.yaml"), Registry: bundled(t, "registry.json"), Inputs: map[string][]string{"in": nil}})
	if err != nil {
		t.Fatal(err)
	}
	asks, sends := `{"label": "o", "toolName": "ask_owner", "arguments": {"question": "q"}}`, `{"label": "s", "toolName": "send_email", "arguments": {"to": "a", "body": "b"}}`
	many := func(n int, step func(i int) string) string {
		var list []string
		for i := range n {
			list = append(list, step(i))
		}
		return strings.Join(list, ", ")
	}
	loop := `{"label": "l", "while": "@in < 1", "atMost": 8, "do": [` + asks + ", " + sends + `]}`
	for name, text := range map[string]string{
		"loops side by side": `{"label": "p", "parallel": [` + many(20, func(int) string { return "[" + loop + "]" }) + `]}`,
		"many parts":         `{"label": "p", "parallel": [` + many(60, func(int) string { return "[" + asks + ", " + sends + "]" }) + `]}`,
		"the same question again": many(60, func(i int) string {
			return fmt.Sprintf(`{"label": "i", "condition": "@in < %d", "then": [%s]}`, i%30, asks)
		}) + ", " + sends,
		"a long number":    `{"label": "f", "toolName": "fetch_emails", "arguments": {"limit": ` + strings.Repeat("9", 500_000) + `}}`,
		"a large exponent": `{"label": "f", "toolName": "fetch_emails", "arguments": {"limit": 1e1000000000}}`,
		"a long name":      `{"label": "f", "toolName": "` + strings.Repeat("x", 500_000) + `"}`,
		"a long label":     `{"label": "` + strings.Repeat("x", 500_000) + `", "toolName": "x"}`,
		"many findings":    many(900, func(int) string { return `{"label": "f", "toolName": "x"}` }),
		"data that goes a long way": `{"label": "f", "toolName": "fetch_emails", "resultBinding": "r"}, ` + many(500, func(int) string {
			return `{"label": "c", "toolName": "summarize", "arguments": {"text": "@r"}, "resultBinding": "r"}`
		}) + `, {"label": "s", "toolName": "send_email", "arguments": {"to": "a", "body": "@r"}}`,
	} {
		a := v.Verify([]byte(`{"version": 1, "goal": "g", "inputs": ["in"], "steps": [` + text + `]}`))
		switch said := a.Message(); {
		case a.Err != nil:
			t.Errorf("%s: %v", name, a.Err)
		case a.Allowed():
			t.Errorf("%s: allowed", name)
		case len(said) > 30_000:
			t.Errorf("%s: a message of %d bytes", name, len(said))
		}
	}
}

func TestNearest(t *testing.T) {
	v := desk(t)
	n := v.Nearest(v.Verify(bundled(t, "leak.json")))
	if n == nil || len(n.Changes) != 2 || !v.Verify(n.Text).Allowed() {
		t.Errorf("of the leak: %+v, want two changes that are allowed", n)
	}
	for _, none := range []string{"no plan", string(steps(`{"label": "a", "toolName": "send_mail"}`))} {
		if n := v.Nearest(v.Verify([]byte(none))); n != nil {
			t.Errorf("of %s: %+v, want none", none, n)
		}
	}
	if n := v.Nearest(nil); n != nil {
		t.Errorf("of no answer: %+v", n)
	}
}

// TestNew wants mistakes in the files to be errors with their places.
func TestNew(t *testing.T) {
	registry := bundled(t, "registry.json")
	for _, test := range []struct {
		name, policy string
		registry     []byte
		want         string
	}{
		{"no registry", "", nil, "no registry"},
		{"registry", "", []byte("{"), "registry.json:1:"},
		{"policy", "version: 1\nrules: []\n", registry, "agentvet.yaml:2:1"},
		{"no such sensitive tool", "version: 1\nsensitive: [send_mail]\n", registry, `agentvet.yaml:2:13: sensitive: send_mail: no tool has that name, so nothing was checked for it; did you mean "send_email"?`},
		{"no such tool", "version: 1\npolicies:\n  - {name: a, rule: 'human before tool:send_mail'}\n", registry, "agentvet.yaml:3:"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := plans.New(plans.Program{Policy: []byte(test.policy), Registry: test.registry})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
	v, err := plans.New(plans.Program{Policy: []byte("version: 1\npolicies:\n  - {name: a, rule: 'never tool:send_email(to == \"x\")'}\n"), Registry: registry})
	if err != nil {
		t.Fatalf("a policy that tests an argument: %v", err)
	}
	for to, allowed := range map[string]bool{"x": false, "ann@example.com": true} {
		text := steps(`{"label": "a", "toolName": "ask_owner", "arguments": {"question": "q"}}, {"label": "b", "toolName": "send_email", "arguments": {"to": "` + to + `", "body": "b"}}`)
		if a := v.Verify(text); a.Allowed() != allowed {
			t.Errorf("to %s: %s", to, a.Message())
		}
	}
	v, err = plans.New(plans.Program{Policy: []byte("version: 1\npolicies:\n  - {name: a, rule: 'never tool:redact', agents: [clerk]}\n"), Registry: registry})
	if err != nil || len(v.Skipped()) != 1 || v.Skipped()[0] != "a" {
		t.Errorf("skipped %v, %v, want a", v, err)
	}
}

// A recorder answers calls and writes them down.
type recorder struct {
	results map[string]any
	fails   string
	calls   []string
}

func (r *recorder) call(_ context.Context, c guard.Call) (any, error) {
	r.calls = append(r.calls, c.Tool+" "+c.Arguments)
	if c.Tool == r.fails {
		return nil, errors.New("it failed")
	}
	return r.results[c.Tool], nil
}

func TestRun(t *testing.T) {
	v := desk(t)
	fetch := `{"label": "a", "toolName": "fetch_emails", "resultBinding": "n"}`
	clean := func(text string) string {
		return fmt.Sprintf(`{"label": "b", "toolName": "redact", "arguments": {"text": %q}, "resultBinding": "c"}`, text)
	}
	choose := func(condition string) string {
		return fmt.Sprintf(`{"label": "if", "condition": %q, "then": [%s], "otherwise": [%s]}`, condition, clean("yes"), clean("no"))
	}
	for _, test := range []struct {
		name, plan string
		n          any // what fetch_emails returns
		fails      string
		want       string // calls behind the first
		err        string
	}{
		{name: "a reference", plan: fetch + "," + clean("@n"), n: "x", want: `redact {"text":"x"}`},
		{name: "a text", plan: fetch + "," + clean("@@n"), n: "x", want: `redact {"text":"@n"}`},
		{name: "a large number", plan: fetch + "," + clean("@n"), n: uint64(1)<<63 + 1, want: `redact {"text":9223372036854775809}`},
		{name: "equal", plan: fetch + "," + choose("@n == 7"), n: 7.0, want: `redact {"text":"yes"}`},
		{name: "another kind", plan: fetch + "," + choose("@n == 7"), n: "7", want: `redact {"text":"no"}`},
		{name: "unequal", plan: fetch + "," + choose("@n != seven"), n: nil, want: `redact {"text":"yes"}`},
		{name: "less", plan: fetch + "," + choose("@n < 7"), n: 6.5, want: `redact {"text":"yes"}`},
		{name: "exactly", plan: fetch + "," + choose("@n > 9007199254740992"), n: uint64(9007199254740993), want: `redact {"text":"yes"}`},
		{name: "no number", plan: fetch + "," + choose("@n < 7"), n: "6", err: `steps[1]: plan.json`},
		{name: "a list", plan: fetch + "," + choose("@n == 7"), n: []int{7}, err: `compares a list`},
		{name: "a tool that fails", plan: fetch + "," + clean("@n") + "," + clean("later"), fails: "redact", want: `redact {"text":null}`, err: "steps[1]: it failed"},
		{name: "no result", plan: fetch + "," + clean("@n"), n: func() {}, err: "steps[0]: what the tool returned"},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := v.Verify(steps(test.plan))
			if !a.Allowed() {
				t.Fatal(a.Message())
			}
			r := &recorder{results: map[string]any{"fetch_emails": test.n}, fails: test.fails}
			_, err := plans.Run(t.Context(), a, nil, r.call)
			if test.err == "" && err != nil || test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) {
				t.Errorf("error %v, want %q", err, test.err)
			}
			if got := strings.Join(r.calls[1:], "\n"); got != test.want {
				t.Errorf("calls\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestRunOwnForm runs loops, parts side by side and inputs.
func TestRunOwnForm(t *testing.T) {
	v, err := plans.New(plans.Program{Registry: bundled(t, "registry.json"), Inputs: map[string][]string{"names": nil}})
	if err != nil {
		t.Fatal(err)
	}
	redact := func(text, bind string) string {
		return fmt.Sprintf(`{"label": "b", "toolName": "redact", "arguments": {"text": %q}, "resultBinding": %q}`, text, bind)
	}
	fetch := `{"label": "a", "toolName": "fetch_emails", "resultBinding": "n"}`
	each := func(most int) string {
		return fmt.Sprintf(`{"label": "l", "forEach": "@names", "item": "i", "atMost": %d, "do": [%s]}`, most, redact("@i", "r"))
	}
	for _, test := range []struct {
		name, plan string
		names      any
		want       []string // calls
		sorted     bool
		err        string
	}{
		{name: "each", plan: each(3), names: []string{"a", "b"}, want: []string{`redact {"text":"a"}`, `redact {"text":"b"}`}},
		{name: "none", plan: each(3), names: []string{}},
		{name: "too many", plan: each(1), names: []string{"a", "b"}, want: []string{`redact {"text":"a"}`}, err: "steps[0]: plans: the loop has more to do"},
		{name: "no list", plan: each(1), names: "a", err: "is no list"},
		{name: "while", plan: fetch + `, {"label": "w", "while": "@n < 3", "atMost": 5, "do": [` + fetch + `]}`, names: 0,
			want: []string{"fetch_emails {}", "fetch_emails {}", "fetch_emails {}"}},
		{name: "for ever", plan: fetch + `, {"label": "w", "while": "@n > 0", "atMost": 2, "do": []}`, names: 0, want: []string{"fetch_emails {}"}, err: "the loop has more to do"},
		{name: "side by side", plan: `{"label": "p", "parallel": [[` + redact("a", "x") + `], [` + redact("b", "y") + `]]}, ` + redact("@x", "z"), names: 0, sorted: true,
			want: []string{`redact {"text":"a"}`, `redact {"text":"b"}`, `redact {"text":"done"}`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := v.Verify([]byte(`{"version": 1, "goal": "g", "inputs": ["names"], "steps": [` + test.plan + `]}`))
			if !a.Allowed() {
				t.Fatal(a.Message())
			}
			r := &counter{}
			_, err := plans.Run(t.Context(), a, map[string]any{"names": test.names}, r.call)
			if test.err == "" && err != nil || test.err != "" && (err == nil || !strings.Contains(err.Error(), test.err)) {
				t.Errorf("error %v, want %q", err, test.err)
			}
			if test.sorted {
				slices.Sort(r.calls)
			}
			if diff := cmp.Diff(test.want, r.calls); diff != "" {
				t.Errorf("calls (-want +got):\n%s", diff)
			}
		})
	}
	if _, err := plans.Run(t.Context(), v.Verify([]byte(`{"version": 1, "goal": "g", "inputs": ["names"], "steps": []}`)), nil, new(recorder).call); err == nil {
		t.Error("an input that is not there is none")
	}
}

// A counter returns how many letters were fetched so far.
type counter struct {
	mu    sync.Mutex
	calls []string
}

func (c *counter) call(_ context.Context, call guard.Call) (any, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls = append(c.calls, call.Tool+" "+call.Arguments)
	if call.Tool == "fetch_emails" {
		return len(c.calls), nil
	}
	return "done", nil
}

// TestRunRefused wants nothing to run of a plan that does not hold.
func TestRunRefused(t *testing.T) {
	v := desk(t)
	for name, a := range map[string]*plans.Answer{
		"refused": v.Verify(bundled(t, "leak.json")), "no plan": v.Verify(nil), "nothing": nil, "empty": {Verdict: verdict.Holds},
	} {
		r := new(recorder)
		if _, err := plans.Run(t.Context(), a, nil, r.call); !errors.Is(err, plans.ErrNotAllowed) || len(r.calls) > 0 {
			t.Errorf("%s: error %v, calls %q", name, err, r.calls)
		}
	}
}

// TestManyAtOnce verifies from many goroutines: the same answer each time.
func TestManyAtOnce(t *testing.T) {
	v := desk(t)
	want := v.Verify(bundled(t, "leak.json")).Message()
	leak := bundled(t, "leak.json")
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				if got := v.Verify(leak).Message(); got != want {
					t.Errorf("got %q, want %q", got, want)
					return
				}
			}
		})
	}
	wg.Wait()
}

// FuzzVerify: no text makes the verifier fail, and of what is allowed, no run sends a letter before the owner
// was asked.
func FuzzVerify(f *testing.F) {
	f.Add(bundled(f, "leak.json"))
	f.Add(bundled(f, "repaired.json"))
	f.Add(steps(`{"label": "a", "toolName": "fetch_emails", "resultBinding": "n"}, {"label": "b", "condition": "@n == 1", "then": []}`))
	f.Add([]byte(`{"version": 1, "goal": "g", "inputs": ["names"], "steps": [{"label": "p", "parallel": [[{"label": "l", "forEach": "@names", "item": "i", "atMost": 2, "do": []}],
		[{"label": "w", "while": "@names == 1", "atMost": 2, "do": [{"label": "s", "toolName": "send_email", "arguments": {"to": "a", "body": "b"}}]}]]}]}`))
	v, err := plans.New(plans.Program{Policy: bundled(f, "agentvet.yaml"), Registry: bundled(f, "registry.json"), Inputs: map[string][]string{"names": nil}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		a := v.Verify(text)
		if a.Err != nil && strings.Contains(a.Err.Error(), "the verifier failed") {
			t.Fatal(a.Err)
		}
		a.Message()
		if !a.Allowed() {
			return
		}
		for _, result := range []any{nil, 1, "a", 7.5} {
			asked := false
			var mu sync.Mutex
			plans.Run(t.Context(), a, map[string]any{"names": []any{result, 1}}, func(_ context.Context, c guard.Call) (any, error) {
				mu.Lock()
				defer mu.Unlock()
				if c.Tool == "send_email" && !asked {
					t.Errorf("%s is sent before somebody was asked", c.Arguments)
				}
				asked = c.Tool == "ask_owner" || asked && c.Tool != "send_email"
				return result, nil
			})
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	v := desk(b)
	for _, name := range []string{"repaired.json", "leak.json"} {
		text := bundled(b, name)
		b.Run(strings.TrimSuffix(name, ".json"), func(b *testing.B) {
			for b.Loop() {
				v.Verify(text)
			}
		})
	}
	var long strings.Builder
	for i := range 200 {
		fmt.Fprintf(&long, `%s{"label": "s", "toolName": "redact", "arguments": {"text": "t%d"}}`, strings.Repeat(",", min(i, 1)), i)
	}
	text := steps(long.String())
	b.Run("200 steps", func(b *testing.B) {
		for b.Loop() {
			v.Verify(text)
		}
	})
}
