// Package mcp stands for that of mcp-go.
package mcp

type CallToolParams struct {
	Name      string
	Arguments any
}

type CallToolRequest struct{ Params CallToolParams }

type CallToolResult struct{ Text string }
