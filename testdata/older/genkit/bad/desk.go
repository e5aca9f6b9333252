// Package bad gives the approval of a tool to a prompt, which ignores middleware until
// version 1.8.
package bad

import (
	"context"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/core"
	"github.com/firebase/genkit/go/genkit"
	"github.com/firebase/genkit/go/plugins/middleware"
)

type order struct {
	ID string `json:"id"`
}

// Define defines the flow.
func Define(g *genkit.Genkit) *core.Flow[string, string, struct{}] {
	cancel := genkit.DefineTool(g, "cancel_order", "Cancels an order.",
		func(_ *ai.ToolContext, o order) (string, error) { return "cancelled " + o.ID, nil })
	prompt := genkit.DefinePrompt(g, "cancellation", ai.WithTools(cancel), ai.WithUse(&middleware.ToolApproval{}))
	return genkit.DefineFlow(g, "cancel", func(ctx context.Context, question string) (string, error) {
		resp, err := prompt.Execute(ctx)
		if err != nil {
			return "", err
		}
		return resp.Text(), nil
	})
}
