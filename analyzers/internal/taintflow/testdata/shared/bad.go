// Command shared has tools that share a database, one of which writes statements of its model's words: the
// others are not blamed for it.
package main

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func describe(s *server.MCPServer, db *sql.DB) {
	s.AddTool(mcp.NewTool("describe"), func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		query := fmt.Sprintf("PRAGMA table_info(%s)", r.GetString("table", ""))
		rows, err := db.QueryContext(ctx, query) // want `taint/effect: what a model chooses for "describe" becomes the text of a database statement: sql.DB.QueryContext`
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		defer rows.Close()
		return mcp.NewToolResultText("ok"), nil
	})
}

func rename(s *server.MCPServer, db *sql.DB) {
	s.AddTool(mcp.NewTool("rename"), func(ctx context.Context, r mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if _, err := db.ExecContext(ctx, "UPDATE customers SET name = ?", r.GetString("name", "")); err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultText("ok"), nil
	})
}

func main() {
	s := server.NewMCPServer("shared", "1")
	db, err := sql.Open("sqlite", "customers.db")
	if err != nil {
		panic(err)
	}
	describe(s, db)
	rename(s, db)
	server.ServeStdio(s)
}
