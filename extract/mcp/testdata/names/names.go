// Package names has tools whose names a program computes.
package names

import (
	"context"
	"encoding/json"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const prefix = "db_"

func handle(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, nil
}

type entry struct {
	name, description string
	write             bool
}

var entries = []entry{{"query", "reads", false}, {"exec", "writes", true}}

// Table registers in a loop over a table, some only where writing is allowed.
func Table(readOnly bool) *server.MCPServer {
	s := server.NewMCPServer("table", "1")
	for _, e := range entries {
		if e.write && readOnly {
			continue
		}
		s.AddTool(mcp.NewTool(prefix+e.name, mcp.WithDescription(e.description)), handle)
	}
	return s
}

// Configured takes its tools from a file, beside one of its own.
func Configured(file string) (*server.MCPServer, error) {
	s := server.NewMCPServer("configured", "1")
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var list []struct{ Name string }
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, err
	}
	s.AddTool(mcp.NewTool("version"), handle)
	for _, e := range list {
		s.AddTool(mcp.NewTool(e.Name), handle)
	}
	return s, nil
}

// Proxied offers the tools of another server.
func Proxied(remote func() []server.ServerTool) *server.MCPServer {
	s := server.NewMCPServer("proxied", "1")
	s.AddTools(remote()...)
	return s
}

// Chosen has one of two names.
func Chosen(short bool) *server.MCPServer {
	s := server.NewMCPServer("chosen", "1")
	name := "list_everything"
	if short {
		name = "ls"
	}
	s.AddTool(mcp.NewTool(name), handle)
	return s
}
