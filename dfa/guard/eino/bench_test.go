package eino_test

import (
	"log/slog"
	"testing"

	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/eino"
)

// BenchmarkCall is a call of a tool in a graph, without a guard and with one.
func BenchmarkCall(b *testing.B) {
	for _, guarded := range []bool{false, true} {
		b.Run(map[bool]string{false: "without", true: "with"}[guarded], func(b *testing.B) {
			g, err := guard.New(guard.Options{OpenTools: true, Rules: []guard.Rule{{Name: "sealed", Text: "never tool:mail"}, {Name: "small", Text: "never tool:lookup(amount > 1000)"}}, Logger: slog.New(slog.DiscardHandler)})
			if err != nil {
				b.Fatal(err)
			}
			ctx := eino.With(b.Context(), "s")
			if err := g.Start(ctx, "s"); err != nil {
				b.Fatal(err)
			}
			conf := toolsOf(b, func(string) string { return "done" })
			if guarded {
				eino.Tools(g, conf)
			}
			run := newGraph(b, conf, nil)
			in := want(guard.Call{Tool: "lookup", Arguments: `{"amount": 120}`})
			b.ReportAllocs()
			for b.Loop() {
				if out, err := run.Invoke(ctx, in); err != nil || out[0].Content != "done" {
					b.Fatal(out, err)
				}
			}
		})
	}
}
