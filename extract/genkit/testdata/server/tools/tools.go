// Package tools defines tools for whoever has a registry.
package tools

import (
	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
	"github.com/firebase/genkit/go/plugins/mcp"
)

func NewNote(g *genkit.Genkit) {
	genkit.DefineTool(g, "note", "Writes a note.", func(_ *ai.ToolContext, in string) (string, error) { return in, nil })
}

func NewTag(g *genkit.Genkit) {
	named(g, "tag", "Tags a note.")
	named(g, "untag", "")
}

func named(g *genkit.Genkit, name, description string) {
	genkit.DefineTool(g, name, description, func(_ *ai.ToolContext, in string) (string, error) { return in, nil })
}

// Serve is what nobody calls.
func Serve(g *genkit.Genkit) *mcp.GenkitMCPServer {
	return mcp.NewMCPServer(g, mcp.MCPServerOptions{Name: "any"})
}
