// Package middleware is a stub of Genkit's package of that name.
package middleware

import (
	"context"

	"github.com/firebase/genkit/go/ai"
)

type ToolApproval struct{ AllowedTools []string }

func (*ToolApproval) Name() string                           { return "" }
func (*ToolApproval) New(context.Context) (*ai.Hooks, error) { return nil, nil }

type Filesystem struct {
	AllowWriteAccess bool
	ToolNamePrefix   string
}

func (*Filesystem) Name() string                           { return "" }
func (*Filesystem) New(context.Context) (*ai.Hooks, error) { return nil, nil }
