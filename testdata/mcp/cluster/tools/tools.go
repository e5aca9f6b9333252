// Package tools has the tools of a cluster server as pairs of definition and
// handler, and sets of them.
package tools

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Options say what a server offers.
type Options struct{ ReadOnly bool }

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(req.Params.Name), nil
}

func readOnly(t *mcp.Tool) {
	t.Annotations = mcp.ToolAnnotation{ReadOnlyHint: mcp.ToBoolPtr(true), DestructiveHint: mcp.ToBoolPtr(false)}
}

// PodsList lists pods.
func PodsList() (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool("pods_list", mcp.WithDescription("Lists pods."), readOnly), handle
}

// PodsDelete deletes a pod.
func PodsDelete() server.ServerTool {
	return server.ServerTool{
		Tool:    mcp.NewTool("pods_delete", mcp.WithDescription("Deletes a pod."), mcp.WithString("name", mcp.Required())),
		Handler: handle,
	}
}

// entries describe tools that differ in words only.
var entries = []struct{ kind, verb string }{{"nodes", "list"}, {"nodes", "top"}, {"events", "list"}}

// Readers returns a tool for each of the entries.
func Readers(o Options) []server.ServerTool {
	var out []server.ServerTool
	for _, e := range entries {
		t := mcp.NewTool(e.kind+"_"+e.verb, mcp.WithDescription("Reads "+e.kind+"."), readOnly)
		out = append(out, server.ServerTool{Tool: t, Handler: handle})
	}
	if !o.ReadOnly {
		out = append(out, PodsDelete())
	}
	return out
}

// Raw returns a tool whose schema is text.
func Raw(name string) mcp.Tool {
	return mcp.NewToolWithRawSchema(name, "Applies a manifest.", []byte(`{"type":"object"}`))
}

// Apply applies a manifest.
func Apply(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("applied"), nil
}
