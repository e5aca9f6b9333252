package agent

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

type Option func()

type Tool struct{}

func NewTool(a agent.Agent, opts ...Option) *Tool { return &Tool{} }
func NewDynamicTool(opts ...Option) *Tool         { return &Tool{} }

func (t *Tool) Declaration() *tool.Declaration                         { return nil }
func (t *Tool) Call(ctx context.Context, jsonArgs []byte) (any, error) { return nil, nil }

func WithName(name string) Option               { return nil }
func WithDescription(description string) Option { return nil }
