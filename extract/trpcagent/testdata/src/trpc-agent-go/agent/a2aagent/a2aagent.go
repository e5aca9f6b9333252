package a2aagent

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/event"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

type A2AAgent struct{}

type Option func()

func New(opts ...Option) (*A2AAgent, error) { return &A2AAgent{}, nil }

func (a *A2AAgent) Run(ctx context.Context, invocation *agent.Invocation) (<-chan *event.Event, error) {
	return nil, nil
}
func (a *A2AAgent) Tools() []tool.Tool                   { return nil }
func (a *A2AAgent) Info() agent.Info                     { return agent.Info{} }
func (a *A2AAgent) SubAgents() []agent.Agent             { return nil }
func (a *A2AAgent) FindSubAgent(name string) agent.Agent { return nil }

func WithName(name string) Option               { return nil }
func WithDescription(description string) Option { return nil }
