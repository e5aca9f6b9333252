// Package nameslib has registries that importers may and may not define tools in.
package nameslib

import (
	"context"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
)

// App is what New returns.
type App struct{ G *genkit.Genkit }

// New returns the registry of the call.
func New(ctx context.Context) *App {
	g := genkit.Init(ctx)
	genkit.Generate(ctx, g, ai.WithTools(ai.ToolName("theirs")))
	return &App{g}
}

// Ask keeps its registry to itself.
func Ask(ctx context.Context) {
	g := genkit.Init(ctx)
	genkit.Generate(ctx, g, ai.WithTools(ai.ToolName("nobodys")))
}

// With gets the registry.
func With(ctx context.Context, g *genkit.Genkit) {
	genkit.Generate(ctx, g, ai.WithTools(ai.ToolName("callers")))
}
