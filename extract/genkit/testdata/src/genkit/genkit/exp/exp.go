// Package exp is a stub of Genkit's package of that name.
package exp

import (
	aix "github.com/firebase/genkit/go/ai/exp"
	"github.com/firebase/genkit/go/genkit"
)

func DefineTool[In, Out any](g *genkit.Genkit, name, description string, fn aix.ToolFunc[In, Out]) *aix.Tool[In, Out] {
	return nil
}

func DefineInterruptibleTool[In, Out, Res any](g *genkit.Genkit, name, description string, fn aix.InterruptibleToolFunc[In, Out, Res]) *aix.InterruptibleTool[In, Out, Res] {
	return nil
}

func DefineAgent[State any](g *genkit.Genkit, name string, prompt aix.InlinePrompt, opts ...aix.AgentOption[State]) *aix.Agent[State] {
	return nil
}

func DefinePromptAgent[State any](g *genkit.Genkit, name string, opts ...aix.PromptAgentOption[State]) *aix.Agent[State] {
	return nil
}
