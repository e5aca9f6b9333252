// Package guardtest is the test that every adapter of a guard must pass. A model, which is a script,
// tries what it must not do, through the real framework: calls that the policy forbids, calls in
// parallel, again and again, in sessions that were resumed or lost, with approvers that hang or die,
// and with a guard that fails inside. None of that may happen.
//
// Only tests import it.
package guardtest

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/guard"
)

// Tools are the tools of the program under test. The argument of each is {"amount": NUMBER}.
var Tools = []string{"lookup", "refund", "mail", "close"}

// A World is what a program under test is made of.
type World struct {
	Guard *guard.Guard
	// Run is what each tool does. It notes that the tool ran, and returns its result.
	Run func(tool string) string
	// Session is the name that the guard has for a session. A Connect sets it if that is another one.
	Session func(string) string
}

// A Turn makes the model of a session call tools, all at once if the framework can do so, and returns
// what the model is told of each, in order. If the whole run fails, it
// returns that as what the model is told of all that have no answer.
type Turn func(ctx context.Context, session string, calls ...guard.Call) []string

// A Connect builds the program under test on a framework. If resumed, its sessions are known to
// the framework already, so the program does not start them.
type Connect func(t *testing.T, w *World, resumed bool) Turn

// bench is a program under test.
type bench struct {
	*testing.T
	world World
	turn  Turn

	mu  sync.Mutex
	ran []string
}

func newBench(t *testing.T, connect Connect, o guard.Options) *bench {
	t.Helper()
	g, err := guard.New(withTools(o))
	if err != nil {
		t.Fatal(err)
	}
	return benchOf(t, connect, g, false)
}

func withTools(o guard.Options) guard.Options {
	for _, name := range Tools {
		o.Tools = append(o.Tools, guard.Tool{Name: name})
	}
	o.Logger = slog.New(slog.DiscardHandler)
	if o.ApproveTimeout == 0 {
		o.ApproveTimeout = 10 * time.Second
	}
	return o
}

func benchOf(t *testing.T, connect Connect, g *guard.Guard, resumed bool) *bench {
	t.Helper()
	b := &bench{T: t}
	b.world = World{g, func(tool string) string {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.ran = append(b.ran, tool)
		return "done: " + tool
	}, func(session string) string { return session }}
	b.turn = connect(t, &b.world, resumed)
	return b
}

// rule is a policy of one rule.
func rule(text string, h dfa.Handling) []guard.Rule {
	return []guard.Rule{{Name: "the-rule", Text: text, Handling: h}}
}

func call(tool string, amount int) guard.Call {
	return guard.Call{Tool: tool, Arguments: fmt.Sprintf(`{"amount": %d}`, amount)}
}

// say makes the model of the session s call tools.
func (b *bench) say(calls ...guard.Call) []string {
	b.Helper()
	told := b.turn(b.Context(), "s", calls...)
	if len(told) != len(calls) {
		b.Fatalf("told %q of %d calls", told, len(calls))
	}
	return told
}

// refused fails if one of the calls happened, or if the model is not told why it did not.
func (b *bench) refused(why string, calls ...guard.Call) {
	b.Helper()
	before := b.count()
	for i, text := range b.say(calls...) {
		if !strings.Contains(text, why) {
			b.Errorf("%v: told %q, want %q", calls[i], text, why)
		}
	}
	if n := b.count(); n != before {
		b.Errorf("%v: %d calls happened", calls, n-before)
	}
}

// happens fails if one of the calls does not happen.
func (b *bench) happens(calls ...guard.Call) {
	b.Helper()
	before := b.count()
	told := b.say(calls...)
	if n := b.count(); n != before+len(calls) {
		b.Errorf("%v: %d calls happened; told %q", calls, n-before, told)
	}
}

func (b *bench) count() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.ran)
}

// Run runs the whole test.
func Run(t *testing.T, connect Connect) {
	for _, tt := range []struct {
		name string
		test func(*testing.T, Connect)
	}{
		{"forbidden", forbidden}, {"arguments", arguments}, {"halt", halt}, {"kept", kept}, {"parallel", parallel}, {"sessions", sessions},
		{"resumed", resumed}, {"approver", approver}, {"broken approver", brokenApprover}, {"broken guard", brokenGuard}, {"unknown tool", unknownTool},
	} {
		t.Run(tt.name, func(t *testing.T) { tt.test(t, connect) })
	}
}

// forbidden: what a rule forbids does not happen, however often the model tries it, and what it allows
// does.
func forbidden(t *testing.T, connect Connect) {
	b := newBench(t, connect, guard.Options{Rules: rule("never tool:mail after tool:lookup", dfa.Block)})
	b.happens(call("mail", 1))
	b.happens(call("lookup", 1))
	for range 5 {
		b.refused("the-rule", call("mail", 1))
	}
	b.happens(call("refund", 1))
}

// arguments: a model cannot hide an argument behind how it is written.
func arguments(t *testing.T, connect Connect) {
	b := newBench(t, connect, guard.Options{Rules: rule("never tool:refund(amount > 1000)", dfa.Block)})
	b.refused("the-rule", call("refund", 5000))
	b.refused("the-rule", guard.Call{Tool: "refund", Arguments: `{"AMOUNT": 5000}`})
	b.refused("the-rule", guard.Call{Tool: "refund", Arguments: `{"amount": 1, "Amount": 5000}`})
	b.happens(call("refund", 1000))
}

