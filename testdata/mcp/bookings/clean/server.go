// Package clean is the server of bad, whose tools and handlers agree.
package clean

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Serve answers one client.
func Serve(in io.ReadCloser, out io.WriteCloser) error {
	s := server.NewMCPServer("bookings", "1")
	s.AddTool(mcp.NewTool("book", mcp.WithDescription("Books a table."), mcp.WithReadOnlyHintAnnotation(false),
		mcp.WithString("guest", mcp.Required()), mcp.WithNumber("seats", mcp.Required())), book)
	s.AddTool(mcp.NewTool("move", mcp.WithDescription("Moves a booking."),
		mcp.WithString("guest", mcp.Required()), mcp.WithNumber("hour", mcp.Required())), move)
	s.AddTool(mcp.NewTool("list", mcp.WithDescription("Lists bookings."), mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithString("day"), mcp.WithNumber("limit")), list)
	s.AddTool(mcp.NewTool("cancel", mcp.WithDescription("Cancels a booking."), mcp.WithString("guest", mcp.Required()), mcp.WithBoolean("force")), cancel)
	return server.NewStdioServer(s).Listen(context.Background(), in, out)
}

func book(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	guest, err := request.RequireString("guest")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText(fmt.Sprint("booked for ", guest, " and ", request.GetInt("seats", 2)-1)), nil
}

func move(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := request.GetArguments()
	hour, ok := args["hour"].(float64)
	if !ok {
		hour = 19
	}
	return mcp.NewToolResultText(fmt.Sprint(text(args, "guest"), " comes at ", hour)), nil
}

func text(args map[string]any, key string) string {
	s, _ := args[key].(string)
	return s
}

func list(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in struct {
		Day   string `json:"day"`
		Limit int    `json:"limit"`
	}
	if err := request.BindArguments(&in); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	if _, err := os.Stat("bookings.db"); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText(fmt.Sprint(in.Limit, " bookings on ", in.Day)), nil
}

func cancel(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	data, err := json.Marshal(request.GetArguments())
	if err != nil {
		return nil, err
	}
	var in struct {
		Guest string `json:"guest"`
		Force bool   `json:"force"`
	}
	if err := json.Unmarshal(data, &in); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	if in.Force {
		return mcp.NewToolResultText("cancelled, and paid back: " + in.Guest), nil
	}
	return mcp.NewToolResultText("cancelled: " + in.Guest), nil
}
