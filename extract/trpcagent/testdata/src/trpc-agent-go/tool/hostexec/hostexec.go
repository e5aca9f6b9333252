package hostexec

import "trpc.group/trpc-go/trpc-agent-go/tool"

type Option func()

func NewToolSet(opts ...Option) (tool.ToolSet, error) { return nil, nil }

func WithName(name string) Option { return nil }
