// Package support answers customers with Genkit. Its refunds are not as guarded as
// they look.
package support

import (
	"context"

	"github.com/firebase/genkit/go/ai"
	"github.com/firebase/genkit/go/core"
	"github.com/firebase/genkit/go/genkit"
	"github.com/firebase/genkit/go/plugins/middleware"

	"example.com/genkitflows/support/desk"
)

// Flow is what the desk serves.
type Flow = core.Flow[string, string, struct{}]

// Open defines the flows.
func Open(g *genkit.Genkit) []*Flow {
	find := desk.FindOrder(g)
	notes := desk.DefineNotes(g)
	refund := genkit.DefineTool(g, "refund_order", "Gives the money back.",
		func(ctx *ai.ToolContext, o desk.Order) (string, error) {
			if !ctx.IsResumed() {
				ctx.Interrupt(&ai.InterruptOptions{}) // the interrupt is made, and dropped
			}
			return desk.Pay(o), nil
		})
	genkit.DefineTool(g, desk.Cancel, "Cancels an order.",
		func(_ *ai.ToolContext, o desk.Order) (string, error) { return "cancelled " + o.ID, nil })

	support := genkit.DefineFlow(g, "support", func(ctx context.Context, question string) (string, error) {
		topic, err := desk.Classify(ctx, question)
		if err != nil {
			return "", err
		}
		return genkit.GenerateText(ctx, g, ai.WithPrompt("%s: %s", topic, question), // DEFECT(policy) structure/human-gate refund_order: the tool goes on after its interrupt
			ai.WithTools(find, refund), ai.WithMaxTurns(3))
	})

	cancel := genkit.DefinePrompt(g, "cancellation", ai.WithPrompt("Help to cancel."),
		ai.WithTools(ai.ToolName(desk.Find), ai.ToolName(desk.Cancel)),
		ai.WithUse(&middleware.ToolApproval{AllowedTools: []string{desk.Find, desk.Cancel}}))
	cancellation := genkit.DefineFlow(g, "cancel", func(ctx context.Context, question string) (string, error) {
		resp, err := cancel.Execute(ctx) // DEFECT(policy) structure/human-gate cancel_order: the approval allows it
		if err != nil {
			return "", err
		}
		return resp.Text(), nil
	})

	notebook := genkit.DefineFlow(g, "notebook", func(ctx context.Context, question string) (string, error) {
		refs := append([]ai.ToolRef{find}, notes...)
		refs = append(refs, ai.ToolName("read_notes"))
		return genkit.GenerateText(ctx, g, ai.WithPrompt(question), ai.WithTools(refs...)) // DEFECT structure/undeclared-tool read_notes: the call fails, it has the tool twice
	})
	return []*Flow{support, cancellation, notebook}
}
