// Package mcp has the API of the library of its name, without what it does.
package mcp

type (
	ToolInputSchema struct{ Type string }
	Tool            struct {
		Description *string
		InputSchema ToolInputSchema
		Name        string
	}
	CallToolResult     struct{ Content []any }
	TextContent        struct{ Type, Text string }
	ServerCapabilities struct{}
)
