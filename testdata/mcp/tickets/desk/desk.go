// Package desk has the tools of a help desk as structs of its own, which servers
// register late, with a client that they make for each session.
package desk

import (
	"context"
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Client talks to the help desk.
type Client struct{ Team string }

// Tool is a definition, and how to make its handler.
type Tool struct {
	Definition mcp.Tool
	handler    func(c *Client) mcp.ToolHandler
}

// NewTool returns a tool whose arguments are an In.
func NewTool[In any](def mcp.Tool, run func(ctx context.Context, c *Client, in In) (string, error)) Tool {
	if schema, err := jsonschema.For[In](nil); err == nil {
		def.InputSchema = schema
	}
	return Tool{Definition: def, handler: func(c *Client) mcp.ToolHandler {
		return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			var in In
			if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
				return nil, err
			}
			text, err := run(ctx, c, in)
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, err
		}
	}}
}

// Register adds the tool to a server.
func (t *Tool) Register(s *mcp.Server, c *Client) {
	def := t.Definition
	s.AddTool(&def, t.handler(c))
}

// TicketArgs name a ticket.
type TicketArgs struct {
	ID int `json:"id"`
}

// SearchArgs look for tickets.
type SearchArgs struct {
	Words string `json:"words"`
}

// Search finds tickets.
func Search() Tool {
	return NewTool(mcp.Tool{
		Name: "tickets_search", Description: "Finds tickets by their words.",
		Annotations: &mcp.ToolAnnotations{Title: "Search tickets", ReadOnlyHint: true},
	}, func(ctx context.Context, c *Client, in SearchArgs) (string, error) { return in.Words, nil })
}

// Close closes a ticket.
func Close() Tool {
	return NewTool(mcp.Tool{
		Name: "tickets_close", Description: "Closes a ticket.",
		Annotations: &mcp.ToolAnnotations{DestructiveHint: jsonschema.Ptr(false)},
	}, func(ctx context.Context, c *Client, in TicketArgs) (string, error) { return "closed", nil })
}

// Delete deletes a ticket for ever.
func Delete() Tool {
	return NewTool(mcp.Tool{
		Name: "tickets_delete", Description: "Deletes a ticket.",
		Annotations: &mcp.ToolAnnotations{DestructiveHint: jsonschema.Ptr(true)},
	}, func(ctx context.Context, c *Client, in TicketArgs) (string, error) { return "deleted", nil })
}

// Purge deletes the tickets of a year.
func Purge(name string) Tool {
	return NewTool(mcp.Tool{Name: name, Description: "Deletes what is older than a year."},
		func(ctx context.Context, c *Client, in struct{}) (string, error) { return "gone", nil })
}
