package mcpgo_test

import (
	"context"
	"log/slog"
	"testing"

	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/agentvet/agentvet/dfa/guard/mcpgo"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// BenchmarkCall is a call of a tool by a client in the process, without a guard and with one in the server.
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
			var options []server.ServerOption
			if guarded {
				options = append(options, server.WithToolHandlerMiddleware(mcpgo.Server(g, func(context.Context) string { return "s" })))
			}
			s := server.NewMCPServer("desk", "1", options...)
			s.AddTool(mcp.NewTool("lookup"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				return mcp.NewToolResultText("done"), nil
			})
			c, err := client.NewInProcessClient(s)
			c = begin(b, c, err)
			b.ReportAllocs()
			for b.Loop() {
				if told := callTool(b.Context(), c, guard.Call{Tool: "lookup", Arguments: `{"amount": 120}`}); told != "done" {
					b.Fatal(told)
				}
			}
		})
	}
}
