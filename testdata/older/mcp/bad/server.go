// Package bad is two servers that offer one tool twice.
package bad

import (
	"context"
	"errors"

	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type path struct {
	Path string `json:"path"`
}

func read(ctx context.Context, req *gosdk.CallToolRequest, in path) (*gosdk.CallToolResult, any, error) {
	return nil, nil, nil
}

func remove(ctx context.Context, req *gosdk.CallToolRequest, in path) (*gosdk.CallToolResult, any, error) {
	res, err := req.Session.Elicit(ctx, &gosdk.ElicitParams{Message: "Delete " + in.Path + "?"})
	if err != nil {
		return nil, nil, err
	}
	if res.Action != "accept" {
		return nil, nil, errors.New("declined")
	}
	return nil, nil, nil
}

// Official is a server on go-sdk.
func Official() *gosdk.Server {
	s := gosdk.NewServer(&gosdk.Implementation{Name: "official", Version: "1"}, nil)
	gosdk.AddTool(s, &gosdk.Tool{Name: "file", Description: "Returns a file."}, read)
	gosdk.AddTool(s, &gosdk.Tool{Name: "file", Description: "Removes a file."}, remove)
	return s
}

func show(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(req.GetString("path", "")), nil
}

// Mark is a server on mcp-go.
func Mark() *server.MCPServer {
	s := server.NewMCPServer("mark", "1")
	s.AddTool(mcp.NewTool("show", mcp.WithDescription("Shows a file."), mcp.WithString("path")), show)
	s.AddTool(mcp.NewTool("show", mcp.WithReadOnlyHintAnnotation(true)), show)
	return s
}
