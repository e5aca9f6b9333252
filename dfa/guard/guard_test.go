package guard

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/agentvet/agentvet/dfa"
)

// desk is a guard with tools that note when they run.
type desk struct {
	*Guard
	t  *testing.T
	mu sync.Mutex
	// ran are the calls that happened, asked the questions.
	ran   []string
	asked []Question
	told  []Decision
}

// newDesk returns a guard of a few tools and rules, with the session s.
func newDesk(t *testing.T, o Options) *desk {
	t.Helper()
	d := &desk{t: t}
	if o.Tools == nil && !o.OpenTools {
		o.Tools = []Tool{{Name: "lookup"}, {Name: "refund"}, {Name: "mail", Tags: []string{"outward"}}, {Name: "close"}}
	}
	o.Logger = slog.New(slog.DiscardHandler)
	observe := o.Observe
	o.Observe = func(ctx context.Context, said *Decision) {
		d.mu.Lock()
		d.told = append(d.told, *said)
		d.mu.Unlock()
		if observe != nil {
			observe(ctx, said)
		}
	}
	if approve := o.Approve; approve != nil {
		o.Approve = func(ctx context.Context, q Question) (bool, error) {
			d.mu.Lock()
			d.asked = append(d.asked, q)
			d.mu.Unlock()
			return approve(ctx, q)
		}
	}
	var err error
	if d.Guard, err = New(o); err != nil {
		t.Fatal(err)
	}
	if err := d.Start(t.Context(), "s"); err != nil {
		t.Fatal(err)
	}
	return d
}

// call calls a tool in a session, and returns the refusal, nil if it happened.
func (d *desk) call(session, tool, args string) *Refusal {
	d.t.Helper()
	err := d.Call(d.t.Context(), session, Call{Tool: tool, Arguments: args}, func(context.Context) error {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.ran = append(d.ran, tool)
		return nil
	})
	var r *Refusal
	if err != nil && !errors.As(err, &r) {
		d.t.Fatalf("%s: %v", tool, err)
	}
	return r
}

// want compares the reason of a refusal; ReasonInvalid for a call that happened.
func (d *desk) want(r *Refusal, reason Reason) {
	d.t.Helper()
	got := ReasonInvalid
	if r != nil {
		got = r.Reason
	}
	if got != reason {
		d.t.Errorf("%v (%v), want %v", got, r, reason)
	}
}

func (d *desk) wantRan(want ...string) {
	d.t.Helper()
	if !slices.Equal(d.ran, want) {
		d.t.Errorf("ran %q, want %q", d.ran, want)
	}
}

func rules(list ...string) (rules []Rule) {
	for i, text := range list {
		name, rest, _ := strings.Cut(text, ": ")
		h, ok := dfa.ParseHandling(name)
		if !ok {
			h, rest = dfa.Block, text
		}
		rules = append(rules, Rule{fmt.Sprintf("r%d", i+1), rest, h})
	}
	return rules
}

