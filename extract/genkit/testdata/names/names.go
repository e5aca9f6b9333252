// Command names speaks of tools by name, and defines all that there are.
package main

import (
	"context"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
	"github.com/firebase/genkit/go/plugins/googlegenai"
	"github.com/firebase/genkit/go/plugins/middleware"
)

func main() {
	ctx := context.Background()
	g := genkit.Init(ctx, genkit.WithPlugins(&googlegenai.GoogleAI{}), genkit.WithDefaultModel("m"))
	googlegenai.DefineEmbedder(g, "e")
	define(g)

	genkit.Generate(ctx, g, ai.WithTools(ai.ToolName("find"), ai.ToolName("fnid")))
	genkit.DefinePrompt(g, "move", ai.WithTools(ai.ToolName("moev"))).Execute(ctx)
	genkit.DefineFlow(g, "drop", func(ctx context.Context, q string) (string, error) {
		return genkit.GenerateText(ctx, g, ai.WithTools(ai.ToolName("drop")))
	})
	if t := genkit.LookupTool(g, "extra"); t != nil { // it is optional
		genkit.Generate(ctx, g, ai.WithTools(t))
	}
	genkit.Generate(ctx, g, ai.WithTools(ai.ToolName("read_file")), ai.WithUse(&middleware.Filesystem{}))
	with(ctx, g, "cut")

	plugged := genkit.Init(ctx, genkit.WithPlugins(&plugin{}))
	genkit.Generate(ctx, plugged, ai.WithTools(ai.ToolName("of_plugin")))
}

type plugin struct{}

func define(g *genkit.Genkit) {
	for _, name := range []string{"find", "move"} {
		genkit.DefineTool(g, name, "", func(_ *ai.ToolContext, in string) (string, error) { return in, nil })
	}
}

func with(ctx context.Context, g *genkit.Genkit, name string) {
	genkit.Generate(ctx, g, ai.WithTools(ai.ToolName(name)))
}
