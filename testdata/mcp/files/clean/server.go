// Package clean is a file server that asks before it deletes.
package clean

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/mcpservers/files/store"
)

var no = false

var errUnconfirmed = errors.New("confirm is not true")

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
	mcp.AddTool(server, &mcp.Tool{Name: "clear_file", Description: "Empties a file."}, func(ctx context.Context, req *mcp.CallToolRequest, args store.ClearArgs) (*mcp.CallToolResult, store.Result, error) {
		if !args.Confirm {
			return nil, store.Result{}, errUnconfirmed
		}
		if res, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: "Empty " + args.Path + "?"}); err != nil || res.Action != "accept" {
			return nil, store.Result{}, errUnconfirmed
		}
		return s.Clear(args.Path)
	})
	return server.Run(context.Background(), &mcp.IOTransport{Reader: in, Writer: out})
}
