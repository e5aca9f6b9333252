// Package fxctx has the API of the library of its name, without what it does.
package fxctx

import (
	"context"

	"github.com/strowk/foxy-contexts/pkg/mcp"
)

type Tool interface {
	GetMcpTool() *mcp.Tool
	Callback(ctx context.Context, args map[string]any) *mcp.CallToolResult
}

func NewTool(t *mcp.Tool, callback func(context.Context, map[string]any) *mcp.CallToolResult) Tool {
	return nil
}

func AsTool(f any) any { return f }

type ToolMux interface{ GetMcpTools() []mcp.Tool }

func NewToolMux(tools []Tool) ToolMux { return nil }

func ProvideToolMux() any { return nil }
