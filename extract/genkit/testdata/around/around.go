// Package around has calls whose model is offered more than they say, each with a twin that
// is not.
package around

import (
	"context"
	"os"
	"strings"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
)

func more(next ai.ModelFunc) ai.ModelFunc {
	return func(ctx context.Context, req *ai.ModelRequest) (*ai.ModelResponse, error) {
		req.Tools = append(req.Tools, &ai.ToolDefinition{Name: "shell"})
		return next(ctx, req)
	}
}

func logs(next ai.ModelFunc) ai.ModelFunc {
	return func(ctx context.Context, req *ai.ModelRequest) (*ai.ModelResponse, error) {
		println(len(req.Messages))
		return next(ctx, req)
	}
}

// More's middleware brings a tool, that of Logs does not.
func More(ctx context.Context, g *genkit.Genkit) {
	genkit.Generate(ctx, g, ai.WithPrompt("hello"), ai.WithMiddleware(logs, more))
}

func Logs(ctx context.Context, g *genkit.Genkit) {
	genkit.Generate(ctx, g, ai.WithPrompt("hello"), ai.WithMiddleware(logs))
}

// config is that of a vendor.
type config struct {
	Temperature float32
	Tools       []string
}

// The provider of Searching, Mapped and Ref runs a tool; that of Warm and Cool runs none.
func Searching(ctx context.Context, g *genkit.Genkit) {
	genkit.Generate(ctx, g, ai.WithPrompt("hello"), ai.WithConfig(&config{Tools: []string{"search"}}))
}

func Mapped(ctx context.Context, g *genkit.Genkit) {
	genkit.Generate(ctx, g, ai.WithPrompt("hello"), ai.WithConfig(map[string]any{"tools": []string{"search"}}))
}

func Cool(ctx context.Context, g *genkit.Genkit) {
	genkit.Generate(ctx, g, ai.WithPrompt("hello"), ai.WithConfig(map[string]any{"temperature": 0}))
}

func Ref(ctx context.Context, g *genkit.Genkit) {
	genkit.Generate(ctx, g, ai.WithPrompt("hello"), ai.WithModel(ai.NewModelRef("m", &config{Tools: []string{"search"}})))
}

func Warm(ctx context.Context, g *genkit.Genkit) {
	genkit.Generate(ctx, g, ai.WithPrompt("hello"), ai.WithConfig(&config{Temperature: 1}), ai.WithModel(ai.NewModelRef("m", nil)))
}

// Told has the configuration that its caller gives, Built one with tools that are computed, and
// Keyed one with a key that is.
func Told(ctx context.Context, g *genkit.Genkit, c *config) {
	genkit.Generate(ctx, g, ai.WithPrompt("hello"), ai.WithConfig(c))
}

func Built(ctx context.Context, g *genkit.Genkit) {
	genkit.Generate(ctx, g, ai.WithPrompt("hello"), ai.WithConfig(&config{Tools: strings.Fields(os.Getenv("TOOLS"))}))
}

func Keyed(ctx context.Context, g *genkit.Genkit) {
	genkit.Generate(ctx, g, ai.WithPrompt("hello"), ai.WithConfig(map[string]any{os.Getenv("KEY"): "search"}))
}

// Named has middleware that it names.
func Named(ctx context.Context, g *genkit.Genkit) {
	genkit.GenerateWithRequest(ctx, g, &ai.GenerateActionOptions{Use: []*ai.MiddlewareRef{{Name: "guard"}}}, nil, nil)
}

// Offered gets a function around the model.
func Offered(ctx context.Context, g *genkit.Genkit) {
	genkit.GenerateWithRequest(ctx, g, &ai.GenerateActionOptions{}, []ai.ModelMiddleware{more}, nil)
}

func Plain(ctx context.Context, g *genkit.Genkit) {
	genkit.GenerateWithRequest(ctx, g, &ai.GenerateActionOptions{MaxTurns: 2}, nil, nil)
}
