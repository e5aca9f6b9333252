// Package servers has tools that take the names of others, and tools that go.
package servers

import (
	"context"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func read(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { return nil, nil }
func write(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, nil
}

// Twice: the second replaces the first.
func Twice() *server.MCPServer {
	s := server.NewMCPServer("twice", "1")
	s.AddTool(mcp.NewTool("file"), read)
	s.AddTool(mcp.NewTool("file"), write)
	return s
}

// Either: no run has both.
func Either(readOnly bool) *server.MCPServer {
	s := server.NewMCPServer("either", "1")
	if readOnly {
		s.AddTool(mcp.NewTool("file"), read)
	} else {
		s.AddTool(mcp.NewTool("file"), write)
	}
	return s
}

// Perhaps: where writing is allowed the second replaces the first.
func Perhaps() *server.MCPServer {
	s := server.NewMCPServer("perhaps", "1")
	s.AddTools(server.ServerTool{Tool: mcp.NewTool("file"), Handler: read}, server.ServerTool{Tool: mcp.NewTool("stat"), Handler: read})
	if os.Getenv("WRITE") != "" {
		s.AddTool(mcp.NewTool("file"), write)
	}
	return s
}

func register(s *server.MCPServer, name string, writes bool) {
	if writes {
		s.AddTool(mcp.NewTool(name), write)
	} else {
		s.AddTool(mcp.NewTool(name), read)
	}
}

// Calls: two calls of one function, on whose parameter nothing depends together.
func Calls(a, b bool) *server.MCPServer {
	s := server.NewMCPServer("calls", "1")
	register(s, "file", a)
	register(s, "file", b)
	return s
}

// Removed: one goes again, and SetTools leaves only its own.
func Removed() (*server.MCPServer, *server.MCPServer) {
	s := server.NewMCPServer("removed", "1")
	s.AddTool(mcp.NewTool("file"), read)
	s.AddTool(mcp.NewTool("stat"), read)
	s.DeleteTools("file")
	t := server.NewMCPServer("set", "1")
	t.AddTool(mcp.NewTool("file"), read)
	t.SetTools(server.ServerTool{Tool: mcp.NewTool("only"), Handler: write})
	return s, t
}

// Later: a removal at run time removes nothing that a model could not use before.
func Later(done chan bool) *server.MCPServer {
	s := server.NewMCPServer("later", "1")
	s.AddTool(mcp.NewTool("setup"), read)
	go func() {
		<-done
		s.DeleteTools("setup")
	}()
	return s
}

// Session adds a tool for one session.
func Session(id string) *server.MCPServer {
	s := server.NewMCPServer("session", "1")
	if err := s.AddSessionTool(id, mcp.NewTool("whoami"), read); err != nil {
		return nil
	}
	return s
}

// Again: hooks add the tools for each session, the same tool whichever comes first.
func Again() *server.MCPServer {
	s := server.NewMCPServer("again", "1")
	addStat(s, read)
	addStat(s, read)
	return s
}

// Other: one definition, and another handler the second time.
func Other() *server.MCPServer {
	s := server.NewMCPServer("other", "1")
	addStat(s, read)
	addStat(s, write)
	return s
}

func addStat(s *server.MCPServer, handler server.ToolHandlerFunc) {
	s.AddTool(mcp.NewTool("stat"), handler)
}
