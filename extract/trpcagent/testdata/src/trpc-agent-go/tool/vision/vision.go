package vision

import (
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

type Option func()

type Tool struct{}

func New(m model.Model, opts ...Option) (*Tool, error) { return &Tool{}, nil }

func (t *Tool) Declaration() *tool.Declaration { return nil }
