// Package mcptoolset stands for the package of the same name of the Agent
// Development Kit.
package mcptoolset

import "google.golang.org/adk/v2/tool"

// Config says where the tools live.
type Config struct {
	Transport                   any
	Endpoint                    string
	ToolFilter                  tool.Predicate
	RequireConfirmation         bool
	RequireConfirmationProvider tool.ConfirmationProvider
}

// New returns the tools of an MCP server.
func New(cfg Config) (tool.Toolset, error) { panic("stub") }
