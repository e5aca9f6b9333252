// Package exp is a stub of Genkit's package of that name.
package exp

import (
	"context"

	"github.com/firebase/genkit/go/ai"
	aix "github.com/firebase/genkit/go/ai/exp"
)

type Agents struct {
	Agents     []aix.AgentRef
	ToolPrefix *string
}

func (*Agents) Name() string                           { return "" }
func (*Agents) New(context.Context) (*ai.Hooks, error) { return nil, nil }

type Artifacts struct{ Readonly bool }

func (*Artifacts) Name() string                           { return "" }
func (*Artifacts) New(context.Context) (*ai.Hooks, error) { return nil, nil }
