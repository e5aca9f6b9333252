// Command server offers the tools of registries to the clients of MCP servers.
package main

import (
	"context"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
	"github.com/firebase/genkit/go/plugins/mcp"

	"example.com/golden/server/tools"
)

func main() {
	ctx := context.Background()
	g := genkit.Init(ctx)
	tools.NewNote(g)
	tools.NewTag(g)
	ai.NewTool("alone", "not in any registry", func(_ *ai.ToolContext, in string) (string, error) { return in, nil })
	serve(g, "notes")

	other := genkit.Init(ctx)
	genkit.DefineTool(other, "count", "", func(_ *ai.ToolContext, in string) (int, error) { return len(in), nil })
	s := mcp.NewMCPServer(other, mcp.MCPServerOptions{Name: "counts"})
	genkit.DefineTool(other, "late", "defined before it serves", func(_ *ai.ToolContext, in string) (int, error) { return len(in), nil })
	s.ServeStdio()

	open := genkit.Init(ctx)
	mcp.NewMCPHost(open, mcp.MCPHostOptions{Name: "others"})
	mcp.NewMCPServer(open, mcp.MCPServerOptions{}).ServeStdio()

	// A server defines nothing: what is not defined is missing.
	genkit.Generate(ctx, g, ai.WithTools(ai.ToolName("note"), ai.ToolName("gone")))
}

func serve(g *genkit.Genkit, name string) {
	mcp.NewMCPServer(g, mcp.MCPServerOptions{Name: name, Version: "1"}).ServeStdio()
}
