// Package clean is a file server that asks before it deletes.
package clean

import (
	"context"
	"io"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/mcpservers/files/store"
)

var no = false

// Serve answers one client.
func Serve(in io.ReadCloser, out io.WriteCloser) error {
	root, err := os.OpenRoot(os.TempDir())
	if err != nil {
		return err
	}
	s := &store.Store{Root: root}
	server := mcp.NewServer(&mcp.Implementation{Name: "files", Version: "1"}, nil)
	mcp.AddTool(server, &mcp.Tool{
		Name: "read_file", Description: "Returns a file.",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: &no},
	}, s.Read)
	mcp.AddTool(server, &mcp.Tool{Name: "list_files", Description: "Lists a directory."}, s.List)
	mcp.AddTool(server, &mcp.Tool{Name: "write_file", Description: "Replaces a file."}, s.Write)
	mcp.AddTool(server, &mcp.Tool{
		Name: "delete_file", Description: "Removes a file.",
		Annotations: &mcp.ToolAnnotations{DestructiveHint: new(true), IdempotentHint: true},
	}, s.DeleteAsked)
	return server.Run(context.Background(), &mcp.IOTransport{Reader: in, Writer: out})
}
