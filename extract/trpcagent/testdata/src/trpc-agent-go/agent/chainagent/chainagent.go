package chainagent

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/event"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

type ChainAgent struct{}

type Option func()

func New(name string, opts ...Option) *ChainAgent { return &ChainAgent{} }

func (a *ChainAgent) Run(ctx context.Context, invocation *agent.Invocation) (<-chan *event.Event, error) {
	return nil, nil
}
func (a *ChainAgent) Tools() []tool.Tool                   { return nil }
func (a *ChainAgent) Info() agent.Info                     { return agent.Info{} }
func (a *ChainAgent) SubAgents() []agent.Agent             { return nil }
func (a *ChainAgent) FindSubAgent(name string) agent.Agent { return nil }

func WithSubAgents(subAgents []agent.Agent) Option { return nil }

func WithAgentCallbacks(callbacks *agent.Callbacks) Option { return nil }
