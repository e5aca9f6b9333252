// Package agents defines agents that hold a conversation, and tools that they have.
package agents

import (
	"context"

	"github.com/firebase/genkit/go/ai"
	aix "github.com/firebase/genkit/go/ai/exp"
	"github.com/firebase/genkit/go/ai/exp/tool"
	"github.com/firebase/genkit/go/genkit"
	"github.com/firebase/genkit/go/genkit/exp"
	middlewarex "github.com/firebase/genkit/go/plugins/middleware/exp"
)

type Transfer struct{ Amount int }

type Confirmation struct{ Approved bool }

func transfer(ctx context.Context, in Transfer, confirm *Confirmation) (string, error) {
	if confirm == nil {
		return "", tool.Interrupt(in)
	}
	if !confirm.Approved {
		return "declined", nil
	}
	return "done", nil
}

func small(ctx context.Context, in Transfer, confirm *Confirmation) (string, error) {
	if confirm == nil && in.Amount > 100 {
		return "", tool.Interrupt(in)
	}
	return "done", nil
}

func look(ctx context.Context, in Transfer) (string, error) { return "", nil }

func Define(g *genkit.Genkit) {
	pay := exp.DefineInterruptibleTool(g, "pay", "Pays.", transfer)
	tip := exp.DefineInterruptibleTool(g, "tip", "Tips.", small)
	balance := exp.DefineTool(g, "balance", "Looks.", look)

	bank := exp.DefineAgent[any](g, "bank", aix.InlinePrompt{ai.WithTools(pay, tip, balance), ai.WithMaxTurns(3)})
	genkit.DefinePrompt(g, "clerk", ai.WithTools(balance))
	exp.DefinePromptAgent[any](g, "clerk")
	exp.DefinePromptAgent[any](g, "assistant", aix.WithNamedPrompt[any]("clerk", nil))
	exp.DefinePromptAgent[any](g, "elsewhere")
	none := ""
	exp.DefineAgent[any](g, "desk", aix.InlinePrompt{ai.WithUse(
		&middlewarex.Agents{Agents: []aix.AgentRef{{Name: "clerk"}, bank.Ref()}},
		&middlewarex.Artifacts{},
	)})
	exp.DefineAgent[any](g, "reader", aix.InlinePrompt{ai.WithUse(
		&middlewarex.Agents{Agents: []aix.AgentRef{{Name: "clerk"}}, ToolPrefix: &none},
		&middlewarex.Artifacts{Readonly: true},
	)})
}
