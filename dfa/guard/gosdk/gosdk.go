// Package gosdk puts a guard before the tools of MCP servers and clients on the official Go SDK,
// github.com/modelcontextprotocol/go-sdk.
//
//	server.AddReceivingMiddleware(gosdk.Server(g, nil))               // calls that clients ask for
//	client.AddSendingMiddleware(gosdk.Client(g, gosdk.Always("s17"))) // calls that the client asks for
//
// Middleware that is added last is called first; add the guard first, so that what other middleware
// changes of a call is what the guard sees. A call that is refused is answered with an error result,
// whose text is for the model.
//
// # Sessions
//
// Without a Session, a server takes those of the transport, whose names it makes itself, and begins one
// for each client that initializes. Some transports have none: standard input, and clients of protocol
// version 2026-07-28, which send requests that stand each for itself. Their calls are refused, as what
// happened before them is not known. Say yourself which session a request belongs to: Always, for a
// server that has one client, or a function of your own that finds it in the context or the request.
// Begin such sessions with Guard.Start, or go on with Guard.Restore: that a client connects again is no
// reason to forget what happened.
//
// # Not seen
//
// Prompts, resources and sampling are no calls of tools. A tool that asks its client for more input is
// called again with it, which is another call for the guard. Rules that ask for results know those that are
// structured, and those that are one text; others stay unknown.
package gosdk

import (
	"context"
	"errors"
	"fmt"

	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A Session says which session of the guard a request belongs to; "" if none, so that it is refused.
type Session func(context.Context, mcp.Request) string

// Always is one session for all requests, which the program begins with Guard.Start.
func Always(session string) Session {
	return func(context.Context, mcp.Request) string { return session }
}

// ofTransport is the session of the transport, "" if it has none.
func ofTransport(_ context.Context, req mcp.Request) string { return req.GetSession().ID() }

// The methods that matter here.
const (
	callTool   = "tools/call"
	initialize = "initialize"
)

// Server returns middleware for mcp.Server.AddReceivingMiddleware. If session is nil, sessions are those
// of the transport.
func Server(g *guard.Guard, session Session) mcp.Middleware {
	own := session == nil
	if own {
		session = ofTransport
	}
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			switch id := session(ctx, req); {
			case method == callTool:
				return guarded(ctx, g, session, next, method, req)
			case method == initialize && own && id != "":
				// A client that initializes again does not begin anew.
				if err := g.Start(ctx, id); err != nil && !errors.Is(err, guard.ErrSession) {
					return nil, err
				}
			}
			return next(ctx, method, req)
		}
	}
}

// Client returns middleware for mcp.Client.AddSendingMiddleware. It begins no sessions. If session is nil, they are those of the
// transport.
func Client(g *guard.Guard, session Session) mcp.Middleware {
	if session == nil {
		session = ofTransport
	}
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if method == callTool {
				return guarded(ctx, g, session, next, method, req)
			}
			return next(ctx, method, req)
		}
	}
}

// guarded lets a call happen if the guard admits it, else it answers in its place.
func guarded(ctx context.Context, g *guard.Guard, session Session, next mcp.MethodHandler, method string, req mcp.Request) (mcp.Result, error) {
	var call guard.Call
	switch p := req.GetParams().(type) {
	case *mcp.CallToolParamsRaw:
		call = guard.Call{Tool: p.Name, Arguments: arguments(p.Arguments)}
	case *mcp.CallToolParams:
		call = guard.Call{Tool: p.Name, Arguments: guard.JSON(p.Arguments)}
	default:
		return nil, fmt.Errorf("agentvet: a call of a tool has parameters of type %T", p)
	}
	id := session(ctx, req)
	if err := g.Admit(ctx, id, call); err != nil {
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: err.Error()}}}, nil
	}
	res, err := next(ctx, method, req)
	if err != nil {
		told(ctx, g, id, call, "", true)
		return res, err
	}
	if r, ok := res.(*mcp.CallToolResult); ok && r != nil {
		if text, ok := resultOf(r); ok {
			told(ctx, g, id, call, text, r.IsError)
		}
	}
	return res, nil
}

// told tells the guard what a call returned. If that fails, it stays unknown, and the guard is strict.
func told(ctx context.Context, g *guard.Guard, session string, c guard.Call, result string, failed bool) {
	_ = g.Returned(ctx, session, c, result, failed)
}

// resultOf returns what a call returned, if that is a value or one text.
func resultOf(r *mcp.CallToolResult) (string, bool) {
	if r.StructuredContent != nil {
		text := guard.JSON(r.StructuredContent)
		return text, text != ""
	}
	if len(r.Content) != 1 {
		return "", false
	}
	text, ok := r.Content[0].(*mcp.TextContent)
	if !ok {
		return "", false
	}
	return text.Text, true
}

// arguments returns the arguments that a tool gets; one that gets none, gets an empty object.
func arguments(raw []byte) string {
	if len(raw) == 0 {
		return "{}"
	}
	return string(raw)
}
