package team

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/event"
	"trpc.group/trpc-go/trpc-agent-go/tool"
)

type Team struct{}

type Option func()

type SwarmConfig struct {
	MaxHandoffs             int
	RepetitiveHandoffWindow int
}

func DefaultSwarmConfig() SwarmConfig {
	return SwarmConfig{MaxHandoffs: 20, RepetitiveHandoffWindow: 8}
}

func New(coordinator agent.Agent, members []agent.Agent, opts ...Option) (*Team, error) {
	return &Team{}, nil
}
func NewSwarm(name, entryName string, members []agent.Agent, opts ...Option) (*Team, error) {
	return &Team{}, nil
}
func (t *Team) AddSwarmMember(member agent.Agent) error        { return nil }
func (t *Team) UpdateSwarmMembers(members []agent.Agent) error { return nil }
func (t *Team) RemoveSwarmMember(name string) bool             { return false }

func (a *Team) Run(ctx context.Context, invocation *agent.Invocation) (<-chan *event.Event, error) {
	return nil, nil
}
func (a *Team) Tools() []tool.Tool                   { return nil }
func (a *Team) Info() agent.Info                     { return agent.Info{} }
func (a *Team) SubAgents() []agent.Agent             { return nil }
func (a *Team) FindSubAgent(name string) agent.Agent { return nil }

func WithDescription(description string) Option    { return nil }
func WithMemberToolSetName(name string) Option     { return nil }
func WithSwarmConfig(config SwarmConfig) Option    { return nil }
func WithCrossRequestTransfer(enabled bool) Option { return nil }
