// This program has a form of its own for tools and their handlers.
package main

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Call is what every handler gets: it is no type of arguments.
type Call struct {
	Name      string
	Arguments any
}

type tool interface{ add(s *server.MCPServer) }

type plain struct {
	name   string
	params []string
	run    func(ctx context.Context, c Call) (string, error)
}

func (t *plain) add(s *server.MCPServer) {
	var opts []mcp.ToolOption
	for _, p := range t.params {
		opts = append(opts, mcp.WithString(p))
	}
	s.AddTool(mcp.NewTool(t.name, opts...), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		text, err := t.run(ctx, Call{req.Params.Name, req.Params.Arguments})
		return mcp.NewToolResultText(text), err
	})
}

// Payment is a type of arguments.
type Payment struct {
	ID string `json:"payment_id"`
}

type decoded struct {
	name string
	run  func(ctx context.Context, in Payment) (string, error)
}

func (t *decoded) add(s *server.MCPServer) {
	s.AddTool(mcp.NewTool(t.name, mcp.WithString("payment_id")), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in Payment
		data, _ := json.Marshal(req.Params.Arguments)
		if err := json.Unmarshal(data, &in); err != nil {
			return nil, err
		}
		text, err := t.run(ctx, in)
		return mcp.NewToolResultText(text), err
	})
}

func fetch(ctx context.Context, c Call) (string, error) { return c.Name, nil }

func show(ctx context.Context, in Payment) (string, error) { return in.ID, nil }

func main() {
	s := server.NewMCPServer("payments", "1")
	for _, t := range []tool{&plain{"fetch", []string{"payment_id", "expand"}, fetch}, &decoded{"show", show}} {
		t.add(s)
	}
	_ = server.ServeStdio(s)
}
