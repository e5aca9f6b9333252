// Command namesopen defines a tool whose name is known when it runs.
package main

import (
	"context"
	"os"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
)

func main() {
	ctx := context.Background()
	g := genkit.Init(ctx)
	genkit.DefineTool(g, os.Getenv("TOOL"), "", func(_ *ai.ToolContext, in string) (string, error) { return in, nil })
	genkit.Generate(ctx, g, ai.WithTools(ai.ToolName("find")))
}
