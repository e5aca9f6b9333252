// Package sql has the handlers of a database server.
package sql

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Args are a statement.
type Args struct {
	Statement string `json:"statement"`
}

// Table is a name of a table.
type Table struct {
	Name string `json:"name"`
}

// Query reads.
func Query(ctx context.Context, req mcp.CallToolRequest, in Args) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(in.Statement), nil
}

// Exec writes.
func Exec(ctx context.Context, req mcp.CallToolRequest, in Args) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(in.Statement), nil
}

// Columns are the columns of a table.
type Columns struct {
	Names []string `json:"names"`
}

// Describe lists the columns of a table.
func Describe(ctx context.Context, req mcp.CallToolRequest, in Table) (Columns, error) {
	return Columns{[]string{in.Name}}, nil
}

// Drop drops a table.
func Drop(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(req.GetString("name", "")), nil
}

// Approve returns a middleware that asks the user before calls of some tools.
func Approve(names ...string) server.ToolHandlerMiddleware {
	asks := make(map[string]bool, len(names))
	for _, n := range names {
		asks[n] = true
	}
	return func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
		return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if !asks[req.Params.Name] {
				return next(ctx, req)
			}
			res, err := server.ServerFromContext(ctx).RequestElicitation(ctx, mcp.ElicitationRequest{
				Params: mcp.ElicitationParams{Message: "Run " + req.Params.Name + "?"},
			})
			if err != nil {
				return nil, err
			}
			if res.Action != mcp.ElicitationResponseActionAccept {
				return mcp.NewToolResultError("declined"), nil
			}
			return next(ctx, req)
		}
	}
}
