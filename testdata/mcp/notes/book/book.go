// Package book has the tools of a notebook.
package book

import (
	"context"

	"github.com/strowk/foxy-contexts/pkg/fxctx"
	"github.com/strowk/foxy-contexts/pkg/mcp"
	"github.com/strowk/foxy-contexts/pkg/toolinput"
)

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []any{mcp.TextContent{Type: "text", Text: s}}}
}

func ptr[T any](v T) *T { return &v }

// NewTake takes a note.
func NewTake() fxctx.Tool {
	schema := toolinput.NewToolInputSchema(toolinput.WithRequiredString("text", "what to note"))
	return fxctx.NewTool(&mcp.Tool{
		Name: "take_note", Description: ptr("Takes a note."), InputSchema: schema.GetMcpToolInputSchema(),
	}, func(ctx context.Context, args map[string]any) *mcp.CallToolResult { return text("noted") })
}

// NewList lists the notes.
func NewList() fxctx.Tool {
	return fxctx.NewTool(&mcp.Tool{
		Name: "list_notes", Description: ptr("Lists the notes."), InputSchema: mcp.ToolInputSchema{Type: "object"},
	}, list)
}

func list(ctx context.Context, args map[string]any) *mcp.CallToolResult { return text("none") }

// NewErase returns a tool that erases all notes, in the words of the server.
func NewErase(name, description string) func() fxctx.Tool {
	return func() fxctx.Tool {
		return fxctx.NewTool(&mcp.Tool{
			Name: name, Description: &description, InputSchema: mcp.ToolInputSchema{Type: "object"},
		}, func(ctx context.Context, args map[string]any) *mcp.CallToolResult { return text("gone") })
	}
}
