// Package hints says hints in all the ways that the libraries have.
package hints

import (
	"context"
	"os"

	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type In struct{ Path string }

func handle(ctx context.Context, req *gosdk.CallToolRequest, in In) (*gosdk.CallToolResult, any, error) {
	return nil, nil, nil
}

func ptr[T any](v T) *T { return &v }

// GoSDK: what is a pointer is sent where it is not nil, the rest with the struct.
func GoSDK() *gosdk.Server {
	s := gosdk.NewServer(&gosdk.Implementation{Name: "go-sdk"}, nil)
	no := false
	gosdk.AddTool(s, &gosdk.Tool{Name: "none"}, handle)
	gosdk.AddTool(s, &gosdk.Tool{Name: "empty", Annotations: &gosdk.ToolAnnotations{}}, handle)
	gosdk.AddTool(s, &gosdk.Tool{Name: "read", Annotations: &gosdk.ToolAnnotations{ReadOnlyHint: true, OpenWorldHint: ptr(false)}}, handle)
	gosdk.AddTool(s, &gosdk.Tool{Name: "address", Annotations: &gosdk.ToolAnnotations{DestructiveHint: &no, IdempotentHint: true}}, handle)
	gosdk.AddTool(s, &gosdk.Tool{Name: "new", Annotations: &gosdk.ToolAnnotations{DestructiveHint: new(true)}}, handle)
	gosdk.AddTool(s, &gosdk.Tool{Name: "late", Annotations: late()}, handle)
	gosdk.AddTool(s, &gosdk.Tool{Name: "depends", Annotations: &gosdk.ToolAnnotations{ReadOnlyHint: os.Getenv("RO") != ""}}, handle)
	return s
}

func late() *gosdk.ToolAnnotations {
	a := &gosdk.ToolAnnotations{}
	a.DestructiveHint = ptr(true)
	return a
}

// MCPGo: NewTool has defaults, WithToolAnnotation replaces them all.
func MCPGo() *server.MCPServer {
	s := server.NewMCPServer("mcp-go", "1")
	add := func(t mcp.Tool) {
		s.AddTool(t, func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, nil })
	}
	add(mcp.NewTool("defaults", mcp.WithDescription("says nothing"), mcp.WithString("path", mcp.Required())))
	add(mcp.NewTool("contradicts", mcp.WithReadOnlyHintAnnotation(true)))
	add(mcp.NewTool("reads", mcp.WithReadOnlyHintAnnotation(true), mcp.WithDestructiveHintAnnotation(false)))
	add(mcp.NewTool("replaced", mcp.WithReadOnlyHintAnnotation(true), mcp.WithToolAnnotation(mcp.ToolAnnotation{IdempotentHint: mcp.ToBoolPtr(true)})))
	add(mcp.NewTool("changed", readOnly, mcp.WithInputSchema[In]()))
	add(mcp.NewToolWithRawSchema("raw", "a schema as text", nil))
	add(mcp.Tool{Name: "literal", Annotations: mcp.ToolAnnotation{OpenWorldHint: mcp.ToBoolPtr(false)}})
	return s
}

// readOnly is an option of the program's own.
func readOnly(t *mcp.Tool) {
	t.Annotations.ReadOnlyHint = mcp.ToBoolPtr(true)
	t.Annotations.DestructiveHint = nil
}
