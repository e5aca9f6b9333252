// Package dispatched serves the tools of a catalog: a handler looks its tool up by name
// when it is called.
package dispatched

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/golden/catalog"
)

func handle(name string) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		t, ok := catalog.Get(name)
		if !ok {
			return nil, nil
		}
		return t.Execute(ctx, req)
	}
}

// Serve registers what the catalog has.
func Serve() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "catalog"}, nil)
	for name, t := range catalog.All() {
		def := t.Definition()
		s.AddTool(&def, handle(name))
	}
	return s
}
