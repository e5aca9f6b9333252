// Package bad is a database server that anybody may empty.
package bad

import (
	"context"
	"io"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/mcpservers/database/sql"
)

// prefix keeps the tools of this server apart from those of others.
const prefix = "pg_"

// Serve answers one client.
func Serve(in io.ReadCloser, out io.WriteCloser) error {
	s := server.NewMCPServer("database", "1", server.WithElicitation(), server.WithToolHandlerMiddleware(sql.Approve("exec")))
	s.AddTool(mcp.NewTool("query", mcp.WithDescription("Runs a statement that reads."), // NewTool adds that it is destructive, which means nothing beside read-only
		mcp.WithReadOnlyHintAnnotation(true), mcp.WithInputSchema[sql.Args]()), mcp.NewTypedToolHandler(sql.Query))
	s.AddTool(mcp.NewTool("query", mcp.WithDescription("Explains a statement."), // DEFECT structure/undeclared-tool query: the second takes the name of the first
		mcp.WithString("statement", mcp.Required(), mcp.Description("what to explain"))), mcp.NewTypedToolHandler(sql.Query))
	s.AddTool(mcp.NewTool("exec", mcp.WithDescription("Runs a statement that writes."),
		mcp.WithString("statement", mcp.Required())), mcp.NewTypedToolHandler(sql.Exec))
	s.AddTool(mcp.NewTool(prefix+"describe", mcp.WithDescription("Lists the columns of a table."),
		mcp.WithToolAnnotation(mcp.ToolAnnotation{Title: "Describe", ReadOnlyHint: mcp.ToBoolPtr(true)}),
		mcp.WithString("name")), mcp.NewStructuredToolHandler(sql.Describe))
	drop := mcp.NewTool("drop_table", mcp.WithString("name"), mcp.WithIdempotentHintAnnotation(true)) // DEFECT(strict) delegation/destructive drop_table: it is not among the names that are asked for
	drop.Description = "Drops a table."
	s.AddTool(drop, sql.Drop)
	return server.NewStdioServer(s).Listen(context.Background(), in, out)
}
