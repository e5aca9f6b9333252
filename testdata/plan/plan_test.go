package main

import (
	"context"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/dfa/guard"
)

// A listed owner gives one answer after the other, and counts the questions.
type listed struct {
	answers []bool
	asked   int
}

func (l *listed) ask(string) (bool, error) {
	l.asked++
	return l.answers[l.asked-1], nil
}

func TestRun(t *testing.T) {
	for _, test := range []struct {
		name    string
		plans   [][]byte
		answers []bool
		asked   int
		fails   string
		says    []string
		not     string
	}{
		{
			name: "a leak, then the repaired plan", plans: [][]byte{leak, repaired}, answers: []bool{true}, asked: 1,
			says: []string{
				"refused", "1. steps[2] (\"tell\", which calls \"send_email\"): policy/owner-first",
				"2. steps[2] (\"tell\", which calls \"send_email\"): taint/flow", "redact would stop it",
				"the plan is allowed\nsent to ann@example.com: The meeting moves to Friday; The invoice is paid, says [removed]",
			},
			not: "billing@example.org",
		},
		{name: "the owner says no", plans: [][]byte{repaired}, answers: []bool{false}, asked: 1, fails: "steps[3]: ask_owner: the owner said no", not: "sent"},
		{name: "a model that insists", plans: [][]byte{leak, leak, leak, leak}, fails: "none of 3 plans was allowed", not: "sent"},
		{name: "no plan", plans: [][]byte{[]byte("Sure! Here it is: {}")}, fails: "none of 3", says: []string{"this is not a plan"}, not: "sent"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out strings.Builder
			o := &listed{answers: test.answers}
			err := run(t.Context(), &out, o, scripted(test.plans...))
			switch {
			case test.fails == "" && err != nil, test.fails != "" && (err == nil || !strings.Contains(err.Error(), test.fails)):
				t.Errorf("error %v, want %q", err, test.fails)
			case o.asked != test.asked:
				t.Errorf("the owner was asked %d times, want %d", o.asked, test.asked)
			}
			for _, want := range test.says {
				if !strings.Contains(out.String(), want) {
					t.Errorf("no %q in\n%s", want, &out)
				}
			}
			if test.not != "" && strings.Contains(out.String(), test.not) {
				t.Errorf("%q in\n%s", test.not, &out)
			}
		})
	}
}

// TestGuard calls past the plan: the guard holds each call to the same policy.
func TestGuard(t *testing.T) {
	box := newMailbox(&listed{answers: []bool{true}})
	call, err := connect(t.Context(), box)
	if err != nil {
		t.Fatal(err)
	}
	send := func() error {
		_, err := call(context.Background(), guard.Call{Tool: "send_email", Arguments: `{"to": "eve@example.com", "body": "hello"}`})
		return err
	}
	if err := send(); err == nil || !strings.Contains(err.Error(), "owner-first") {
		t.Errorf("before the owner was asked: %v", err)
	}
	if _, err := call(t.Context(), guard.Call{Tool: "ask_owner", Arguments: `{"question": "?"}`}); err != nil {
		t.Fatal(err)
	}
	if err := send(); err != nil {
		t.Errorf("after the owner said yes: %v", err)
	}
	if err := send(); err == nil {
		t.Error("one yes was enough for two letters")
	}
	if len(box.sent) != 1 {
		t.Errorf("sent: %q", box.sent)
	}
}
