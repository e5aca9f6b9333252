package duckduckgo

import "trpc.group/trpc-go/trpc-agent-go/tool"

type Option func()

func NewTool(opts ...Option) tool.CallableTool { return nil }
