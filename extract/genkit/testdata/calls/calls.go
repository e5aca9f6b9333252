// Command calls has calls of models outside of flows, with tools in all ways.
package main

import (
	"context"
	"os"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
)

const prefix = "file_"

func main() {
	ctx := context.Background()
	g := genkit.Init(ctx)
	var refs []ai.ToolRef
	for _, verb := range []string{"read", "write"} {
		refs = append(refs, file(g, verb))
	}
	genkit.Generate(ctx, g, ai.WithTools(refs...), ai.WithMaxTurns(limit()))

	if os.Getenv("CLOCK") != "" {
		refs = append(refs, ai.NewTool("clock", "Tells the time.", clock))
	}
	genkit.Generate(ctx, g, ai.WithTools(refs...))
	genkit.Generate(ctx, g, ai.WithTools(ai.ToolName("file_read"), genkit.LookupTool(g, prefix+"write"), ai.ToolName(os.Getenv("TOOL"))))

	resp, _ := genkit.Generate(ctx, g, ai.WithTools(refs[0]), ai.WithReturnToolRequests(true))
	for range resp.ToolRequests() {
		genkit.LookupTool(g, "file_read").RunRaw(ctx, nil)
	}
	genkit.LookupPrompt(g, "from_file").Execute(ctx)
}

func limit() int { return 7 }

func file(g *genkit.Genkit, verb string) ai.Tool {
	return genkit.DefineTool(g, prefix+verb, "Can "+verb+" a file.", func(_ *ai.ToolContext, path string) (string, error) { return path, nil })
}

func clock(*ai.ToolContext, struct{}) (string, error) { return "noon", nil }

// Each asks with one tool at a time.
func Each(ctx context.Context, g *genkit.Genkit) {
	for _, verb := range []string{"list", "drop"} {
		genkit.Generate(ctx, g, ai.WithTools(file(g, verb)))
	}
}

// Misspelt names a tool that nobody defines.
func Misspelt(ctx context.Context, g *genkit.Genkit) {
	file(g, "move")
	genkit.Generate(ctx, g, ai.WithTools(ai.ToolName("file_moev"), ai.ToolName("file_move")))
}
