package cycleagent

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/event"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

type CycleAgent struct{}

type Option func()

func New(name string, opts ...Option) *CycleAgent { return &CycleAgent{} }

func (a *CycleAgent) Run(ctx context.Context, invocation *agent.Invocation) (<-chan *event.Event, error) {
	return nil, nil
}
func (a *CycleAgent) Tools() []tool.Tool                   { return nil }
func (a *CycleAgent) Info() agent.Info                     { return agent.Info{} }
func (a *CycleAgent) SubAgents() []agent.Agent             { return nil }
func (a *CycleAgent) FindSubAgent(name string) agent.Agent { return nil }

func WithSubAgents(subAgents []agent.Agent) Option { return nil }
func WithMaxIterations(max int) Option             { return nil }

type EscalationFunc func(*event.Event) bool

func WithEscalationFunc(f EscalationFunc) Option { return nil }

func WithAgentCallbacks(callbacks *agent.Callbacks) Option { return nil }
