package guard

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/agentvet/agentvet/dfa"
)

var wantsHuman = rules("escalate: human before each tool:refund")

// TestApprove: a human is asked before the call, and gets the call as it is.
func TestApprove(t *testing.T) {
	answer := true
	d := newDesk(t, Options{Rules: wantsHuman, Approve: func(context.Context, Question) (bool, error) { return answer, nil }})
	d.want(d.call("s", "refund", `{"amount": 7}`), ReasonInvalid)
	d.want(d.call("s", "lookup", `{}`), ReasonInvalid)
	answer = false
	d.want(d.call("s", "refund", `{"amount": 8}`), Declined)
	answer = true
	d.want(d.call("s", "refund", `{"amount": 9}`), ReasonInvalid)
	d.wantRan("refund", "lookup", "refund")
	if len(d.asked) != 3 || d.asked[1].Arguments != `{"amount": 8}` || d.asked[1].Tool != "refund" || d.asked[1].Rules[0].Name != "r1" {
		t.Errorf("asked %+v", d.asked)
	}
}

// TestApproverFails: nobody answers, so nothing happens, and a yes that comes too late is for nothing.
func TestApproverFails(t *testing.T) {
	late := make(chan struct{})
	defer close(late)
	for name, approve := range map[string]func(context.Context, Question) (bool, error){
		"waits for the context": func(ctx context.Context, _ Question) (bool, error) { <-ctx.Done(); return true, nil },
		"hangs":                 func(context.Context, Question) (bool, error) { <-late; return true, nil },
		"fails":                 func(context.Context, Question) (bool, error) { return true, errors.New("no desk") },
		"panics":                func(context.Context, Question) (bool, error) { panic("no desk") },
		"is killed":             func(context.Context, Question) (bool, error) { runtime.Goexit(); return true, nil },
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, Options{Rules: wantsHuman, Approve: approve, ApproveTimeout: 20 * time.Millisecond})
			d.want(d.call("s", "refund", ""), NoAnswer)
			d.want(d.call("s", "refund", ""), NoAnswer)
			d.want(d.call("s", "lookup", ""), ReasonInvalid) // the session goes on
			d.wantRan("lookup")
		})
	}
}

// TestYesIsForOneCall: what happens while a human thinks may forbid the call; then the yes is gone, and
// no other call gets it.
func TestYesIsForOneCall(t *testing.T) {
	var d *desk
	closes := true
	d = newDesk(t, Options{
		Rules: rules("escalate: human before each tool:refund", "never tool:refund(amount > 10) after tool:close"),
		Approve: func(context.Context, Question) (bool, error) {
			if closes {
				d.want(d.call("s", "close", ""), ReasonInvalid)
			}
			return closes, nil
		},
	})
	d.want(d.call("s", "refund", `{"amount": 50}`), Forbidden)
	closes = false
	d.want(d.call("s", "refund", `{"amount": 5}`), Declined) // asked for again
	d.wantRan("close")
	if len(d.asked) != 2 {
		t.Errorf("%d questions, want 2", len(d.asked))
	}
}

// TestAskedInVain: nobody is asked where a yes does not help; such a session ends, as it would with
// halt.
func TestAskedInVain(t *testing.T) {
	d := newDesk(t, Options{
		Rules:   rules("escalate: never tool:mail", "escalate: human before each tool:refund", "never tool:refund after tool:close"),
		Approve: func(context.Context, Question) (bool, error) { return true, nil },
	})
	d.want(d.call("s", "close", ""), ReasonInvalid)
	r := d.call("s", "refund", "")
	d.want(r, Forbidden)
	d.want(d.call("s", "lookup", ""), Stopped)
	if err := d.Resume(t.Context(), "s"); err != nil {
		t.Fatal(err)
	}
	d.want(d.call("s", "mail", ""), Forbidden)
	d.want(d.call("s", "lookup", ""), Stopped)
	if len(d.asked) != 0 {
		t.Errorf("asked %+v", d.asked)
	}
	d.wantRan("close")
}

// TestConfirmed: a framework asks itself, and says so with the call.
func TestConfirmed(t *testing.T) {
	d := newDesk(t, Options{Rules: wantsHuman})
	d.want(d.call("s", "refund", ""), NeedsApproval)
	if err := d.Admit(t.Context(), "s", Call{Tool: "refund", Human: Yes}); err != nil {
		t.Error(err)
	}
	d.want(d.call("s", "refund", ""), NeedsApproval)
	if r := new(Refusal); !errors.As(d.Admit(t.Context(), "s", Call{Tool: "refund", Human: No}), &r) || r.Reason != Declined {
		t.Errorf("after a no: %v", r)
	}
	d.wantRan()
}

// TestParallelYes: each of many calls at once gets a yes of its own, or none.
func TestParallelYes(t *testing.T) {
	var mu sync.Mutex
	yes := 0
	d := newDesk(t, Options{Rules: wantsHuman, Approve: func(context.Context, Question) (bool, error) {
		mu.Lock()
		defer mu.Unlock()
		yes++
		return yes%3 == 0, nil
	}})
	var wg sync.WaitGroup
	for range 30 {
		wg.Go(func() { d.call("s", "refund", "") })
	}
	wg.Wait()
	if len(d.ran) != 10 || len(d.asked) != 30 {
		t.Errorf("%d calls after %d questions, want 10 after 30", len(d.ran), len(d.asked))
	}
}

// TestNoteOfHuman: where somebody else asks, the guard is told.
func TestNoteOfHuman(t *testing.T) {
	d := newDesk(t, Options{Rules: rules("human before each tool:refund")})
	d.want(d.call("s", "refund", ""), Forbidden)
	if err := d.Note(t.Context(), "s", &dfa.Event{Human: true}); err != nil {
		t.Fatal(err)
	}
	d.want(d.call("s", "refund", ""), ReasonInvalid)
	d.want(d.call("s", "refund", ""), Forbidden)
}
