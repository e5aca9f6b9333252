// Package gates asks the user in all places where a server can.
package gates

import (
	"context"
	"errors"

	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type In struct {
	Path  string
	Force bool
}

var tidy []string

func asked(ctx context.Context, req *gosdk.CallToolRequest, in In) (*gosdk.CallToolResult, any, error) {
	res, err := req.Session.Elicit(ctx, &gosdk.ElicitParams{Message: "delete " + in.Path + "?"})
	if err != nil {
		return nil, nil, err
	}
	if res.Action != "accept" {
		return nil, nil, errors.New("declined")
	}
	tidy = append(tidy, in.Path)
	return nil, nil, nil
}

// Ignores the answer: only the protocol can fail.
func ignores(ctx context.Context, req *gosdk.CallToolRequest, in In) (*gosdk.CallToolResult, any, error) {
	if _, err := req.Session.Elicit(ctx, &gosdk.ElicitParams{Message: "?"}); err != nil {
		return nil, nil, err
	}
	return nil, nil, nil
}

func sometimes(ctx context.Context, req *gosdk.CallToolRequest, in In) (*gosdk.CallToolResult, any, error) {
	if !in.Force {
		res, err := req.Session.Elicit(ctx, &gosdk.ElicitParams{Message: "?"})
		if err != nil || res.Action != "accept" {
			return nil, nil, errors.New("declined")
		}
	}
	return nil, nil, nil
}

// A model asked by the server is no human.
func sampled(ctx context.Context, req *gosdk.CallToolRequest, in In) (*gosdk.CallToolResult, any, error) {
	res, err := req.Session.CreateMessage(ctx, &gosdk.CreateMessageParams{})
	if err != nil || res.Content == nil {
		return nil, nil, errors.New("declined")
	}
	return nil, nil, nil
}

func plain(ctx context.Context, req *gosdk.CallToolRequest, in In) (*gosdk.CallToolResult, any, error) {
	return nil, nil, nil
}

// confirmed wraps a handler.
func confirmed[T any](next gosdk.ToolHandlerFor[T, any]) gosdk.ToolHandlerFor[T, any] {
	return func(ctx context.Context, req *gosdk.CallToolRequest, in T) (*gosdk.CallToolResult, any, error) {
		res, err := req.Session.Elicit(ctx, &gosdk.ElicitParams{Message: "?"})
		if err != nil {
			return nil, nil, err
		}
		switch res.Action {
		case "accept":
			return next(ctx, req, in)
		}
		return nil, nil, errors.New("declined")
	}
}

func Bodies() *gosdk.Server {
	s := gosdk.NewServer(&gosdk.Implementation{Name: "bodies"}, nil)
	gosdk.AddTool(s, &gosdk.Tool{Name: "asked"}, asked)
	gosdk.AddTool(s, &gosdk.Tool{Name: "ignores"}, ignores)
	gosdk.AddTool(s, &gosdk.Tool{Name: "sometimes"}, sometimes)
	gosdk.AddTool(s, &gosdk.Tool{Name: "sampled"}, sampled)
	gosdk.AddTool(s, &gosdk.Tool{Name: "plain"}, plain)
	gosdk.AddTool(s, &gosdk.Tool{Name: "wrapped"}, confirmed(plain))
	return s
}

// Everything behind one middleware, which asks for each call of a tool.
func Received() *gosdk.Server {
	s := gosdk.NewServer(&gosdk.Implementation{Name: "received"}, nil)
	s.AddReceivingMiddleware(func(next gosdk.MethodHandler) gosdk.MethodHandler {
		return func(ctx context.Context, method string, req gosdk.Request) (gosdk.Result, error) {
			if method != "tools/call" {
				return next(ctx, method, req)
			}
			call := req.(*gosdk.CallToolRequest)
			if call.Params.Name == "safe" {
				return next(ctx, method, req)
			}
			res, err := call.Session.Elicit(ctx, &gosdk.ElicitParams{Message: call.Params.Name})
			if err != nil || res.Action != "accept" {
				return nil, errors.New("declined")
			}
			return next(ctx, method, req)
		}
	})
	gosdk.AddTool(s, &gosdk.Tool{Name: "safe"}, plain)
	gosdk.AddTool(s, &gosdk.Tool{Name: "gated"}, plain)
	return s
}

var dangerous = map[string]bool{"drop": true}

func approve(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if dangerous[req.Params.Name] {
			res, err := server.ServerFromContext(ctx).RequestElicitation(ctx, mcp.ElicitationRequest{})
			if err != nil {
				return nil, err
			}
			if res.Action != mcp.ElicitationResponseActionAccept {
				return mcp.NewToolResultError("declined"), nil
			}
		}
		return next(ctx, req)
	}
}

// log passes everything on.
func log(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { return next(ctx, req) }
}

func typed(ctx context.Context, req mcp.CallToolRequest, in In) (*mcp.CallToolResult, error) {
	return nil, nil
}

func Middleware(strict bool) *server.MCPServer {
	s := server.NewMCPServer("middleware", "1", server.WithRecovery(), server.WithToolHandlerMiddleware(log), server.WithToolHandlerMiddleware(approve))
	s.AddTool(mcp.NewTool("list"), mcp.NewTypedToolHandler(typed))
	s.AddTool(mcp.NewTool("drop"), mcp.NewTypedToolHandler(typed))
	return s
}

// Only where it is strict does this server ask.
func Option(strict bool) *server.MCPServer {
	s := server.NewMCPServer("option", "1")
	if strict {
		s.Use(approve)
	}
	s.AddTool(mcp.NewTool("drop"), mcp.NewTypedToolHandler(typed))
	return s
}