// TestMessages: what a model is told says which rule, since when, and what would be allowed.
func TestMessages(t *testing.T) {
	d := newDesk(t, Options{
		Rules: rules("human before each tool:refund", "never tool:mail after tool:lookup", "never tool:refund(amount > 1000)", "tool:lookup before tool:close", "halt: at most 2 tool:close"),
		Allowed: func(agent, tool string) bool {
			return agent != "guest" || tool == "lookup"
		},
	})
	for _, tt := range []struct{ tool, args, want string }{
		{"close", `{}`, `refused: tool "close": a policy forbids it as event 1 of this session; policy r4: tool:lookup before tool:close; it is allowed after a call of "lookup"; tools that may be called now: "lookup", "mail"`},
		{"lookup", `{}`, ``},
		{"mail", `{}`, `refused: tool "mail": a policy forbids it as event 2 of this session; policy r2: never tool:mail after tool:lookup (since event 1: "lookup"); do not try it again: no call before it was found that would allow it; tools that may be called now: "lookup", "close"`},
		{"refund", `{"amount": 5}`, `refused: tool "refund": a policy forbids it as event 2 of this session; policy r1: human before each tool:refund; it is allowed after a human says yes; tools that may be called now: "lookup", "close"`},
		{"refnd", `{}`, `refused: tool "refnd": there is no such tool; did you mean "refund"?; tools that may be called now: "lookup", "refund", "mail", "close"`},
		{"close", ``, ``},
		{"close", ``, ``},
		{"close", ``, `refused: tool "close": a policy forbids it as event 4 of this session; policy r5: at most 2 tool:close (since event 3: "close"); the session ends here; nothing more may be called`},
		{"lookup", ``, `refused: tool "lookup": a policy has ended this session; nothing more may be called`},
	} {
		got := ""
		if r := d.call("s", tt.tool, tt.args); r != nil {
			got = r.Error()
		}
		if got != tt.want {
			t.Errorf("%s(%s):\n%s\nwant\n%s", tt.tool, tt.args, got, tt.want)
		}
	}
	d.wantRan("lookup", "close", "close")
	if err := d.Resume(t.Context(), "s"); err != nil {
		t.Fatal(err)
	}
	if r := d.call("s", "lookup", "{}"); r != nil {
		t.Errorf("after Resume: %v", r)
	}
	if err := d.Note(t.Context(), "s", &dfa.Event{Human: true}); err != nil {
		t.Fatal(err)
	}
	r := d.call("s", "refund", `{"amount": 5000}`)
	if want := `; policy r3: never tool:refund(amount > 1000); it may be allowed with other arguments; `; r == nil || !strings.Contains(r.Error(), want) {
		t.Errorf("%v, want %s", r, want)
	}
	err := d.Admit(t.Context(), "s", Call{Tool: "mail", Agent: "guest"})
	if want := `refused: tool "mail": agent "guest" may not call it; tools that may be called now: "lookup"`; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestArguments: a model cannot hide an argument: what cannot be read may be anything.
func TestArguments(t *testing.T) {
	d := newDesk(t, Options{Rules: rules("never tool:refund(amount > 1000)")})
	for _, args := range []string{`{"amount": 5000}`, `{"AMOUNT": 5000}`, `{"amount": 1, "Amount": 5000}`, `{"amount": "5000"}`, ``, `{`, `[]`, `{"amount": 1} {}`, JSON(make(chan int)), JSON([]byte(`{"amount": 1e9}`))} {
		d.want(d.call("s", "refund", args), Forbidden)
	}
	d.want(d.call("s", "refund", JSON(map[string]any{"amount": 7})), ReasonInvalid)
	d.wantRan("refund")
}

// TestSessions: each session is its own, and one that nobody started does not exist.
func TestSessions(t *testing.T) {
	ctx := t.Context()
	d := newDesk(t, Options{Rules: rules("at most 1 tool:refund"), MaxSessions: 2})
	d.want(d.call("other", "refund", ""), Lost)
	if err := d.Start(ctx, ""); !errors.Is(err, ErrNoSession) {
		t.Errorf("Start of a session without a name: %v", err)
	}
	if err := d.Start(ctx, "s"); !errors.Is(err, ErrSession) {
		t.Errorf("Start of a session that exists: %v", err)
	}
	if err := d.Start(ctx, "other"); err != nil {
		t.Error(err)
	}
	if err := d.Start(ctx, "third"); !errors.Is(err, ErrSessions) {
		t.Errorf("Start of too many sessions: %v", err)
	}
	d.want(d.call("s", "refund", ""), ReasonInvalid)
	d.want(d.call("s", "refund", ""), Forbidden)
	d.want(d.call("other", "refund", ""), ReasonInvalid)
	verdicts, err := d.Finish(ctx, "s")
	if err != nil || verdicts["r1"] != dfa.Accepted {
		t.Errorf("Finish: %v, %v", verdicts, err)
	}
	d.want(d.call("s", "refund", ""), Lost)
	if d.Has(ctx, "s") || !d.Has(ctx, "other") {
		t.Error("Has does not say which sessions there are")
	}
	d.wantRan("refund", "refund")
}

func TestNewErrors(t *testing.T) {
	tools := []Tool{{Name: "a"}}
	for _, tt := range []struct {
		o    Options
		want string
	}{
		{Options{}, "guard: there are no tools"},
		{Options{Tools: []Tool{{}}}, "guard: a tool has no name"},
		{Options{Tools: []Tool{{Name: "a"}, {Name: "a"}}}, `guard: the tool "a" is there twice`},
		{Options{Tools: tools, Rules: rules("never never")}, `guard: rule "r1": `},
		{Options{Tools: tools, Rules: rules("ltlf: false")}, `guard: rule "r1": no run can keep it`},
		{Options{Tools: tools, Rules: []Rule{{"x", "never tool:a", 0}, {"x", "never tool:a", 0}}}, `guard: rule "x": the name occurs twice`},
	} {
		if _, err := New(tt.o); err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("New: %v, want %s", err, tt.want)
		}
	}
}

