// Package mcpgo puts a guard before the tools of MCP servers and clients on github.com/mark3labs/mcp-go.
//
//	hooks := &server.Hooks{}
//	mcpgo.Begin(g, hooks)
//	s := server.NewMCPServer(name, version, server.WithHooks(hooks),
//		server.WithToolHandlerMiddleware(mcpgo.Server(g, nil)))      // calls that clients ask for
//
//	agent.Tools = mcpgo.Client(g, "s17", client)                         // calls that a client asks for
//
// Middleware that is given first is called first; give the guard last, so that what other middleware
// changes of a call is what the guard sees. A call that is refused is answered with an error result,
// whose text is for the model.
//
// # Sessions
//
// Without a Session, a server takes those of the transport. Begin makes a session of each client that
// initializes. Some transports have none: stateless HTTP, and clients of protocol version 2026-07-28.
// Their calls are refused, as what happened before them is not known. Say yourself which session a
// request belongs to, with a function that finds it in the context. Begin such sessions with Guard.Start,
// or go on with Guard.Restore: that a client connects again is no reason to forget what happened.
//
// # Not seen
//
// A server runs the handlers of AddTaskTool without middleware: wrap them with TaskTool. Prompts,
// resources and sampling are no calls of tools. A tool that asks its client for more input is called
// again with it, which is another call for the guard. Rules that ask for results know those that are structured,
// and those that are one text; others, and those of tasks, stay unknown.
package mcpgo

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"

	"github.com/agentvet/agentvet/dfa/guard"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// A Session says which session of the guard a request belongs to; "" if none, so that it is refused.
type Session func(context.Context) string

// ofTransport is the session of the transport.
func ofTransport(ctx context.Context) string {
	if s := server.ClientSessionFromContext(ctx); s != nil {
		return s.SessionID()
	}
	return ""
}

// Begin begins a session for each client of a server that initializes. It is for servers whose
// sessions are those of the transport.
func Begin(g *guard.Guard, hooks *server.Hooks) {
	hooks.AddAfterInitialize(func(ctx context.Context, _ any, _ *mcp.InitializeRequest, _ *mcp.InitializeResult) {
		if id := ofTransport(ctx); id != "" {
			// Of a session that there is already, or that cannot begin, nothing is forgotten: its calls are
			// held to what happened in it, or refused.
			_ = g.Start(ctx, id)
		}
	})
}

// Server returns middleware for server.WithToolHandlerMiddleware. If session is nil, sessions are those
// of the transport.
func Server(g *guard.Guard, session Session) server.ToolHandlerMiddleware {
	if session == nil {
		session = ofTransport
	}
	return func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
		return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			id, call := session(ctx), callOf(&req)
			if err := g.Admit(ctx, id, call); err != nil {
				return mcp.NewToolResultError(err.Error()), nil
			}
			res, err := next(ctx, req)
			told(ctx, g, id, call, res, err)
			return res, err
		}
	}
}

// told tells the guard what a call returned, if that is a value or one text. If it is not, or cannot be recorded, it
// stays unknown, and the guard is strict.
func told(ctx context.Context, g *guard.Guard, session string, c guard.Call, res *mcp.CallToolResult, err error) {
	if err != nil || res == nil {
		_ = g.Returned(ctx, session, c, "", true)
		return
	}
	text := ""
	if res.StructuredContent != nil {
		if text = guard.JSON(res.StructuredContent); text == "" {
			return
		}
	} else {
		if len(res.Content) != 1 {
			return
		}
		one, ok := res.Content[0].(mcp.TextContent)
		if !ok {
			return
		}
		text = one.Text
	}
	_ = g.Returned(ctx, session, c, text, res.IsError)
}

// TaskTool returns a tool that runs as a task and is guarded: of one that is refused the task fails.
func TaskTool(g *guard.Guard, session Session, t server.ServerTaskTool) server.ServerTaskTool {
	if session == nil {
		session = ofTransport
	}
	next := t.Handler
	t.Handler = func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CreateTaskResult, error) {
		if err := g.Admit(ctx, session(ctx), callOf(&req)); err != nil {
			return nil, err
		}
		return next(ctx, req)
	}
	return t
}

// Client returns c with a guard before its calls, in one session, which the program begins.
func Client(g *guard.Guard, session string, c client.MCPClient) client.MCPClient {
	return &guarded{c, g, session}
}

type guarded struct {
	client.MCPClient
	g       *guard.Guard
	session string
}

// CallTool calls a tool if the guard admits it. A refusal is the result, as the model is to read it.
func (c *guarded) CallTool(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	call := callOf(&req)
	if err := c.g.Admit(ctx, c.session, call); err != nil {
		if r := new(guard.Refusal); errors.As(err, &r) && r.Reason == guard.Cancelled {
			return nil, err
		}
		return mcp.NewToolResultError(err.Error()), nil
	}
	res, err := c.MCPClient.CallTool(ctx, req)
	told(ctx, c.g, c.session, call, res, err)
	return res, err
}

// callOf returns the call that a request asks for. A handler reads the arguments that came over the
// wire, or what they were decoded to. If these are not the same, because something in between has
// changed one of them, they are not known.
func callOf(req *mcp.CallToolRequest) guard.Call {
	p := &req.Params
	c := guard.Call{Tool: p.Name, Arguments: string(p.RawArguments)}
	var decoded any
	switch {
	case len(p.RawArguments) > 0:
		if err := json.Unmarshal(p.RawArguments, &decoded); err != nil || !reflect.DeepEqual(decoded, p.Arguments) {
			c.Arguments = ""
		}
	case p.Arguments == nil:
		c.Arguments = "{}"
	default:
		c.Arguments = guard.JSON(p.Arguments)
	}
	return c
}
