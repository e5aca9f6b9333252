// Package agents is a stub of langchaingo's package of that name.
package agents

import (
	"context"

	"github.com/tmc/langchaingo/llms"
	"github.com/tmc/langchaingo/tools"
)

type Agent interface{ GetTools() []tools.Tool }

type OneShotZeroAgent struct{ Tools []tools.Tool }

func (a *OneShotZeroAgent) GetTools() []tools.Tool { return a.Tools }

type Options struct{ maxIterations int }

type Option func(*Options)

func WithMaxIterations(n int) Option { return func(o *Options) { o.maxIterations = n } }

type Executor struct {
	Agent         Agent
	MaxIterations int
}

func (*Executor) Call(context.Context, map[string]any) (map[string]any, error) { return nil, nil }

func NewOneShotAgent(llm llms.Model, tools []tools.Tool, opts ...Option) *OneShotZeroAgent {
	return &OneShotZeroAgent{tools}
}

func NewExecutor(agent Agent, opts ...Option) *Executor {
	options := Options{maxIterations: 5}
	for _, opt := range opts {
		opt(&options)
	}
	return &Executor{Agent: agent, MaxIterations: options.maxIterations}
}