// TestNameless: a rule about a tool that is not there is said, with the nearest name.
func TestNameless(t *testing.T) {
	var log strings.Builder
	if _, err := New(Options{Tools: []Tool{{Name: "refund"}}, Rules: rules("never tool:refnud", "never tool:re*"), Logger: slog.New(slog.NewTextHandler(&log, nil))}); err != nil {
		t.Fatal(err)
	}
	if got := log.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "rule=r1 tool=refnud nearest=refund") {
		t.Errorf("the log says %s", got)
	}
}

// TestOpenTools: tools that nobody knows are judged by the rules.
func TestOpenTools(t *testing.T) {
	d := newDesk(t, Options{OpenTools: true, Rules: rules("never tool:rm*")})
	d.want(d.call("s", "rmdir", ""), Forbidden)
	d.want(d.call("s", "anything", ""), ReasonInvalid)
	d.want(d.call("s", "", ""), UnknownTool)
	d.want(d.call("s", strings.Repeat("x", 1<<20), ""), ReasonInvalid)
}

// TestSteps: steps of agents are events, which may be refused, and so is what happened elsewhere.
func TestSteps(t *testing.T) {
	ctx := t.Context()
	d := newDesk(t, Options{Rules: rules("at most 2 kind:llm", "human before tool:refund", "never node:bad")})
	step := &dfa.Event{Kind: "llm", Node: "desk"}
	for i := range 3 {
		if err := d.Step(ctx, "s", step); (err == nil) != (i < 2) {
			t.Errorf("step %d: %v", i, err)
		}
	}
	d.want(d.call("s", "refund", ""), Forbidden)
	if err := d.Note(ctx, "s", &dfa.Event{Human: true}); err != nil {
		t.Error(err)
	}
	d.want(d.call("s", "refund", ""), ReasonInvalid)
	if err := d.Note(ctx, "s", &dfa.Event{Node: "bad"}); err == nil {
		t.Error("a violation that happened is not said")
	}
	if err := d.Note(ctx, "gone", step); err == nil {
		t.Error("an event of a session that there is not is recorded")
	}
}

// TestTold: each decision is told, with what it is about and without arguments.
func TestTold(t *testing.T) {
	var log strings.Builder
	d := newDesk(t, Options{Rules: rules("warn: at most 1 tool:lookup", "never tool:mail")})
	d.o.Logger = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	for _, tool := range []string{"lookup", "lookup", "mail"} {
		d.call("s", tool, `{"secret": 1}`)
	}
	d.call("gone", "mail", "")
	want := `level=INFO msg="agentvet: allowed" agentvet.decision=allowed agentvet.session=s agentvet.step=1 agentvet.tool=lookup
level=WARN msg="agentvet: allowed, though a rule warns" agentvet.decision=allowed agentvet.session=s agentvet.step=2 agentvet.tool=lookup agentvet.rules=[r1]
level=WARN msg="agentvet: refused" agentvet.decision=forbidden agentvet.session=s agentvet.step=3 agentvet.tool=mail agentvet.rules=[r2]
level=ERROR msg="agentvet: refused" agentvet.decision=lost agentvet.session=gone agentvet.step=0 agentvet.tool=mail error="guard: no such session"
`
	if log.String() != want {
		t.Errorf("the log says\n%swant\n%s", log.String(), want)
	}
	if len(d.told) != 4 {
		t.Errorf("%d decisions are told, want 4", len(d.told))
	}
}

// TestCancelled: a call whose request has ended does not happen.
func TestCancelled(t *testing.T) {
	d := newDesk(t, Options{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := d.Call(ctx, "s", Call{Tool: "lookup"}, func(context.Context) error { t.Error("it happened"); return nil })
	if r := new(Refusal); !errors.As(err, &r) || r.Reason != Cancelled || !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestReasons(t *testing.T) {
	seen := make(map[string]bool)
	for r := range numReasons {
		if r.String() == "" || seen[r.String()] || (&Refusal{Reason: r}).Error() == "" {
			t.Errorf("reason %d has no word of its own", r)
		}
		seen[r.String()] = true
	}
}
