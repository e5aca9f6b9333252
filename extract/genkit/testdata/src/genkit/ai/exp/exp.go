// Package exp is a stub of Genkit's package of that name.
package exp

import (
	"context"

	"github.com/firebase/genkit/go/ai"
)

type (
	InlinePrompt                            []ai.PromptOption
	AgentRef                                struct{ Name, Description string }
	Agent[State any]                        struct{ name string }
	AgentOption[State any]                  interface{ applyAgent() }
	PromptAgentOption[State any]            interface{ applyPromptAgent() }
	Tool[In, Out any]                       struct{ name string }
	InterruptibleTool[In, Out, Res any]     struct{ name string }
	ToolFunc[In, Out any]                   = func(context.Context, In) (Out, error)
	InterruptibleToolFunc[In, Out, Res any] = func(context.Context, In, *Res) (Out, error)
)

func (a *Agent[State]) Ref() AgentRef { return AgentRef{Name: a.name} }

func (t *Tool[In, Out]) Name() string                   { return t.name }
func (t *InterruptibleTool[In, Out, Res]) Name() string { return t.name }

func WithNamedPrompt[State any](name string, input any) PromptAgentOption[State] { return nil }
