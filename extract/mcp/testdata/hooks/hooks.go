// Package hooks has a server with hooks that change nothing.
package hooks

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func run(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("done"), nil
}

var asked int

func count(ctx context.Context, id any, message *mcp.ListToolsRequest, result *mcp.ListToolsResult) {
	asked++
}

func New() *server.MCPServer {
	hooks := &server.Hooks{OnAfterListTools: []server.OnAfterListToolsFunc{count}}
	hooks.AddAfterListTools(count)
	s := server.NewMCPServer("counting", "1", server.WithHooks(hooks))
	s.AddTool(mcp.NewTool("show"), run)
	hooks.AddOnRegisterSession(func(ctx context.Context, session server.ClientSession) {
		s.AddSessionTool(session.SessionID(), mcp.NewTool("own"), run)
	})
	return s
}
