// Package ownconsent has tools whose argument says that somebody agreed. The model fills it in.
package ownconsent

import (
	"context"
	"errors"
	"log"
	"os"

	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type In struct {
	Path          string `json:"path"`
	Confirm       bool   `json:"confirm"`
	UserConfirmed bool   `json:"user_confirmed"`
	Force         bool   `json:"force"`
}

type (
	request = *gosdk.CallToolRequest
	result  = *gosdk.CallToolResult
)

var errUnconfirmed = errors.New("confirm must be true")

func badField(ctx context.Context, req request, in In) (result, any, error) {
	if !in.Confirm {
		return nil, nil, errUnconfirmed
	}
	return nil, nil, os.Remove(in.Path)
}

// badPreview looks before it removes.
func badPreview(ctx context.Context, req request, in In) (result, any, error) {
	info, err := os.Stat(in.Path)
	if err != nil {
		return nil, nil, err
	}
	if in.UserConfirmed == true {
		return nil, nil, os.Remove(info.Name())
	}
	return nil, nil, nil
}

func check(in In) error {
	if !in.Confirm {
		return errUnconfirmed
	}
	return nil
}

func badHelper(ctx context.Context, req request, in In) (result, any, error) {
	if err := check(in); err != nil {
		return nil, nil, err
	}
	return nil, nil, os.Remove(in.Path)
}

// cleanAsked asks somebody, too.
func cleanAsked(ctx context.Context, req request, in In) (result, any, error) {
	if !in.Confirm {
		return nil, nil, errUnconfirmed
	}
	res, err := req.Session.Elicit(ctx, &gosdk.ElicitParams{Message: "remove it?"})
	if err != nil || res.Action != "accept" {
		return nil, nil, errUnconfirmed
	}
	return nil, nil, os.Remove(in.Path)
}

// cleanForce has a switch that is no confirmation.
func cleanForce(ctx context.Context, req request, in In) (result, any, error) {
	if !in.Force {
		return nil, nil, errors.New("it is not empty")
	}
	return nil, nil, os.RemoveAll(in.Path)
}

// cleanLogged does the same in both cases.
func cleanLogged(ctx context.Context, req request, in In) (result, any, error) {
	if in.Confirm {
		log.Print("confirmed")
	}
	return nil, nil, os.Remove(in.Path)
}

type order struct{ Approved bool }

func load(string) *order { return loaded }

var loaded *order

// cleanRecord looks at what somebody else wrote.
func cleanRecord(ctx context.Context, req request, in In) (result, any, error) {
	if !load(in.Path).Approved {
		return nil, nil, errUnconfirmed
	}
	return nil, nil, os.Remove(in.Path)
}

func badGet(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if !req.GetBool("confirm", false) {
		return mcp.NewToolResultError("confirm must be true"), nil
	}
	return mcp.NewToolResultText("gone"), os.Remove(req.GetString("path", ""))
}

func badRequired(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ok, err := req.RequireBool("confirm_delete")
	if err != nil || !ok {
		return mcp.NewToolResultError("confirm_delete must be true"), nil
	}
	return mcp.NewToolResultText("gone"), os.Remove(req.GetString("path", ""))
}

func badEntry(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := req.GetArguments()
	if ok, _ := args["confirm"].(bool); !ok {
		return mcp.NewToolResultError("confirm must be true"), nil
	}
	path, _ := args["path"].(string)
	return mcp.NewToolResultText("gone"), os.Remove(path)
}

func cleanGet(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if !req.GetBool("recursive", false) {
		return mcp.NewToolResultError("it is not empty"), nil
	}
	return mcp.NewToolResultText("gone"), os.RemoveAll(req.GetString("path", ""))
}

func Serve() *gosdk.Server {
	s := gosdk.NewServer(&gosdk.Implementation{Name: "files"}, nil)
	gosdk.AddTool(s, &gosdk.Tool{Name: "bad_field"}, badField)
	gosdk.AddTool(s, &gosdk.Tool{Name: "bad_preview"}, badPreview)
	gosdk.AddTool(s, &gosdk.Tool{Name: "bad_helper"}, badHelper)
	gosdk.AddTool(s, &gosdk.Tool{Name: "clean_asked"}, cleanAsked)
	gosdk.AddTool(s, &gosdk.Tool{Name: "clean_force"}, cleanForce)
	gosdk.AddTool(s, &gosdk.Tool{Name: "clean_logged"}, cleanLogged)
	gosdk.AddTool(s, &gosdk.Tool{Name: "clean_record"}, cleanRecord)
	return s
}

func ServeMarks() *server.MCPServer {
	s := server.NewMCPServer("marks", "1")
	s.AddTool(mcp.NewTool("bad_get", mcp.WithBoolean("confirm")), badGet)
	s.AddTool(mcp.NewTool("bad_required", mcp.WithBoolean("confirm_delete")), badRequired)
	s.AddTool(mcp.NewTool("bad_entry", mcp.WithBoolean("confirm")), badEntry)
	s.AddTool(mcp.NewTool("clean_get", mcp.WithBoolean("recursive")), cleanGet)
	return s
}
