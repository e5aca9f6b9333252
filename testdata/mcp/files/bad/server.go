// Package bad is a file server whose user can only watch.
package bad

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
	mcp.AddTool(server, &mcp.Tool{Name: "file", Description: "Lists a directory."}, s.List)
	mcp.AddTool(server, &mcp.Tool{Name: "file", Description: "Replaces a file."}, s.Write) // DEFECT structure/undeclared-tool file: the listing is never offered
	mcp.AddTool(server, &mcp.Tool{
		Name: "delete_file", Description: "Removes a file.",
		Annotations: &mcp.ToolAnnotations{DestructiveHint: new(true), IdempotentHint: true},
	}, func(ctx context.Context, req *mcp.CallToolRequest, args store.Args) (*mcp.CallToolResult, store.Result, error) {
		if _, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: "Delete " + args.Path + "?"}); err != nil { // DEFECT(strict) delegation/gate-ignored delete_file: an answer is enough, whatever it is
			return nil, store.Result{}, err
		}
		return s.Delete(ctx, req, args)
	})
	mcp.AddTool(server, &mcp.Tool{Name: "clear_file", Description: "Empties a file."}, func(_ context.Context, _ *mcp.CallToolRequest, args store.ClearArgs) (*mcp.CallToolResult, store.Result, error) {
		if !args.Confirm { // DEFECT(strict) delegation/gate-ignored clear_file: the model says that somebody agreed
			return nil, store.Result{}, errUnconfirmed
		}
		return s.Clear(args.Path)
	})
	return server.Run(context.Background(), &mcp.IOTransport{Reader: in, Writer: out})
}
