// Package hidden has servers of whose tools not everything can be seen: filters say which
// of them a session has, and one is run by what reflection makes.
package hidden

import (
	"context"
	"reflect"

	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"github.com/strowk/foxy-contexts/pkg/app"
)

func run(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("done"), nil
}

func own(ctx context.Context, tools []mcp.Tool) []mcp.Tool { return tools[:1] }

func Filtered() *server.MCPServer {
	s := server.NewMCPServer("filtered", "1", server.WithToolFilter(own))
	s.AddTool(mcp.NewTool("show"), run)
	s.AddTool(mcp.NewTool("drop"), run)
	return s
}

func Made(spec func([]reflect.Value) []reflect.Value) *server.MCPServer {
	s := server.NewMCPServer("made", "1")
	s.AddTool(mcp.NewTool("show"), run)
	var handler server.ToolHandlerFunc
	made := reflect.MakeFunc(reflect.TypeOf(handler), spec)
	s.AddTool(mcp.NewTool("call"), made.Interface().(server.ToolHandlerFunc))
	return s
}

func plain(ctx context.Context, req *gosdk.CallToolRequest, in struct{}) (*gosdk.CallToolResult, any, error) {
	return nil, nil, nil
}

// Listed hides tools from some sessions, and Counted only counts what they ask.
func Listed() *gosdk.Server {
	s := gosdk.NewServer(&gosdk.Implementation{Name: "listed"}, nil)
	gosdk.AddTool(s, &gosdk.Tool{Name: "show"}, plain)
	s.AddReceivingMiddleware(func(next gosdk.MethodHandler) gosdk.MethodHandler {
		return func(ctx context.Context, method string, req gosdk.Request) (gosdk.Result, error) {
			res, err := next(ctx, method, req)
			if list, ok := res.(*gosdk.ListToolsResult); ok {
				list.Tools = list.Tools[:0]
			}
			return res, err
		}
	})
	return s
}

var asked int

func Counted() *gosdk.Server {
	s := gosdk.NewServer(&gosdk.Implementation{Name: "counted"}, nil)
	gosdk.AddTool(s, &gosdk.Tool{Name: "show"}, plain)
	s.AddReceivingMiddleware(func(next gosdk.MethodHandler) gosdk.MethodHandler {
		return func(ctx context.Context, method string, req gosdk.Request) (gosdk.Result, error) {
			asked++
			return next(ctx, method, req)
		}
	})
	return s
}

// hide takes the tools out of the answer.
func hide(ctx context.Context, id any, message *mcp.ListToolsRequest, result *mcp.ListToolsResult) {
	result.Tools = result.Tools[:1]
}

func count(ctx context.Context, id any, message *mcp.ListToolsRequest, result *mcp.ListToolsResult) {
	asked++
}

func hideAny(ctx context.Context, id any, method mcp.MCPMethod, message, result any) {
	if list, ok := result.(*mcp.ListToolsResult); ok {
		list.Tools = nil
	}
}

func hooked(name string, hooks *server.Hooks) *server.MCPServer {
	s := server.NewMCPServer(name, "1", server.WithHooks(hooks))
	s.AddTool(mcp.NewTool("show"), run)
	return s
}

func HookedBad() {
	hooks := &server.Hooks{}
	hooks.AddAfterListTools(hide)
	hooked("hooked by a call", hooks)
	hooked("hooked by a field", &server.Hooks{OnAfterListTools: []server.OnAfterListToolsFunc{count, hide}})
	hooks = new(server.Hooks)
	hooks.AddOnSuccess(hideAny)
	hooked("hooked on success", hooks)
}

// Given does not say which hooks there are.
func Given(hooks *server.Hooks) *server.MCPServer { return hooked("given", hooks) }

// Passed has middleware of its caller.
func Passed(mw gosdk.Middleware) *gosdk.Server {
	s := gosdk.NewServer(&gosdk.Implementation{Name: "passed"}, nil)
	gosdk.AddTool(s, &gosdk.Tool{Name: "show"}, plain)
	s.AddReceivingMiddleware(mw)
	return s
}

// Late gets a tool when a client is there, which nobody but the library sees.
func Late() {
	var s *gosdk.Server
	s = gosdk.NewServer(&gosdk.Implementation{Name: "late"}, &gosdk.ServerOptions{
		InitializedHandler: func(context.Context, *gosdk.InitializedRequest) {
			gosdk.AddTool(s, &gosdk.Tool{Name: "more"}, plain)
		},
	})
	gosdk.AddTool(s, &gosdk.Tool{Name: "show"}, plain)
}

// Registered gives sessions tools in a hook that stands in a struct.
func Registered() {
	var s *server.MCPServer
	s = server.NewMCPServer("registered", "1", server.WithHooks(&server.Hooks{
		OnRegisterSession: []server.OnRegisterSessionHookFunc{func(ctx context.Context, session server.ClientSession) {
			s.AddSessionTool(session.SessionID(), mcp.NewTool("own"), run)
		}},
	}))
	s.AddTool(mcp.NewTool("show"), run)
}

// Extended hands options to the server below the application.
func Extended(options ...any) {
	app.NewBuilder().WithName("extended").WithExtraServerOptions(options...).Run()
}
