// Package library defines tools that others register.
package library

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

type Args struct{ Path string }

func read(ctx context.Context, req mcp.CallToolRequest, in Args) (*mcp.CallToolResult, error) {
	return nil, nil
}

// Read returns a definition and its handler.
func Read() (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool("read", mcp.WithDescription("Reads.")), mcp.NewTypedToolHandler(read)
}

// Write returns a pair.
func Write() server.ServerTool {
	return server.ServerTool{Tool: mcp.NewTool("write"), Handler: func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, nil
	}}
}

// Tool is a struct of the package's own.
type Tool struct {
	Definition gosdk.Tool
	Make       func(root string) gosdk.ToolHandlerFor[Args, any]
}

// Tools are listed.
func Tools() []Tool {
	return []Tool{newTool(gosdk.Tool{Name: "stat"}, stat), newTool(gosdk.Tool{Name: "drop"}, drop)}
}

func newTool(def gosdk.Tool, h gosdk.ToolHandlerFor[Args, any]) Tool {
	return Tool{Definition: def, Make: func(root string) gosdk.ToolHandlerFor[Args, any] {
		return func(ctx context.Context, req *gosdk.CallToolRequest, in Args) (*gosdk.CallToolResult, any, error) {
			return h(ctx, req, in)
		}
	}}
}

func stat(ctx context.Context, req *gosdk.CallToolRequest, in Args) (*gosdk.CallToolResult, any, error) {
	return nil, nil, nil
}

func drop(ctx context.Context, req *gosdk.CallToolRequest, in Args) (*gosdk.CallToolResult, any, error) {
	res, err := req.Session.Elicit(ctx, &gosdk.ElicitParams{Message: "?"})
	if err != nil || res.Action != "accept" {
		return nil, nil, err
	}
	dropped = append(dropped, in.Path)
	return nil, nil, nil
}

var dropped []string
