package graphagent

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/event"
	"trpc.group/trpc-go/trpc-agent-go/graph"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

type GraphAgent struct{}

type Option func()

func New(name string, g *graph.Graph, opts ...Option) (*GraphAgent, error) { return &GraphAgent{}, nil }

func (a *GraphAgent) Run(ctx context.Context, invocation *agent.Invocation) (<-chan *event.Event, error) {
	return nil, nil
}
func (a *GraphAgent) Tools() []tool.Tool                   { return nil }
func (a *GraphAgent) Info() agent.Info                     { return agent.Info{} }
func (a *GraphAgent) SubAgents() []agent.Agent             { return nil }
func (a *GraphAgent) FindSubAgent(name string) agent.Agent { return nil }

func WithDescription(description string) Option               { return nil }
func WithSubAgents(subAgents []agent.Agent) Option            { return nil }
func WithExecutorOptions(opts ...graph.ExecutorOption) Option { return nil }

func WithAgentCallbacks(callbacks *agent.Callbacks) Option { return nil }
