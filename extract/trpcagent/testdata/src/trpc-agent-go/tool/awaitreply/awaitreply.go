package awaitreply

import "trpc.group/trpc-go/trpc-agent-go/tool"

type Tool struct{}

func New() *Tool { return &Tool{} }

func (t *Tool) Declaration() *tool.Declaration { return nil }
