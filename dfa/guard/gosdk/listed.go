package gosdk

// This file holds what servers list to a policy, before any of it is called.

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/agentvet/agentvet/graph"
	"github.com/agentvet/agentvet/graph/reason"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// An Offer is what a model is offered by one or more servers: *built.Offer, which verifies all of it when a part
// changes.
type Offer interface {
	Set(source string, tools []*graph.Tool) error
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
	l := &lists{Offer: o, source: source, pages: make(map[string][]*graph.Tool), count: make(map[string]int)}
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			switch method {
			case callTool:
				if err := l.Call(source(req), nameOf(req)); err != nil {
					return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: err.Error()}}}, nil
				}
			case toolsChanged:
				l.changed(source(req))
			case listTools:
				before := l.changes(source(req))
				res, err := next(ctx, method, req)
				if err == nil {
					err = l.listed(req, res, before)
				}
				if err != nil {
					return nil, err
				}
				return res, nil
			}
			return next(ctx, method, req)
		}
	}
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
		return &graph.Tool{Unknown: reason.Words("there is nothing in its place in the list")}
	}
	out := &graph.Tool{Name: t.Name, Description: t.Description, Framework: "mcp"}
	if t.Name == "" {
		out.Unknown = reason.Words("it has no name")
	}
	schema, err := json.Marshal(t.InputSchema)
	if err == nil {
		out.Params, err = graph.SchemaParams(schema)
	}
	if err != nil { // so it is not as anybody has recorded it
		out.Params = []graph.Param{{Path: "*", Type: err.Error()}}
	}
	if a := t.Annotations; a != nil {
		out.Hints = graph.Hints{ReadOnly: graph.HintOf(a.ReadOnlyHint), Idempotent: graph.HintOf(a.IdempotentHint), Destructive: hintOf(a.DestructiveHint), OpenWorld: hintOf(a.OpenWorldHint)}
	}
	return out
}

func hintOf(b *bool) graph.Hint {
	if b == nil {
		return graph.HintUnset
	}
	return graph.HintOf(*b)
}

// lists puts the pages of lists together.
type lists struct {
	Offer
	source func(mcp.Request) string

	mu    sync.Mutex
	pages map[string][]*graph.Tool // of each source, those that have arrived
	count map[string]int           // how often each source has said that its tools have changed
}

func (l *lists) changed(source string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.count[source]++
	l.Changed(source)
}

func (l *lists) changes(source string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.count[source]
}

// listed verifies a page of a list, with those before it. The tools may have changed while it was on its way.
func (l *lists) listed(req mcp.Request, res mcp.Result, before int) error {
	page, ok := res.(*mcp.ListToolsResult)
	if !ok || page == nil {
		return fmt.Errorf("agentvet: a list of tools has the type %T", res)
	}
	p, ok := req.GetParams().(*mcp.ListToolsParams)
	if !ok {
		return fmt.Errorf("agentvet: a request for a list of tools has parameters of type %T", req.GetParams())
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	source := l.source(req)
	if p == nil || p.Cursor == "" {
		delete(l.pages, source)
	}
	l.pages[source] = append(l.pages[source], Tools(page.Tools)...)
	err := l.Set(source, l.pages[source])
	if err == nil && l.count[source] != before {
		l.Changed(source)
	}
	return err
}