// kept: a rule knows the arguments of earlier calls, and what they returned as soon as they have.
func kept(t *testing.T, connect Connect) {
	b := newBench(t, connect, guard.Options{Rules: rule("never tool:refund(amount != amount of tool:lookup)", dfa.Block)})
	b.refused("the-rule", call("refund", 5))
	b.happens(call("lookup", 5))
	b.happens(call("refund", 5))
	b.refused("the-rule", call("refund", 6))
	b = newBench(t, connect, guard.Options{Rules: rule("never tool:mail(amount == result.none of tool:lookup)", dfa.Block)})
	b.happens(call("mail", 1))
	b.happens(call("lookup", 1))
	b.happens(call("mail", 1)) // it returned, and nothing of the kind
}

// halt: after it, nothing happens in the session.
func halt(t *testing.T, connect Connect) {
	b := newBench(t, connect, guard.Options{Rules: rule("never tool:close", dfa.Halt)})
	b.happens(call("lookup", 1))
	b.refused("the session ends here", call("close", 1))
	b.refused("ended this session", call("lookup", 1))
}

// parallel: of many calls at once, as many happen as the rule allows.
func parallel(t *testing.T, connect Connect) {
	b := newBench(t, connect, guard.Options{Rules: rule("at most 3 tool:refund", dfa.Block)})
	var calls []guard.Call
	for i := range 12 {
		calls = append(calls, call("refund", i))
	}
	told := b.say(calls...)
	refused := 0
	for _, text := range told {
		if strings.Contains(text, "the-rule") {
			refused++
		}
	}
	if b.count() != 3 || refused != 9 {
		t.Errorf("%d calls happened and %d were refused, want 3 and 9: %q", b.count(), refused, told)
	}
}

// sessions: many at once, each with its own history.
func sessions(t *testing.T, connect Connect) {
	b := newBench(t, connect, guard.Options{Rules: rule("at most 2 tool:refund", dfa.Block)})
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for range 3 {
				b.turn(b.Context(), fmt.Sprint("s", i), call("refund", 1), call("refund", 2))
			}
		})
	}
	wg.Wait()
	if b.count() != 16 {
		t.Errorf("%d calls happened, want two in each of 8 sessions", b.count())
	}
}

// resumed: a session goes on where it was, in another process, and where its state was not brought
// along, nothing happens in it.
func resumed(t *testing.T, connect Connect) {
	o := guard.Options{Rules: rule("never tool:mail after tool:lookup", dfa.Block), Key: []byte("a key")}
	b := newBench(t, connect, o)
	b.happens(call("lookup", 1))
	state, err := b.world.Guard.Save(t.Context(), b.world.Session("s"))
	if err != nil {
		t.Fatal(err)
	}
	for _, kept := range []bool{true, false} {
		g, err := guard.New(withTools(o))
		if err != nil {
			t.Fatal(err)
		}
		if kept {
			if err := g.Restore(t.Context(), b.world.Session("s"), state); err != nil {
				t.Fatal(err)
			}
		}
		next := benchOf(t, connect, g, true)
		if kept {
			next.refused("the-rule", call("mail", 1))
			next.happens(call("refund", 1))
		} else {
			next.refused("not known", call("mail", 1))
			next.refused("not known", call("refund", 1))
		}
	}
}

// approver: a human is asked for each call, and a no is a no.
func approver(t *testing.T, connect Connect) {
	var mu sync.Mutex
	var asked []string
	yes := true
	b := newBench(t, connect, guard.Options{Rules: rule("human before each tool:refund", dfa.Escalate), Approve: func(_ context.Context, q guard.Question) (bool, error) {
		mu.Lock()
		defer mu.Unlock()
		asked = append(asked, q.Tool)
		return yes, nil
	}})
	b.happens(call("refund", 1))
	b.happens(call("refund", 2))
	b.happens(call("lookup", 2))
	yes = false
	b.refused("a human said no", call("refund", 3), call("refund", 4))
	if !slices.Equal(asked, []string{"refund", "refund", "refund", "refund"}) {
		t.Errorf("asked %q", asked)
	}
}

// brokenApprover: nobody answers, so nothing happens.
func brokenApprover(t *testing.T, connect Connect) {
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	for name, approve := range map[string]func(context.Context, guard.Question) (bool, error){
		"hangs":     func(context.Context, guard.Question) (bool, error) { <-release; return true, nil },
		"is killed": func(context.Context, guard.Question) (bool, error) { runtime.Goexit(); return true, nil },
		"panics":    func(context.Context, guard.Question) (bool, error) { panic("no desk") },
		"fails":     func(context.Context, guard.Question) (bool, error) { return true, errors.New("no desk") },
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, connect, guard.Options{Rules: rule("human before each tool:refund", dfa.Escalate), Approve: approve, ApproveTimeout: 30 * time.Millisecond})
			b.refused("nobody answered", call("refund", 1), call("refund", 2))
			b.refused("nobody answered", call("refund", 1))
			b.happens(call("lookup", 1))
		})
	}
}

// brokenGuard: what fails inside refuses, then and afterwards.
func brokenGuard(t *testing.T, connect Connect) {
	var broken atomic.Bool
	broken.Store(true)
	b := newBench(t, connect, guard.Options{Rules: rule("tool:lookup before tool:refund", dfa.Block), Observe: func(context.Context, *guard.Decision) {
		if broken.Load() {
			panic("broken")
		}
	}})
	b.refused("the guard failed", call("lookup", 1))
	broken.Store(false)
	b.refused("not known", call("refund", 1)) // for which the lookup that did not happen would have been enough
	b.refused("not known", call("lookup", 1))
}

// unknownTool: it may be the framework that says so.
func unknownTool(t *testing.T, connect Connect) {
	b := newBench(t, connect, guard.Options{Rules: rule("never tool:mail", dfa.Block)})
	b.refused("", guard.Call{Tool: "rm", Arguments: `{}`})
	if n := b.count(); n != 0 {
		t.Errorf("%d calls happened", n)
	}
}
