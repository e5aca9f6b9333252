package agent

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/event"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

type Info struct {
	Name, Description string
}

type Invocation struct{}

type Agent interface {
	Run(ctx context.Context, invocation *Invocation) (<-chan *event.Event, error)
	Tools() []tool.Tool
	Info() Info
	SubAgents() []Agent
	FindSubAgent(name string) Agent
}

type RunOption func()

func RunWithPlugins(ctx context.Context, invocation *Invocation, a Agent) (<-chan *event.Event, error) {
	return nil, nil
}

func WithToolPermissionPolicy(policy any) RunOption                       { return nil }
func WithToolPermissionPolicyFunc(fn tool.PermissionPolicyFunc) RunOption { return nil }
