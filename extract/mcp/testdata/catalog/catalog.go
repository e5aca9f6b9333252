// Package catalog holds tools that register themselves when it begins. One helper makes
// all their definitions, and each is what its options make it.
package catalog

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Tool describes itself, and runs.
type Tool interface {
	Definition() mcp.Tool
	Execute(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error)
}

var tools = map[string]Tool{}

func register(t Tool) { tools[t.Definition().Name] = t }

// Get returns the tool of a name.
func Get(name string) (Tool, bool) {
	t, ok := tools[name]
	return t, ok
}

// All returns every tool.
func All() map[string]Tool { return tools }

type option func(*mcp.Tool)

func newTool(name string, opts ...option) mcp.Tool {
	t := mcp.Tool{Name: name, Annotations: &mcp.ToolAnnotations{}}
	for _, opt := range opts {
		opt(&t)
	}
	return t
}

func readOnly(v bool) option { return func(t *mcp.Tool) { t.Annotations.ReadOnlyHint = v } }

func destructive(v bool) option {
	return func(t *mcp.Tool) { t.Annotations.DestructiveHint = &v }
}

type read struct{}

func init() { register(&read{}) }

func (*read) Definition() mcp.Tool { return newTool("read_file", readOnly(true), destructive(false)) }

func (*read) Execute(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, nil
}

type remove struct{}

func init() { register(&remove{}) }

func (*remove) Definition() mcp.Tool { return newTool("remove_file", destructive(true)) }

func (*remove) Execute(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, nil
}
