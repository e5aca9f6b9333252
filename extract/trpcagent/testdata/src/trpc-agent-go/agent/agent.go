package agent

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/event"
	"trpc.group/trpc-go/trpc-agent-go/model"
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

type RunOption func(*RunOptions)

type RunOptions struct {
	RequestID       string
	AdditionalTools []tool.Tool
}

// SubAgentSetter is what a swarm calls.
type SubAgentSetter interface{ SetSubAgents(subAgents []Agent) }

func RunWithPlugins(ctx context.Context, invocation *Invocation, a Agent) (<-chan *event.Event, error) {
	return nil, nil
}

func WithToolPermissionPolicy(policy any) RunOption                       { return nil }
func WithToolPermissionPolicyFunc(fn tool.PermissionPolicyFunc) RunOption { return nil }
func WithAdditionalTools(tools []tool.Tool) RunOption                     { return nil }

type BeforeAgentArgs struct{ Invocation *Invocation }

type BeforeAgentResult struct {
	Context        context.Context
	CustomResponse *model.Response
}

type BeforeAgentCallbackStructured = func(ctx context.Context, args *BeforeAgentArgs) (*BeforeAgentResult, error)

type Callbacks struct {
	BeforeAgent []BeforeAgentCallbackStructured
}

func NewCallbacks(opts ...any) *Callbacks                  { return &Callbacks{} }
func (c *Callbacks) RegisterBeforeAgent(cb any) *Callbacks { return c }
