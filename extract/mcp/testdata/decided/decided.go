// Package decided has handlers that ask an approver which is not seen before they remove something.
package decided

import (
	"context"
	"errors"
	"os"

	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type In struct {
	Path string `json:"path"`
}

type Approvals interface {
	Request(ctx context.Context, text string) (approved bool, err error)
}

type (
	request = *gosdk.CallToolRequest
	result  = *gosdk.CallToolResult
)

type desk struct{ approvals Approvals }

func (d *desk) asked(ctx context.Context, req request, in In) (result, any, error) {
	ok, err := d.approvals.Request(ctx, "remove "+in.Path)
	if err != nil || !ok {
		return nil, nil, errors.New("refused")
	}
	return nil, nil, os.Remove(in.Path)
}

// failing goes on where the question fails.
func (d *desk) failing(ctx context.Context, req request, in In) (result, any, error) {
	if ok, err := d.approvals.Request(ctx, "remove "+in.Path); err == nil && !ok {
		return nil, nil, errors.New("refused")
	}
	return nil, nil, os.Remove(in.Path)
}

func (d *desk) remove(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	path := req.GetString("path", "")
	if ok, err := d.approvals.Request(ctx, "remove "+path); err != nil || !ok {
		return mcp.NewToolResultError("refused"), nil
	}
	return mcp.NewToolResultText("gone"), os.Remove(path)
}

func Serve(a Approvals) *gosdk.Server {
	d := &desk{a}
	s := gosdk.NewServer(&gosdk.Implementation{Name: "files"}, nil)
	gosdk.AddTool(s, &gosdk.Tool{Name: "asked"}, d.asked)
	gosdk.AddTool(s, &gosdk.Tool{Name: "failing"}, d.failing)
	return s
}

func ServeMarks(a Approvals) *server.MCPServer {
	d := &desk{a}
	s := server.NewMCPServer("marks", "1")
	s.AddTool(mcp.NewTool("remove"), d.remove)
	return s
}
