package guard

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/agentvet/agentvet/dfa"
)

// TestKept: a refund goes to the account that paid, and only what was made here is closed. The session is saved
// and restored before each call.
func TestKept(t *testing.T) {
	o := Options{Key: []byte("key"), Rules: []Rule{
		{Name: "payer", Text: "never tool:refund(account != account of tool:mail)"},
		{Name: "own", Text: "never tool:close(id != result.id of tool:lookup)"},
	}}
	d := newDesk(t, o)
	next := func() {
		t.Helper()
		state, err := d.Save(t.Context(), "s")
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(state), "secret") {
			t.Errorf("a value is in the state: %s", state)
		}
		other := newDesk(t, o)
		if err := other.Restore(t.Context(), "s", state); err != nil {
			t.Fatal(err)
		}
		d = other
	}
	do := func(tool, args, result string) *Refusal {
		t.Helper()
		next()
		_, err := Do(t.Context(), d.Guard, "s", Call{Tool: tool, Arguments: args}, func(context.Context) (string, error) {
			next() // the result comes to another guard than the one that let the call happen
			if result == "" {
				return "", errors.New("it failed")
			}
			return result, nil
		})
		r := new(Refusal)
		if errors.As(err, &r) {
			return r
		}
		return nil
	}
	d.want(do("refund", `{"account": "secret-1"}`, "done"), Forbidden)
	d.want(do("mail", `{"account": "secret-1"}`, "done"), ReasonInvalid)
	d.want(do("refund", `{"account": "secret-1"}`, "done"), ReasonInvalid)
	r := do("refund", `{"account": "secret-2"}`, "done")
	d.want(r, Forbidden)
	if !r.Arguments || !strings.Contains(r.Error(), "with other arguments") || r.Rules[0].Missing != 0 {
		t.Errorf("%+v: %v", r, r)
	}
	d.want(do("refund", `{"account": "secret-1", "Account": "secret-2"}`, "done"), Forbidden)

	d.want(do("close", `{"id": 7}`, "done"), Forbidden)
	d.want(do("lookup", `{}`, ""), ReasonInvalid) // of the guard that does not know of the call
	if err := d.Returned(t.Context(), "s", Call{Tool: "lookup"}, `{"id": 7, "by": "secret"}`, false); err != nil {
		t.Fatal(err)
	}
	d.want(do("close", `{"id": 7}`, "done"), ReasonInvalid)
	r = do("close", `{"id": 8}`, "done")
	if d.want(r, Forbidden); r.Rules[0].Missing != 0 {
		t.Errorf("missing %b: %v", r.Rules[0].Missing, r)
	}
}

// TestReturned: what is not known refuses whichever way a rule is written; a failure makes nothing certain.
func TestReturned(t *testing.T) {
	d := newDesk(t, Options{Rules: rules("never tool:close(id != result.id of tool:lookup)", "never tool:mail(id == result.id of tool:lookup)")})
	ctx := t.Context()
	both := func(id int, own, other Reason) {
		t.Helper()
		args := fmt.Sprintf(`{"id": %d}`, id)
		d.want(d.call("s", "close", args), own)
		d.want(d.call("s", "mail", args), other)
	}
	lookup := Call{Tool: "lookup", Arguments: "{}"}
	both(1, Forbidden, ReasonInvalid)
	if err := d.Admit(ctx, "s", lookup); err != nil {
		t.Fatal(err)
	}
	both(1, Forbidden, Forbidden)
	if text := d.call("s", "mail", `{"id": 1}`).Error(); !strings.Contains(text, "has not returned yet") {
		t.Error(text)
	}
	d.returned(ctx, "s", lookup, `{"id": 1}`, true)
	both(1, Forbidden, Forbidden)
	both(2, Forbidden, ReasonInvalid)
	d.want(d.call("s", "lookup", "{}"), ReasonInvalid) // of which Call does not say what it returned
	both(2, Forbidden, Forbidden)
	d.returned(ctx, "s", lookup, `{"id": 3, "ID": 4}`, false) // which can be read in two ways
	both(2, Forbidden, Forbidden)
	d.returned(ctx, "s", lookup, `{"id": 1}`, false)
	both(1, ReasonInvalid, Forbidden)
	both(2, Forbidden, ReasonInvalid)
	if err := d.Returned(ctx, "other", lookup, "{}", false); !errors.Is(err, ErrNoSession) {
		t.Errorf("error %v", err)
	}
	if err := d.Returned(ctx, "other", Call{Tool: "refund"}, "{}", false); err != nil {
		t.Errorf("a result that no rule asks for: %v", err)
	}
}

