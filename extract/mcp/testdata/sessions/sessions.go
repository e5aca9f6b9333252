// Command sessions registers tools when sessions begin, in whichever way that is noticed
// first.
package main

import (
	"context"
	"net/http"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("sessions", "1.0")
	http.HandleFunc("/begin", func(http.ResponseWriter, *http.Request) { register(s) })
	http.HandleFunc("/again", func(http.ResponseWriter, *http.Request) { register(s) })
	navigate(s, os.Getenv("READ_ONLY") == "")
	for _, t := range []mcp.Tool{mcp.NewTool("twice"), mcp.NewTool("twice")} { // one name for two tools
		s.AddTool(t, handle)
	}
	http.ListenAndServe("", nil)
}

// register asks anew each time which of two tools there is.
func register(s *server.MCPServer) {
	tool, run := mcp.NewTool("run", mcp.WithReadOnlyHintAnnotation(true)), dry
	if operations() {
		tool, run = mcp.NewTool("run", mcp.WithReadOnlyHintAnnotation(false)), handle
	}
	s.AddTool(tool, run)
}

func operations() bool { return os.Getenv("OPERATIONS") == "true" }

// navigate returns after the one tool: there is never the other, too.
func navigate(s *server.MCPServer, write bool) {
	if write {
		s.AddTool(mcp.NewTool("link", mcp.WithReadOnlyHintAnnotation(false)), handle)
		return
	}
	s.AddTool(mcp.NewTool("link", mcp.WithReadOnlyHintAnnotation(true)), handle)
}

func handle(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, nil }

func dry(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, nil }
