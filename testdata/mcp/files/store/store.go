// Package store has the handlers of a file server.
package store

import (
	"context"
	"errors"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Args name a file.
type Args struct {
	Path string `json:"path" jsonschema:"path below the root"`
}

// WriteArgs name a file and what it is to hold.
type WriteArgs struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// ClearArgs name a file, and say that somebody agreed.
type ClearArgs struct {
	Path    string `json:"path"`
	Confirm bool   `json:"confirm" jsonschema:"has to be true"`
}

// Result is what all tools return.
type Result struct {
	Text string `json:"text"`
}

// Store keeps files below a root.
type Store struct{ Root *os.Root }

// Read returns a file.
func (s *Store) Read(ctx context.Context, req *mcp.CallToolRequest, in Args) (*mcp.CallToolResult, Result, error) {
	data, err := s.Root.ReadFile(in.Path)
	return nil, Result{string(data)}, err
}

// List returns the names below a directory.
func (s *Store) List(ctx context.Context, req *mcp.CallToolRequest, in Args) (*mcp.CallToolResult, Result, error) {
	return nil, Result{in.Path}, nil
}

// Write replaces a file.
func (s *Store) Write(ctx context.Context, req *mcp.CallToolRequest, in WriteArgs) (*mcp.CallToolResult, Result, error) {
	return nil, Result{}, s.Root.WriteFile(in.Path, []byte(in.Text), 0o600)
}

// Delete removes a file, and asks nobody.
func (s *Store) Delete(ctx context.Context, req *mcp.CallToolRequest, in Args) (*mcp.CallToolResult, Result, error) {
	return nil, Result{}, s.Root.Remove(in.Path)
}

// DeleteAsked removes a file if the user agrees.
func (s *Store) DeleteAsked(ctx context.Context, req *mcp.CallToolRequest, in Args) (*mcp.CallToolResult, Result, error) {
	res, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: "Delete " + in.Path + "?"})
	if err != nil {
		return nil, Result{}, err
	}
	if res.Action != "accept" {
		return nil, Result{}, errors.New("declined")
	}
	return s.Delete(ctx, req, in)
}

// Clear empties a file, and asks nobody.
func (s *Store) Clear(path string) (*mcp.CallToolResult, Result, error) {
	return nil, Result{}, s.Root.WriteFile(path, nil, 0o600)
}
