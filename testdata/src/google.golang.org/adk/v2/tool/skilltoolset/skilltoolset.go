// Package skilltoolset stands for the package of the same name of the Agent
// Development Kit.
package skilltoolset

import (
	"context"

	"google.golang.org/adk/v2/tool"
)

// Config says where the skills live.
type Config struct{ Name string }

// New returns the tools that read skills.
func New(ctx context.Context, cfg Config) (tool.Toolset, error) { panic("stub") }
