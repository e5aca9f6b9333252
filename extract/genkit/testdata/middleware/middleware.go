// Package middleware has calls with middleware in front of their tools.
package middleware

import (
	"context"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
	"github.com/firebase/genkit/go/plugins/middleware"
)

// Guard is a middleware that asks for one tool.
type Guard struct{ Tool string }

func (*Guard) Name() string { return "guard" }

func (m *Guard) New(context.Context) (*ai.Hooks, error) {
	return &ai.Hooks{WrapTool: func(ctx context.Context, p *ai.ToolParams, next ai.ToolNext) (*ai.MultipartToolResponse, error) {
		if p.Tool.Name() == m.Tool {
			if ok, _ := ai.ResumedValue[bool](ctx, "yes"); !ok {
				return nil, ai.NewToolInterruptError(nil)
			}
		}
		return next(ctx, p)
	}}, nil
}

func Define(ctx context.Context, g *genkit.Genkit, strict bool) {
	read := genkit.DefineTool(g, "read", "", nothing)
	write := genkit.DefineTool(g, "write", "", nothing)
	approval := &middleware.ToolApproval{AllowedTools: []string{"read"}}

	genkit.Generate(ctx, g, ai.WithTools(read, write), ai.WithUse(approval))
	genkit.Generate(ctx, g, ai.WithTools(read, write), ai.WithUse(&Guard{Tool: "write"}))
	genkit.Generate(ctx, g, ai.WithTools(read, write), ai.WithUse(&middleware.Filesystem{AllowWriteAccess: true, ToolNamePrefix: "tmp_"}))

	opts := []ai.GenerateOption{ai.WithTools(read, write)}
	if strict {
		opts = append(opts, ai.WithUse(approval))
	}
	genkit.Generate(ctx, g, opts...)

	prompt := genkit.DefinePrompt(g, "edit", ai.WithTools(read, write), ai.WithUse(approval)) // it does nothing there
	prompt.Execute(ctx)
	prompt.Execute(ctx, ai.WithTools(read))
	prompt.Execute(ctx, ai.WithUse(approval))
}

func nothing(*ai.ToolContext, string) (string, error) { return "", nil }