// TestKeptBound: a value that found no room is refused, and the message says why.
func TestKeptBound(t *testing.T) {
	d := newDesk(t, Options{Rules: rules("never tool:close(id != id of tool:lookup)")})
	for i := range dfa.MaxKept + 1 {
		d.want(d.call("s", "lookup", fmt.Sprintf(`{"id": %d}`, i)), ReasonInvalid)
	}
	d.want(d.call("s", "close", `{"id": 5}`), ReasonInvalid)
	r := d.call("s", "close", fmt.Sprintf(`{"id": %d}`, dfa.MaxKept))
	d.want(r, Forbidden)
	if text := r.Error(); !strings.Contains(text, "more than 1000 values") {
		t.Error(text)
	}
}

// TestAsksItself: a tool that asks a human counts as a yes when it has returned without an error, and not while it asks: models call
// tools side by side.
func TestAsksItself(t *testing.T) {
	ctx := t.Context()
	d := newDesk(t, Options{
		Tools: []Tool{{Name: "ask", Tags: []string{"human"}}, {Name: "refund"}},
		Rules: []Rule{{Name: "first", Text: "human before each tool:refund"}},
	})
	ask := Call{Tool: "ask", Arguments: "{}"}
	if r := d.call("s", "refund", "{}"); r == nil || !strings.Contains(r.Error(), `a call of "ask"`) {
		t.Errorf("before: %v", r)
	}
	if err := d.Admit(ctx, "s", ask); err != nil {
		t.Fatal(err)
	}
	d.want(d.call("s", "refund", "{}"), Forbidden) // nobody has answered yet
	if err := d.Returned(ctx, "s", ask, "", true); err != nil {
		t.Fatal(err)
	}
	d.want(d.call("s", "refund", "{}"), Forbidden) // it has failed
	for name, yes := range map[string]func() error{
		"Returned": func() error {
			return errors.Join(d.Admit(ctx, "s", ask), d.Returned(ctx, "s", ask, "yes", false))
		},
		"Call": func() error { return d.Call(ctx, "s", ask, func(context.Context) error { return nil }) },
		"Do": func() error {
			_, err := Do(ctx, d.Guard, "s", ask, func(context.Context) (string, error) { return "", nil })
			return err
		},
	} {
		if err := yes(); err != nil {
			t.Fatal(err)
		}
		if r := d.call("s", "refund", "{}"); r != nil {
			t.Errorf("%s: %v", name, r)
		}
		d.want(d.call("s", "refund", "{}"), Forbidden) // one yes is for one call
	}
}

// TestOtherArguments: a rule that asks for arguments may be kept by others, whichever those are.
func TestOtherArguments(t *testing.T) {
	d := newDesk(t, Options{Rules: []Rule{{Name: "euro", Text: `never tool:refund(currency != "EUR")`}}})
	if r := d.call("s", "refund", `{"currency": "USD"}`); r == nil || !strings.Contains(r.Error(), "with other arguments") {
		t.Errorf("%v", r)
	}
	d.want(d.call("s", "refund", `{"currency": "EUR"}`), ReasonInvalid)
}

// TestFailedResult: what a call returned that failed may not count, and the refusal says so.
func TestFailedResult(t *testing.T) {
	ctx := t.Context()
	d := newDesk(t, Options{Rules: []Rule{{Name: "own", Text: "never tool:close(id != result.id of tool:lookup)"}}})
	lookup := Call{Tool: "lookup", Arguments: "{}"}
	if err := errors.Join(d.Admit(ctx, "s", lookup), d.Returned(ctx, "s", lookup, `{"id": 1}`, true)); err != nil {
		t.Fatal(err)
	}
	if r := d.call("s", "close", `{"id": 1}`); r == nil || !strings.Contains(r.Error(), "an earlier call has failed") {
		t.Errorf("%v", r)
	}
}
