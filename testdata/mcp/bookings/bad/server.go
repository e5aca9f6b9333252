// Package bad is a server for the tables of a restaurant, whose tools and handlers have drifted apart.
package bad

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
	s.AddTool(mcp.NewTool("book", mcp.WithDescription("Books a table."), mcp.WithReadOnlyHintAnnotation(false), // DEFECT structure/argument-mismatch book: it waits for "name", which no model sends
		mcp.WithString("guest", mcp.Required()), mcp.WithNumber("seats", mcp.Required())), book)
	s.AddTool(mcp.NewTool("move", mcp.WithDescription("Moves a booking."), // DEFECT structure/argument-mismatch move: the hour is a number in JSON, and never an int in Go
		mcp.WithString("guest", mcp.Required()), mcp.WithNumber("hour", mcp.Required())), move)
	s.AddTool(mcp.NewTool("list", mcp.WithDescription("Lists bookings."), mcp.WithReadOnlyHintAnnotation(true), // DEFECT structure/argument-mismatch list: the day that is asked for limits nothing
		mcp.WithString("day"), mcp.WithNumber("limit")), list)
	s.AddTool(mcp.NewTool("cancel", mcp.WithDescription("Cancels a booking."), mcp.WithString("guest", mcp.Required())), cancel) // DEFECT(strict) structure/argument-mismatch cancel: who knows of "force" cancels what is paid
	return server.NewStdioServer(s).Listen(context.Background(), in, out)
}

func book(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	guest, err := request.RequireString("name")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText(fmt.Sprint("booked for ", guest, " and ", request.GetInt("seats", 2)-1)), nil
}

func move(ctx context.Context, request mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := request.GetArguments()
	hour, ok := args["hour"].(int)
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
		Date  string `json:"date"`
		Limit int    `json:"limit"`
	}
	if err := request.BindArguments(&in); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	if _, err := os.Stat("bookings.db"); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText(fmt.Sprint(in.Limit, " bookings")), nil
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
