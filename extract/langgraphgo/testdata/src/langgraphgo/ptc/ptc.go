// Package ptc is a stub of langgraphgo 0.8.
package ptc

import (
	"context"

	"github.com/tmc/langchaingo/tools"
)

type ToolServer struct{}

func NewToolServer(toolList []tools.Tool) *ToolServer  { return nil }
func (ts *ToolServer) Start(ctx context.Context) error { return nil }
