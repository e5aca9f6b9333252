// Package genkit is a stub of Genkit's package of that name.
package genkit

import (
	"context"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/core"
)

type Genkit struct{}

type GenkitOption interface{ apply() }

func Init(ctx context.Context, opts ...GenkitOption) *Genkit { return &Genkit{} }

func WithPlugins(plugins ...any) GenkitOption    { return nil }
func WithDefaultModel(model string) GenkitOption { return nil }

func DefineTool[In, Out any](g *Genkit, name, description string, fn ai.ToolFunc[In, Out]) *ai.ToolDef[In, Out] {
	return ai.NewTool(name, description, fn)
}

func LookupTool(g *Genkit, name string) ai.Tool { return nil }

func DefineFlow[In, Out any](g *Genkit, name string, fn core.Func[In, Out]) *core.Flow[In, Out, struct{}] {
	return nil
}

func Run[Out any](ctx context.Context, name string, fn func() (Out, error)) (Out, error) { return fn() }

func DefinePrompt(g *Genkit, name string, opts ...ai.PromptOption) ai.Prompt { return nil }
func LookupPrompt(g *Genkit, name string) ai.Prompt                          { return nil }

func Generate(ctx context.Context, g *Genkit, opts ...ai.GenerateOption) (*ai.ModelResponse, error) {
	return nil, nil
}

func GenerateText(ctx context.Context, g *Genkit, opts ...ai.GenerateOption) (string, error) {
	return "", nil
}

func GenerateWithRequest(ctx context.Context, g *Genkit, opts *ai.GenerateActionOptions, mw []ai.ModelMiddleware, cb any) (*ai.ModelResponse, error) {
	return nil, nil
}
