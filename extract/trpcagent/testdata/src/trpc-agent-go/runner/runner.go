package runner

import (
	"context"

	"trpc.group/trpc-go/trpc-agent-go/agent"
	"trpc.group/trpc-go/trpc-agent-go/event"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/plugin"
)

type Option func()

type Runner interface {
	Run(ctx context.Context, userID, sessionID string, message model.Message, runOpts ...agent.RunOption) (<-chan *event.Event, error)
	Close() error
}

func NewRunnerWithAgentFactory(appName, agentName string, f func(context.Context, agent.RunOptions) (agent.Agent, error), opts ...Option) Runner {
	return nil
}

func NewRunner(appName string, a agent.Agent, opts ...Option) Runner { return nil }

func RunWithMessages(ctx context.Context, r Runner, userID, sessionID string, messages []model.Message, opts ...agent.RunOption) (<-chan *event.Event, error) {
	return nil, nil
}

type RalphLoopConfig struct{ MaxIterations int }

func WithRalphLoop(cfg RalphLoopConfig) Option    { return nil }
func WithPlugins(plugins ...plugin.Plugin) Option { return nil }
