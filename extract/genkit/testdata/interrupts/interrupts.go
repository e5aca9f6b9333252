// Package interrupts has tools that ask, or look as if they did.
package interrupts

import (
	"context"
	"errors"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
)

type Payment struct{ Amount int }

// Define defines tools in front of which somebody stands always, on some ways, and
// never.
func Define(ctx context.Context, g *genkit.Genkit) {
	always := genkit.DefineTool(g, "always", "", func(ctx *ai.ToolContext, p Payment) (string, error) {
		if !ctx.IsResumed() {
			return "", ai.InterruptWith(ctx, p)
		}
		return "paid", nil
	})
	field := genkit.DefineTool(g, "by_field", "", func(ctx *ai.ToolContext, p Payment) (string, error) {
		if ctx.Resumed == nil {
			return "", ctx.Interrupt(nil)
		}
		return "paid", nil
	})
	approved := genkit.DefineTool(g, "by_value", "", func(ctx *ai.ToolContext, p Payment) (string, error) {
		if ok, given := ai.ResumedValue[bool](ctx, "approved"); !given || !ok {
			return "", ctx.Interrupt(nil)
		}
		return "paid", nil
	})
	helper := genkit.DefineTool(g, "by_helper", "", func(ctx *ai.ToolContext, p Payment) (string, error) {
		if err := confirm(ctx); err != nil {
			return "", err
		}
		return "paid", nil
	})
	large := genkit.DefineTool(g, "large_only", "", func(ctx *ai.ToolContext, p Payment) (string, error) {
		if p.Amount > 100 && !ctx.IsResumed() {
			return "", ctx.Interrupt(nil)
		}
		return "paid", nil
	})
	dropped := genkit.DefineTool(g, "dropped", "", func(ctx *ai.ToolContext, p Payment) (string, error) {
		if !ctx.IsResumed() {
			ctx.Interrupt(nil)
		}
		return "paid", nil
	})
	replaced := genkit.DefineTool(g, "replaced", "", func(ctx *ai.ToolContext, p Payment) (string, error) {
		if err := ctx.Interrupt(nil); err == nil {
			return "", errors.New("never")
		}
		return "paid", nil
	})
	genkit.Generate(ctx, g, ai.WithTools(always, field, approved, helper, large, dropped, replaced))
}

func confirm(ctx *ai.ToolContext) error {
	if ctx.IsResumed() {
		return nil
	}
	return ctx.Interrupt(&ai.InterruptOptions{Metadata: map[string]any{"why": "money"}})
}
