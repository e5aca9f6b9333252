package gosdk

// This file holds what servers list to a policy, before any of it is called.

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// An Offer is what a model is offered by one or more servers: *built.Offer, which verifies all of it when a part
// changes.
type Offer interface {
	List(source string, more bool, ask func() ([]*graph.Tool, error)) error
	Changed(source string)
	Call(source, tool string) error
}

// Further methods that matter here.
const (
	listTools    = "tools/list"
	toolsChanged = "notifications/tools/list_changed"
)

// Listed returns middleware that verifies each list of tools of a server when it arrives. One that is refused is an
// error in place of the list. A tool that was not listed and verified, or whose server says that its tools have
// changed, is not called until it is listed again. The source says which server a request belongs to; nil if there
// is one.
//
//	m := gosdk.Listed(offer, nil)
//	client.AddSendingMiddleware(m)   // the lists and calls of a client
//	client.AddReceivingMiddleware(m) // what its server says of changes
//
//	server.AddReceivingMiddleware(m) // or the lists and calls of a server
//
// A server says that its tools have changed only to a client with a mcp.ClientOptions.ToolListChangedHandler. Without one,
// what has changed is seen when the tools are listed again.
func Listed(o Offer, source func(mcp.Request) string) mcp.Middleware {
	if source == nil {
		source = func(mcp.Request) string { return "server" }
	}
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			switch method {
			case callTool:
				if err := o.Call(source(req), nameOf(req)); err != nil {
					return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: err.Error()}}}, nil
				}
			case toolsChanged:
				o.Changed(source(req))
			case listTools:
				return listed(ctx, o, source(req), next, req)
			}
			return next(ctx, method, req)
		}
	}
}

// listed asks for a list of tools, or its next page, and verifies what comes.
func listed(ctx context.Context, o Offer, source string, next mcp.MethodHandler, req mcp.Request) (res mcp.Result, err error) {
	p, ok := req.GetParams().(*mcp.ListToolsParams)
	if !ok {
		return nil, fmt.Errorf("agentvet: a request for a list of tools has parameters of type %T", req.GetParams())
	}
	err = o.List(source, p != nil && p.Cursor != "", func() ([]*graph.Tool, error) {
		if res, err = next(ctx, listTools, req); err != nil {
			return nil, err
		}
		page, ok := res.(*mcp.ListToolsResult)
		if !ok || page == nil {
			return nil, fmt.Errorf("agentvet: a list of tools has the type %T", res)
		}
		return Tools(page.Tools), nil
	})
	if err != nil {
		return nil, err
	}
	return res, nil
}

// nameOf returns the tool that a request calls, "" if that is not known, which no offer has.
func nameOf(req mcp.Request) string {
	switch p := req.GetParams().(type) {
	case *mcp.CallToolParamsRaw:
		return p.Name
	case *mcp.CallToolParams:
		return p.Name
	}
	return ""
}

// Tools returns the tools of a list as a view has them. To write them down, for somebody to review, there is
// graph.EncodeRegistry.
func Tools(list []*mcp.Tool) []*graph.Tool {
	out := make([]*graph.Tool, len(list))
	for i, t := range list {
		out[i] = toolOf(t)
	}
	return out
}

func toolOf(t *mcp.Tool) *graph.Tool {
	if t == nil {
		return &graph.Tool{Unknown: reason.Of(reason.NoName)}
	}
	out := graph.Shown("mcp", t.Name, t.Description)
	schema, err := json.Marshal(t.InputSchema)
	if err == nil {
		out.Params, err = graph.SchemaParams(schema)
	}
	if err != nil { // so it is not as anybody has recorded it
		out.Params = []graph.Param{{Path: "*", Type: err.Error()}}
	}
	out.Title = t.Title
	if shown, err := json.Marshal(t.OutputSchema); err != nil {
		out.Output = []graph.Param{{Path: "*", Type: err.Error()}}
	} else if out.Output, err = graph.SchemaParams(shown); err != nil {
		out.Output = []graph.Param{{Path: "*", Type: err.Error()}}
	}
	if a := t.Annotations; a != nil {
		out.Title = cmp.Or(out.Title, a.Title)
		out.Hints = graph.Hints{ReadOnly: graph.HintOf(a.ReadOnlyHint), Idempotent: graph.HintOf(a.IdempotentHint), Destructive: hintOf(a.DestructiveHint), OpenWorld: hintOf(a.OpenWorldHint)}
		if out.Hints.AreDefaults() { // libraries send them for tools that say nothing
			out.Hints = graph.Hints{}
		}
	}
	return out
}

func hintOf(b *bool) graph.Hint {
	if b == nil {
		return graph.HintUnset
	}
	return graph.HintOf(*b)
}
