// Package kept keeps a server in a type that importers get, and cannot name.
package kept

import (
	"context"
	"log"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type keeper struct {
	Server *server.MCPServer
	hooks  *server.Hooks
}

// New returns a keeper without tools.
func New() *keeper {
	hooks := &server.Hooks{}
	return &keeper{Server: server.NewMCPServer("kept", "1", server.WithHooks(hooks)), hooks: hooks}
}

// Watch offers nothing.
func (k *keeper) Watch() {
	k.hooks.AddAfterListTools(func(ctx context.Context, id any, message *mcp.ListToolsRequest, result *mcp.ListToolsResult) {
		log.Println(id)
	})
}

// Fill offers the tool "now".
func (k *keeper) Fill() {
	k.Server.AddTool(mcp.NewTool("now"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, nil })
}
