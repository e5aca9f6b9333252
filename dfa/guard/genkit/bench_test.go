package genkit_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/genkit"
	"github.com/firebase/genkit/go/ai"
	kit "github.com/firebase/genkit/go/genkit"
)

// BenchmarkTool is what the guard adds to a call of a tool.
func BenchmarkTool(b *testing.B) {
	for _, name := range []string{"lookup", "mail"} { // one is allowed, the other refused
		b.Run(name, func(b *testing.B) {
			t := ai.NewTool(name, name, func(*ai.ToolContext, map[string]any) (string, error) { return "done", nil })
			mw := genkit.New(newGuard(b, []guard.Rule{{Name: "sealed", Text: "never tool:mail"}, {Name: "small", Text: "never tool:lookup(amount > 1000)"}}))
			ctx := genkit.With(b.Context(), "s")
			hooks, err := mw.New(ctx)
			if err != nil {
				b.Fatal(err)
			}
			p := &ai.ToolParams{Tool: t, Request: &ai.ToolRequest{Name: name, Input: json.RawMessage(`{"amount": 120, "to": "ann"}`)}}
			done := func(context.Context, *ai.ToolParams) (*ai.MultipartToolResponse, error) {
				return &ai.MultipartToolResponse{Output: "done"}, nil
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := hooks.WrapTool(ctx, p, done); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkCall is a call of a model that calls a tool, without a guard and with one.
func BenchmarkCall(b *testing.B) {
	for _, guarded := range []bool{false, true} {
		b.Run(map[bool]string{false: "without", true: "with"}[guarded], func(b *testing.B) {
			k := newKit()
			o := []ai.GenerateOption{ai.WithPrompt("%s", want(guard.Call{Tool: "lookup", Arguments: `{"amount": 120}`})), ai.WithTools(define(k, func(string) string { return "done" })...)}
			if guarded {
				o = append(o, ai.WithUse(genkit.New(newGuard(b, []guard.Rule{{Name: "sealed", Text: "never tool:mail"}, {Name: "small", Text: "never tool:lookup(amount > 1000)"}}))))
			}
			ctx := genkit.With(b.Context(), "s")
			b.ReportAllocs()
			for b.Loop() {
				if out, err := kit.Generate(ctx, k, o...); err != nil || out.Text() != "bye" {
					b.Fatal(out, err)
				}
			}
		})
	}
}
