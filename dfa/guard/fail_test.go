package guard

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"math/rand"
	"slices"
	"sync"
	"testing"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/syntax"
)

// TestPanics: whatever fails inside, the call does not happen, and what is not known of the session
// refuses everything after it.
func TestPanics(t *testing.T) {
	for name, breakIt := range map[string]func(*desk){
		"monitor":  func(d *desk) { d.sessions["s"].m = nil },
		"logger":   func(d *desk) { d.o.Logger = slog.New(panicking{}) },
		"observer": func(d *desk) { d.o.Observe = func(context.Context, *Decision) { panic("observer") } },
		"grants":   func(d *desk) { d.o.Allowed = func(string, string) bool { panic("grants") } },
	} {
		t.Run(name, func(t *testing.T) {
			d := newDesk(t, Options{Rules: rules("tool:lookup before tool:refund")})
			whole := d.o
			breakIt(d)
			d.want(d.call("s", "lookup", ""), Failed)
			d.o = whole
			if name != "grants" { // which fail before anything is recorded
				d.want(d.call("s", "refund", ""), Lost)
				d.want(d.call("s", "lookup", ""), Lost)
			}
			d.wantRan()
		})
	}
}

// panicking is a handler of log lines that does not work.
type panicking struct{ slog.Handler }

func (panicking) Enabled(context.Context, slog.Level) bool  { return true }
func (panicking) Handle(context.Context, slog.Record) error { panic("logger") }

var calls = flag.Int("calls", 4000, "`number` of calls at once in many sessions")

// TestParallel: of calls at once as many happen as the rules allow, in all sessions. Each run, in the
// order in which its calls were decided, keeps the rules. Meanwhile states are saved.
func TestParallel(t *testing.T) {
	const workers, each = 4, 250
	sessions := max(*calls/workers/each, 4)
	texts := []string{"at most 3 tool:refund", "tool:lookup before each tool:mail", "never tool:lookup after tool:close", "never tool:refund(amount > 90)"}
	d := newDesk(t, Options{Rules: rules(texts...)})
	var wg sync.WaitGroup
	for session := range sessions {
		id := fmt.Sprint(session)
		if err := d.Start(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		for worker := range workers {
			wg.Go(func() {
				rng := rand.New(rand.NewSource(int64(10*session + worker)))
				for i := range each {
					if i%50 == 0 {
						if _, err := d.Save(t.Context(), id); err != nil {
							t.Error(err)
						}
					}
					tool := d.names[rng.Intn(len(d.names))]
					for tool == "close" && rng.Intn(100) > 0 {
						tool = d.names[rng.Intn(len(d.names))]
					}
					d.call(id, tool, fmt.Sprintf(`{"amount": %d}`, rng.Intn(100)))
				}
			})
		}
	}
	wg.Wait()
	allowed, happened := make(map[string][]Decision), 0
	for _, said := range d.told {
		if said.Refusal == nil {
			allowed[said.Session] = append(allowed[said.Session], said)
			happened++
		}
	}
	for session, list := range allowed {
		keeps(t, texts, list, session)
	}
	t.Logf("%d decisions in %d sessions, %d calls happened", len(d.told), sessions, happened)
	if len(allowed) < sessions || happened < 5*sessions {
		t.Errorf("only %d calls were allowed in %d sessions", happened, len(allowed))
	}
}

// keeps fails if what was allowed in a session breaks a rule.
func keeps(t *testing.T, texts []string, allowed []Decision, session string) {
	t.Helper()
	slices.SortFunc(allowed, func(a, b Decision) int { return a.Step - b.Step })
	for i, said := range allowed {
		if said.Step != i+1 {
			t.Fatalf("session %s: event %d is recorded as %d", session, i+1, said.Step)
		}
	}
	for _, text := range texts {
		m := dfa.MustMonitor(dfa.Rule{Name: text, DFA: dfa.MustCompile(text)})
		for _, said := range allowed {
			// The amount was small, or the call was refused: only the order is left to be seen.
			if m.Step(&dfa.Event{Tool: said.Tool, Args: []dfa.Arg{{Path: "amount", Value: syntax.Number(1)}}}).Denied() {
				t.Errorf("session %s breaks %q", session, text)
			}
		}
	}
}
