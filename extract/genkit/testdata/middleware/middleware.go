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

// Logged only looks at what is asked.
type Logged struct{ asked int }

func (*Logged) Name() string { return "logged" }

func (m *Logged) New(context.Context) (*ai.Hooks, error) {
	return &ai.Hooks{WrapGenerate: func(ctx context.Context, p *ai.GenerateParams, next ai.GenerateNext) (*ai.ModelResponse, error) {
		m.asked += len(p.Request.Messages)
		return next(ctx, p)
	}}, nil
}

// More offers a model more than the program says.
type More struct{ tools []*ai.ToolDefinition }

func (*More) Name() string { return "more" }

func (m *More) New(context.Context) (*ai.Hooks, error) {
	return &ai.Hooks{WrapModel: func(ctx context.Context, p *ai.ModelParams, next ai.ModelNext) (*ai.ModelResponse, error) {
		p.Request.Tools = append(p.Request.Tools, m.tools...)
		return next(ctx, p)
	}}, nil
}

func Wrapped(ctx context.Context, g *genkit.Genkit, read ai.Tool) {
	genkit.Generate(ctx, g, ai.WithTools(read), ai.WithUse(&Logged{}))
	genkit.Generate(ctx, g, ai.WithTools(read), ai.WithUse(&More{}))
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
