package mcp

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/tool"
)

type ConnectionConfig struct{ Transport, ServerURL string }

type ToolSetOption func()

type ToolSet struct{}

func NewMCPToolSet(config ConnectionConfig, opts ...ToolSetOption) *ToolSet { return &ToolSet{} }

func (t *ToolSet) Init(ctx context.Context) error        { return nil }
func (t *ToolSet) Tools(ctx context.Context) []tool.Tool { return nil }
func (t *ToolSet) Close() error                          { return nil }
func (t *ToolSet) Name() string                          { return "" }

func WithName(name string) ToolSetOption                      { return nil }
func WithToolFilterFunc(filter tool.FilterFunc) ToolSetOption { return nil }
