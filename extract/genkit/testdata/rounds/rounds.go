// Package rounds has flows and tools that do something only after they, or others, have run once.
package rounds

import (
	"context"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/genkit"
)

// A desk asks a model with its tools when it runs a second time.
type desk struct {
	seen int
	open bool
}

// Define defines a flow that asks a model in its second run, and a tool before which nobody stands once another tool has run.
func Define(ctx context.Context, g *genkit.Genkit) {
	d := &desk{}
	refund := genkit.DefineTool(g, "refund", "", func(ctx *ai.ToolContext, id string) (string, error) {
		if !d.open && !ctx.IsResumed() {
			return "", ctx.Interrupt(nil)
		}
		return "refunded", nil
	})
	charge := genkit.DefineTool(g, "charge", "", func(ctx *ai.ToolContext, id string) (string, error) {
		if d.seen < 0 || ctx.IsResumed() {
			return "charged", nil
		}
		return "", ctx.Interrupt(nil)
	})
	unlock := genkit.DefineTool(g, "unlock", "", func(ctx *ai.ToolContext, id string) (string, error) {
		d.open = true
		return "open", nil
	})
	genkit.DefineFlow(g, "second", func(ctx context.Context, topic string) (string, error) {
		d.seen++
		if d.seen > 1 {
			return genkit.GenerateText(ctx, g, ai.WithTools(refund, charge, unlock))
		}
		return topic, nil
	})
}

// Closed has the same tool, and nothing that opens it.
func Closed(ctx context.Context, g *genkit.Genkit) {
	d := &desk{}
	refund := genkit.DefineTool(g, "refund", "", func(ctx *ai.ToolContext, id string) (string, error) {
		if !d.open && !ctx.IsResumed() {
			return "", ctx.Interrupt(nil)
		}
		return "refunded", nil
	})
	genkit.Generate(ctx, g, ai.WithTools(refund))
}
