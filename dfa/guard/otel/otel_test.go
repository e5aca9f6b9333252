package otel_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/agentvet/agentvet/dfa"
	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/otel"
	"go.opentelemetry.io/otel/attribute"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"
)

func newGuard(t testing.TB) *guard.Guard {
	t.Helper()
	g, err := guard.New(guard.Options{
		Rules: []guard.Rule{
			{Name: "sealed", Text: "never tool:mail after tool:lookup"},
			{Name: "approve", Text: "human before each tool:refund", Handling: dfa.Escalate},
			{Name: "odd", Text: "never tool:close", Handling: dfa.Warn},
		},
		Tools: []guard.Tool{{Name: "lookup"}, {Name: "mail"}, {Name: "refund"}, {Name: "close"}},
		Approve: func(_ context.Context, q guard.Question) (bool, error) {
			return !strings.Contains(q.Arguments, "1000"), nil
		},
		Logger: slog.New(slog.DiscardHandler), Observe: otel.Observe,
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Start(context.Background(), "s"); err != nil {
		t.Fatal(err)
	}
	return g
}

// events returns the events of the spans that were recorded, one a line.
func events(spans *tracetest.SpanRecorder) string {
	var b strings.Builder
	for _, s := range spans.Ended() {
		for _, e := range s.Events() {
			fmt.Fprintf(&b, "%s %s", s.Name(), e.Name)
			for _, a := range e.Attributes {
				fmt.Fprintf(&b, " %s=%v", strings.TrimPrefix(string(a.Key), "agentvet."), a.Value.AsInterface())
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// TestObserve: each decision is an event of the span of its call, and has no arguments in it.
func TestObserve(t *testing.T) {
	spans := tracetest.NewSpanRecorder()
	tracer := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans)).Tracer("test")
	g := newGuard(t)
	for _, c := range []guard.Call{
		{Tool: "lookup", Arguments: `{"secret": "x"}`, Agent: "desk"}, {Tool: "mail", Arguments: `{"secret": "x"}`},
		{Tool: "refund", Arguments: `{"amount": 1}`}, {Tool: "refund", Arguments: `{"amount": 1000}`}, {Tool: "close"}, {Tool: "rm"},
	} {
		ctx, span := tracer.Start(t.Context(), "call")
		_ = g.Admit(ctx, "s", c)
		span.End()
	}
	ctx, span := tracer.Start(t.Context(), "step")
	_ = g.Step(ctx, "s", &dfa.Event{Node: "plan", Kind: "llm"})
	_ = g.Step(ctx, "lost", &dfa.Event{Kind: "llm"})
	span.End()
	want := `call agentvet.decision decision=allowed session=s step=1 tool=lookup agent=desk
call agentvet.decision decision=forbidden session=s step=2 tool=mail rules=[sealed]
call agentvet.decision decision=allowed session=s step=3 tool=refund human=true
call agentvet.decision decision=declined session=s step=4 tool=refund human=false rules=[approve]
call agentvet.decision decision=allowed session=s step=4 tool=close rules=[odd]
call agentvet.decision decision=unknown-tool session=s step=0 tool=rm
step agentvet.decision decision=allowed session=s step=5 node=plan
step agentvet.decision decision=lost session=lost step=0
`
	if got := events(spans); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestTypes: attributes have the types of what they say.
func TestTypes(t *testing.T) {
	want := map[attribute.Key]attribute.Type{
		"agentvet.decision": attribute.STRING, "agentvet.session": attribute.STRING, "agentvet.step": attribute.INT64, "agentvet.tool": attribute.STRING,
		"agentvet.human": attribute.BOOL, "agentvet.rules": attribute.STRINGSLICE,
	}
	d := &guard.Decision{Tool: "mail", Asked: true, Warned: []guard.Broken{{Name: "odd"}}}
	got := otel.Attributes(d)
	for _, a := range got {
		if a.Value.Type() != want[a.Key] {
			t.Errorf("%s is %v, want %v", a.Key, a.Value.Type(), want[a.Key])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%v, want %d attributes", got, len(want))
	}
}

// TestNoSpan: without a span, or after its end, decisions are what they are.
func TestNoSpan(t *testing.T) {
	spans := tracetest.NewSpanRecorder()
	ended, span := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans)).Tracer("test").Start(t.Context(), "call")
	span.End()
	g := newGuard(t)
	for _, ctx := range []context.Context{t.Context(), ended} {
		if err := g.Admit(ctx, "s", guard.Call{Tool: "lookup"}); err != nil {
			t.Error(err)
		}
		if err := g.Admit(ctx, "s", guard.Call{Tool: "mail"}); err == nil {
			t.Error("not refused")
		}
	}
	if got := events(spans); got != "" {
		t.Errorf("events %s", got)
	}
}

// TestParallel: many calls in one span.
func TestParallel(t *testing.T) {
	spans := tracetest.NewSpanRecorder()
	ctx, span := sdktrace.NewTracerProvider(sdktrace.WithSpanProcessor(spans)).Tracer("test").Start(t.Context(), "call")
	g := newGuard(t)
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() { _ = g.Admit(ctx, "s", guard.Call{Tool: "lookup"}) })
	}
	wg.Wait()
	span.End()
	if got := strings.Count(events(spans), "decision=allowed"); got != 20 {
		t.Errorf("%d events", got)
	}
}

// BenchmarkObserve is what the event adds to a decision.
func BenchmarkObserve(b *testing.B) {
	g := newGuard(b)
	ctx, span := sdktrace.NewTracerProvider().Tracer("test").Start(b.Context(), "call")
	defer span.End()
	b.ReportAllocs()
	for b.Loop() {
		if err := g.Admit(ctx, "s", guard.Call{Tool: "lookup", Arguments: `{"amount": 120}`}); err != nil {
			b.Fatal(err)
		}
	}
}
