package gosdk_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"testing"

	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/gosdk"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// BenchmarkCall is a call of a tool by a client in memory, without a guard and with one in the server.
func BenchmarkCall(b *testing.B) {
	for _, guarded := range []bool{false, true} {
		b.Run(map[bool]string{false: "without", true: "with"}[guarded], func(b *testing.B) {
			g, err := guard.New(guard.Options{OpenTools: true, Rules: []guard.Rule{{Name: "sealed", Text: "never tool:mail"}, {Name: "small", Text: "never tool:lookup(amount > 1000)"}}, Logger: slog.New(slog.DiscardHandler)})
			if err != nil {
				b.Fatal(err)
			}
			if err := g.Start(b.Context(), "s"); err != nil {
				b.Fatal(err)
			}
			s := mcp.NewServer(&mcp.Implementation{Name: "desk"}, nil)
			s.AddTool(&mcp.Tool{Name: "lookup", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "done"}}}, nil
			})
			if guarded {
				s.AddReceivingMiddleware(gosdk.Server(g, gosdk.Always("s")))
			}
			client := dial(b, newClient(), s)
			b.ReportAllocs()
			for b.Loop() {
				res, err := client.CallTool(b.Context(), &mcp.CallToolParams{Name: "lookup", Arguments: json.RawMessage(`{"amount": 120}`)})
				if err != nil || res.Content[0].(*mcp.TextContent).Text != "done" {
					b.Fatal(res, err)
				}
			}
		})
	}
}
