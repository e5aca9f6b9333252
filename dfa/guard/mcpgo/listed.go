package mcpgo

// This file holds what servers list to a policy, before any of it is called.

import (
	"cmp"
	"context"
	"encoding/json"

	"github.com/agentvet/agentvet/graph"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

// An Offer is what a model is offered by one or more servers: *built.Offer, which verifies all of it when a part
// changes.
type Offer interface {
	List(source string, more bool, ask func() ([]*graph.Tool, error)) error
	Changed(source string)
	Call(source, tool string) error
}

// Listed returns c with each list of tools verified when it arrives. One that is refused is an error in place of the
// list. A tool that was not listed and verified, or whose server says that its tools have changed, is not called until
// it is listed again. The source is a name for the server.
func Listed(o Offer, source string, c client.MCPClient) client.MCPClient {
	c.OnNotification(func(n mcp.JSONRPCNotification) {
		if n.Method == mcp.MethodNotificationToolsListChanged {
			o.Changed(source)
		}
	})
	return &listed{c, o, source}
}

type listed struct {
	client.MCPClient
	o      Offer
	source string
}

func (c *listed) ListToolsByPage(ctx context.Context, req mcp.ListToolsRequest) (*mcp.ListToolsResult, error) {
	return c.list(ctx, req, c.MCPClient.ListToolsByPage)
}

// ListTools lists the pages from the one that the request names.
func (c *listed) ListTools(ctx context.Context, req mcp.ListToolsRequest) (*mcp.ListToolsResult, error) {
	return c.list(ctx, req, c.MCPClient.ListTools)
}

func (c *listed) list(ctx context.Context, req mcp.ListToolsRequest, ask func(context.Context, mcp.ListToolsRequest) (*mcp.ListToolsResult, error)) (res *mcp.ListToolsResult, err error) {
	err = c.o.List(c.source, req.Params.Cursor != "", func() ([]*graph.Tool, error) {
		if res, err = ask(ctx, req); err != nil {
			return nil, err
		}
		return Tools(res.Tools), nil
	})
	if err != nil {
		return nil, err
	}
	return res, nil
}

// CallTool calls a tool that was verified. A refusal is the result, as the model is to read it.
func (c *listed) CallTool(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := c.o.Call(c.source, req.Params.Name); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return c.MCPClient.CallTool(ctx, req)
}

// Tools returns the tools of a list as a view has them. To write them down, for somebody to review, there is
// graph.EncodeRegistry.
func Tools(list []mcp.Tool) []*graph.Tool {
	out := make([]*graph.Tool, len(list))
	for i := range list {
		out[i] = toolOf(&list[i])
	}
	return out
}

func toolOf(t *mcp.Tool) *graph.Tool {
	a := &t.Annotations
	out := graph.Shown("mcp", t.Name, t.Description)
	out.Hints = graph.Hints{ReadOnly: hintOf(a.ReadOnlyHint), Idempotent: hintOf(a.IdempotentHint), Destructive: hintOf(a.DestructiveHint), OpenWorld: hintOf(a.OpenWorldHint)}
	if out.Hints.AreDefaults() { // libraries send them for tools that say nothing
		out.Hints = graph.Hints{}
	}
	out.Title = cmp.Or(t.Title, a.Title)
	output, err := []byte(t.RawOutputSchema), error(nil)
	if output == nil && t.OutputSchema.Type != "" {
		output, err = json.Marshal(t.OutputSchema)
	}
	if err == nil {
		out.Output, err = graph.SchemaParams(output)
	}
	if err != nil {
		out.Output = []graph.Param{{Path: "*", Type: err.Error()}}
	}
	schema, err := []byte(t.RawInputSchema), error(nil)
	if schema == nil {
		schema, err = json.Marshal(t.InputSchema)
	}
	if err == nil {
		out.Params, err = graph.SchemaParams(schema)
	}
	if err != nil { // so it is not as anybody has recorded it
		out.Params = []graph.Param{{Path: "*", Type: err.Error()}}
	}
	return out
}

func hintOf(b *bool) graph.Hint {
	if b == nil {
		return graph.HintUnset
	}
	return graph.HintOf(*b)
}
