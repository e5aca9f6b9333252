// Package given gives sessions tools without asking a server to.
package given

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type in struct{ Path string }

func run(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("done"), nil
}

func Serve(cache *mcp.SchemaCache) *server.MCPServer {
	s := server.NewMCPServer("given", "1")
	s.AddTool(mcp.NewTool("show", mcp.WithCachedInputSchema[in](cache)), run)
	return s
}

// Give replaces the tools of a session.
func Give(session server.SessionWithTools) {
	session.SetSessionTools(map[string]server.ServerTool{"own": {Tool: mcp.NewTool("own"), Handler: run}})
}
