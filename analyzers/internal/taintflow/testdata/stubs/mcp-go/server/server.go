// Package server has the part of the API of the library of its name that the tests use.
package server

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
)

type ToolHandlerFunc func(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error)

type MCPServer struct{ handlers []ToolHandlerFunc }

type ServerOption func(*MCPServer)

func NewMCPServer(name, version string, opts ...ServerOption) *MCPServer { return &MCPServer{} }

func (s *MCPServer) AddTool(tool mcp.Tool, handler ToolHandlerFunc) {}

func ServeStdio(s *MCPServer) error { return nil }
