package parallelagent

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/event"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

type ParallelAgent struct{}

type Option func()

func New(name string, opts ...Option) *ParallelAgent { return &ParallelAgent{} }

func (a *ParallelAgent) Run(ctx context.Context, invocation *agent.Invocation) (<-chan *event.Event, error) {
	return nil, nil
}
func (a *ParallelAgent) Tools() []tool.Tool                   { return nil }
func (a *ParallelAgent) Info() agent.Info                     { return agent.Info{} }
func (a *ParallelAgent) SubAgents() []agent.Agent             { return nil }
func (a *ParallelAgent) FindSubAgent(name string) agent.Agent { return nil }

func WithSubAgents(subAgents []agent.Agent) Option { return nil }

func WithAgentCallbacks(callbacks *agent.Callbacks) Option { return nil }
