package guard

import (
	"context"
	"log/slog"
	"testing"
)

// BenchmarkAdmit is what a decision costs: one that allows, one that refuses and says what would be
// allowed, and with the log line.
func BenchmarkAdmit(b *testing.B) {
	texts := []string{"human before each tool:refund", "never tool:mail after tool:read_inbox", "never tool:lookup(amount > 1000)", "tool:open before each tool:close"}
	for _, bb := range []struct {
		name, tool string
		handler    slog.Handler
	}{
		{"allowed", "lookup", slog.DiscardHandler},
		{"allowed-logged", "lookup", slog.NewJSONHandler(discard{}, nil)},
		{"refused", "refund", slog.DiscardHandler},
	} {
		b.Run(bb.name, func(b *testing.B) {
			g, err := New(Options{
				Rules: rules(texts...), Logger: slog.New(bb.handler),
				Tools: []Tool{{Name: "lookup"}, {Name: "refund"}, {Name: "mail"}, {Name: "read_inbox"}, {Name: "open"}, {Name: "close"}},
			})
			if err != nil {
				b.Fatal(err)
			}
			ctx := context.Background()
			if err := g.Start(ctx, "s"); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				_ = g.Admit(ctx, "s", Call{Tool: bb.tool, Arguments: `{"amount": 120, "to": "ann"}`})
			}
		})
	}
}

type discard struct{}

func (discard) Write(p []byte) (int, error) { return len(p), nil }
