// Package mcp has the part of the API of the library of its name that the tests use.
package mcp

type Tool struct{ Name string }

type ToolOption func(*Tool)

type CallToolParams struct {
	Name      string
	Arguments any
}

type CallToolRequest struct{ Params CallToolParams }

func (r CallToolRequest) GetString(key, instead string) string { return instead }

type CallToolResult struct{ Content []any }

func NewTool(name string, opts ...ToolOption) Tool { return Tool{name} }

func NewToolResultText(text string) *CallToolResult { return &CallToolResult{} }

func NewToolResultError(text string) *CallToolResult { return &CallToolResult{} }
